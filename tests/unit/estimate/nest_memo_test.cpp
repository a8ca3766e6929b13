#include "dse/estimate/compose/nest_memo.hpp"

#include <doctest/doctest.h>

#include "tests/unit/estimate/kernel_builder.hpp"

using namespace pom::dse;
using namespace pom::dse::test;

namespace nest_memo_tests {

namespace {

constexpr devices::ToolVersion v2022_2{2022, 2};

/// to[i] = from[i] + from[i] under a pipelined loop of this number; more expressions before it.
Function make_copy(int loop, int expressions_before, const std::string& mode, std::int64_t banks) {
  Builder b;
  const int from = b.array("from", {64}), to = b.array("to", {64});
  for (Array& array : b.function.arrays) {
    array.port.mode = mode;
    array.banking = {{BankingKind::cyclic, banks, false}};
  }
  for (int n = 0; n < expressions_before; ++n) b.number(n);
  Node nest =
      b.loop(loop, 64, {b.set(to, {at(loop)}, b.op(OpKind::add, b.load(from, {at(loop)}), b.load(from, {at(loop)})))});
  nest.loop.name = nest.loop.label = "copy";
  nest.loop.pipeline = 1;
  b.function.body = {nest};
  return b.function;
}

std::size_t nests_kept(const std::vector<Function>& functions) {
  estimate::NestMemo memo;
  for (const Function& function : functions) estimate_function(function, "xcu55c", 5, v2022_2, {.memo = &memo});
  return memo.size();
}

}  // namespace

TEST_CASE("memo: a nest is one with other numbers of its loops and expressions") {
  CHECK(nests_kept({make_copy(0, 0, "", 1), make_copy(7, 0, "", 1), make_copy(3, 5, "", 1)}) == 1);
}

TEST_CASE("memo: nests whose arrays have other banks are two") {
  CHECK(nests_kept({make_copy(0, 0, "", 1), make_copy(0, 0, "", 2)}) == 2);
}

TEST_CASE("memo: what a bus takes depends on the rest of the function and is not kept") {
  CHECK(nests_kept({make_copy(0, 0, "m_axi", 1)}) == 0);
}

}  // namespace nest_memo_tests
