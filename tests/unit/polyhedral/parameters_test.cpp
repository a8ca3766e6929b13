#include <doctest/doctest.h>

#include <map>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/at_sizes.hpp"
#include "fixture.hpp"

using namespace pom;

namespace {

/// A program with one size, which is a parameter or a number.
using Body = void (*)(const expr& size);

/// A(i) = A(i-1) + A(N-1-i): near ones forward, mirrored ones both ways.
void mirrored(const expr& size) {
  var i("i", 1, size);
  placeholder A("A", {64});
  compute s("s", {i}, A(i) = A(i - 1) + A(size - 1 - i));
}

/// A triangle whose rows are read by the columns behind it.
void triangle(const expr& size) {
  var i("i", 0, size), j("j", 0, i + 1);
  placeholder A("A", {64, 64});
  compute s("s", {i, j}, A(i, j) = A(j, i) + A(i, j));
}

/// Two nests; the guard leaves a band.
void banded(const expr& size) {
  var i("i", 0, size), j("j", 0, size);
  placeholder A("A", {64, 64}), b("b", {64});
  compute s("s", {i, j}, A(i, j) = b(j));
  s.where(i + j < size && i < j + 3);
  compute t("t", {i, j}, b(i) += A(j, i));
}

constexpr std::int64_t least = 1, greatest = 9;

using Relations = std::map<std::tuple<poly::DependenceKind, int, int, int>, isl::union_map>;

Relations relations_of(const poly::Dependences& dependences, const isl::ctx& context) {
  Relations all;
  for (const poly::Dependence& one : dependences.direct) {
    const auto key = std::tuple(one.kind, one.source, one.sink, one.array);
    const auto known = all.try_emplace(key, isl::union_map::empty(context)).first;
    known->second = known->second.unite(one.relation.to_union_map());
  }
  return all;
}

/// Whether the parametric dependences at a size are those of the program with that number.
void check_dependences(Body body) {
  const test::Compiled parametric([&] { body(parameter("N", least, greatest)); });
  const isl::ctx context = parametric.context.get();
  Relations of_all = relations_of(parametric.dependences, context);
  for (std::int64_t size = least; size <= greatest; ++size) {
    CAPTURE(size);
    const test::Compiled fixed([&] { body(expr(size)); });
    Relations expected = relations_of(fixed.dependences, fixed.context.get());
    const isl::set at(context, "[N] -> { : N = " + std::to_string(size) + " }");
    for (auto& [key, relation] : of_all) {
      const isl::union_map here = relation.intersect_params(at);
      const auto same = expected.find(key);
      const isl::union_map wanted = same == expected.end() ? isl::union_map::empty(context)
                                                           : isl::union_map(context, poly::to_text(same->second));
      CHECK(here.is_equal(wanted.intersect_params(at)));
      if (same != expected.end()) expected.erase(same);
    }
    for (const auto& [key, relation] : expected) CHECK(relation.is_empty());
  }
}

void anti_diagonal(const expr& size, const std::function<void(compute&)>& schedule) {
  var i("i", 1, size), j("j", 0, size - 1);
  placeholder A("A", {64, 64});
  compute s("s", {i, j}, A(i, j) = A(i - 1, j + 1));
  schedule(s);
}

}  // namespace

TEST_CASE("parameters: the dependences at each size are those of the program with that number") {
  for (Body body : {mirrored, triangle, banded}) check_dependences(body);
}

TEST_CASE("parameters: a refusal names the least size that shows the violated dependence") {
  const test::Compiled program([] { anti_diagonal(parameter("N", 1, 64), [](compute& s) { s.interchange(0, 1); }); });
  const auto result = program.scheduled();
  REQUIRE_FALSE(result);
  CHECK(
      result.errors().front().message ==
      "cannot interchange i and j of \"s\"\n"
      "s[1,1] writes A[1,1] which s[2,0] reads; after the interchange s[2,0] would run first (flow, distance (1,-1)), "
      "with N = 3");
}

TEST_CASE("parameters: what violates a dependence at no size that was promised is legal") {
  const test::Compiled program([] { anti_diagonal(parameter("N", 1, 2), [](compute& s) { s.interchange(0, 1); }); });
  CHECK(program.refusal() == "");
}

TEST_CASE("parameters: strips of a loop end where the size says") {
  const test::Compiled program([] {
    parameter N("N", 1, 64);
    var i("i", 0, N);
    placeholder A("A", {N});
    compute s("s", {i}, A(i) = A(i) * 2.0f);
    s.split(i, 8);
  });
  CHECK(program.loops() ==
        "s_i_0: for i_0 in [0, floor(N + -1/8) + 1)\n"
        "  s_i_1: for i_1 in [0, min(8, N + -8*i_0))\n"
        "    s[8*i_0 + i_1]\n");
}

TEST_CASE("parameters: an access is judged by the extent that the caller fills, not by the room there is") {
  const test::Compiled program([] {
    parameter N("N", 4, 64);
    var i("i", 0, N);
    placeholder A("A", {N}), B("B", {N});
    compute s("s", {i}, B(i) = A(i + 1));
  });
  const auto findings = poly::check_bounds(program.as_written);
  REQUIRE(findings.size() == 1);
  CHECK(findings.front().message == "\"s\" reads outside A[N]\nwith N = 4, s[3] reads A[4]");
}

TEST_CASE("parameters: numbers take their place everywhere, and shared parts stay shared") {
  const test::Compiled program([] {
    parameter N("N", 1, 64);
    var i("i", 0, N);
    placeholder A("A", {N}, p_int32);
    const expr twice = N * 2;
    compute s("s", {i}, A(i) = twice * twice + A(N - 1 - i));
  });
  const dsl::Function& written = *program.program.record();
  REQUIRE(written.parameters() == std::vector{0});
  const dsl::Function fixed = dsl::at_sizes(written, {{0, 5}});
  CHECK(fixed.parameters().empty());
  const auto& product = fixed.computes[0].value->operands[0];
  CHECK(product->operands[0] == product->operands[1]);
  CHECK(dsl::count_instances(fixed, 100) == 5);
  CHECK(dsl::count_instances(written, 100) == 64);
}

TEST_CASE("parameters: sizes to run at have the largest, the least, and odd ones between, each once") {
  const test::Compiled program([] {
    parameter N("N", 1, 64), M("M", 3, 3);
    var i("i", 0, N), j("j", 0, M);
    placeholder A("A", {N, M}, p_int32);
    compute s("s", {i, j}, A(i, j) = i);
  });
  const dsl::Function& written = *program.program.record();
  const auto samples = dsl::sample_sizes(written, 8);
  CHECK(samples == std::vector<dsl::Sizes>{{{0, 64}, {1, 3}}, {{0, 1}, {1, 3}}, {{0, 39}, {1, 3}}});
  CHECK(dsl::sample_sizes(written, 2).size() == 2);
  CHECK(dsl::to_string(samples.back(), written) == "N = 39, M = 3");
}

TEST_CASE("parameters: one that only an extent speaks of is an argument too") {
  const test::Compiled program([] {
    parameter N("N", 1, 9);
    var i("i", 0, 1);
    placeholder A("A", {N}, p_int32);
    compute s("s", {i}, A(i) = 2);
  });
  CHECK(program.program.record()->parameters() == std::vector{0});
  CHECK(poly::check_bounds(program.as_written).empty());
}
