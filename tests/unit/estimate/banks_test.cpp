#include <doctest/doctest.h>

#include "dse/kernel/index.hpp"
#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::estimate;
using namespace pom::dse::test;

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

/// to[i] = Σ from[step i + shift], `shifts` elements of it, in a pipelined loop of 90 iterations; `from` has 96
/// elements.
Qor windowed(std::int64_t banks, std::initializer_list<std::int64_t> shifts, std::int64_t step = 1,
             bool starts_anywhere = false) {
  Builder b;
  const int from = b.array("from", {96 * step}), to = b.array("to", {90});
  b.function.arrays[from].banking = {{BankingKind::cyclic, banks, false}};
  int sum = -1;
  for (const std::int64_t shift : shifts) {
    const int element = b.load(from, {at(0, step, shift)});
    sum = sum < 0 ? element : b.op(OpKind::add, sum, element);
  }
  Node loop = b.loop(0, 90, {b.set(to, {at(0)}, sum)});
  loop.loop.pipeline = 1;
  if (!starts_anywhere) {
    b.function.body = {loop};
  } else {
    loop.loop.lower = {at(1)};
    b.function.body = {b.loop(1, 6, {loop})};
  }
  return estimate_function(b.function, "xcu55c", 5, v2022_2);
}

/// to[i] = Σ from[i][k] over four k, the rows of `from` cut into words as `row` says.
Qor summed_rows(const Banking& row, const std::string& port = "ap_memory", int latency = 0) {
  Builder b;
  const int from = b.array("from", {64, 4}), to = b.array("to", {64});
  b.function.arrays[from].banking = {{}, row};
  b.function.arrays[from].port = {.mode = port, .bundle = "gmem", .latency = latency};
  int sum = b.load(from, {at(0), constant_index(0)});
  for (const std::int64_t k : {1, 2, 3}) sum = b.op(OpKind::add, sum, b.load(from, {at(0), constant_index(k)}));
  Node loop = b.loop(0, 64, {b.set(to, {at(0)}, sum)});
  loop.loop.pipeline = 1;
  b.function.body = {loop};
  return estimate_function(b.function, "xcu55c", 5, v2022_2);
}

/// to[i] += from[3 i + k], three banks, k outside.
Qor rows_of_banks(devices::ToolVersion version) {
  Builder b;
  const int from = b.array("from", {96}), to = b.array("to", {30});
  b.function.arrays[from].banking = {{BankingKind::cyclic, 3, false}};
  Index index = at(0, 3);
  index.terms.push_back({1, 1});
  Node loop = b.loop(0, 30, {b.set(to, {at(0)}, b.op(OpKind::add, b.load(to, {at(0)}), b.load(from, {index})))});
  loop.loop.pipeline = 1;
  b.function.body = {b.loop(1, 6, {loop})};
  return estimate_function(b.function, "xcu55c", 5, version);
}

std::int64_t iteration_latency(const Qor& qor) {
  REQUIRE(qor.loops.size() == 1);
  return qor.loops.front().iteration_latency;
}

}  // namespace

TEST_CASE("banks: a bank that moves among three is found by a remainder of the bits of the index and three stages") {
  // 96 elements: 7 bits, urem_7ns_3ns_2_11 (2022.2).
  CHECK(iteration_latency(windowed(3, {0})) == iteration_latency(windowed(4, {0})) + 10);
}

TEST_CASE("banks: a bank that stays, or a power of two of them, takes no remainder") {
  CHECK(iteration_latency(windowed(3, {0}, 3)) == iteration_latency(windowed(1, {0}, 3)));
  CHECK(iteration_latency(windowed(4, {0})) == iteration_latency(windowed(2, {0})));
}

TEST_CASE("banks: elements side by side share the remainder, each adds a product") {
  const auto divided = [](std::initializer_list<std::int64_t> shifts) {
    return windowed(3, shifts).resources.lut - windowed(4, shifts).resources.lut;
  };
  CHECK(iteration_latency(windowed(3, {0, 1})) == iteration_latency(windowed(4, {0, 1})) + 10);
  CHECK(divided({0}) > 0);
  CHECK(divided({0, 1}) < 2 * divided({0}));
}

TEST_CASE("banks: of a loop that starts anywhere the tool divides 64 bits") {
  CHECK(iteration_latency(windowed(3, {0}, 1, true)) == iteration_latency(windowed(4, {0}, 1, true)) + 67);
}

TEST_CASE("banks: before 2022.2 the tool does not follow a product into the remainder") {
  const Qor earlier = rows_of_banks({2022, 1}), later = rows_of_banks({2022, 2});
  CHECK(iteration_latency(earlier) > iteration_latency(later) + 50);
  CHECK(earlier.resources.lut > later.resources.lut + 6000);
}

TEST_CASE("banks: where in the bank a product and a constant lie is a quotient of 64 bits") {
  const auto divided = [](std::int64_t step) {
    return windowed(5, {0, 1}, step).resources.dsp - windowed(4, {0, 1}, step).resources.dsp;
  };
  // 3 i + c: mul_64ns_66ns for c = 1, not for c = 0; 4 i + c: as many bits as the index has.
  CHECK(divided(3) == 17);
  CHECK(divided(4) == 2);
}

TEST_CASE("banks: elements that move among four banks have sums and addresses of their own") {
  // 2 i + 1 lies where 2 i does; 2 i + 2 and 2 i + 3 take a sum each (POM's Jacobi-1d by 2022.2).
  const auto more = [](std::initializer_list<std::int64_t> shifts) {
    return windowed(4, shifts, 2).resources.lut - windowed(2, shifts, 2).resources.lut;
  };
  CHECK(more({0, 2}) > more({0, 1}));
  CHECK(more({0, 2, 3}) > more({0, 1, 2}));
}

TEST_CASE("banks: where no loop is pipelined, a store whose bank the iteration chooses takes a state more") {
  EstimateOptions as_written;
  as_written.automatic_pipelining = false;
  for (const std::int64_t banks : {1, 8}) {
    Builder b;
    const int map = b.array("map", {64});
    b.function.arrays[0].banking = {{BankingKind::cyclic, banks, false}};
    b.function.body = {b.loop(0, 64, {b.set(map, {at(0)}, b.number(0))})};
    CHECK(estimate_function(b.function, "xc7a100t", 10, {2022, 2}, as_written).latency_max ==
          64 * (banks > 1 ? 2 : 1) + 1);
  }
}

TEST_CASE("banks: behind a module that is waited for, a store whose bank the iteration chooses takes no state more") {
  const auto cycles = [](std::int64_t banks) {
    Builder b;
    const int a = b.array("a", {64, 256}), sum = b.array("sum", {64});
    b.function.arrays[1].banking = {{BankingKind::cyclic, banks, false}};
    Node inner =
        b.loop(1, 256, {b.set(sum, {at(0)}, b.op(OpKind::add, b.load(sum, {at(0)}), b.load(a, {at(0), at(1)})))});
    inner.loop.pipeline = 1;
    b.function.body = {b.loop(0, 64, {inner})};
    return estimate_function(b.function, "xcu280", 5, {2023, 2}).latency_max;
  };
  CHECK(cycles(8) == cycles(1));
}

TEST_CASE("banks: the elements of one word of a reshaped array take one port, behind a bus too") {
  const auto interval = [](const Qor& qor) { return qor.loops.at(0).interval; };
  const Banking none, halves{BankingKind::cyclic, 2, true}, whole{BankingKind::complete, 0, true};
  CHECK(interval(summed_rows(none)) == 2);    // four reads of two ports
  CHECK(interval(summed_rows(halves)) == 1);  // of two words
  CHECK(interval(summed_rows(whole)) == 1);
  CHECK(interval(summed_rows(none, "m_axi")) == 4);
  CHECK(interval(summed_rows(halves, "m_axi")) == 2);
  CHECK(interval(summed_rows(whole, "m_axi")) == 1);
}

TEST_CASE("banks: a bus that delivers late makes a transfer longer by as much, and no interval") {
  const Banking whole{BankingKind::complete, 0, true};
  const Qor at_once = summed_rows(whole, "m_axi"), late = summed_rows(whole, "m_axi", 64);
  CHECK(late.latency_max == at_once.latency_max + 64);
  CHECK(late.loops.at(0).interval == 1);
}

namespace {

/// buffer[i] = Σ buffer[i + 64 n] over `reads` n, and as much stored in each of `writes` places, in a pipelined loop of
/// 64 iterations.
Qor sum_in_place(const char* storage_type, int reads, int writes) {
  Builder b;
  const int from = b.array("from", {1024}), to = b.array("to", {64});
  const int buffer = b.array("buffer", {1024}, Array::Role::local);
  b.function.arrays[buffer].storage = "bram";
  b.function.arrays[buffer].storage_type = storage_type;
  Node fill = b.loop(0, 1024, {b.set(buffer, {at(0)}, b.load(from, {at(0)}))});
  int sum = b.load(buffer, {at(1, 1, 64)});
  for (int n = 2; n <= reads; ++n) sum = b.op(OpKind::add, sum, b.load(buffer, {at(1, 1, 64 * n)}));
  Node use = b.loop(1, 64, {});
  use.loop.pipeline = 1;
  for (int n = 0; n < writes; ++n) use.loop.body.push_back(b.set(buffer, {at(1, 1, n == 0 ? 0 : 1024 - 64 * n)}, sum));
  Node empty = b.loop(2, 64, {b.set(to, {at(2)}, b.load(buffer, {at(2)}))});
  b.function.body = {fill, use, empty};
  return estimate_function(b.function, "xcu55c", 5, v2022_2);
}

}  // namespace

TEST_CASE("banks: a memory for each read of a cycle is built as often as a loop reads and stores once a cycle") {
  const Qor two_ports = sum_in_place("ram_2p", 3, 1), copies = sum_in_place("ram_1wnr", 3, 1);
  CHECK(two_ports.loops[1].interval == 2);
  CHECK(copies.loops[1].interval == 1);
  CHECK(copies.resources.bram_18k == 3 * two_ports.resources.bram_18k);
  CHECK(sum_in_place("ram_1wnr", 3, 2).loops[1].interval == 2);
  CHECK(sum_in_place("ram_1wnr", 1, 1).resources.bram_18k == two_ports.resources.bram_18k);
}

TEST_CASE("banks: registers by a computed index are chosen from, as often as wanted, and the choice takes time") {
  // to[16 i + n] = table[from[16 i + n]]: 16 at once, of `elements` registers.
  const auto look_up = [](std::int64_t elements, bool one_after_the_other) {
    Builder b;
    const int from = b.array("from", {16, 64}), to = b.array("to", {16, 64});
    const int table = b.array("table", {elements}, Array::Role::local);
    for (const int array : {from, to}) b.function.arrays[array].banking = {{BankingKind::complete, 16, false}, {}};
    b.function.arrays[table].banking = {{BankingKind::complete, elements, false}};
    Node fill = b.loop(0, elements, {b.set(table, {at(0)}, b.number(1))});
    Node use = b.loop(1, 64, {});
    use.loop.pipeline = 1;
    int before = -1;
    for (int n = 0; n < 16; ++n) {
      Index row;
      row.constant = n;
      const int element = one_after_the_other && before >= 0 ? before : b.load(from, {row, at(1)});
      before = b.load(table, {at_value(element)});
      use.loop.body.push_back(b.set(to, {row, at(1)}, before));
    }
    b.function.body = {fill, use};
    return estimate_function(b.function, "xcu55c", 5, v2022_2).loops.back();
  };
  CHECK(look_up(16, false).interval == 1);
  CHECK(look_up(16, true).interval == 1);
  const std::int64_t at_once = look_up(64, false).iteration_latency;
  CHECK(look_up(64, true).iteration_latency > at_once + 2);
  CHECK(look_up(64, true).iteration_latency > look_up(4, true).iteration_latency);
}

namespace {

/// to[16 i + k] = from[i], k unrolled by a directive or by the tool itself, which pipelines the loop of i.
Qor rows_of_words(std::int64_t banks, bool by_directive) {
  Builder b;
  const int from = b.array("from", {16}), to = b.array("to", {256});
  b.function.arrays[to].banking = {{BankingKind::cyclic, banks, false}};
  Index index = at(0, 16);
  index.terms.push_back({1, 1});
  Node copies = b.loop(1, 16, {b.set(to, {index}, b.load(from, {at(0)}))});
  Node loop = b.loop(0, 16, {copies});
  if (by_directive) loop.loop.pipeline = 1;
  b.function.body = {loop};
  return estimate_function(b.function, "xcu280", 4, {2023, 2});
}

}  // namespace

TEST_CASE("banks: copies that the tool makes by itself may meet in any bank, unless their number is a power of two") {
  // Two of sixteen copies fall into each of ten banks, which their remainders tell apart.
  CHECK(rows_of_words(10, true).loops.front().interval == 1);
  CHECK(rows_of_words(10, false).loops.front().interval == 8);
  CHECK(rows_of_words(8, false).loops.front().interval == 1);
}

TEST_CASE("banks: registers take no ports") {
  Builder b;
  const int from = b.array("from", {8}, Array::Role::local), to = b.array("to", {90});
  b.function.arrays[from].banking = {{BankingKind::complete, 8, false}};
  int sum = -1;
  for (int shift = 0; shift < 5; ++shift) {
    Index index = at(0, 1, shift);
    const int element = b.load(from, {modulo(index, 8)});
    sum = sum < 0 ? element : b.op(OpKind::add, sum, element);
  }
  Node set = b.loop(1, 8, {b.set(from, {at(1)}, b.number(1))}), loop = b.loop(0, 90, {b.set(to, {at(0)}, sum)});
  set.loop.unroll = 0;
  loop.loop.pipeline = 1;
  b.function.body = {set, loop};
  CHECK(estimate_function(b.function, "xcu55c", 5, v2022_2).loops.front().interval == 1);
}
