// Ranges hold every value that a value has when it runs, and are as narrow as the operations are simple.
#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <vector>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/value_range.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

constexpr int extent = 64;

/// Operations on arrays of several types, at random.
class RandomValue {
 public:
  RandomValue(std::uint32_t seed, std::vector<placeholder> arrays) : random_(seed), arrays_(std::move(arrays)) {}

  expr make(const var& i, int depth) {
    if (depth == 0) return leaf(i);
    const expr a = make(i, depth - 1), b = make(i, depth - 1);
    switch (pick(18)) {
      case 0:
        return a + b;
      case 1:
        return a - b;
      case 2:
        return a * b;
      case 3:
        return a / b;
      case 4:
        return a % b;
      case 5:
        return p_min(a, b);
      case 6:
        return p_max(a, b);
      case 7:
        return a & b;
      case 8:
        return a | b;
      case 9:
        return a ^ b;
      case 10:
        return a >> (b & 7);
      case 11:
        return a << (b & 3);
      case 12:
        return abs(-a);
      case 13:
        return select(a < b, ~a, b);
      default:
        return select(condition(a, b, 2), arm(a, b), arm(b, a));
    }
  }

 private:
  expr condition(const expr& a, const expr& b, int depth) {
    const expr limit = pick(2) == 0 ? b : expr(pick(40) - 20);
    switch (depth == 0 ? pick(6) : pick(9)) {
      case 0:
        return a < limit;
      case 1:
        return a <= limit;
      case 2:
        return limit > a;
      case 3:
        return a >= limit;
      case 4:
        return a == limit;
      case 5:
        return a != limit;
      case 6:
        return condition(a, b, depth - 1) && condition(b, a, depth - 1);
      case 7:
        return condition(a, b, depth - 1) || condition(b, a, depth - 1);
      default:
        return !condition(a, b, depth - 1);
    }
  }

  /// What the condition compares, alone, in a sum or in another choice.
  expr arm(const expr& a, const expr& b) {
    switch (pick(4)) {
      case 0:
        return a;
      case 1:
        return a - b;
      case 2:
        return -a;
      default:
        return select(condition(b, a, 0), b, a + 1);
    }
  }

  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }

  expr leaf(const var& i) {
    if (pick(4) == 0) return i - 20;
    if (pick(4) == 0) return pick(100) - 50;
    return arrays_[static_cast<std::size_t>(pick(static_cast<int>(arrays_.size())))](i);
  }

  std::mt19937 random_;
  std::vector<placeholder> arrays_;
};

dsl::ValueRange range_of_value(const expr& value, const placeholder& to, const var& i) {
  compute s("s" + std::to_string(program()->computes.size()), {i}, value, to(i));
  const dsl::Compute& last = program()->computes.back();
  dsl::RangeAnalysis ranges(last.loops);
  return ranges.find(*last.value);
}

}  // namespace

TEST_CASE("ranges: hold what the interpreter computes") {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    init("ranges");
    var i("i", 0, extent);
    placeholder a("a", {extent}, p_int8), b("b", {extent}, p_uint8), c("c", {extent}, p_int16),
        d("d", {extent}, p_int32);
    placeholder r("r", {extent}, p_int64);
    RandomValue random(seed, {a, b, c, d});
    compute s("s", {i}, cast(random.make(i, 3), p_int64), r(i));
    REQUIRE(program()->findings.size() <= 1);
    if (!program()->findings.empty()) continue;  // it divides by zero
    const dsl::Compute& compute = program()->computes[0];
    dsl::RangeAnalysis ranges(compute.loops);
    const dsl::ValueRange range = ranges.find(*compute.value);
    dsl::Memory memory = dsl::make_memory(*program(), seed);
    std::mt19937 bytes(seed);
    for (int array = 0; array < 4; ++array) {
      for (std::byte& one : memory.arrays[array]) one = static_cast<std::byte>(bytes());
    }
    dsl::interpret(*program(), memory);
    for (const std::int64_t value : contents<std::int64_t>(memory.arrays[4])) {
      INFO("seed " << seed << ": " << value << " in " << dsl::to_string(range));
      CHECK(range.contains(dsl::Wide{value}));
    }
  }
}

TEST_CASE("ranges: are as narrow as the operations are simple") {
  init("narrow");
  var i("i", 2, 10);
  placeholder a("a", {16}, p_int8), u("u", {16}, p_uint64), r("r", {16}, p_int64), v("v", {16}, p_uint64);
  const auto text = [&](const expr& value) { return dsl::to_string(range_of_value(value, r, i)); };
  CHECK(text(a(i) * a(i)) == "[-16256, 16384]");
  CHECK(text(a(i) - a(i)) == "[0, 0]");
  CHECK(text(a(i) / i) == "[-64, 63]");
  CHECK(text(100 / i) == "[11, 50]");
  CHECK(text(100 / a(i)) == "[-100, 100]");
  CHECK(text(a(i) % 7) == "[-6, 6]");
  CHECK(text(i % 20) == "[0, 9]");
  CHECK(text(a(i) >> 3) == "[-16, 15]");
  CHECK(text((a(i) & 15) << 2) == "[0, 60]");
  CHECK(text(p_min(p_max(a(i), 0), 5) + i) == "[2, 14]");
  CHECK(text(abs(a(i))) == "[0, 128]");
  CHECK(text(select(a(i) < 3, i, -i)) == "[-9, 9]");
  CHECK(dsl::to_string(range_of_value(u(i) * u(i), v, i)) == "[0, 18446744073709551615]");
}

TEST_CASE("ranges: an arm of a select is judged under the condition") {
  init("arms");
  var i("i", 2, 10);
  placeholder a("a", {16}, p_int8), c("c", {16}, p_int32), u("u", {16}, p_uint8), r("r", {16}, p_int64);
  const auto text = [&](const expr& value) { return dsl::to_string(range_of_value(value, r, i)); };
  CHECK(text(select(c(i) > 7, 7, select(c(i) < 0, 0, c(i)))) == "[0, 7]");
  CHECK(text(select(c(i) >= 0 && c(i) < 9, c(i), -1)) == "[-1, 8]");
  CHECK(text(select(c(i) < 0 || c(i) >= 9, -1, c(i))) == "[-1, 8]");
  CHECK(text(select(!(c(i) >= 0), 0, p_min(c(i), 5))) == "[0, 5]");
  CHECK(text(select(a(i) < 0, -a(i), a(i))) == "[0, 128]");
  CHECK(text(select(c(i) == 3, c(i) + 1, 4)) == "[4, 4]");
  CHECK(text(select(u(i) != 0, u(i) - 1, 0)) == "[0, 254]");
  CHECK(text(select(i + 3 >= 8, i + 3 - 8, i + 3)) == "[0, 7]");
  CHECK(text(select(a(i) < c(i), a(i), 0)) == "[-128, 127]");
  CHECK(text(select(c(i) < a(i), c(i), 0)) == "[-2147483648, 126]");
  // An arm that is never taken says nothing, also below another.
  CHECK(text(select(i < 2, 1000, 1)) == "[1, 1]");
  CHECK(text(select(u(i) < 100, select(u(i) > 200, 1000, 2), 3)) == "[2, 3]");
  // Ends beyond 2^120 are no numbers that could be compared.
  placeholder w("w", {16}, p_uint(128));
  CHECK(text(select(cast(w(i), p_int(128)) < 0, 1000, 1)) == "[1, 1000]");
  CHECK(text(select(w(i) > (cast(1, p_uint(128)) << 124), 1000, 1)) == "[1, 1000]");
  CHECK(text(select((w(i) >> 100) > 2000000, 1000, 1)) == "[1, 1000]");
  // Of 32 bits nothing is left where a conversion changed the number that is compared.
  CHECK(text(select(cast(c(i), p_int8) < 0, 0, c(i))) == "[-2147483648, 2147483647]");
}

TEST_CASE("ranges: a network of selects is judged in no time") {
  init("network");
  var i("i", 0, 8);
  placeholder a("a", {8, 8}, p_int32), r("r", {8}, p_int32);
  std::vector<expr> wires;
  for (int n = 0; n < 8; ++n) wires.push_back(a(i, n));
  for (int round = 0; round < 40; ++round) {
    for (std::size_t n = round % 2; n + 1 < wires.size(); n += 2) {
      const expr one = wires[n], other = wires[n + 1];
      wires[n] = select(one < other, one, other + 1);
      wires[n + 1] = select(one < other, other - 1, one);
    }
  }
  expr condition = a(i, 0) > 0;
  for (int n = 0; n < 60; ++n) condition = (condition && a(i, n % 8) < n) && condition;
  compute s("s", {i}, wires[3], r(i)), t("t", {i}, select(condition, a(i, 0), 0), r(i));
  CHECK(program()->findings.empty());
}

TEST_CASE("ranges: a value that is shared a thousand times over is judged in no time") {
  init("shared");
  var i("i", 0, 8);
  placeholder a("a", {8}, p_int32);
  expr value = a(i);
  for (int n = 0; n < 900; ++n) value = value * 3 + value;
  compute s("s", {i}, value, a(i));
  CHECK(program()->findings.empty());
}

TEST_CASE("ranges: bounds and indices wrap around nowhere") {
  init("bounds");
  var i("i", 0, 100), j("j", 0, i * 100000000 / 1000000000 + 1);
  placeholder r("r", {100, 10}, p_int32);
  compute s("s", {i, j}, r(i, j) = j);
  const dsl::Compute& made = program()->computes.at(0);
  dsl::RangeAnalysis ranges(made.loops);
  CHECK(dsl::to_string(ranges.find(*made.value)) == "[0, 9]");
  CHECK(dsl::to_string(ranges.find_index(*made.loops[1].upper->operands[0]->operands[0])) == "[0, 9900000000]");
}
