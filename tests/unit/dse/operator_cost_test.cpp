#include "facts.hpp"

using namespace pom::dse;
using namespace pom::dse::devices;
using namespace pom::dse::test;

namespace {

OperatorCost cost_of(const std::string& part, double clock, const std::string& version, const OperatorKey& key) {
  const Site at = site(part, clock, version);
  return find_operator(at.target, key);
}

OperatorKey floats(OpKind op, const std::string& implementation = "") {
  return {.op = op, .type = float_type(32), .implementation = implementation};
}

OperatorKey product(int left, int right, int result) {
  return {.op = OpKind::mul, .type = integer_type(result), .left_bits = left, .right_bits = right};
}

void check(const OperatorCost& cost, int stages, int dsp, int ff, int lut) {
  CHECK(cost.latency == stages - 1);
  CHECK(cost.dsp == dsp);
  CHECK(cost.ff == ff);
  CHECK(cost.lut == lut);
}

}  // namespace

TEST_CASE("operators: the table of laws.md") {
  check(cost_of("xcu55c", 5, "2022.2", floats(OpKind::add)), 5, 2, 205, 220);
  check(cost_of("xczu9eg", 10, "2023.2", floats(OpKind::add)), 4, 2, 227, 214);
  check(cost_of("xc7z020", 10, "2022.1", floats(OpKind::add)), 5, 2, 205, 390);
  check(cost_of("xc7v585t", 20, "2022.2", floats(OpKind::add)), 2, 2, 177, 194);
  check(cost_of("xcu280", 5, "2023.2", floats(OpKind::add, "fabric")), 4, 0, 168, 338);
  check(cost_of("xc7v585t", 20, "2022.2", floats(OpKind::add, "nodsp")), 2, 0, 128, 375);
  check(cost_of("xcu55c", 5, "2022.2", floats(OpKind::mul)), 4, 3, 143, 78);
  check(cost_of("xczu9eg", 10, "2024.1", floats(OpKind::mul)), 3, 3, 128, 135);
  check(cost_of("xc7z020", 10, "2022.1", floats(OpKind::mul)), 4, 3, 143, 321);
  check(cost_of("xc7v585t", 20, "2022.2", floats(OpKind::mul)), 2, 3, 128, 135);
  check(cost_of("xcu55c", 5, "2022.2", {.op = OpKind::mul, .type = float_type(64)}), 5, 8, 312, 109);
}

TEST_CASE("operators: what no report shows is marked") {
  CHECK_FALSE(cost_of("xcu55c", 5, "2022.2", floats(OpKind::add)).estimated);
  CHECK(cost_of("xcu55c", 7, "2022.2", floats(OpKind::add)).estimated);
  CHECK(cost_of("xc7z020", 10, "2022.2", floats(OpKind::tanh)).estimated);
  CHECK(cost_of("xcu280", 5, "2023.2", floats(OpKind::mul, "fabric")).estimated);
}

TEST_CASE("operators: every function has an estimated cost in every family and float type") {
  using enum OpKind;
  for (const char* part : {"xc7z020", "xczu9eg", "xcu55c", "xc7a100t"}) {
    for (const OpKind op : {sin, cos, tan, atan, atan2, erf, floor, ceil, round, trunc}) {
      for (const int bits : {16, 32, 64}) {
        const OperatorCost cost = cost_of(part, 10, "2022.2", {.op = op, .type = float_type(bits)});
        CAPTURE(part);
        CAPTURE(bits);
        CHECK(cost.estimated);
        CHECK(cost.lut > 0);
        CHECK(cost.latency >= 1);
      }
    }
    const auto latency = [&](OpKind op) { return cost_of(part, 10, "2022.2", floats(op)).latency; };
    CHECK(latency(round) < latency(add));
    CHECK(latency(tan) > latency(sin));
    CHECK(latency(atan2) > latency(atan));
  }
}

TEST_CASE("operators: adders without DSP blocks differ from those with some as they do where reports show both") {
  // 7 series: 2 stages each at 20 ns, and 390 LUT with DSP blocks at 10 ns, which those without do not undercut.
  const OperatorCost cost = cost_of("xc7z020", 10, "2022.1", floats(OpKind::add, "fabric"));
  check(cost, 5, 0, 205, 390);
  CHECK(cost.estimated);
}

TEST_CASE("operators: exp of fixed-point numbers has a core of its own where a report shows one") {
  OperatorKey key{.op = OpKind::exp, .type = integer_type(16)};
  key.type.kind = NumberType::Kind::fixed;
  check(cost_of("xcu55c", 5, "2022.2", key), 7, 3, 738, 574);
  CHECK(cost_of("xc7z020", 10, "2022.2", key).estimated);
}

TEST_CASE("operators: stages follow the clock: total delay over budget where no configuration is known") {
  // UltraScale+ 2L: 5 stages of 2.97 ns fit 3.65 ns, not 2.92; then at least 14.85 / 2.92.
  CHECK(cost_of("xcu55c", 5, "2022.2", floats(OpKind::add)).latency == 4);
  CHECK(cost_of("xcu55c", 4, "2022.2", floats(OpKind::add)).latency == 5);
  CHECK(cost_of("xcu55c", 3.33, "2022.2", floats(OpKind::add)).latency == 6);
  int before = 1000;
  for (double clock = 1; clock < 60; clock *= 1.07) {
    const OperatorCost cost = cost_of("xc7z020", clock, "2022.2", floats(OpKind::add));
    CHECK(cost.latency <= before);
    CHECK(cost.delay_ns <= 0.73 * clock + 1e-9);
    before = cost.latency;
  }
}

TEST_CASE("operators: a slower speed grade never has fewer stages") {
  for (const OpKind op : {OpKind::add, OpKind::mul, OpKind::div, OpKind::sqrt, OpKind::exp}) {
    for (const double clock : {3.33, 4.0, 5.0, 6.0, 10.0, 20.0}) {
      const int fast = cost_of("xczu9eg-ffvb1156-3-e", clock, "2023.2", floats(op)).latency;
      CHECK(fast <= cost_of("xczu9eg-ffvb1156-1-e", clock, "2023.2", floats(op)).latency);
    }
  }
}

TEST_CASE("operators: float divide, compare and convert are reported as free from 2021 on, and are not") {
  const OperatorCost now = cost_of("xc7z020", 10, "2022.1", floats(OpKind::div));
  CHECK(now.reported_lut == 0);
  CHECK(now.lut == 994);
  CHECK(cost_of("xc7z020", 10, "2019.1", floats(OpKind::div)).reported_lut == 994);
  CHECK(cost_of("xc7z020", 10, "2022.1", floats(OpKind::add)).reported_lut == 390);
}

TEST_CASE("operators: bind_op's latency is obeyed") {
  OperatorKey key = floats(OpKind::add);
  key.bound_latency = 9;
  CHECK(cost_of("xc7z020", 10, "2022.1", key).latency == 9);
  OperatorKey integers = product(24, 24, 48);
  integers.bound_latency = 4;
  check(cost_of("xczu3eg", 10, "2025.1", integers), 5, 2, 0, 23);
}

TEST_CASE("operators: integer multipliers") {
  check(cost_of("xcu55c", 5, "2022.2", product(32, 32, 32)), 1, 3, 0, 20);
  check(cost_of("xc7z020", 10, "2022.2", product(32, 32, 32)), 2, 3, 165, 50);
  CHECK(cost_of("xc7z020", 10, "2022.2", product(8, 8, 16)).dsp == 0);
  CHECK(cost_of("xc7z020", 10, "2024.2", product(18, 20, 37)).dsp == 1);
  // Widths that no report has.
  CHECK(cost_of("xcu280", 5, "2023.2", product(18, 27, 45)).dsp == 1);
  CHECK(cost_of("xc7z020", 10, "2023.2", product(18, 27, 45)).dsp == 2);
  CHECK(cost_of("xcu280", 5, "2023.2", product(60, 60, 120)).dsp == 16);
  CHECK(cost_of("xcu280", 5, "2023.2", product(60, 60, 120)).estimated);
  CHECK_FALSE(cost_of("xcu280", 5, "2023.2", product(32, 32, 32)).estimated);
}

TEST_CASE("operators: dividers (sdiv_40ns_24s_40_44: 44 stages, 3491 FF, 2666 LUT)") {
  const OperatorKey key{.op = OpKind::div, .type = integer_type(40), .left_bits = 40, .right_bits = 24};
  check(cost_of("xczu3eg", 10, "2025.1", key), 44, 0, 3491, 2666);
  OperatorCost before;
  for (int bits = 1; bits < 200; ++bits) {
    const OperatorCost cost = cost_of("xczu3eg", 10, "2025.1", {.op = OpKind::rem, .type = integer_type(bits)});
    CHECK(cost.latency > before.latency);
    CHECK(cost.ff >= before.ff);
    CHECK(cost.lut >= before.lut);
    before = cost;
  }
}

TEST_CASE("operators: integer expressions by width and release") {
  const auto lut = [](OpKind op, int bits, const char* version) {
    return cost_of("xcu280", 5, version, {.op = op, .type = integer_type(bits)}).lut;
  };
  CHECK(lut(OpKind::add, 32, "2023.2") == 39);
  CHECK(lut(OpKind::sub, 64, "2022.2") == 71);
  CHECK(lut(OpKind::lt, 32, "2022.2") == 20);
  CHECK(lut(OpKind::lt, 64, "2022.2") == 29);
  CHECK(lut(OpKind::lt, 32, "2023.2") == 39);
  CHECK(lut(OpKind::select, 32, "2023.2") == 32);
  CHECK(lut(OpKind::bit_and, 1, "2023.2") == 2);
  CHECK(lut(OpKind::min, 32, "2023.2") == 39 + 32);
}

TEST_CASE("operators: a fixed-point cast costs its rounding and saturation only") {
  NumberType plain{NumberType::Kind::fixed, 24, true, 10, false, false}, careful = plain;
  careful.rounds = careful.saturates = true;
  CHECK(cost_of("xczu3eg", 10, "2025.1", {.op = OpKind::cast, .type = plain, .operand = plain}).lut == 0);
  CHECK(cost_of("xczu3eg", 10, "2025.1", {.op = OpKind::cast, .type = careful, .operand = plain}).lut == 31 + 31 + 24);
}

TEST_CASE("operators: shifts by a constant are wires") {
  OperatorKey key{.op = OpKind::shl, .type = integer_type(32)};
  CHECK(cost_of("xcu280", 5, "2022.2", key).lut == 92);
  key.constant_operand = true;
  CHECK(cost_of("xcu280", 5, "2022.2", key).lut == 0);
}

TEST_CASE("operators: every kind, type and senseless key has a finite cost") {
  const Site at = site("xck26", 5, "2022.2");
  for (int op = 0; op <= static_cast<int>(OpKind::unknown); ++op) {
    for (const NumberType& type :
         {float_type(16), float_type(32), float_type(64), float_type(128), integer_type(1), integer_type(-7),
          integer_type(1 << 30), NumberType{NumberType::Kind::fixed, 24, true, 8, true, true}}) {
      for (const int bound : {-1, 0, 3, 1 << 30}) {
        const OperatorKey key{
            .op = static_cast<OpKind>(op), .type = type, .operand = integer_type(17), .bound_latency = bound};
        const OperatorCost cost = find_operator(at.target, key);
        CHECK(cost.latency >= 0);
        CHECK(cost.lut >= 0);
        CHECK(cost.ff >= 0);
        CHECK(cost.delay_ns >= 0);
      }
    }
  }
}

TEST_CASE("operators: a clock of nothing is no crash") {
  for (const double clock : {0.0, -5.0, 1e-9, 1e9}) {
    const OperatorCost cost = cost_of("xcu280", clock, "2022.2", floats(OpKind::mul));
    CHECK(cost.latency >= 0);
    CHECK(cost_of("xcu280", clock, "2022.2", product(32, 32, 64)).latency >= 0);
  }
}
