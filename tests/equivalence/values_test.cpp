#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;

namespace {

/// One statement over 24 elements: C(i) = value(a, b, i), where a and b have the given types.
std::string difference_of(Type left, Type right, Type result, const std::function<expr(expr, expr, var)>& value) {
  return test::difference([&] {
    var i("i", 0, 24);
    placeholder A("A", {24}, left), B("B", {24}, right), C("C", {24}, result);
    // Cast on purpose: most results do not fit.
    compute s("s", {i}, cast(value(A(i), B(i), i), result), C(i));
  });
}

const std::vector<Type> integers = {p_int8, p_int16, p_int32, p_int64, p_uint8, p_uint16, p_uint32, p_uint64};

}  // namespace

TEST_CASE("values: integer arithmetic of every width and signedness wraps alike") {
  for (const Type& type : integers) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return a * b + a - b * 77; }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return a / b + a % b; }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return select(a < b, -a, abs(b)); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return p_max(a, b) - p_min(a, 3); }) == "");
    CHECK(difference_of(type, type, type,
                        [&](expr a, expr b, var i) { return cast(cast(a, p_int64) * b, type) + cast(i, type); }) == "");
  }
}

TEST_CASE("values: bits and shifts of every width and signedness agree") {
  for (const Type& type : integers) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return (a & b) ^ (~a | (b ^ 77)); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b, var i) { return (a << i) + (b >> i) - (a >> b); }) == "");
    CHECK(difference_of(type, type, type,
                        [](expr a, expr b, var i) { return (~(a * b) >> 3) ^ ((a - b) << (31 - i)); }) == "");
    CHECK(difference_of(type, p_int64, type,
                        [&](expr a, expr b, var i) { return (a << b) | (cast(i, type) & ((a >> 5) + 3)); }) == "");
    CHECK(difference_of(type, p_uint(5), type, [](expr a, expr b, var) { return (a << b) ^ (a >> b); }) == "");
    CHECK(difference_of(type, type, p_int32, [](expr a, expr b, var i) {
            return cast((a & 1) == 0, p_int32) + select(b & 6, 1 << i, -3 << (i & 7)) + ((a & b) < 3);
          }) == "");
  }
}

TEST_CASE("values: indices and bounds by shifts and masks") {
  CHECK(test::difference([] {
          var i("i", 0, 8 << 1), j("j", i >> 2, 5);
          placeholder A("A", {64}, p_int32), B("B", {16, 16}, p_int32);
          compute s("s", {i, j}, A((i << 2) + (j & 3)) ^ A(63 & i), B(i, j));
        }) == "");
}

TEST_CASE("values: indices with bits of a counter, also below zero, and of two counters") {
  CHECK(test::difference([] {
          var i("i", -8, 8), s("s", 0, 4);
          placeholder A("A", {64}, p_int32), B("B", {16, 4}, p_int32);
          compute c("c", {i, s}, A((i ^ -3) + 16) - A(~i + 16) + A(((i | 6) & 13) + 2) + A((i ^ (1 << s)) + 16),
                    B((i + 8) ^ 5, s));
        }) == "");
}

TEST_CASE("values: mixed integer types convert as in C++") {
  for (const Type& left : integers) {
    for (const Type& right : integers) {
      CAPTURE(to_string(left));
      CAPTURE(to_string(right));
      CHECK(difference_of(left, right, p_int64,
                          [](expr a, expr b, var) { return cast(a * b - a, p_int64) + (a < b) + (a == b); }) == "");
    }
  }
}

TEST_CASE("values: comparisons and logic are 0 or 1") {
  CHECK(difference_of(p_float32, p_float32, p_int32,
                      [](expr a, expr b, var) { return (a < b) + 2 * (a >= b) + (a != b && b <= 1.0); }) == "");
  CHECK(difference_of(p_int32, p_int32, p_int32,
                      [](expr a, expr b, var i) { return (a > 0 || (b > 0 && i < 5)) * 3 - (a == b); }) == "");
  CHECK(difference_of(p_int32, p_int32, p_int32,
                      [](expr a, expr b, var) { return select(a, b, a - b) + select(a > b, 1, 0); }) == "");
}

TEST_CASE("values: operators keep their grouping") {
  CHECK(difference_of(p_float32, p_float32, p_float32,
                      [](expr a, expr b, var) { return a - (b - a) - (a + b) * (a - b) / (a / b); }) == "");
  CHECK(difference_of(p_int32, p_int32, p_int32,
                      [](expr a, expr b, var) { return a - (b - (a - b)) % (a * 2 + 1) - -b; }) == "");
  CHECK(difference_of(p_float32, p_float32, p_float32, [](expr a, expr b, var) { return -(-a) - (-(a * b)); }) == "");
  CHECK(difference_of(p_float32, p_float32, p_float32,
                      [](expr a, expr b, var) { return select(a < b, select(a > 0.7, a, b), a) + 1.0; }) == "");
}

TEST_CASE("values: float and double, literals and functions") {
  for (const Type& type : {p_float32, p_float64}) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) {
            return sqrt(a) + exp(b) * log(a) - tanh(a / b) + pow(a, b) + abs(a - b);
          }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b, var) { return 0.1 * a + 1e-30 * b - 3 * a + 1e10; }) ==
          "");
    CHECK(difference_of(type, type, p_float64, [](expr a, expr b, var i) { return a * b + i * 0.25; }) == "");
    CHECK(difference_of(type, type, p_int32, [](expr a, expr b, var) { return cast(a * 100 - b * 50, p_int32); }) ==
          "");
  }
  CHECK(difference_of(p_int16, p_float32, p_float32,
                      [](expr a, expr b, var i) { return a * b + cast(i, p_float32); }) == "");
}

TEST_CASE("values: a value that is used twice is computed once") {
  const std::string difference = test::difference([] {
    var i("i", 0, 9);
    placeholder A("A", {9}), B("B", {9});
    const expr twice = A(i) * 3.0 + 1.0;
    compute s("s", {i}, twice * twice + sqrt(twice), B(i));
  });
  CHECK(difference == "");
}

TEST_CASE("values: indices with floor division and remainder, also of negative numbers") {
  const std::string difference = test::difference([] {
    var i("i", -6, 7), j("j", 0, 5);
    placeholder A("A", {20, 5}), B("B", {13, 5});
    compute s("s", {i, j}, A(i / 4 + 2, (i + 3 * j) % 5) + A(2 * i + 13 - (2 * i + 13) / 2 * 2 + 3, j), B(i + 6, j));
    s.split(0, 4).interchange(0, 2);
  });
  CHECK(difference == "");
}

TEST_CASE("values: iterations whose values isl writes as a choice") {
  const std::string difference = test::difference([] {
    placeholder A("A", {1, 3, 6}, p_float32);
    var i("i", 0, 3), j("j", 0, 3), k("k", i - 1, i + 3), i0("i0"), k0("k0"), i1("i1"), k1("k1");
    compute s("s", {i, j, k}, expr(1.0), A(0, j, k + 1));
    s.where(((j + k) % 2 <= 0 && k != 2) || i % 2 == 0);
    s.tile(0, 2, 3, 2, i0, k0, i1, k1);
  });
  CHECK(difference == "");
}

TEST_CASE("values: arrays without dimensions, scalars, and names that clash with loops") {
  const std::string difference = test::difference([] {
    var i("i", 0, 8), A_loop("total2", 0, 3);
    constant scale("scale", p_float32), half(0.5);
    placeholder total("total", {}, p_float32), B("B", {8, 3});
    compute s("s", {i, A_loop}, total() + scale * B(i, A_loop) * half, total());
    var b("B");
    s.split(i, 3, b, var("i1"));
  });
  CHECK(difference == "");
}
