#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>

#include <pom/pom.hpp>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

using namespace pom;
using pom_inputs::Strategy;
using pom_inputs::Values;

namespace {

constexpr int drawn = 4000;
constexpr Strategy all_strategies[] = {Strategy::ordinary, Strategy::full_range, Strategy::special,
                                       Strategy::narrow,   Strategy::ascending,  Strategy::descending,
                                       Strategy::equal};

Values values_of(Strategy strategy, std::uint64_t seed = 7) {
  static const double hints[] = {100, -0.75, 1e300};
  return Values({strategy, seed}, 0, hints, 3);
}

std::map<std::int64_t, int> histogram(Strategy strategy, int bits, bool is_signed) {
  std::map<std::int64_t, int> counts;
  Values values = values_of(strategy);
  for (int n = 0; n < drawn; ++n) ++counts[static_cast<std::int64_t>(values.integer(bits, is_signed).low)];
  return counts;
}

std::vector<double> reals(Strategy strategy, const Type& type) {
  Values values = values_of(strategy);
  std::vector<double> all;
  for (int n = 0; n < drawn; ++n) all.push_back(values.real(dsl::float_format(type)));
  return all;
}

double through(const Type& type, double value) {
  if (type == p_float32) return static_cast<double>(static_cast<float>(value));
  if (type == p_half) return static_cast<double>(dsl::half_value(dsl::round_to_half(value)));
  if (type == p_bfloat16) return static_cast<double>(dsl::bfloat16_value(dsl::round_to_bfloat16(value)));
  return value;
}

template <class Is>
int count(const std::vector<double>& values, Is is) {
  return static_cast<int>(std::count_if(values.begin(), values.end(), is));
}

}  // namespace

TEST_CASE("inputs: integers of the full range hold zero, both extremes, -1 and numbers of the program") {
  const auto signed_counts = histogram(Strategy::full_range, 8, true);
  for (std::int64_t wanted : {0, -128, 127, -1, 1, 64, -64, 100, 99, 101}) {
    CAPTURE(wanted);
    CHECK(signed_counts.count(wanted) == 1);
  }
  const auto unsigned_counts = histogram(Strategy::full_range, 16, false);
  for (std::int64_t wanted : {0, 65535, 32768, 32767, 1, 100}) {
    CAPTURE(wanted);
    CHECK(unsigned_counts.count(wanted) == 1);
  }
  CHECK(unsigned_counts.begin()->first >= 0);
  CHECK(unsigned_counts.rbegin()->first <= 65535);
}

TEST_CASE("inputs: equal neighbours and neighbours one apart occur in the full range") {
  Values values = values_of(Strategy::full_range);
  int equal = 0, one_apart = 0;
  for (std::uint64_t n = 0, before = 0; n < drawn; ++n) {
    const std::uint64_t value = values.integer(32, true).low;
    equal += value == before;
    one_apart += value == before + 1;
    before = value;
  }
  CHECK(equal > 100);
  CHECK(one_apart > 50);
}

TEST_CASE("inputs: integers of any width and sign are extended as they are stored, under every strategy") {
  for (Strategy strategy : all_strategies) {
    for (int bits : {1, 2, 3, 7, 8, 9, 31, 63, 64, 65, 100, 127, 128}) {
      for (bool is_signed : {false, true}) {
        const Type type = is_signed ? p_int(bits) : p_uint(bits);
        Values values = values_of(strategy);
        for (int n = 0; n < 200; ++n) {
          const pom_inputs::Integer value =
              n % 2 != 0 ? values.pattern(bits, is_signed) : values.integer(bits, is_signed);
          dsl::Wide wide = 0;
          std::memcpy(&wide, &value, sizeof wide);
          CAPTURE(bits);
          CAPTURE(is_signed);
          CAPTURE(static_cast<int>(strategy));
          REQUIRE(dsl::wrap_number(wide, type) == wide);
          if (strategy == Strategy::ordinary) REQUIRE(wide != 0);
        }
      }
    }
  }
}

TEST_CASE("inputs: equal sets hold one value in all arrays, and some of them zero") {
  int zeros = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const double hints[] = {5};
    Values first({Strategy::equal, seed}, 0, hints, 1), second({Strategy::equal, seed}, 3, hints, 1);
    const std::int64_t value = static_cast<std::int64_t>(first.integer(8, true).low);
    for (int n = 0; n < 20; ++n) {
      CHECK(static_cast<std::int64_t>(first.integer(8, true).low) == value);
      CHECK(static_cast<std::int64_t>(second.integer(8, true).low) == value);
      CHECK(second.real(dsl::float_format(p_float32)) == static_cast<double>(value));
    }
    zeros += value == 0;
  }
  CHECK(zeros >= 4);
  CHECK(zeros <= 30);
}

TEST_CASE("inputs: ascending and descending sequences never turn round") {
  for (int bits : {4, 8, 32, 64, 100}) {
    for (bool is_signed : {false, true}) {
      for (bool up : {true, false}) {
        Values values = values_of(up ? Strategy::ascending : Strategy::descending);
        dsl::Wide before = 0;
        for (int n = 0; n < 500; ++n) {
          const pom_inputs::Integer value = values.integer(bits, is_signed);
          dsl::Wide wide = 0;
          std::memcpy(&wide, &value, sizeof wide);
          CAPTURE(bits);
          CAPTURE(is_signed);
          if (n > 0) REQUIRE((up ? wide >= before : wide <= before));
          before = wide;
        }
      }
    }
  }
}

TEST_CASE("inputs: every float is exact in its type") {
  for (Strategy strategy : all_strategies) {
    for (const Type& type : {p_float32, p_float64, p_half, p_bfloat16}) {
      for (double value : reals(strategy, type)) {
        CAPTURE(value);
        CAPTURE(to_string(type));
        if (!std::isnan(value)) REQUIRE(through(type, value) == value);
      }
    }
  }
}

TEST_CASE("inputs: special floats are zeros of both signs, subnormal, infinite, NaN; the full range is finite") {
  for (const Type& type : {p_float32, p_float64, p_half, p_bfloat16}) {
    const std::vector<double> special = reals(Strategy::special, type);
    const double least_normal = std::ldexp(1.0, dsl::float_format(type).lowest);
    CAPTURE(to_string(type));
    CHECK(count(special, [](double x) { return std::isnan(x); }) > 0);
    CHECK(count(special, [](double x) { return std::isinf(x) && x > 0; }) > 0);
    CHECK(count(special, [](double x) { return std::isinf(x) && x < 0; }) > 0);
    CHECK(count(special, [](double x) { return x == 0 && std::signbit(x); }) > 0);
    CHECK(count(special, [](double x) { return x == 0 && !std::signbit(x); }) > 0);
    CHECK(count(special, [&](double x) { return x != 0 && std::fabs(x) < least_normal; }) > 0);
    const std::vector<double> full = reals(Strategy::full_range, type);
    CHECK(count(full, [](double x) { return !std::isfinite(x); }) == 0);
    CHECK(count(full, [](double x) { return x < 0; }) > drawn / 10);
    CHECK(count(full, [](double x) { return x == 0; }) > drawn / 20);
  }
}
