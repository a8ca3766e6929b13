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

/// One to three statements in the same loops, which read what the others store in this iteration or in others: sums,
/// products, copies, constants, choices and guards by loops and by data, elements that loops share or that a table
/// names.
class RandomSteps : Dice {
 public:
  using Dice::Dice;

  void declare() {
    for (const char* name : {"x", "y", "z"}) matrices_.emplace_back(name, std::vector<std::int64_t>{9, 9}, p_float32);
    for (const char* name : {"u", "v"}) vectors_.emplace_back(name, std::vector<std::int64_t>{18}, p_float32);
    for (const char* name : {"g", "h"}) cubes_.emplace_back(name, std::vector<std::int64_t>{9, 9, 9}, p_float32);
    if (number(4) == 0) pom::allow_reassociation();
    const placeholder table("table", {9}, p_uint(3));
    if (number(3) == 0) loops_.emplace_back("o", 0, 2);
    loops_.emplace_back("t", 0, 2 + number(2));
    loops_.emplace_back("i", 0, number(6) == 0 ? expr(loops_.back() + 2) : expr(3 + number(3)));
    const int statements = 1 + number(3);
    std::vector<compute> all;
    for (int n = 0; n < statements; ++n) {
      const expr to = element();
      all.emplace_back("s" + std::to_string(n), loops_, value(to, table), to);
      if (number(4) == 0) all.back().where(condition());
      if (n > 0) all[n].after(all[n - 1], loops_.back());
    }
  }

 private:
  const var& loop() { return loops_[static_cast<std::size_t>(number(static_cast<int>(loops_.size())))]; }

  expr index() {
    switch (number(8)) {
      case 0:
        return 0;
      case 1:
        return loop() + loop();
      case 2:
        return loop() / 2;
      default:
        return loop() + number(2);
    }
  }

  /// Each loop moves an index of its own.
  expr own_element() {
    const expr outer = loops_.size() > 2 ? expr(loops_[0] + number(2)) : expr(0);
    return cubes_[static_cast<std::size_t>(number(2))](outer, loops_[loops_.size() - 2] + number(2),
                                                       loops_.back() + number(2));
  }

  expr element() {
    if (number(3) == 0) return own_element();
    if (number(3) == 0) return vectors_[static_cast<std::size_t>(number(2))](index());
    return matrices_[static_cast<std::size_t>(number(3))](index(), index());
  }

  expr condition() {
    const expr one = number(2) == 0 ? expr(loop() < 1 + number(3)) : expr(loop() != number(3));
    return number(3) == 0 ? expr(one && loop() > 0) : one;
  }

  expr any_condition() {
    switch (number(4)) {
      case 0:
        return element() > 0.5f;
      case 1:
        return condition() && element() > 0.5f;
      default:
        return condition();
    }
  }

  expr operand(const placeholder& table) {
    switch (number(11)) {
      case 0:
        return number(3) == 0 ? expr(0.0f) : expr(1.5f);
      case 4:
        return vectors_[0](select(condition(), loop(), loop() + 1));
      case 5:
        return select(condition(), own_element(), own_element());
      case 1:
        return cast(loop(), p_float32);
      case 2:
        return vectors_[0](table(loop()));
      case 3:
        return select(any_condition(), element() * element(), number(2) == 0 ? expr(0.0f) : element());
      default:
        return element();
    }
  }

  expr value(const expr& to, const placeholder& table) {
    switch (number(7)) {
      case 0:
        return element();
      case 1:
        return to + operand(table);
      case 2:
        return to + operand(table) * operand(table);
      case 3:
        return to * operand(table) + operand(table);
      case 4:
        return number(2) == 0 ? expr(0.0f) : expr(1.5f);
      default:
        return operand(table) * operand(table) + operand(table);
    }
  }

  std::vector<placeholder> matrices_, vectors_, cubes_;
  std::vector<var> loops_;
};

}  // namespace pom::test
