#pragma once
#include <random>
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace pom::test {

/// Small random programs and schedules: every verdict of the legality test can be checked by walking all pairs of
/// instances.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  void declare() {
    const int extent = pick(3, 5);
    std::vector<placeholder> arrays;
    for (int a = 0; a < 2; ++a)
      arrays.emplace_back("A" + std::to_string(a), std::vector<std::int64_t>{extent + 2, extent + 2});
    const int statements = pick(1, 3);
    std::vector<compute> computes;
    for (int s = 0; s < statements; ++s) {
      var i("i", 1, extent + 1), j("j", 1, pick(0, 3) == 0 ? expr(i + 1) : expr(extent + 1)), k("k", 0, 2);
      const std::vector<var> nest = pick(0, 2) == 0 ? std::vector<var>{i, j, k} : std::vector<var>{i, j};
      const placeholder &from = arrays[pick(0, 1)], &to = arrays[pick(0, 1)];
      const expr value =
          from(i + pick(-1, 1), j + pick(-1, 1)) + (pick(0, 1) ? expr(arrays[pick(0, 1)](j, i)) : expr(1));
      computes.emplace_back("s" + std::to_string(s), nest, value, to(i, j));
      if (s > 0 && pick(0, 1)) computes[s].after(computes[s - 1], pick(-1, 1));
    }
    for (int n = pick(1, 5); n > 0; --n) transform(computes);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  void transform(std::vector<compute>& computes) {
    compute& s = computes[pick(0, static_cast<int>(computes.size()) - 1)];
    const int a = pick(0, 2), b = pick(0, 2);
    if (pick(0, 1)) return transform_further(s, computes);
    switch (pick(0, 5)) {
      case 0:
        s.interchange(a, b);
        break;
      case 1:
        s.split(a, pick(1, 3), name(), name());
        break;
      case 2:
        s.tile(a, b, pick(1, 3), pick(1, 3), name(), name(), name(), name());
        break;
      case 3:
        s.skew(a, b, pick(0, 1) ? 1 : -1, pick(1, 2));
        break;
      case 4:
        s.after(computes[pick(0, static_cast<int>(computes.size()) - 1)], pick(-1, 2));
        break;
      default:
        s.skew(0, 1, 1, 1);
        s.interchange(0, 1);
    }
  }

  /// The primitives beyond Table II.
  void transform_further(compute& s, std::vector<compute>& computes) {
    const int a = pick(0, 2);
    switch (pick(0, 6)) {
      case 0:
        s.reorder({a, (a + pick(1, 2)) % 3});
        break;
      case 1:
        s.reverse(a);
        break;
      case 2:
        s.shift(a, pick(-2, 2));
        break;
      case 3:
        s.fuse(computes[pick(0, static_cast<int>(computes.size()) - 1)], pick(0, 2));
        break;
      case 4:
        s.distribute(a);
        break;
      case 5:
        s.peel(a, pick(0, 1) ? 1 : -1);
        break;
      default:
        s.split(a, 2, name(), name()).separate(a + 1);
    }
  }

  var name() { return var("n" + std::to_string(names_++)); }

  std::mt19937 random_;
  int names_ = 0;
};

}  // namespace pom::test
