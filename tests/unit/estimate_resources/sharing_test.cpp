#include <optional>

#include "dse/estimate/area/operators.hpp"
#include "dse/estimate/area/products.hpp"
#include "dse/estimate/area/registers.hpp"
#include "dse/estimate/area/sums.hpp"
#include "dse/estimate/blocks/function_view.hpp"
#include "dse/kernel/index.hpp"
#include "fixture.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

Block products(NumberType type, int count, int latency) {
  Block block;
  const int x = block.source(type.bits);
  for (int n = 0; n < count; ++n) block.operation(OpKind::mul, type, latency, {x}, n);
  return block;
}

Usage usage_of(const Block& block, const devices::Target& target, int interval) {
  Usage usage;
  add_operators(usage, block.graph, block.schedule, block.costs, block.expressions, target, interval);
  const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, interval);
  const BlockRegisters registers = count_registers(block.graph, late, block.costs, block.memories, interval);
  add_products(usage, block.graph, block.schedule, block.costs, block.expressions, registers, target, interval);
  return usage;
}

}  // namespace

TEST_CASE("operators: floats take as many units as the interval leaves") {
  const Board board("xcu55c", 5, {2022, 2});
  const Block block = products(float_type(32), 64, 3);
  CHECK(usage_of(block, board.target, 1).operators.front().instances == 64);
  CHECK(usage_of(block, board.target, 4).operators.front().instances == 16);
  CHECK(usage_of(block, board.target, 48).operators.front().instances == 2);
}

TEST_CASE("operators: a block that runs by itself needs what starts in one state") {
  const Board board("xcu55c", 5, {2022, 2});
  CHECK(usage_of(products(float_type(32), 5, 3), board.target, 0).operators.front().instances == 1);
}

TEST_CASE("operators: integer products without a common factor have multipliers of their own before 2025.1") {
  // 32 products at an interval of 32 take 96 DSPs in 2022.2.
  Block block;
  for (int n = 0; n < 32; ++n)
    block.operation(OpKind::mul, integer_type(32), 0, {block.source(32), block.source(32)}, n);
  const Board before("xcu55c", 5, {2022, 2});
  CHECK(total(usage_of(block, before.target, 32)).dsp == 96);
  const Board after("xczu3eg", 10, {2025, 1});
  CHECK(total(usage_of(block, after.target, 32)).dsp == 3);
}

TEST_CASE("operators: integer products with a common factor share a multiplier, up to 16") {
  const Board board("xcu55c", 5, {2022, 2});
  // 256 products at an interval of 256: 8 with each of 32 factors take 32 multipliers, 32 with each of 8 take 16.
  const auto dsp_of = [&](int factors, int products_of_each, int interval) {
    Block block;
    int state = 0;
    for (int f = 0; f < factors; ++f) {
      const int common = block.source(32);
      for (int n = 0; n < products_of_each; ++n)
        block.operation(OpKind::mul, integer_type(32), 0, {block.source(32), common}, state++);
    }
    return total(usage_of(block, board.target, interval)).dsp;
  };
  CHECK(dsp_of(32, 8, 256) == 96);
  CHECK(dsp_of(8, 32, 256) == 48);
  CHECK(dsp_of(4, 8, 1) == 96);  // an iteration in every state: none is free for a second product
}

TEST_CASE("operators: an adder that a stage is squeezed out of has no DSP") {
  const Board board("xcu55c", 5, {2022, 2});
  Block block;
  const int x = block.source(32);
  const int sum = block.operation(OpKind::add, float_type(32), 3, {x, x}, 0);
  block.graph.nodes[sum].without_dsp = true;
  const Resources all = total(usage_of(block, board.target, 1));
  CHECK(all.dsp == 0);
  CHECK(all.lut == 338);
}

TEST_CASE("operators: sums and differences of floats are one unit") {
  const Board board("xcu55c", 5, {2022, 2});
  Block block;
  const int x = block.source(32);
  block.operation(OpKind::add, float_type(32), 4, {x, x}, 0);
  block.operation(OpKind::sub, float_type(32), 4, {x, x}, 1);
  const Usage usage = usage_of(block, board.target, 2);
  REQUIRE(usage.operators.size() == 1);
  CHECK(usage.operators.front().instances == 1);
}

TEST_CASE("usage: loops in turn share operators, loops at once do not") {
  const Board board("xcu55c", 5, {2022, 2});
  const Usage first = usage_of(products(float_type(32), 8, 3), board.target, 1);
  const Usage second = usage_of(products(float_type(32), 3, 3), board.target, 1);
  Usage in_turn = first, at_once = first;
  in_turn.add_sequential(second);
  at_once.add_concurrent(second);
  CHECK(in_turn.operators.front().instances == 8);
  CHECK(at_once.operators.front().instances == 11);
}

TEST_CASE("usage: the function's own states take the float units of its loops") {
  const Board board("xc7z020", 10, {2024, 2});
  Usage usage = usage_of(products(float_type(32), 2, 3), board.target, 1);
  usage.add_sequential(usage_of(products(float_type(32), 1, 3), board.target, 0));
  CHECK(total(usage).dsp == 6);
}

TEST_CASE("usage: a function that is called in turn is built once, called at once twice") {
  Usage call;
  call.modules.push_back({1, 1, {5, 100, 200, 2, 0}});
  Usage in_turn = call, at_once = call;
  in_turn.add_sequential(call);
  at_once.add_concurrent(call);
  CHECK(total(in_turn).dsp == 5);
  CHECK(total(at_once).dsp == 10);
  CHECK(total(at_once).bram_18k == 4);
}

TEST_CASE("operators: the test that a float is a number lies beside its comparison") {
  const Board board("xc7z020", 10, {2024, 2});
  const auto lut_of = [&](NumberType type) {
    Block block;
    const int x = block.source(type.bits);
    block.operation(OpKind::lt, type, 1, {x, x}, 0);
    return usage_of(block, board.target, 1).expression_lut;
  };
  CHECK(lut_of(float_type(32)) > 60);
  CHECK(lut_of(integer_type(32)) == 0);  // the cost says what a comparison of integers takes
}

TEST_CASE("usage: both operands and the enable of a unit choose among the modules that use it") {
  const Board board("xcu55c", 5, {2022, 2});
  const Usage sixteen = usage_of(products(float_type(32), 16, 3), board.target, 1);
  const Usage eight = usage_of(products(float_type(32), 8, 3), board.target, 1);
  Usage in_turn = sixteen, at_once = sixteen;
  in_turn.add_sequential(eight);
  at_once.add_concurrent(eight);
  // Eight units have two users, three inputs with the one for neither: 14 LUTs.
  CHECK(shared_units_lut(in_turn, board.target) == 8 * 3 * 14);
  CHECK(shared_units_lut(at_once, board.target) == 0);
  in_turn.add_sequential(sixteen);
  CHECK(shared_units_lut(in_turn, board.target) == 8 * 3 * 20 + 8 * 3 * 14);
}

TEST_CASE("multiplexers: an operand has an input for each register it comes from, not for each operation") {
  const Board board("xcu55c", 5, {2022, 2});
  // 16 products of elements that one port brings, one in each state, with a value that all share.
  Block block;
  block.memory(64, 1);
  const int x = block.source(32);
  for (int n = 0; n < 16; ++n) {
    const int load = block.access(Role::load, linear(0, 16, n), 0, {}, n);
    block.operation(OpKind::mul, float_type(32), 3, {x, load}, n + 1);
  }
  const auto lut_at = [&](int interval) {
    Usage usage = usage_of(block, board.target, interval);
    const std::vector<int> late =
        latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, interval);
    const BlockRegisters registers = count_registers(block.graph, late, block.costs, block.memories, interval);
    add_operand_multiplexers(usage, block.graph, registers, block.expressions, board.target);
    return usage.multiplexer_lut;
  };
  CHECK(lut_at(16) == 0);
}

TEST_CASE("operators: sums of integers are built from adders of three operands, but for every third") {
  const Board board("xcu55c", 5, {2022, 2});
  const auto saved_by = [](int additions) {
    Block block;
    int sum = block.source(32);
    for (int n = 0; n < additions; ++n)
      sum = block.operation(OpKind::add, integer_type(32), 0, {sum, block.source(32)}, 0);
    for (devices::OperatorCost& cost : block.costs) cost.shared = false;
    const std::vector<char> inner = find_inner_sums(block.graph, block.costs);
    CHECK(std::count(inner.begin(), inner.end(), 1) == (additions > 1 ? additions / 3 : 0));
    return three_operand_savings(block.graph, block.costs);
  };
  CHECK(saved_by(1) == 0);
  CHECK(saved_by(31) == 7 * 21);  // 2022.2: 32 products are added up with ten adders of two operands and ten of three
}

namespace {

/// LUTs of op(left, right), where a number is a constant and nothing an array's element.
int lut_of(OpKind op, NumberType type, std::optional<double> left, std::optional<double> right) {
  const Board board("xczu9eg", 5, {2022, 2});
  Function function;
  Array array;
  array.element = type;
  array.shape = {8};
  function.arrays.push_back(array);
  const auto operand = [&](std::optional<double> number) {
    Expression leaf;
    leaf.op = number ? OpKind::constant : OpKind::load;
    leaf.type = type;
    leaf.array = number ? -1 : 0;
    leaf.constant = number.value_or(0);
    if (!number) leaf.indices.push_back(constant_index(0));
    function.expressions.push_back(leaf);
    return static_cast<int>(function.expressions.size()) - 1;
  };
  Expression e;
  e.op = op;
  e.type = type;
  e.operands = {operand(left), operand(right)};
  function.expressions.push_back(e);
  return view_function(function, board.target).costs.back().reported_lut;
}

}  // namespace

TEST_CASE("operators: a shift by a number is wires, any other the barrel shifter of its width") {
  const NumberType u32 = integer_type(32, false);
  CHECK(lut_of(OpKind::shr, u32, {}, 8) == 0);
  CHECK(lut_of(OpKind::shl, u32, {}, 8) == 0);
  const int barrel = lut_of(OpKind::shr, u32, {}, {});
  CHECK(barrel > 90);  // 92 to 100 in reports
  CHECK(lut_of(OpKind::shl, u32, {}, {}) == barrel);
  CHECK(lut_of(OpKind::shl, u32, 1, {}) == barrel);
}

TEST_CASE("operators: the last bits of a number are wires, a choice of others is a gate for each") {
  const NumberType u32 = integer_type(32, false);
  CHECK(lut_of(OpKind::bit_and, u32, {}, 255) == 0);
  CHECK(lut_of(OpKind::bit_and, u32, 31, {}) == 0);
  CHECK(lut_of(OpKind::bit_and, u32, {}, 240) > 0);
  CHECK(lut_of(OpKind::bit_and, u32, {}, {}) == 32);
  CHECK(lut_of(OpKind::bit_xor, u32, {}, {}) == 32);
}
