#include <doctest/doctest.h>

#include "dsl/model/conversion.hpp"
#include "dsl/model/value_range.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;
using dsl::Op;

namespace {

/// Arrays of several types over one loop; `value_of` records `value` into `destination` and gives the elaborated tree.
struct Arrays {
  var i{start(), 0, 4};
  placeholder i8{"i8", {4}, p_int8}, u8{"u8", {4}, p_uint8}, i16{"i16", {4}, p_int16}, i32{"i32", {4}, p_int32};
  placeholder u32{"u32", {4}, p_uint32}, i64{"i64", {4}, p_int64}, u64{"u64", {4}, p_uint64};
  placeholder f32{"f32", {4}, p_float32}, f64{"f64", {4}, p_float64};

  dsl::ExprPtr value_of(const expr& value, const placeholder& destination) {
    std::size_t before = program()->computes.size();
    compute s("s" + std::to_string(before), {i}, value, destination(i));
    return program()->computes.size() > before ? program()->computes.back().value : nullptr;
  }

  /// Empty: accepted.
  std::string refusal(const expr& value, const placeholder& destination) {
    std::size_t before = program()->findings.size();
    value_of(value, destination);
    return program()->findings.size() > before ? program()->findings.back().code : "";
  }

 private:
  static std::string start() {
    init("typing");
    return "i";
  }
};

}  // namespace

TEST_CASE("common_type: C++'s usual arithmetic conversions") {
  CHECK(dsl::common_type(p_int8, p_int8) == p_int32);
  CHECK(dsl::common_type(p_uint16, p_int8) == p_int32);
  CHECK(dsl::common_type(p_int32, p_uint32) == p_uint32);
  CHECK(dsl::common_type(p_int64, p_uint32) == p_int64);
  CHECK(dsl::common_type(p_int64, p_uint64) == p_uint64);
  CHECK(dsl::common_type(p_int64, p_float32) == p_float32);
  CHECK(dsl::common_type(p_float32, p_float64) == p_float64);
}

TEST_CASE("typing: small integers compute in p_int32 and are converted at the end") {
  Arrays a;
  dsl::ExprPtr value = a.value_of(a.i8(a.i) + a.i8(a.i) * 3, a.i16);
  REQUIRE(value);
  CHECK(value->op == Op::cast);
  CHECK(value->implicit);
  CHECK(value->type == p_int16);
  const dsl::ExprNode& sum = *value->operands[0];
  CHECK(sum.type == p_int32);
  CHECK(sum.operands[0]->op == Op::cast);
  CHECK(sum.operands[1]->operands[1]->op == Op::integer);
  CHECK(sum.operands[1]->operands[1]->type == p_int32);
}

TEST_CASE("typing: numbers adapt to the operand beside them") {
  Arrays a;
  dsl::ExprPtr value = a.value_of(a.f32(a.i) * 2 + 0.1, a.f32);
  REQUIRE(value);
  CHECK(value->type == p_float32);
  CHECK(value->operands[1]->real == static_cast<double>(0.1f));
  CHECK(value->operands[0]->operands[1]->op == Op::real);
  CHECK(a.value_of(a.f64(a.i) + 0.1, a.f64)->operands[1]->real == 0.1);
  CHECK(a.value_of(a.i64(a.i) + 1, a.i64)->operands[1]->type == p_int64);
}

TEST_CASE("typing: a real number beside an integer is p_float32, or p_float64 for such a destination") {
  Arrays a;
  CHECK(a.value_of(a.i16(a.i) * 0.5, a.f32)->type == p_float32);
  dsl::ExprPtr wide = a.value_of(a.i16(a.i) * 0.1, a.f64);
  CHECK(wide->op == Op::mul);
  CHECK(wide->operands[1]->real == 0.1);
}

TEST_CASE("typing: a value of numbers alone takes the destination's type") {
  Arrays a;
  constant one(1), three(3);
  dsl::ExprPtr third = a.value_of(one / three, a.f64);
  CHECK(third->type == p_float64);
  CHECK(third->operands[0]->op == Op::real);
  CHECK(a.value_of(7, a.i8)->type == p_int8);
  CHECK(a.value_of(-constant(128), a.i8)->integer == -128);
  CHECK(a.value_of(2.0, a.i32)->integer == 2);
}

TEST_CASE("typing: constants with type and value are typed numbers, arguments take the first destination's type") {
  Arrays a;
  constant half(0.5, p_float64), beta("beta"), gamma("gamma", p_int16);
  CHECK(a.value_of(a.f64(a.i) * half, a.f64)->operands[1]->type == p_float64);
  CHECK(a.refusal(a.f32(a.i) * half, a.f32) == "type-mismatch");
  CHECK(a.value_of(a.f64(a.i) + beta, a.f64)->operands[1]->type == p_float64);
  CHECK(a.refusal(a.f32(a.i) + beta, a.f32) == "type-mismatch");
  CHECK(a.value_of(gamma, a.f32)->operands[0]->type == p_int16);
  CHECK(program()->scalars[program()->scalar_arguments()[0]]->type == p_float64);
}

TEST_CASE("typing: conditions are 0 or 1 of p_int32, comparisons have operands of one type") {
  Arrays a;
  dsl::ExprPtr value = a.value_of(select(a.f32(a.i) && a.i8(a.i) < a.i64(a.i), a.i8(a.i), 0), a.i32);
  REQUIRE(value);
  CHECK(value->type == p_int32);
  const dsl::ExprNode& both = *value->operands[0];
  CHECK(both.op == Op::logical_and);
  CHECK(both.operands[0]->op == Op::ne);
  CHECK(both.operands[0]->operands[1]->type == p_float32);
  CHECK(both.operands[1]->op == Op::lt);
  CHECK(both.operands[1]->operands[0]->type == p_int64);
  CHECK(both.operands[1]->type == p_int32);
}

TEST_CASE("typing: what is made of other functions is expanded, powers that host compilers replace too") {
  Arrays a;
  const auto power = [&](double exponent) { return a.value_of(pow(a.f32(a.i), exponent), a.f32)->op; };
  CHECK(power(2) == Op::mul);
  CHECK(power(1) == Op::load);
  CHECK(power(0) == Op::real);
  CHECK(power(-1) == Op::div);
  CHECK(power(0.5) == Op::pow);
  CHECK(a.value_of(rsqrt(a.f32(a.i)), a.f32)->operands[1]->op == Op::sqrt);
  CHECK(a.value_of(sigmoid(a.u32(a.i)), a.f32) == nullptr);  // not all of them are floats
  CHECK(a.value_of(sigmoid(a.u8(a.i)), a.f32)->operands[1]->operands[1]->op == Op::exp);
}

TEST_CASE("typing: functions compute in floats") {
  Arrays a;
  CHECK(a.value_of(sqrt(a.i16(a.i)), a.f32)->operands[0]->type == p_float32);
  CHECK(a.value_of(exp(a.i32(a.i)), a.f64)->op == Op::exp);
  CHECK(a.value_of(exp(a.i16(a.i)), a.f64)->operands[0]->type == p_float64);
  CHECK(a.value_of(cast(log(a.i64(a.i)), p_float32), a.f32)->operands[0]->type == p_float64);
  dsl::ExprPtr cube = a.value_of(pow(a.f32(a.i), 3), a.f32);
  CHECK(cube->op == Op::pow);
  CHECK(cube->operands[1]->op == Op::real);
  CHECK(a.value_of(atan2(a.i16(a.i), a.f32(a.i)), a.f32)->operands[0]->type == p_float32);
  CHECK(a.refusal(sqrt(a.i32(a.i)), a.i32) == "type-mismatch");
}

TEST_CASE("type-mismatch: integers are judged by what the value may be") {
  Arrays a;
  CHECK(a.refusal(a.i8(a.i) * a.i8(a.i), a.i8) == "type-mismatch");
  CHECK(a.refusal(a.i8(a.i) * a.i8(a.i), a.i16) == "");
  CHECK(a.refusal(a.i8(a.i) + a.i8(a.i), a.i8) == "type-mismatch");
  CHECK(a.refusal(a.u8(a.i) % 100, a.i8) == "");
  CHECK(a.refusal(a.u8(a.i) % 200, a.i8) == "type-mismatch");
  CHECK(a.refusal(a.i32(a.i) & 127, a.i8) == "");
  CHECK(a.refusal(p_min(p_max(a.i32(a.i), -128), 127), a.i8) == "");
  CHECK(a.refusal(a.i32(a.i) >> 16, a.i16) == "");
  CHECK(a.refusal(a.u64(a.i) / 1000000000000, a.i32) == "");
  CHECK(a.refusal(abs(a.i8(a.i)), a.i8) == "type-mismatch");
  CHECK(a.refusal(abs(a.i8(a.i)), a.u8) == "");
  CHECK(a.refusal(-a.u8(a.i), a.u8) == "type-mismatch");
  CHECK(a.refusal(~a.i8(a.i), a.i8) == "");
  CHECK(a.refusal(a.i * 10, a.i8) == "");
  CHECK(a.refusal(a.i * 100, a.i8) == "type-mismatch");
  CHECK(a.refusal(a.i32(a.i) * a.i32(a.i), a.i32) == "");
  CHECK(a.refusal(a.u32(a.i) * a.u32(a.i) + 1, a.u32) == "");
  CHECK(a.refusal(a.i32(a.i), a.i64) == "");
  CHECK(a.refusal(a.i32(a.i) % 1000, a.f32) == "");
  CHECK(a.refusal(select(a.i8(a.i) < 0, a.i32(a.i) % 7, 5), a.i8) == "");
}

TEST_CASE("type-mismatch: judged by the leaves that flow into the value") {
  Arrays a;
  CHECK(a.refusal(a.f32(a.i), a.i32) == "type-mismatch");
  CHECK(a.refusal(a.i16(a.i) + 1, a.i8) == "type-mismatch");
  CHECK(a.refusal(a.f64(a.i), a.f32) == "type-mismatch");
  CHECK(a.refusal(a.i32(a.i), a.f32) == "type-mismatch");
  CHECK(a.refusal(a.i64(a.i), a.f64) == "type-mismatch");
  CHECK(a.refusal(a.u8(a.i), a.i8) == "type-mismatch");
  CHECK(a.refusal(a.i8(a.i), a.u64) == "type-mismatch");
  CHECK(a.refusal(a.i32(a.i) * 1.5, a.i32) == "type-mismatch");
  CHECK(a.refusal(expr(300), a.i8) == "type-mismatch");
  CHECK(a.refusal(expr(-1), a.u8) == "type-mismatch");
  CHECK(a.refusal(a.i32(a.i) + 3000000000, a.i32) == "type-mismatch");
}

TEST_CASE("type-mismatch: accepts what loses nothing or was asked for") {
  Arrays a;
  CHECK(a.refusal(cast(a.i8(a.i) * a.i8(a.i), p_int8), a.i8) == "");
  CHECK(a.refusal(a.i16(a.i), a.f32) == "");
  CHECK(a.refusal(a.i32(a.i), a.f64) == "");
  CHECK(a.refusal(a.u8(a.i), a.i16) == "");
  CHECK(a.refusal(a.i, a.f32) == "");
  CHECK(a.refusal(a.i, a.i16) == "");
  CHECK(a.refusal(a.f32(a.i) > a.f64(a.i), a.i8) == "");
  CHECK(a.refusal(select(a.f64(a.i) > 0.5, a.i8(a.i), 1), a.i8) == "");
  CHECK(a.refusal(cast(a.f64(a.i) * 3.7, p_int8), a.i8) == "");
  CHECK(a.refusal(cast(a.i32(a.i), p_float32), a.f32) == "");
  CHECK(a.refusal(a.i32(a.i) * 2.0, a.i32) == "");
  CHECK(a.refusal(a.i64(a.i) + 3000000000, a.i64) == "");
}

TEST_CASE("typing: a cast converts a number that its type does not hold") {
  Arrays a;
  const auto value_of = [&](const expr& value, const placeholder& to, double other) {
    dsl::RangeAnalysis ranges({});
    const dsl::ValueRange range = ranges.find(*a.value_of(value, to));
    return range.low == range.high && static_cast<double>(range.low) == other;
  };
  CHECK(a.refusal(a.i32(a.i) ^ cast(0xEFCDAB89u, p_int32), a.i32) == "");
  CHECK(a.refusal(cast(std::int64_t{1} << 40, p_int(31)), a.i32) == "");
  CHECK(a.refusal(cast(0.01, p_fixed(8, 4)), a.i32) == "type-mismatch");  // fixed point into an integer
  CHECK(a.refusal(cast(cast(0.01, p_fixed(8, 4)), p_int32), a.i32) == "");
  CHECK(a.refusal(cast(16777217, p_float32) + a.f32(a.i), a.f32) == "");
  CHECK(a.refusal(cast(constant(300), p_uint8), a.u8) == "");
  CHECK(value_of(cast(1e60, p_int32), a.i32, 2147483647.0));
  // Whatever the value around it is for.
  CHECK(a.refusal(a.f64(a.i) + cast(3000000000.0, p_int32), a.f64) == "");
  CHECK(a.refusal(a.f64(a.i) + cast(-1.0, p_uint32), a.f64) == "");
  CHECK(a.refusal(a.f32(a.i) + 16777217, a.f32) == "type-mismatch");
  CHECK(a.refusal(a.f32(a.i) + 16777218, a.f32) == "");
  CHECK(a.refusal(a.f64(a.i) + 0xFFFFFFFFFFFFFFFFull, a.f64) == "type-mismatch");
}

TEST_CASE("type-mismatch: a negative number wraps around beside C++'s own unsigned types alone") {
  Arrays a;
  placeholder u5("u5", {4}, p_uint(5));
  CHECK(a.refusal(select(a.u32(a.i) == -1, 1, 0), a.i32) == "");
  CHECK(a.refusal(select(a.u32(a.i) > -1.0, 1, 0), a.i32) == "type-mismatch");
  CHECK(a.refusal(a.u64(a.i) + -3.0, a.u64) == "type-mismatch");
  CHECK(a.refusal(u5(a.i) + -1, a.i32) == "type-mismatch");
  CHECK(a.refusal(p_max(u5(a.i), -2), a.i32) == "type-mismatch");
  CHECK(a.refusal(a.u8(a.i) + -3.0, a.i32) == "");
}

TEST_CASE("type-mismatch: names the leaf, and its help works") {
  Arrays a;
  a.value_of(a.i8(a.i) + a.f32(a.i), a.i8);
  REQUIRE(program()->findings.size() == 1);
  const Diagnostic& finding = program()->findings[0];
  CHECK(finding.message.find("array \"f32\" holds p_float32") != std::string::npos);
  CHECK(finding.help == "write cast(value, p_int8) to convert on purpose");
  CHECK(a.value_of(cast(a.i8(a.i) + a.f32(a.i), p_int8), a.i8) != nullptr);
}

TEST_CASE("typing: literals of constants that do not fit are refused where they are declared") {
  Arrays a;
  unsigned line = __LINE__ + 1;
  constant too_big(300, p_int8);
  constant no_integer(1.5, p_int32);
  constant fine(-128, p_int8);
  CHECK(places(program()->findings) == std::vector{at_line("type-mismatch", line), at_line("type-mismatch", line + 1)});
}

TEST_CASE("typing: bits of integers have the common type, a shift that of its left operand") {
  Arrays a;
  CHECK(a.value_of(cast(a.u32(a.i) ^ a.i32(a.i), p_int64), a.i64)->operands[0]->type == p_uint32);
  CHECK(a.value_of(a.i8(a.i) | a.u8(a.i), a.i32)->type == p_int32);
  CHECK(a.value_of(~a.u8(a.i), a.i32)->type == p_int32);
  CHECK(a.value_of(~a.u64(a.i), a.u64)->type == p_uint64);
  CHECK(a.value_of(a.u32(a.i) & 0xFFFF0000u, a.u32)->operands[1]->type == p_uint32);
  CHECK(a.value_of(a.i32(a.i) >> a.i64(a.i), a.i32)->type == p_int32);
  CHECK(a.value_of(a.u8(a.i) << 3, a.i32)->type == p_int32);
  CHECK(a.value_of(a.i64(a.i) << 40, a.i64)->type == p_int64);
  // Numbers alone are ints, as in C++.
  CHECK(a.value_of(1 << a.u8(a.i), a.i64)->operands[0]->type == p_int32);
}

TEST_CASE("typing: the amount of a shift stays in its range, by a mask where it may leave it") {
  Arrays a;
  const auto is_masked = [&](const expr& value) { return a.value_of(value, a.u64)->operands[1]->op == Op::bit_and; };
  CHECK(a.value_of(a.u64(a.i) >> 63, a.u64)->operands[1]->integer == 63);
  CHECK_FALSE(is_masked(a.u64(a.i) >> a.i));
  CHECK_FALSE(is_masked(a.u64(a.i) >> (63 - 21 * a.i)));
  CHECK(is_masked(a.u64(a.i) >> (62 - 21 * a.i)));
  CHECK(is_masked(a.u64(a.i) >> a.u8(a.i)));
  CHECK(is_masked(a.u64(a.i) >> a.i8(a.i)));
  const dsl::ExprPtr once = a.value_of(a.u64(a.i) >> (a.i8(a.i) & 31), a.u64);
  CHECK(once->operands[1]->op == Op::cast);  // in range by itself
}

TEST_CASE("typing: bits need integers, and a shift an amount that has a meaning") {
  Arrays a;
  CHECK(a.refusal(a.f32(a.i) & 1, a.f32) == "bad-operand");
  CHECK(a.refusal(a.i16(a.i) | a.f32(a.i), a.f32) == "bad-operand");
  CHECK(a.refusal(~a.f64(a.i), a.f64) == "bad-operand");
  CHECK(a.refusal(a.i32(a.i) << cast(a.f32(a.i), p_float64), a.i32) == "bad-operand");
  CHECK(a.refusal(a.i32(a.i) << 32, a.i32) == "bad-shift");
  CHECK(a.refusal(a.i32(a.i) >> -1, a.i32) == "bad-shift");
  CHECK(a.refusal(a.u8(a.i) >> 31, a.i32) == "");  // it is an int
  CHECK(a.refusal(cast(a.u8(a.i), p_uint(8)) >> 8, a.i32) == "");
  CHECK(a.refusal(cast(a.u8(a.i), p_uint(9)) >> 9, a.i32) == "bad-shift");
  CHECK(a.refusal(cast(a.u8(a.i), p_ufixed(9, 4)) >> 1, a.f32) == "bad-operand");
}

TEST_CASE("typing: bits of numbers are folded") {
  Arrays a;
  const auto folded = [&](const expr& value, const placeholder& destination) {
    const dsl::ExprPtr made = a.value_of(value, destination);
    return made && made->op == Op::integer ? made->integer : -1234;
  };
  CHECK(folded(expr(12) & 10, a.i32) == 8);
  CHECK(folded(expr(12) | 3, a.i32) == 15);
  CHECK(folded(expr(12) ^ 10, a.i32) == 6);
  CHECK(folded(~expr(0), a.i32) == -1);
  CHECK(folded(expr(-16) >> 2, a.i32) == -4);
  CHECK(folded(expr(1) << 31, a.i32) == -2147483648LL);
}
