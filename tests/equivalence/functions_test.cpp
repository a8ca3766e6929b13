#include <doctest/doctest.h>

#include <bit>
#include <complex>
#include <cstring>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/function.hpp"
#include "execution.hpp"

using namespace pom;

namespace {

/// C(i) = value(a, b), where a, b and C have the given types. The comparison draws NaN, infinities, zeros of both
/// signs, subnormal and huge numbers too.
std::string difference_of(Type left, Type right, Type result, const std::function<expr(expr, expr)>& value) {
  return test::difference([&] {
    var i("i", 0, 97);
    placeholder A("A", {97}, left), B("B", {97}, right), C("C", {97}, result);
    compute s("s", {i}, value(A(i), B(i)), C(i));
  });
}

const std::vector<Type> floats = {p_float32, p_float64, p_half, p_bfloat16};

}  // namespace

TEST_CASE("functions: trigonometry agrees bit for bit in all executions") {
  for (const Type& type : floats) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return sin(a) + cos(b) * tan(a); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return sin(a) * cos(a) + atan(b); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return atan2(a, b); }) == "");
  }
}

TEST_CASE("functions: rounding to whole numbers agrees bit for bit in all executions") {
  for (const Type& type : floats) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return floor(a) + ceil(b) * 0.5; }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return select(b > 0, round(a * 2), trunc(a)); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return fmod(a, b); }) == "");
    // The signs of zeros tell themselves apart in a quotient.
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return 1 / floor(a) + 1 / trunc(b); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return 1 / ceil(a) - 1 / round(b); }) == "");
    for (const Type& whole : {p_int8, p_uint8, p_int32, p_uint64}) {
      CAPTURE(to_string(whole));
      CHECK(difference_of(type, type, whole, [&](expr a, expr b) { return cast(floor(a) + round(b), whole); }) == "");
    }
  }
}

TEST_CASE("functions: erf, sigmoid, rsqrt and powers agree bit for bit in all executions") {
  for (const Type& type : floats) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return erf(a) + sigmoid(b); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return rsqrt(a) * pow(abs(b), 1.5); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return pow(a, 2) + pow(b, -1); }) == "");
    CHECK(difference_of(type, type, type, [](expr a, expr b) { return pow(a, 1) + pow(b, 0) + pow(a, 3); }) == "");
  }
}

TEST_CASE("functions: integers become floats, wide ones p_float64") {
  CHECK(difference_of(p_int16, p_uint32, p_float32,
                      [](expr a, expr b) { return cast(sin(a) + sigmoid(b), p_float32); }) == "");
  CHECK(difference_of(p_int64, p_uint64, p_float64,
                      [](expr a, expr b) { return cast(cos(a) + rsqrt(b), p_float64); }) == "");
  CHECK(difference_of(p_int(12), p_uint8, p_float32, [](expr a, expr b) { return atan2(a, b) + floor(a / 3); }) == "");
}

TEST_CASE("functions: of numbers that a compiler can see, they are computed as the library computes them") {
  CHECK(test::difference([] {
          var i("i", 0, 16);
          placeholder A("A", {16}), B("B", {16});
          const expr angle = i * 0.3926991;
          compute s("s", {i}, A(i) * cos(angle) + sin(expr(0.7)) + exp(expr(0.3) * 3) + pow(expr(1.7), 2.3), B(i));
          s.unroll(0);
        }) == "");
}

TEST_CASE("popcount: agrees in all executions, whatever the width") {
  for (const Type& type :
       {p_int8, p_uint8, p_int16, p_uint16, p_int32, p_uint32, p_int64, p_uint64, p_int(1), p_uint(2), p_int(3),
        p_uint(5), p_int(7), p_uint(9), p_int(33), p_uint(63), p_uint(65), p_int(100), p_int(128)}) {
    CAPTURE(to_string(type));
    CHECK(difference_of(type, type, p_uint8, [](expr a, expr) { return popcount(a); }) == "");
    CHECK(difference_of(type, type, p_int32, [](expr a, expr b) { return 2 * popcount(a ^ b) - popcount(~a); }) == "");
  }
}

TEST_CASE("popcount: counts the bits") {
  const auto count = [](Type type, std::int64_t value) {
    function program("f");
    program.scope([&] {
      var i("i", 0, 1);
      placeholder A("A", {1}, type), C("C", {1}, p_uint8);
      compute s("s", {i}, popcount(A(i)), C(i));
    });
    dsl::Memory memory = dsl::make_memory(*program.record(), 1);
    std::memcpy(memory.arrays[0].data(), &value, memory.arrays[0].size());
    dsl::interpret(*program.record(), memory);
    return static_cast<int>(memory.arrays[1][0]);
  };
  for (int n = 0; n < 64; ++n) {
    const std::int64_t value = static_cast<std::int64_t>(0x9e3779b97f4a7c15u * static_cast<unsigned>(n + 1)) >> n;
    CAPTURE(value);
    CHECK(count(p_int64, value) == std::popcount(static_cast<std::uint64_t>(value)));
    CHECK(count(p_uint32, value) == std::popcount(static_cast<std::uint32_t>(value)));
    CHECK(count(p_int16, value) == std::popcount(static_cast<std::uint16_t>(value)));
    CHECK(count(p_int8, value) == std::popcount(static_cast<std::uint8_t>(value)));
  }
  CHECK(count(p_int64, -1) == 64);
  CHECK(count(p_uint8, 255) == 8);
  CHECK(count(p_uint16, 0xffff) == 16);
  CHECK(count(p_uint(5), 31) == 5);
  CHECK(count(p_uint(9), 511) == 9);
}

TEST_CASE("complex: sums, products and constants agree in all executions") {
  CHECK(test::difference([] {
          var i("i", 0, 9);
          placeholder_complex X("X", {9}), Y("Y", {9}), Z("Z", {9});
          placeholder F("F", {9});
          const complex_expr product = X(i) * conj(Y(i)) + 2 * X(i) - Y(i) * F(i) + 1.5;
          simultaneous s("s", {i}, {{Z(i), product * twiddle(1, 8) + times_i(X(i)) / 3 - norm(Y(i))}});
        }) == "");
}

TEST_CASE("complex: both parts of an update in place are made of the old contents") {
  CHECK(test::difference([] {
          var i("i", 0, 8);
          placeholder_complex X("X", {16});
          const complex_expr upper = X(i), lower = X(i + 8) * std::complex<double>(0.6, -0.8);
          simultaneous s("s", {i}, {{X(i), upper + lower}, {X(i + 8), upper - lower}});
          s.front().pipeline(i, 1);
        }) == "");
  function program("f");
  program.scope([] {
    var i("i", 0, 2);
    placeholder_complex X("X", {4});
    simultaneous s("s", {i}, {{X(i), X(i) * X(i + 2)}, {X(i + 2), X(i) - X(i + 2)}});
  });
  dsl::Memory memory = dsl::make_memory(*program.record(), 1);
  const auto read = [&](int array, int n) {
    float value = 0;
    std::memcpy(&value, memory.arrays[array].data() + 4 * n, 4);
    return value;
  };
  std::vector<std::complex<float>> before;
  for (int n = 0; n < 4; ++n) before.emplace_back(read(0, n), read(1, n));
  dsl::interpret(*program.record(), memory);
  for (int n = 0; n < 2; ++n) {
    const std::complex<float> a = before[n], b = before[n + 2];
    CHECK(read(0, n) == doctest::Approx((a * b).real()));
    CHECK(read(1, n) == doctest::Approx((a * b).imag()));
    CHECK(read(0, n + 2) == doctest::Approx((a - b).real()));
    CHECK(read(1, n + 2) == doctest::Approx((a - b).imag()));
  }
}

TEST_CASE("simultaneous: an index that is among the destinations says where a value went before it moved on") {
  function program("push");
  program.scope([] {
    var i("i", 0, 3);
    placeholder top("top", {1}, p_int32), X("X", {3}, p_int32), stack("stack", {8}, p_int32);
    simultaneous push("push", {i}, {{top(0), (top(0) + 1) & 7}, {stack(top(0) & 7), X(i)}});
  });
  dsl::Memory memory = dsl::make_memory(*program.record(), 1);
  const auto cell = [&](int array, int n) {
    std::int32_t value = 0;
    std::memcpy(&value, memory.arrays[array].data() + 4 * n, 4);
    return value;
  };
  std::vector<std::int32_t> stack, pushed;
  for (int n = 0; n < 8; ++n) stack.push_back(cell(2, n));
  for (int n = 0; n < 3; ++n) stack[static_cast<std::size_t>((cell(0, 0) + n) & 7)] = cell(1, n);
  dsl::interpret(*program.record(), memory);
  for (int n = 0; n < 8; ++n) pushed.push_back(cell(2, n));
  CHECK(pushed == stack);
}

TEST_CASE("structs: fields are read and written by name, whole elements change places") {
  CHECK(test::difference([] {
          var i("i", 0, 8);
          struct_array P("P", {16}, {{"x", p_float32}, {"id", p_uint16}});
          placeholder S("S", {8});
          compute s("s", {i}, P(i)("x") * P(i)("id"), S(i));
          simultaneous swap("swap", {i}, {{P(i), P(i + 8)}, {P(i + 8), P(i)}});
        }) == "");
}
