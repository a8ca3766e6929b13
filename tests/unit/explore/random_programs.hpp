#pragma once
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <pom/pom.hpp>

/// Small functions of two or three nests, by seed.
namespace pom::test {

/// Whatever is random in a program, by its seed.
class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

 protected:
  int number(int values) { return std::uniform_int_distribution<int>(0, values - 1)(random_); }

  std::mt19937 random_;
};

/// Two nests over vectors and matrices that both may use: sums or not, a product or a sum of what they read.
class RandomNests : Dice {
 public:
  using Dice::Dice;

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
  const placeholder& vector() { return vectors_[number(3)]; }
  const placeholder& matrix() { return matrices_[number(2)]; }

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

  std::vector<placeholder> vectors_, matrices_;
};

/// Three loops, most of which read what the one before has written: a value for each element, a sum, or elements that
/// follow from those before them. The second one may be so short that it is no loop.
class RandomChains : Dice {
 public:
  using Dice::Dice;

  void declare() {
    for (int n = 0; n < 4; ++n)
      vectors_.emplace_back("v" + std::to_string(n), std::vector<std::int64_t>{extent}, p_float32);
    for (int n = 0; n < 3; ++n) {
      const std::string name = "s" + std::to_string(n);
      var i("i_" + name, 1, n == 1 && number(3) == 0 ? 3 : extent - 1 - number(20));
      const placeholder& from = vectors_[static_cast<std::size_t>(number(4) == 0 ? number(4) : n)];
      const placeholder& to = vectors_[static_cast<std::size_t>(n + 1)];
      const int form = number(5);
      const expr value = form == 0   ? from(i) * from(extent - 1 - i)
                         : form == 1 ? from(extent - 1 - i) + 1.5f
                         : form == 2 ? from(i + 1) + 1.5f
                         : form == 3 ? from(0) * vectors_[0](i)
                                     : from(1) * vectors_[0](extent - 1 - i);
      switch (number(3)) {
        case 0: {
          compute s(name, {i}, value, to(i));
          break;
        }
        case 1: {
          compute s(name, {i}, to(0) + value, to(0));
          break;
        }
        default:
          compute s(name, {i}, to(i - 1) * 0.5f + value, to(i));
      }
    }
  }

  double share() { return 0.1 + 0.05 * number(8); }

 private:
  static constexpr int extent = 320;  ///< loops that run all at once have no more than 256 iterations

  std::vector<placeholder> vectors_;
};

/// Two nests of three loops, in any order, over the same matrices: the outermost may be kept apart.
class RandomProducts : Dice {
 public:
  using Dice::Dice;

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
  const placeholder& matrix() { return matrices_[number(3)]; }

  std::vector<placeholder> matrices_;
};

}  // namespace pom::test
