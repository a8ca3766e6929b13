#include "dse/estimate/area/control.hpp"
#include "dse/estimate/area/memories.hpp"
#include "dse/estimate/area/memory_users.hpp"
#include "dse/estimate/area/multiplexers.hpp"
#include "fixture.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

TEST_CASE("control: a loop of one state costs what reports say of loops that clear an array") {
  const Board us_plus("xcu55c", 5, {2022, 2});
  // 64 iterations in 2022.2: 9 FF, 52 LUT; 32: 8 FF, 50 LUT.
  const Usage clears_64 = measure_loop_control({{64}, 1, 1}, us_plus.target);
  CHECK(clears_64.control_ff == 9);
  CHECK(clears_64.control_lut == doctest::Approx(52).epsilon(0.03));
  CHECK(measure_loop_control({{32}, 1, 1}, us_plus.target).control_ff == 8);
  // 250 iterations in 2023.2: 10 FF, 57 LUT.
  const Board later("xcu280", 5, {2023, 2});
  const Usage clears_250 = measure_loop_control({{250}, 1, 1}, later.target);
  CHECK(clears_250.control_ff == 10);
  CHECK(clears_250.control_lut == doctest::Approx(57).epsilon(0.03));
}

TEST_CASE("control: loops that run as one count together and each") {
  const Board board("xcu55c", 5, {2022, 2});
  // 64 x 64 iterations of two states: 42 FF with the 12 bits of the address, 178 LUT with the adder of 19 that makes
  // it.
  const Usage nest = measure_loop_control({{64, 64}, 2, 1}, board.target);
  CHECK(nest.control_ff + 12 == 42);
  CHECK(nest.control_lut + 19 == doctest::Approx(178).epsilon(0.02));
}

TEST_CASE("control: of six loops that run as one those between are chosen twice, and what is inside counts together") {
  const Board board("xc7a100t", 10, {2022, 2});
  // A convolution of POM's VGG-16, 64 x 3 x 3 x 8 x 32 x 32 iterations: adders 193, comparisons 75, selects of counters
  // 101, gates 46, multiplexers of 11 counters and two enables 117, the flow control 9 and the last iteration 9.
  const Usage convolution = measure_loop_control({{64, 3, 3, 8, 32, 32}, 20, 1}, board.target);
  CHECK(convolution.control_lut == doctest::Approx(550).epsilon(0.06));
  // The counters: 23 bits in all, 7, 2, 2, 4, 6 and 6 each, and inside 17, 15, 14 and 11; the report has a bit more in
  // three of those.
  const Usage short_one = measure_loop_control({{64, 3, 3, 8, 32, 32}, 1, 1}, board.target);
  CHECK(short_one.control_ff == 2 + 23 + 27 + 57);
}

TEST_CASE("control: of six loops that run as one, eight flags wait in LUTs that shift; of three none do") {
  const Board board("xc7a100t", 10, {2022, 2});
  const Usage six = measure_loop_control({{64, 3, 3, 8, 32, 32}, 20, 1}, board.target);
  CHECK(six.register_ff == 8 * (1 + 64));
  CHECK(six.register_lut == 8 * 32);
  CHECK(measure_loop_control({{8, 32, 32}, 14, 1}, board.target).register_ff == 0);
}

TEST_CASE("control: every stage under way has two bits") {
  const Board board("xcu55c", 5, {2022, 2});
  const double shallow = measure_loop_control({{64}, 326, 1}, board.target).control_ff;
  const double deep = measure_loop_control({{64}, 330, 1}, board.target).control_ff;
  // Of two modules that differ in four stages, the reports count 8 FF between them.
  CHECK(deep - shallow == 8);
}

TEST_CASE("control: a function has one bit for each state and for each module that it starts") {
  const Board board("xcu280", 5, {2023, 2});
  // Four states and five modules: "Register 9".
  CHECK(measure_function_control({4, 5}, board.target).control_ff == 9);
}

TEST_CASE("multiplexers: a bank that one module fills and another reads takes 37 LUTs") {
  const Board board("xcu55c", 5, {2022, 2});
  Block block;
  block.memory(64, 64);
  // Address and enable with three inputs, write enable with two.
  CHECK(shared_port_lut(block.memories.front(), {1, 1, 0}, board.target) == 64 * (14 + 14 + 9));
  CHECK(shared_port_lut(block.memories.front(), {0, 0, 0}, board.target) == 0);
  CHECK(shared_port_lut(block.memories.front(), {2, 1, 0}, board.target) == 64 * (20 + 20 + 9));
  // A reader of 16 ports: 15 more chip enables.
  CHECK(shared_port_lut(block.memories.front(), {1, 1, 0, 1, 15}, board.target) == 64 * (14 + 14 + 9 + 15 * 9));
}

TEST_CASE("multiplexers: an element whose bank changes is chosen from all of them") {
  const Board board("xczu3eg", 10, {2025, 1});
  const auto lut_of = [&](Role role, MemoryView::Kind kind, bool read_too) {
    Block block;
    block.memory(1, 64, kind);
    const auto access = [&](Role each) {
      block.access(each, linear(0, 1, 0), 0, {}, 0);
      block.graph.accesses.back().banks = 64;
      for (int bank = 1; bank < 64; ++bank) block.graph.banks.push_back(bank);
    };
    if (read_too) access(Role::load);
    access(role);
    Usage usage;
    add_bank_multiplexers(usage, block.graph, block.memories, board.target);
    return usage.multiplexer_lut;
  };
  CHECK(lut_of(Role::load, MemoryView::Kind::memory, false) == 273);  // "sparsemux_129_6_24_1_1"
  CHECK(lut_of(Role::store, MemoryView::Kind::registers, false) == 64 * 2);
  // Sums in 64 registers: 1355 and 1548 LUT beside the choice among them.
  CHECK(lut_of(Role::store, MemoryView::Kind::registers, true) - 273 == doctest::Approx(1355).epsilon(0.1));
}

TEST_CASE("memories: what a program reads but nothing loads is not there, what it never reads is") {
  Function function;
  Array array;
  array.shape = {64};
  array.role = Array::Role::local;
  function.arrays = {array, array};
  Expression read;
  read.op = OpKind::load;
  read.array = 0;
  function.expressions = {read};
  FunctionHardware hardware(2);
  hardware.keep_unread(function);
  CHECK(hardware.loaded()[0] == 0);  // sums of a row in a local array that a register holds: no memory in the report
  CHECK(hardware.loaded()[1] == 1);
}

TEST_CASE("memories: registers that only hand values on within an iteration are wires") {
  const Board board("xcu55c", 5, {2022, 2});
  Function function;
  Array array;
  array.shape = {8};
  array.element = float_type(32);
  array.role = Array::Role::local;
  array.banking = {{BankingKind::complete, 1, false}};
  function.arrays = {array};
  const std::vector<MemoryView> views = {view_memory(array, board.target)};
  CHECK(measure_memories(function, views, {{1, false, true}}, board.target).ff == 8 * 32);
  CHECK(measure_memories(function, views, {{1, false, false}}, board.target).ff == 0);
}

TEST_CASE("interfaces: a bundle has an adapter for each bank of its most cut array, every bank a pointer") {
  const Board before("xcu55c", 5, {2022, 2}), after("xczu3eg", 10, {2025, 1});
  Function function;
  Array array;
  array.shape = {32};
  array.role = Array::Role::argument;
  array.port.mode = "m_axi";
  array.port.bundle = "gmem";
  function.arrays = {array, array, array};
  function.parameters = {0, 1, 2};
  const Resources whole = measure_interfaces(function, before.target);
  for (Array& each : function.arrays) each.banking = {{BankingKind::cyclic, 4, false}};
  const Resources cut = measure_interfaces(function, before.target);
  // 2022.2: three arrays in 4 banks each: 6403 LUT and 4701 FF beside the modules.
  CHECK(cut.lut == doctest::Approx(6403).epsilon(0.05));
  CHECK(cut.ff == doctest::Approx(4701).epsilon(0.05));
  CHECK(whole.lut < cut.lut / 3);
  // 2025.1: blocks instead of LUTs.
  CHECK(measure_interfaces(function, after.target).bram_18k == 4);
  CHECK(measure_interfaces(function, after.target).lut < cut.lut);
  for (Array& each : function.arrays) each.port.mode = "ap_memory";
  CHECK(measure_interfaces(function, before.target).lut == 0);
}
