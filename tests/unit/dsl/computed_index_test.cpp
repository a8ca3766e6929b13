#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "dsl/execute/interpret.hpp"
#include "dsl/print/print_expression.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// What the first dimension of the store's target may be: the range of the one unknown in it.
const dsl::ExprNode* find_unknown(const dsl::ExprNode& node) {
  if (node.op == dsl::Op::unknown) return &node;
  for (const auto& operand : node.operands) {
    if (const dsl::ExprNode* found = find_unknown(*operand)) return found;
  }
  return nullptr;
}

using Range = std::pair<std::int64_t, std::int64_t>;

/// That of the index in `T(index)`, which the compute loads; (0, -1): nothing is unknown.
Range unknown_of(const expr& index, const var& i, const placeholder& T, const placeholder& y) {
  compute s("s" + std::to_string(program()->computes.size()), {i}, T(index), y(i));
  const auto& loads = program()->computes.back().loads;
  const dsl::ExprNode* unknown = find_unknown(*loads.back().indices[0]);
  return unknown ? Range{unknown->low, unknown->high} : Range{0, -1};
}

struct Setting {
  bool started = (init("f"), true);
  var i{"i", 0, 8};
  placeholder T{"T", {256}, p_int32}, y{"y", {8}, p_int32}, B{"B", {8}, p_uint8}, C{"C", {8}, p_int32};
};

}  // namespace

TEST_CASE("computed index: its range is that of types, tables, assume, masks, remainders and clamps") {
  init("f");
  var i("i", 0, 8);
  placeholder T("T", {256}, p_int32), y("y", {8}, p_int32), B("B", {8}, p_uint8), C("C", {8}, p_int32),
      D("D", {8}, p_int32), W("W", {8}, p_int32);
  D.assume(3, 9);
  W.values({5, 1, 7, 3, 9, 2, 2, 2});
  const auto range = [&](const expr& index) { return unknown_of(index, i, T, y); };
  CHECK(range(B(i)) == Range{0, 255});
  CHECK(range(D(i)) == Range{3, 9});
  CHECK(range(W(i)) == Range{1, 9});
  CHECK(range(p_min(p_max(C(i), 0), 99)) == Range{0, 99});
  CHECK(range(cast(C(i), p_uint(5))) == Range{0, 31});
  // The skeleton stays affine: only what is read is unknown.
  CHECK(range(C(i) & 15) == Range{-2147483648LL, 2147483647});
  CHECK(range(16 * i + B(i)) == Range{0, 255});
  CHECK(program()->findings.empty());
}

TEST_CASE("computed index: a select keeps data inside by its condition, and what depends on a loop with it") {
  const auto findings = [](const std::function<expr(const var&, const placeholder&)>& index) {
    init("f");
    var i("i", 0, 8);
    placeholder T("T", {9}, p_int32), y("y", {8}, p_int32), C("C", {8}, p_int32);
    CompileOptions quiet;
    quiet.quiet = true;
    quiet.write = false;
    compute s("s", {i}, T(index(i, C)), y(i));
    try {
      return codegen(quiet).verified ? std::string() : std::string("not verified");
    } catch (const CompileError& error) {
      return error.diagnostics().front().code;
    }
  };
  CHECK(findings([](auto& i, auto& C) { return select(C(i) < 0, 0, select(C(i) > 8, 8, C(i))); }) == "");
  CHECK(findings([](auto& i, auto& C) { return select(C(i) >= 0 && C(i) < 9, C(i), 0); }) == "");
  CHECK(findings([](auto& i, auto& C) { return select(C(i) >= 0 && C(i) < i, C(i), i + 1); }) == "");
  CHECK(findings([](auto& i, auto& C) { return select(i > 3 && C(i) > 0, i, i + 1); }) == "");
  CHECK(findings([](auto& i, auto& C) { return select(C(i) >= 0 && C(i) <= 9, C(i), 0); }) == "out-of-bounds");
  CHECK(findings([](auto& i, auto& C) { return select(C(i) >= 0 || C(i) < 9, C(i), 0); }) == "out-of-bounds");
}

TEST_CASE("computed index: a choice by data is either side, a bound by a size is below that size") {
  Setting p;
  parameter N("N", 1, 16);
  const auto text = [&](const expr& index) {
    compute s("s" + std::to_string(program()->computes.size()), {p.i}, p.T(index), p.y(p.i));
    const dsl::ExprNode& made = *program()->computes.back().loads.back().indices[0];
    return dsl::print_affine(*made.operands[1], {"i"});
  };
  CHECK(text(select(p.C(p.i) > 0, 5, 9)) == "([0, 1] != 0 ? 5 : 9)");
  CHECK(text(select(p.C(p.i) > 0, p.B(p.i), p.i)) == "([0, 1] != 0 ? [0, 255] : i)");
  CHECK(text(clamp(p.C(p.i), 0, N - 1)) == "p_min([0, 15], N - 1)");
  CHECK(text(p.C(p.i) % N) == "p_min([0, 15], N - 1)");
  CHECK(program()->findings.empty());
}

TEST_CASE("computed index: / and % of the skeleton round down, also below zero") {
  init("f");
  var i("i", 0, 8);
  placeholder T("T", {32}, p_int32), y("y", {8}, p_int32), q("q", {8}, p_int32), m("m", {8}, p_int32),
      C("C", {8}, p_int32);
  C.assume(-20, 20);
  compute a("a", {i}, T(C(i) % 7), y(i));
  compute b("b", {i}, T(C(i) / 6 + 4), q(i));
  compute c("c", {i}, T((C(i) + i) % 8), m(i));
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 3);
  const auto T_ = contents<int>(memory.arrays[0]), C_ = contents<int>(memory.arrays[4]);
  dsl::interpret(*program(), memory);
  const auto floor_mod = [](int x, int n) { return (x % n + n) % n; };
  for (std::size_t n = 0; n < 8; ++n) {
    const int x = C_[n];
    CHECK(contents<int>(memory.arrays[1])[n] == T_[floor_mod(x, 7)]);
    CHECK(contents<int>(memory.arrays[2])[n] == T_[(x - floor_mod(x, 6)) / 6 + 4]);
    CHECK(contents<int>(memory.arrays[3])[n] == T_[static_cast<std::size_t>(floor_mod(x + static_cast<int>(n), 8))]);
  }
}

TEST_CASE("computed index: / and % round down and sums are exact within choices, and by a divisor that is data") {
  init("f");
  var i("i", 0, 64);
  placeholder T("T", {256}, p_int32), y("y", {6, 64}, p_int32), B("B", {64}, p_int8), C("C", {64}, p_int32),
      D("D", {64}, p_int32), F("F", {64}, p_float32);
  D.assume(1, 9);
  compute a("a", {i}, T(clamp(B(i) / 2 + 64, 0, 127)), y(0, i));
  compute b("b", {i}, T(clamp(C(i) - i, 0, 6)), y(1, i));
  compute c("c", {i}, T(B(i) % D(i)), y(2, i));
  compute d("d", {i}, T(B(i) / D(i) + 128), y(3, i));
  compute e("e", {i}, T(abs(B(i) / 3)), y(4, i));
  compute g("g", {i}, T(select(B(i) / 2 == -1 || F(i) > 0.5F, B(i) / 2 + 64, p_max(B(i), i))), y(5, i));
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 3);
  const auto T_ = contents<int>(memory.arrays[0]), C_ = contents<int>(memory.arrays[3]),
             D_ = contents<int>(memory.arrays[4]);
  const auto B_ = contents<std::int8_t>(memory.arrays[2]);
  const auto F_ = contents<float>(memory.arrays[5]);
  dsl::interpret(*program(), memory);
  const auto y_ = contents<int>(memory.arrays[1]);
  const auto floor_div = [](std::int64_t x, std::int64_t n) { return x / n - (x % n < 0 ? 1 : 0); };
  for (std::int64_t n = 0; n < 64; ++n) {
    const std::int64_t x = B_[n], by = D_[n], half = floor_div(x, 2) + 64;
    const std::int64_t places[] = {std::clamp<std::int64_t>(half, 0, 127),
                                   std::clamp<std::int64_t>(C_[n] - n, 0, 6),
                                   x - by * floor_div(x, by),
                                   floor_div(x, by) + 128,
                                   std::abs(floor_div(x, 3)),
                                   half == 63 || F_[n] > 0.5F ? half : std::max(x, n)};
    for (std::int64_t row = 0; row < 6; ++row) {
      CAPTURE(row);
      CAPTURE(n);
      CHECK(y_[64 * row + n] == T_[places[row]]);
    }
  }
}

TEST_CASE("computed index: what several places compute is one part, and is read once") {
  Setting p;
  compute s("s", {p.i}, p.T(p.B(p.i)) + 1, p.T(p.B(p.i)));
  const dsl::Compute& made = program()->computes.at(0);
  const dsl::ExprNode& load = *made.value->operands[0];
  CHECK(load.operands[0].get() == made.store.indices[0].get());
  CHECK(dsl::print_access(made.store, *program(), {"i"}) == "T[B[i]]");
}

TEST_CASE("computed index: loads of an index stand before the element's own") {
  Setting p;
  compute s("s", {p.i}, p.T(p.B(p.i)), p.y(p.C(p.i) & 7));
  std::vector<int> arrays;
  for (const dsl::Access& load : program()->computes.at(0).loads) arrays.push_back(load.array);
  CHECK(arrays == std::vector{2, 0, 3});
  CHECK(program()->used_arrays() == std::vector{0, 1, 2, 3});
}

TEST_CASE("interpret: histogram, scatter and nested indices") {
  init("f");
  var i("i", 0, 64), b("b", 0, 16);
  placeholder x("x", {64}, p_uint(4)), h("h", {16}, p_int32), next("next", {16}, p_int32), two("two", {64}, p_int32);
  next.assume(0, 15);
  compute zero("zero", {b}, 0, h(b));
  compute count("count", {i}, h(x(i)) + 1, h(x(i)));
  compute chase("chase", {i}, next(next(x(i))), two(i));
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 11);
  const auto x_ = contents<std::uint8_t>(memory.arrays[0]);
  const auto next_ = contents<int>(memory.arrays[2]);
  dsl::interpret(*program(), memory);
  std::vector<int> counts(16);
  for (std::uint8_t value : x_) ++counts[value];
  CHECK(contents<int>(memory.arrays[1]) == counts);
  for (std::size_t n = 0; n < 64; ++n) CHECK(contents<int>(memory.arrays[3])[n] == next_[next_[x_[n]]]);
}

TEST_CASE("bad-index: an index that is no integer, with how to make it one") {
  Setting p;
  placeholder F("F", {8}, p_float32);
  const unsigned line = __LINE__ + 1;
  compute s("s", {p.i}, p.T(F(p.i)), p.y(p.i));
  CHECK(places(program()->findings) == std::vector{at_line("bad-index", line)});
  REQUIRE(program()->findings[0].notes.size() == 1);
  CHECK(program()->findings[0].notes[0].text.starts_with("cast(value, p_int32) is one"));
}

TEST_CASE("computed index: numbers of loops beyond 32 bits are exact, whatever chooses among them") {
  init("f");
  var i("i", 0, 100);
  placeholder T("T", {100}, p_int32), y("y", {4, 100}, p_int32), L("L", {100}, p_int64);
  L.assume(-5000000000, 5000000000);
  constexpr int low = -2000000000;
  compute a("a", {i}, T(clamp(i * 50000000 + low, 0, 99)), y(0, i));
  compute b("b", {i}, T(abs(i * 50000000 + low) % 97), y(1, i));
  compute c("c", {i}, T(select(i * 50000000 + low > 0, i * 50000000 / 50000000, 0)), y(2, i));
  compute d("d", {i}, T((L(i) + i * 50000000) % 99), y(3, i));
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 3);
  const auto T_ = contents<int>(memory.arrays[0]);
  const auto L_ = contents<std::int64_t>(memory.arrays[2]);
  dsl::interpret(*program(), memory);
  const auto y_ = contents<int>(memory.arrays[1]);
  for (std::int64_t n = 0; n < 100; ++n) {
    const std::int64_t far = n * 50000000 + low, sum = L_[n] + n * 50000000;
    const std::int64_t places[] = {std::clamp<std::int64_t>(far, 0, 99), std::abs(far) % 97, far > 0 ? n : 0,
                                   (sum % 99 + 99) % 99};
    for (std::int64_t row = 0; row < 4; ++row) {
      CAPTURE(row);
      CAPTURE(n);
      CHECK(y_[100 * row + n] == T_[places[row]]);
    }
  }
}

TEST_CASE("computed index: 64 bits of data lose nothing before a remainder") {
  init("f");
  var i("i", 0, 8);
  placeholder T("T", {100}, p_int32), y("y", {8}, p_int32), L("L", {8}, p_int64);
  compute s("s", {i}, T(L(i) % 100), y(i));
  REQUIRE(program()->findings.empty());
  dsl::Memory memory = dsl::make_memory(*program(), 3);
  const auto T_ = contents<int>(memory.arrays[0]);
  const auto L_ = contents<std::int64_t>(memory.arrays[2]);
  dsl::interpret(*program(), memory);
  for (std::size_t n = 0; n < 8; ++n) CHECK(contents<int>(memory.arrays[1])[n] == T_[(L_[n] % 100 + 100) % 100]);
}

TEST_CASE("computed index: / and % round down by divisors of any sign, and by 0 both are 0, promised or not") {
  const auto floor_div = [](std::int64_t x, std::int64_t n) {
    return n == 0 ? 0 : x / n - (x % n != 0 && (x < 0) != (n < 0));
  };
  const auto places_of = [&](std::int64_t x, std::int64_t by) {
    const auto rest = [&](std::int64_t n) { return n == 0 ? 0 : x - n * floor_div(x, n); };
    return std::array{floor_div(x, by) + 128, rest(by) + 16, floor_div(x, -3) + 64, rest(-3) + 2,
                      floor_div(x, 5 - by) + 128};
  };
  for (const int lowest : {1, 0, -9}) {
    CAPTURE(lowest);
    init("f");
    var i("i", 0, 256);
    placeholder T("T", {257}, p_int32), y("y", {5, 256}, p_int32), B("B", {256}, p_int8), D("D", {256}, p_int8);
    D.assume(lowest, 9);
    const expr x = B(i), by = D(i);
    compute a("a", {i}, T(x / by + 128), y(0, i)), b("b", {i}, T(x % by + 16), y(1, i));
    compute c("c", {i}, T(x / -3 + 64), y(2, i)), d("d", {i}, T(x % -3 + 2), y(3, i));
    compute e("e", {i}, T(x / (5 - by) + 128), y(4, i));
    REQUIRE(program()->findings.empty());
    dsl::Memory memory = dsl::make_memory(*program(), 3);
    const auto T_ = contents<int>(memory.arrays[0]);
    const auto B_ = contents<std::int8_t>(memory.arrays[2]), D_ = contents<std::int8_t>(memory.arrays[3]);
    dsl::interpret(*program(), memory);
    const auto y_ = contents<int>(memory.arrays[1]);
    for (std::size_t n = 0; n < 256; ++n) {
      const auto places = places_of(B_[n], D_[n]);
      for (std::size_t row = 0; row < places.size(); ++row) {
        CAPTURE(row);
        CAPTURE(n);
        CHECK(y_[256 * row + n] == T_[static_cast<std::size_t>(places[row])]);
      }
    }
  }
}

TEST_CASE("computed index: what data mirror at both ends lies between them") {
  Setting p;
  placeholder H("H", {5}, p_int32), E("E", {16}, p_int32);
  E.assume(-4, 8);
  compute s("s", {p.i}, H(mirror(E(p.i), 5)), p.y(p.i));
  const dsl::ExprNode& made = *program()->computes.back().loads.back().indices[0];
  CHECK(dsl::print_affine(*made.operands[1], {"i"}) == "4 - [0, 4]");
  CHECK(program()->findings.empty());
}
