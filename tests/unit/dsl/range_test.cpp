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
    switch (pick(14)) {
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
      default:
        return select(a < b, ~a, b);
    }
  }

 private:
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
