#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;

namespace {

/// C(i) = value(a, b), where a, b and C have the given types.
std::string difference_of(Type left, Type right, Type result, const std::function<expr(expr, expr)>& value) {
  return test::difference([&] {
    var i("i", 0, 24);
    placeholder A("A", {24}, left), B("B", {24}, right), C("C", {24}, result);
    compute s("s", {i}, value(A(i), B(i)), C(i));
  });
}

expr arithmetic(expr a, expr b) { return a * b + a - b * 3; }
expr choices(expr a, expr b) { return select(a < b, -a, abs(b)) + p_max(a, b) - p_min(a, 0); }

const std::vector<Type> widths = {p_int(1),   p_int(7),  p_uint(7),  p_int(12),
                                  p_uint(24), p_int(40), p_uint(52), p_int(33)};
const std::vector<Type> fixed = {p_fixed(16, 8),
                                 p_ufixed(12, 5),
                                 p_fixed(9, 12),
                                 p_fixed(14, -1, Quantization::round, Overflow::saturate),
                                 p_fixed(24, 9, Quantization::round_even, Overflow::saturate_symmetric),
                                 p_ufixed(8, 8, Quantization::truncate_zero, Overflow::saturate_zero)};

}  // namespace

TEST_CASE("numbers: integers of any width agree in all executions") {
  for (const Type& left : widths) {
    for (const Type& right : widths) {
      CAPTURE(to_string(left));
      CAPTURE(to_string(right));
      CHECK(difference_of(left, right, p_int(100), [&](expr a, expr b) { return cast(a * b + a - b, p_int(100)); }) ==
            "");
      CHECK(difference_of(left, right, left, [&](expr a, expr b) { return cast(a * b + a / b - a % b, left); }) == "");
    }
  }
}

TEST_CASE("numbers: bits of integers of any width agree in all executions") {
  for (const Type& left : widths) {
    for (const Type& right : {p_int(1), p_uint(7), p_int(40), p_int8, p_uint64}) {
      CAPTURE(to_string(left));
      CAPTURE(to_string(right));
      CHECK(difference_of(left, right, left, [&](expr a, expr b) {
              return cast((a & b) ^ (~a | b) ^ ((b << a) >> 0), left) ^ (a << b) ^ (a >> b);
            }) == "");
    }
  }
}

TEST_CASE("numbers: fixed point agrees in all executions, whatever the modes") {
  for (const Type& left : fixed) {
    for (const Type& right : fixed) {
      CAPTURE(to_string(left));
      CAPTURE(to_string(right));
      CHECK(difference_of(left, right, right, [&](expr a, expr b) { return cast(a * b - a / b + a, right); }) == "");
    }
    CAPTURE(to_string(left));
    CHECK(difference_of(left, left, left, choices) == "");
    CHECK(difference_of(left, p_int(9), left, [&](expr a, expr b) { return cast(a * b + b, left); }) == "");
    CHECK(difference_of(left, p_int32, left, [&](expr a, expr b) { return cast(b / a - a * b, left); }) == "");
    CHECK(difference_of(left, p_float32, left, [&](expr a, expr b) { return a + cast(b * 1.7, left); }) == "");
    CHECK(difference_of(left, p_float64, p_float64, [&](expr a, expr b) { return cast(a, p_float64) * b; }) == "");
    CHECK(difference_of(left, left, p_int32, [&](expr a, expr b) { return cast(a * b, p_int32) + (a <= b); }) == "");
  }
}

TEST_CASE("numbers: literals beside types of 64 bits and more agree in all executions") {
  for (const Type& type : {p_fixed(64, 1), p_fixed(100, 3), p_fixed(120, 10), p_fixed(127, 60), p_ufixed(70, 2)}) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [&](expr a, expr b) { return select(a < b, a, cast(b + 0.3, type)); }) == "");
    CHECK(difference_of(type, type, type, [&](expr a, expr) { return select(a > 0.5, 0.1, 0.75); }) == "");
  }
  const auto add = [](expr a, expr) { return a + 0.75; };
  CHECK(difference_of(p_ufixed(64, 0), p_int8, p_ufixed(65, 1), add) == "");
  CHECK(difference_of(p_fixed(100, 3), p_int8, p_fixed(100, 3), [](expr, expr) { return -3.25; }) == "");
}

TEST_CASE("numbers: half and bfloat16 round after every operation") {
  for (const Type& type : {p_half, p_bfloat16}) {
    CAPTURE(to_string(type));
    const auto shared = [](expr a, expr b) {
      const expr product = a * b, once = product * product + product;
      return once * once + once;
    };
    CHECK(difference_of(type, type, type, shared) == "");
    CHECK(difference_of(type, type, type, arithmetic) == "");
    CHECK(difference_of(type, type, type, choices) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return a / b - sqrt(a) * 0.1; }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return exp(a) + tanh(b) - log(a) + pow(a, b); }) == "");
    CHECK(difference_of(type, p_float32, p_float32, [](expr a, expr b) { return a * b; }) == "");
    CHECK(difference_of(type, p_float64, type, [&](expr a, expr b) { return cast(b * 1.001, type) + a; }) == "");
    CHECK(difference_of(type, p_int32, type, [&](expr a, expr b) { return a + cast(b * 1001, type); }) == "");
    CHECK(difference_of(type, p_fixed(18, 7), type, [&](expr a, expr b) { return a * cast(b, type); }) == "");
    CHECK(difference_of(type, p_fixed(18, 7), p_fixed(18, 7),
                        [&](expr a, expr b) { return b + cast(a, p_fixed(18, 7, Quantization::round)); }) == "");
  }
  CHECK(difference_of(p_half, p_bfloat16, p_float32, [](expr a, expr b) { return a * b; }) == "");
  CHECK(difference_of(p_half, p_bfloat16, p_half, [](expr a, expr b) { return a + cast(b, p_half); }) == "");
}

TEST_CASE("numbers: all bits of integers and fixed point count in a conversion to a float") {
  const std::vector<Type> sources = {p_int(9),   p_uint(17),  p_int(65),       p_uint(65),       p_int(100),
                                     p_int(128), p_uint(128), p_fixed(24, 10), p_ufixed(70, 40), p_fixed(128, 100),
                                     p_uint(1),  p_int8,      p_uint64};
  for (const Type& to : {p_half, p_bfloat16, p_float32, p_float64}) {
    CAPTURE(to_string(to));
    const auto declare = [&](bool in_expression) {
      return test::difference([&] {
        var i("i", 0, 24);
        for (std::size_t n = 0; n < sources.size(); ++n) {
          const std::string number = std::to_string(n);
          placeholder A("A" + number, {24}, sources[n]), B("B" + number, {24}, to);
          const expr converted = cast(A(i), to);
          compute s("s" + number, {i}, in_expression ? converted - cast(A(23 - i), to) : converted, B(i));
        }
      });
    };
    CHECK(declare(false) == "");
    CHECK(declare(true) == "");
  }
}

TEST_CASE("numbers: a scheduled product of each type agrees") {
  for (const Type& type :
       {p_int(12), p_fixed(16, 8), p_fixed(18, 6, Quantization::round, Overflow::saturate), p_half, p_bfloat16}) {
    CAPTURE(to_string(type));
    CHECK(test::difference([&] {
            var i("i", 0, 8), j("j", 0, 9), k("k", 0, 10), j0("j0"), j1("j1");
            placeholder A("A", {8, 9}, type), B("B", {8, 10}, type), C("C", {10, 9}, type);
            compute s("s", {i, j, k}, cast(A(i, j) + B(i, k) * C(k, j), type), A(i, j));
            s.reorder({k, i, j}).split(j, 4, j0, j1).pipeline(j0).unroll(j1);
            A.partition({1, 4}, "cyclic");
          }) == "");
  }
}
