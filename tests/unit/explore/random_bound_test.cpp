#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "unit_bound.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace {

/// Two nests over vectors and matrices that both may use: sums or not, a product or a sum of what they read.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  void declare() {
    for (int n = 0; n < 3; ++n) vectors_.emplace_back("v" + std::to_string(n), std::vector<std::int64_t>{9}, p_float32);
    for (int n = 0; n < 2; ++n)
      matrices_.emplace_back("m" + std::to_string(n), std::vector<std::int64_t>{6, 6}, p_float32);
    for (const char* name : {"first", "second"}) {
      if (number(3) == 0) {
        add_loop(name);
      } else {
        add_nest(name);
      }
    }
  }

  double share() { return 0.05 + 0.05 * number(8); }

 private:
  int number(int values) { return std::uniform_int_distribution<int>(0, values - 1)(random_); }
  const placeholder& vector() { return vectors_[static_cast<std::size_t>(number(3))]; }
  const placeholder& matrix() { return matrices_[static_cast<std::size_t>(number(2))]; }

  expr element(const var& i, const var& j) {
    switch (number(4)) {
      case 0:
        return vector()(i + number(3));
      case 1:
        return vector()(j);
      case 2:
        return matrix()(i, j);
      default:
        return matrix()(j, i);
    }
  }

  expr combine(const expr& a, const expr& b) { return number(2) == 0 ? a * b : a + b; }

  void add_loop(const std::string& name) {
    var i("i_" + name, 0, 4 + number(3));
    const placeholder &to = vector(), &from = vector();
    compute s(name, {i}, combine(from(i + number(3)), vector()(i)), to(i));
  }

  void add_nest(const std::string& name) {
    var i("i_" + name, 0, 4 + number(2)), j("j_" + name, 0, 4 + number(2));
    const expr value = combine(element(i, j), element(i, j));
    switch (number(3)) {
      case 0: {
        const placeholder& to = vector();
        compute s(name, {i, j}, to(j) + value, to(j));
        break;
      }
      case 1: {
        const placeholder& to = vector();
        compute s(name, {i, j}, to(i) + value, to(i));
        break;
      }
      default:
        compute s(name, {i, j}, value, matrix()(i, j));
    }
  }

  std::mt19937 random_;
  std::vector<placeholder> vectors_, matrices_;
};

/// Two nests of three loops, in any order, over the same matrices: the outermost may be kept apart.
class RandomProducts {
 public:
  explicit RandomProducts(unsigned seed) : random_(seed) {}

  void declare() {
    for (int n = 0; n < 3; ++n)
      matrices_.emplace_back("m" + std::to_string(n), std::vector<std::int64_t>{4, 4}, p_float32);
    for (const std::string name : {"first", "second"}) {
      std::vector<var> loops;
      for (const char* loop : {"i_", "j_", "k_"}) loops.emplace_back(loop + name, 0, 2 + number(3));
      const std::vector<var> written = loops;
      std::shuffle(loops.begin(), loops.end(), random_);
      const expr product = matrix()(written[0], written[2]) * matrix()(written[2], written[1]);
      const placeholder& to = matrix();
      compute s(name, loops, number(3) == 0 ? product : to(written[0], written[1]) + product,
                to(written[0], written[1]));
    }
  }

  double share() { return 0.05 + 0.05 * number(4); }

 private:
  int number(int values) { return std::uniform_int_distribution<int>(0, values - 1)(random_); }
  const placeholder& matrix() { return matrices_[static_cast<std::size_t>(number(3))]; }

  std::mt19937 random_;
  std::vector<placeholder> matrices_;
};

/// A nest of two or three loops in any order, one of them sometimes as long as another's iteration says: a sum in an
/// element that one or two of them choose, or a value for each iteration.
class RandomNest {
 public:
  explicit RandomNest(unsigned seed) : random_(seed) {}

  void declare() {
    const bool triangle = number(5) == 0;
    const var a("a", 0, 4 + number(4)), b("b", 0, triangle ? expr(a + 1) : expr(3 + number(5)));
    const var c("c", 0, 2 + number(4));
    std::vector<var> loops{a, b};
    if (number(3) > 0) loops.insert(loops.begin() + number(triangle ? 1 : 3), c);
    if (!triangle) std::shuffle(loops.begin(), loops.end(), random_);
    if (number(2) == 0) pom::allow_reassociation();
    const placeholder x("x", {9, 9}, p_float32), y("y", {9, 9}, p_float32), to("to", {9, 9}, p_float32),
        single("single", {9}, p_float32);
    const auto any = [&]() -> const var& {
      return loops[static_cast<std::size_t>(number(static_cast<int>(loops.size())))];
    };
    const expr value = number(3) == 0 ? expr(x(any(), any())) : x(any(), any()) * y(any(), any());
    const int form = number(4);
    const expr element = form == 0   ? expr(single(any()))
                         : form == 1 ? expr(single(any() + 1))
                         : form == 2 ? expr(to(loops[0], loops[1]))
                                     : expr(to(any(), any()));
    compute s("s", loops, form == 2 ? value : element + value, element);
  }

 private:
  int number(int values) { return std::uniform_int_distribution<int>(0, values - 1)(random_); }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("bound: no choice of a random nest's unit is faster") {
  constexpr unsigned first = 1, nests = 150;
  for (unsigned seed = first; seed < first + nests; ++seed) {
    CAPTURE(seed);
    test::check_unit([&] { RandomNest(seed).declare(); }, test::Choices::in_space);
  }
}

namespace {

/// No combination of the random program's choices beats the bound. Returns whether the gap is wide.
template <typename Program>
bool check_random(unsigned seed) {
  CAPTURE(seed);
  Program random(seed);
  test::Whole whole([&] { random.declare(); });
  const double share = random.share();
  dse::Limits limits = test::part_of_device(share);
  limits.dsp = static_cast<double>(test::small_device().dsp);
  const double fastest = whole.fastest(limits);
  dse::ExploreOptions options;
  options.lut = options.ff = share;
  options.seconds = 1000;
  const dse::Exploration found = test::explore(whole.program.record(), options);
  CHECK(found.bound <= fastest);
  CHECK(found.bound > 0);
  CHECK(whole.less_than_units == 0);
  return found.gap() > 0.5;
}

}  // namespace

TEST_CASE("bound: no design of random functions is faster") {
  constexpr unsigned first = 1, programs = 120;
  int gaps = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) gaps += check_random<RandomProgram>(seed);
  CHECK(gaps < static_cast<int>(programs) / 2);
}

TEST_CASE("bound: no design of two random products is faster, with their outer loops apart or not") {
  constexpr unsigned first = 1, programs = 40;
  for (unsigned seed = first; seed < first + programs; ++seed) check_random<RandomProducts>(seed);
}
