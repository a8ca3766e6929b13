#include "dsl/model/real_range.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dsl/model/value_range.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;
using dsl::Op;
using dsl::RealRange;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double apply(Op op, double a, double b) {
  switch (op) {
    case Op::neg:
      return -a;
    case Op::abs:
      return std::abs(a);
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::sqrt:
      return std::sqrt(a);
    case Op::exp:
      return std::exp(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::erf:
      return std::erf(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::atan:
      return std::atan(a);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::fmod:
      return std::fmod(a, b);
    case Op::floor:
      return std::floor(a);
    case Op::ceil:
      return std::ceil(a);
    case Op::round:
      return std::round(a);
    case Op::trunc:
      return std::trunc(a);
    default:
      return 0;
  }
}

const std::vector<Op> operations = {Op::neg,  Op::abs,   Op::add,  Op::sub,   Op::mul,  Op::div,  Op::sqrt,
                                    Op::exp,  Op::tanh,  Op::erf,  Op::sin,   Op::cos,  Op::atan, Op::atan2,
                                    Op::fmod, Op::floor, Op::ceil, Op::round, Op::trunc};
const std::vector<double> samples = {-infinity, -1e300, -70000, -2.5, -1, -0.5, -1e-310, -0.0,    0,
                                     1e-310,    0.3,    1,      1.5,  8,  1e5,  1e300,   infinity};

/// The interval of the refusal, or "" where the value fits into an unsigned byte.
std::string refusal_of_byte(const std::function<expr(expr)>& value) {
  init("range");
  var i("i", 0, 4);
  placeholder A("A", {4}), B("B", {4}, p_uint8);
  compute s("s", {i}, value(A(i)), B(i));
  const dsl::ExprPtr& stored = program()->computes.at(0).value;
  return stored->op == Op::cast && stored->exact ? "" : "saturates";
}

}  // namespace

TEST_CASE("real ranges: what an operation gives lies in the range that was found") {
  int missed = 0;
  for (const Op op : operations) {
    for (const Type& type : {p_float64, p_float32, p_half, p_bfloat16}) {
      const auto in_type = [&](double value) { return dsl::round_to(type, value); };
      for (std::size_t low = 0; low < samples.size(); ++low) {
        for (std::size_t high = low; high < samples.size(); ++high) {
          const RealRange left{in_type(samples[low]), in_type(samples[high]), false};
          const RealRange right{in_type(samples[high / 2]), in_type(samples[high]), false};
          const RealRange found = dsl::real_operation(op, type, left, right);
          for (const double a : samples) {
            for (const double b : samples) {
              const double x = in_type(a), y = in_type(b);
              if (!(left.low <= x && x <= left.high && right.low <= y && y <= right.high)) continue;
              const double value = in_type(apply(op, x, y));
              const bool inside = std::isnan(value) ? found.may_be_nan : found.low <= value && value <= found.high;
              if (!inside && ++missed <= 5)
                MESSAGE(to_string(op) << " of " << x << ", " << y << " in " << to_string(type) << " is " << value);
            }
          }
        }
      }
    }
  }
  CHECK(missed == 0);
}

TEST_CASE("real ranges: bounded floats that are rounded or scaled become integers without saturation") {
  const auto clamped = [](expr a) { return p_min(p_max(a, 0), 255); };
  CHECK(refusal_of_byte([&](expr a) { return cast(round(clamped(a)), p_uint8); }) == "");
  CHECK(refusal_of_byte([&](expr a) { return cast(floor(clamped(a) * 0.5) + ceil(clamped(a)) / 2, p_uint8); }) == "");
  CHECK(refusal_of_byte([&](expr a) { return cast(sqrt(clamped(a)) * 15, p_uint8); }) == "");
  CHECK(refusal_of_byte([&](expr a) { return cast(abs(sin(clamped(a))) * 255, p_uint8); }) == "");
  CHECK(refusal_of_byte([&](expr a) { return cast(sigmoid(clamped(a)) * 255, p_uint8); }) == "");
  // A NaN stays one; an infinity has no sine; 256 does not fit.
  CHECK(refusal_of_byte([&](expr a) { return cast(floor(a), p_uint8); }) == "saturates");
  CHECK(refusal_of_byte([&](expr a) { return cast(abs(sin(a)), p_uint8); }) == "saturates");
  CHECK(refusal_of_byte([&](expr a) { return cast(sigmoid(a) * 255, p_uint8); }) == "saturates");
  CHECK(refusal_of_byte([&](expr a) { return cast(clamped(a) + 1, p_uint8); }) == "saturates");
  CHECK(refusal_of_byte([&](expr a) { return cast(1 / clamped(a), p_uint8); }) == "saturates");
}

TEST_CASE("real ranges: popcount lies between 0 and the width") {
  init("counts");
  var i("i", 0, 4);
  placeholder A("A", {4}, p_uint32), B("B", {4}, p_int(7)), C("C", {4}, p_int8);
  compute s("s", {i}, popcount(A(i)) - 32, B(i));
  compute t("t", {i}, popcount(A(i)) * 3 + 31, C(i));
  CHECK(program()->findings.empty());
  compute u("u", {i}, popcount(A(i)) * 3 + 32, C(i));
  CHECK(program()->findings.size() == 1);
}
