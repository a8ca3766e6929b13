#include <doctest/doctest.h>

#include <set>

#include "brute_force.hpp"
#include "fixture.hpp"
#include "polyhedral/analysis/carried.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "random_program.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

/// The random schedule's scop, legal or not; nothing when a directive does not apply.
std::optional<Scop> apply_untested(const test::Compiled& program) {
  Scop scop = program.as_written;
  for (const Directive& directive : program.program.schedule()) {
    if (apply_directive(scop, directive)) return std::nullopt;
  }
  return scop;
}

/// The statements inside the loop of statement `s` at `level`.
std::vector<int> inside_loop(const Scop& scop, int s, int level) {
  std::vector<int> inside;
  const std::vector<int>& anchor = scop.statements[s].position;
  for (int other = 0; other < static_cast<int>(scop.statements.size()); ++other) {
    const Statement& statement = scop.statements[other];
    if (static_cast<int>(statement.loops.size()) <= level) continue;
    if (std::equal(anchor.begin(), anchor.begin() + level + 1, statement.position.begin())) inside.push_back(other);
  }
  return inside;
}

CarriedConflicts walk_pairs(const std::vector<test::Touch>& all, const std::vector<int>& statements, int level) {
  CarriedConflicts conflicts;
  const std::set<int> inside(statements.begin(), statements.end());
  for (const test::Touch& first : all) {
    for (const test::Touch& second : all) {
      if (!inside.contains(first.statement) || !inside.contains(second.statement)) continue;
      if ((!first.writes && !second.writes) || first.element != second.element) continue;
      bool same_outside = true;
      for (int outer = 0; outer < level; ++outer) {
        same_outside = same_outside && first.iteration(outer) == second.iteration(outer);
      }
      const std::int64_t distance = second.iteration(level) - first.iteration(level);
      if (!same_outside || distance <= 0) continue;
      conflicts.any = true;
      if (!first.writes || second.writes) continue;
      conflicts.least_flow_distance = std::min(conflicts.least_flow_distance.value_or(distance), distance);
    }
  }
  return conflicts;
}

/// The pair that is named as evidence is one: a write and a read of one element, as far apart as is said.
bool is_witnessed(const CarriedConflicts& conflicts, const std::vector<test::Touch>& all, int level,
                  std::int64_t step) {
  const auto runs_in = [&](const test::Touch& touch, const std::vector<std::int64_t>& iteration) {
    for (int d = 0; d <= level; ++d) {
      if (static_cast<int>(touch.time.size()) <= 2 * d + 2 || touch.iteration(d) != iteration[d]) return false;
    }
    return true;
  };
  for (const test::Touch& write : all) {
    for (const test::Touch& read : all) {
      if (write.writes && !read.writes && write.element == read.element && runs_in(write, conflicts.writing) &&
          runs_in(read, conflicts.reading)) {
        return conflicts.reading[level] - conflicts.writing[level] == *conflicts.least_flow_distance * step;
      }
    }
  }
  return false;
}

std::int64_t step_of_loop(const Scop& scop, const std::vector<int>& statements, int level) {
  std::optional<isl::set> all;
  for (int s : statements) {
    const isl::set own = keep_first(scop.statements[s].loop_map.range(), level + 1);
    all = all ? all->unite(own) : own;
  }
  return stride(*all, level);
}

}  // namespace

TEST_CASE("carried: agrees with all pairs of instances on random programs and schedules") {
  const unsigned first_seed = 20260301;
  int compared = 0, carrying = 0, without_flow = 0;
  for (unsigned seed = first_seed; seed < first_seed + 250; ++seed) {
    CAPTURE(seed);
    test::RandomProgram generator(seed);
    const test::Compiled program([&] { generator.declare(); });
    const auto scop = apply_untested(program);
    if (!scop) continue;
    for (int array = 0; array < static_cast<int>(scop->program->arrays.size()); ++array) {
      const std::vector<test::Touch> all = test::touches_in_order(*scop, array);
      const Statement& first = scop->statements.front();
      for (int level = 0; level < static_cast<int>(first.loops.size()); ++level) {
        CAPTURE(level);
        const std::vector<int> statements = inside_loop(*scop, 0, level);
        const CarriedConflicts found = find_carried_conflicts(*scop, statements, {level, level, {{}}}, array);
        const CarriedConflicts expected = walk_pairs(all, statements, level);
        CHECK(found.any == expected.any);
        // Counted in iterations; the walk counts in values of the loop.
        const std::int64_t step = step_of_loop(*scop, statements, level);
        CHECK(found.least_flow_distance.has_value() == expected.least_flow_distance.has_value());
        if (found.least_flow_distance) CHECK(*found.least_flow_distance * step == *expected.least_flow_distance);
        if (found.least_flow_distance) CHECK(is_witnessed(found, all, level, step));
        ++compared;
        carrying += found.any ? 1 : 0;
        without_flow += found.any && !found.least_flow_distance ? 1 : 0;
      }
    }
  }
  MESSAGE("seeds ", first_seed, "…: ", compared, " loops, ", carrying, " carry a conflict, ", without_flow,
          " of them no flow");
  CHECK(carrying > 50);
  CHECK(compared - carrying > 50);
  CHECK(without_flow > 5);
}

TEST_CASE("carried: a sum is carried by the loop that it runs over, and by no other") {
  test::Compiled program([] {
    var i("i", 0, 4), j("j", 0, 5);
    placeholder A("A", {4, 5}), x("x", {4});
    compute s("s", {i, j}, x(i) + A(i, j), x(i));
  });
  CHECK_FALSE(find_carried_conflicts(program.as_written, {0}, {0, 0, {{}}}, 1).any);
  const CarriedConflicts inner = find_carried_conflicts(program.as_written, {0}, {1, 1, {{}}}, 1);
  CHECK(inner.least_flow_distance == 1);
  CHECK(inner.writing == std::vector<std::int64_t>{0, 0});
  CHECK(inner.reading == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("carried: a value that is read before it is written again is no flow") {
  test::Compiled program([] {
    var i("i", 0, 7);
    placeholder A("A", {8});
    compute s("s", {i}, A(i + 1), A(i));
  });
  const CarriedConflicts conflicts = find_carried_conflicts(program.as_written, {0}, {0, 0, {{}}}, 0);
  CHECK(conflicts.any);
  CHECK_FALSE(conflicts.least_flow_distance);
}

namespace {

std::string loops(const std::function<void()>& declare) { return test::Compiled(declare).loops(); }

/// The first code that the loops of an accepted schedule are refused with.
std::string refusal_by_loops(const std::function<void()>& declare) {
  test::Compiled program(declare);
  const auto tree = poly::generate_loops(*program.scheduled());
  return tree ? "" : tree.errors().front().code;
}

}  // namespace

TEST_CASE("dependence: says what is proved, where it was asked") {
  CHECK(loops([] {
          var i("i", 0, 8);
          placeholder A("A", {16});
          compute s("s", {i}, A(2 * i + 1), A(2 * i));
          s.pipeline(i, 1).dependence(i, A);
        }).find("carries-nothing(A)") != std::string::npos);
  CHECK(loops([] {
          var i("i", 0, 7);
          placeholder A("A", {8});
          compute s("s", {i}, A(i + 1), A(i));
          s.dependence(i, A);
        }).find("carries-no-flow(A)") != std::string::npos);
  CHECK(loops([] {
          var i("i", 3, 9);
          placeholder A("A", {9});
          compute s("s", {i}, A(i - 3), A(i));
          s.dependence(i, A);
        }).find("carries-flow(A, distance 3)") != std::string::npos);
}

TEST_CASE("dependence: the distance counts iterations, not the loop's step") {
  CHECK(loops([] {
          var i("i", 0, 4), j("j", 0, 9);
          placeholder A("A", {40}), B("B", {4, 9});
          compute s("s", {i, j}, A(4 * i + j) + B(i, j), A(4 * i + j + 4));
          s.skew(i, j, 1, 2).dependence(1, A);
        }).find("carries-flow(A, distance 4)") != std::string::npos);
}

TEST_CASE("dependence: the first value of a loop's run may be a quotient") {
  CHECK(loops([] {
          var i("i", 0, 3), j("j", 0, 4), a("a"), b("b"), c("c"), d("d");
          placeholder A("A", {1}, p_float32);
          compute s("s", {i, j}, expr(1.0), A(0));
          s.peel(0, -1);
          s.split(j, 2, a, b).skew(i, a, 2, 2, c, d).interchange(c, d);
          s.dependence(2, A);
        }).find("carries-no-flow(A)") != std::string::npos);
}

TEST_CASE("dependence: the one iteration of a skewed loop is its first, whatever its value") {
  // The loop's one value moves with the loop around; element 0 is read one iteration after it was written.
  CHECK(refusal_by_loops([] {
          var i("i", 0, 2), j("j", 0, i), k("k", 0, 2);
          placeholder A("A", {2});
          compute s("s", {i, j, k}, A(wrap(k - 1, 2)), A(0));
          s.interchange(j, k);
          s.skew(1, j, 1, 1).dependence(2, A);
          s.pipeline(2, 1);
        }) == "no-dependence-fact");
}

TEST_CASE("dependence: iterations of a skewed loop are counted from the first of their run") {
  // Each run of the skewed loop has two iterations and starts one value later than the run before.
  CHECK(refusal_by_loops([] {
          var i("i", 0, 2), j("j", 0, 2);
          placeholder A("A", {5});
          compute s("s", {i, j}, A(j + 3), A(3));
          s.skew(i, j, 1, 1).dependence(1, A);
        }) == "no-dependence-fact");
  CHECK(loops([] {
          var i("i", 0, 8), j("j", 0, 6);
          placeholder A("A", {9, 6});
          compute s("s", {i, j}, A(i, j) * 2, A(i + 1, j));
          s.skew(i, j, 1, 1).dependence(1, A);
        }).find("carries-flow(A, distance 6)") != std::string::npos);
}

TEST_CASE("dependence: behind the last iteration of a loop that a parameter decides comes the loop around") {
  const auto chain = [](const std::function<expr(const expr&)>& end, bool guarded) {
    return [=] {
      parameter M("M", 1, 5);
      var i("i", 1, 12), j("j", 0, end(M));
      placeholder A("A", {12, 5}), B("B", {12, 5});
      compute s("s", {i, j}, B(i, j) / A(i - 1, j), A(i, j));
      if (guarded) s.where(j < M);
      s.pipeline(j, 1).dependence(j, A);
    };
  };
  CHECK(loops(chain([](const expr&) { return expr(5); }, false)).find("carries-flow(A, distance 5)") !=
        std::string::npos);
  CHECK(refusal_by_loops(chain([](const expr& M) { return M; }, false)) == "no-dependence-fact");
  CHECK(refusal_by_loops(chain([](const expr&) { return expr(5); }, true)) == "no-dependence-fact");
  CHECK(loops([] {
          parameter M("M", 1, 5);
          var t("t", 0, 3), i("i", 0, M), j("j", 0, 4);
          placeholder A("A", {5, 4}), B("B", {5, 4});
          compute s("s", {t, i, j}, A(i, j) * B(i, j), A(i, j));
          s.pipeline(j, 1).dependence(j, A);
        }).find("carries-flow(A, distance 4)") != std::string::npos);
  // A triangle's inner loop is not flattened.
  CHECK(loops([] {
          var i("i", 1, 12), j("j", 0, i);
          placeholder A("A", {12, 12}), B("B", {12, 12});
          compute s("s", {i, j}, B(i, j) / A(i - 1, j), A(i, j));
          s.pipeline(j, 1).dependence(j, A);
        }).find("carries-nothing(A)") != std::string::npos);
}

TEST_CASE("dependence: what it refuses") {
  CHECK(refusal_by_loops([] {
          var i("i", 0, 4), j("j", 0, 5);
          placeholder A("A", {4, 5}), x("x", {4});
          compute s("s", {i, j}, x(i) + A(i, j), x(i));
          s.dependence(j, x);
        }) == "no-dependence-fact");
  const auto refusal = [](const std::function<void()>& declare) { return test::Compiled(declare).refusal(); };
  CHECK(refusal([] {
          var i("i", 0, 4), j("j");
          placeholder A("A", {4}), x("x", {4});
          compute s("s", {i}, A(i), x(i));
          s.dependence(j, x);
        }) == "unknown-loop");
  CHECK(refusal([] {
          var i("i", 0, 4);
          placeholder A("A", {4}), x("x", {4});
          compute s("s", {i}, A(i), x(i));
          s.dependence(i, A);
        }) == "no-dependence-fact");
}
