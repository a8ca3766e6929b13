#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/area/bus_accesses.hpp"
#include "dse/estimate/area/registers.hpp"
#include "fixture.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

const NumberType f32 = float_type(32);

/// load 0 + load 1 + load 2 …, one after the other; every load starts in state 0.
Block chain_of_sums(int terms) {
  Block block;
  block.memory(64, terms);
  std::vector<int> loads;
  for (int n = 0; n < terms; ++n) loads.push_back(block.access(Role::load, linear(0, 1, 0), n, {}, 0));
  int sum = loads.front();
  for (int n = 1; n < terms; ++n) sum = block.operation(OpKind::add, f32, 4, {sum, loads[n]}, 1 + 5 * (n - 1));
  block.access(Role::store, linear(0, 1, 0), 0, {sum}, 1 + 5 * (terms - 1));
  return block;
}

}  // namespace

TEST_CASE("registers: a chain loads its operands when it needs them") {
  const Block block = chain_of_sums(4);
  const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 1);
  CHECK(late[1] == 0);   // an operand of the first sum, in state 1
  CHECK(late[2] == 5);   // of the second, in state 6
  CHECK(late[3] == 10);  // of the third, in state 11
}

TEST_CASE("registers: what competes for ports stays where it found one free") {
  Block block = chain_of_sums(4);
  block.memories.front().ports = 0;
  const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 2);
  CHECK(late[3] == 0);
}

TEST_CASE("registers: banks with a port for each access are not competed for") {
  Block block;
  block.memory(64, 2);
  block.memories.front().ports = 2;
  const int first = block.access(Role::load, linear(0, 1, 0), 0, {}, 0);
  const int product = block.operation(OpKind::mul, f32, 3, {first}, 2);
  const int second = block.access(Role::load, linear(0, 1, 0), 1, {}, 0);
  block.operation(OpKind::add, f32, 4, {product, second}, 6);
  const auto start_at = [&](std::int64_t banks) {
    block.memories.front().banks = banks;
    return latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 4)[second];
  };
  CHECK(start_at(2) == 5);  // just before the sum
  CHECK(start_at(1) == 0);  // an array that is not cut
}

TEST_CASE("registers: one for each iteration under way, LUTs that shift from three on") {
  CHECK(registers_of(32, 0, 1).ff == 0);
  CHECK(registers_of(32, 2, 1).ff == 64);
  CHECK(registers_of(32, 64, 32).ff == 64);
  CHECK(registers_of(32, 3, 1).ff == 96);
  CHECK(registers_of(32, 300, 1).ff == 96);
  CHECK(registers_of(32, 300, 1).lut == 32);
  CHECK(registers_of(32, 300, 0).ff == 32);
}

TEST_CASE("registers: only the results of a chain of sums are held") {
  // Reports of 64 terms at 5 ns: the sums' results and nothing for the loads that reach them without waiting.
  const Block block = chain_of_sums(64);
  const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 1);
  const RegisterCount count = count_registers(block.graph, late, block.costs, block.memories, 1);
  CHECK(count.ff == 32 * 63);
  CHECK(count.lut == 0);
}

TEST_CASE("registers: values of one source share where they are not alive together") {
  Block block;
  const int x = block.source(32);
  std::vector<int> products;
  for (int n = 0; n < 4; ++n) products.push_back(block.operation(OpKind::mul, f32, 3, {x}, n));
  for (int n = 0; n < 4; ++n) block.operation(OpKind::add, f32, 4, {products[n]}, n + 4);
  const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 9);
  CHECK(count_registers(block.graph, late, block.costs, block.memories, 9).ff == 32);
  const std::vector<int> early = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 1);
  CHECK(count_registers(block.graph, early, block.costs, block.memories, 1).ff ==
        4 * 32);  // an iteration in every state: none is free
}

TEST_CASE("registers: at short intervals each result keeps a register while iterations overlap") {
  // 2022.2, an interval of 4: 64 products, 64 sums and their operands; the report is met within 1 %.
  Block block;
  const int x = block.source(32);
  std::vector<int> products;
  for (int n = 0; n < 4; ++n) products.push_back(block.operation(OpKind::mul, f32, 3, {x}, 4 * n));
  for (int n = 0; n < 4; ++n) block.operation(OpKind::add, f32, 4, {products[n]}, 4 * n + 4);
  const auto ff_at = [&](int interval) {
    const std::vector<int> late =
        latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, interval);
    return count_registers(block.graph, late, block.costs, block.memories, interval).ff;
  };
  CHECK(ff_at(4) == 4 * 32);
  CHECK(ff_at(8) == 4 * 32);
  CHECK(ff_at(9) == 32);  // none is alive together with another
}

TEST_CASE("registers: floats of an argument that a loop needs from before are held as bits and as numbers") {
  const auto ff_of = [](bool outside) {
    Block block;
    block.memory(64, 1);
    block.memories.front().outside = outside;
    block.memories.front().floats = true;
    for (int n = 0; n < 32; ++n) block.access(Role::load, linear(0, 0, n), 0, {}, n / 2);
    const std::vector<int> late = latest_starts(block.graph, block.schedule, block.costs, block.memories, 3.65, 0);
    return count_registers(block.graph, late, block.costs, block.memories, 0).ff;
  };
  CHECK(ff_of(false) == 32 * 32);
  CHECK(ff_of(true) == 32 * 32 + 30 * 32);  // but for the two of the last state: 2004 FF reported with the states
}

TEST_CASE("addresses: constants below the stride are or-ed, others are added") {
  const Board board("xcu55c", 5, {2022, 2});
  const auto lut_of = [&](std::int64_t stride, std::int64_t constant) {
    Block block;
    block.memory(4096, 1);
    block.access(Role::store, linear(0, stride, constant), 0, {}, 0);
    Usage usage;
    add_addresses(usage, block.graph, block.memories, {0}, board.target, 1);
    return usage.expression_lut;
  };
  CHECK(lut_of(64, 0) == 0);
  CHECK(lut_of(64, 5) == 12);
  CHECK(lut_of(64, 69) == 19);
}

TEST_CASE("addresses: every bank keeps the place of an element that is read and later written") {
  const Board board("xcu280", 5, {2023, 2});
  const auto ff_of = [&](int banks) {
    Block block;
    block.memory(4096, banks);
    for (int bank = 0; bank < banks; ++bank) {
      block.access(Role::load, linear(0, 1, 0), bank, {}, 0);
      block.access(Role::store, linear(0, 1, 0), bank, {}, 9);
    }
    std::vector<int> late;
    for (int bank = 0; bank < banks; ++bank) {
      late.push_back(0);
      late.push_back(9);
    }
    Usage usage;
    add_addresses(usage, block.graph, block.memories, late, board.target, 1);
    return usage.register_ff;
  };
  // 2023.2: 670 FF reported for a loop with four banks, 466 without and 673 with.
  CHECK(ff_of(4) - ff_of(1) == 3 * (13 + 64));
  // The bank changes with the iteration: 128 banks take 8814 of 21719 FF.
  Block block;
  block.memory(4096, 4);
  for (const Role role : {Role::load, Role::store}) {
    block.access(role, linear(0, 1, 0), 0, {}, 0);
    block.graph.accesses.back().banks = 4;
    for (int bank = 1; bank < 4; ++bank) block.graph.banks.push_back(bank);
  }
  Usage usage;
  add_addresses(usage, block.graph, block.memories, {0, 9}, board.target, 1);
  CHECK(usage.register_ff == ff_of(4));
}

TEST_CASE("addresses: a loop over tiles leaves the bits below its step free") {
  const Board board("xcu55c", 5, {2022, 2});
  Block block;
  block.memory(4096, 1);
  block.access(Role::load, linear(0, 32, 96), 0, {}, 0);  // row ii + 3 of 32 columns
  const auto lut = [&] {
    Usage usage;
    add_addresses(usage, block.graph, block.memories, {0}, board.target, 1);
    return usage.expression_lut;
  };
  CHECK(lut() == 19);
  Unrolling unrolling;
  unrolling.run(0, {0, 8, 4, true});
  note_loop_strides(block.graph, unrolling);
  CHECK(lut() == 12);
}

TEST_CASE("addresses: of rows in loops that start an iteration in every state take a DSP, in slower ones shifts") {
  const Board board("xcu280", 5, {2023, 2});
  const auto usage_of = [&](std::int64_t columns, int interval) {
    Block block;
    block.memory_2d(400, columns);
    block.access(Role::load, {linear(0, 1, 0), linear(1, 1, 0)}, 0, {}, 0);
    Usage usage;
    add_addresses(usage, block.graph, block.memories, {0}, board.target, interval);
    return usage;
  };
  CHECK(usage_of(400, 1).expression_dsp == 1);
  CHECK(usage_of(400, 4).expression_dsp == 0);
  CHECK(usage_of(400, 4).expression_lut > usage_of(400, 1).expression_lut);
  // 240 = 256 - 16 is one adder of shifts, 256 none.
  CHECK(usage_of(240, 1).expression_dsp == 0);
  CHECK(usage_of(256, 1).expression_lut < usage_of(240, 1).expression_lut);
}

TEST_CASE("buses: a single write holds its address, a burst does not") {
  const Board board("xcu55c", 5, {2022, 2});
  const auto usage_of = [&](int banks, int latency) {
    Block block;
    block.memory(64, banks, MemoryView::Kind::bus);
    for (int n = 0; n < banks; ++n) {
      const int store = block.access(Role::store, linear(0, 1, 0), n, {}, 0);
      block.graph.nodes[store].latency = latency;
    }
    Usage usage;
    add_bus_accesses(usage, block.graph, block.memories, board.target, 1);
    return usage;
  };
  // 4, 8 and 16 banks in 2022.2: 495, 887 and 1673 LUT, 343, 600 and 1146 FF.
  const Usage four = usage_of(4, 7), eight = usage_of(8, 7);
  CHECK(eight.expression_lut + eight.multiplexer_lut - four.expression_lut - four.multiplexer_lut ==
        doctest::Approx(392).epsilon(0.03));
  CHECK(usage_of(16, 7).register_ff - usage_of(8, 7).register_ff == doctest::Approx(546).epsilon(0.06));
  CHECK(usage_of(16, 1).register_ff == 0);
}

namespace {

/// Elements of memory 0 that are read in one iteration, each in one of `banks`.
Usage reads_of(const std::vector<Linear>& places, int banks, const devices::Target& target) {
  Block block;
  block.memory(64, banks, MemoryView::Kind::bus);
  for (const Linear& place : places) {
    const int load = block.access(Role::load, place, 0, {}, 0);
    block.graph.nodes[load].latency = 8;
    block.graph.accesses.back().banks = banks;
    for (int bank = 1; bank < banks; ++bank) block.graph.banks.push_back(bank);
  }
  Usage usage;
  add_bus_accesses(usage, block.graph, block.memories, target, 1);
  return usage;
}

}  // namespace

TEST_CASE("buses: an element whose bank changes with the iteration is asked for at every adapter") {
  // 2022.2: 32 elements of a column in 4 banks: 132 adders of addresses, in 8 banks: 256.
  const Board board("xcu55c", 5, {2022, 2});
  const auto adders = [&](int banks) { return reads_of({linear(0, 1, 0), linear(0, 1, 9)}, banks, board.target); };
  CHECK(adders(8).expression_lut == 8 * adders(1).expression_lut);
  CHECK(adders(8).register_ff > 7 * (adders(1).register_ff - 64));
}

TEST_CASE("buses: elements side by side are read with one request") {
  const Board board("xcu55c", 5, {2022, 2});
  const Usage one = reads_of({linear(0, 8, 0)}, 1, board.target);
  const Usage row = reads_of({linear(0, 8, 0), linear(0, 8, 1), linear(0, 8, 2)}, 1, board.target);
  const Usage apart = reads_of({linear(0, 8, 0), linear(0, 8, 2), linear(0, 8, 4)}, 1, board.target);
  CHECK(row.expression_lut == one.expression_lut);
  CHECK(apart.expression_lut == 3 * one.expression_lut);
}
