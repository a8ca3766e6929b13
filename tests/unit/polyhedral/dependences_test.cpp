#include <doctest/doctest.h>

#include <functional>
#include <numeric>

#include "fixture.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/analysis/nearest_write.hpp"

using namespace pom;
using namespace pom::poly;

namespace dependences_tests {

namespace {

/// "flow A s->t (1,1) (<,<)" for each distance of each dependence.
std::vector<std::string> listing(const test::Compiled& program) {
  std::vector<std::string> lines;
  for (const Dependence& dependence : program.dependences.direct) {
    const DistanceSet set = distances(dependence, program.as_written);
    const std::string head = std::string(to_string(dependence.kind)) + " " +
                             program.as_written.program->arrays[dependence.array]->name + " " +
                             program.as_written.statements[dependence.source].name + "->" +
                             program.as_written.statements[dependence.sink].name + " ";
    if (!set.uniform) lines.push_back(head + "not uniform " + to_string(set.directions.front()));
    for (std::size_t n = 0; n < set.vectors.size(); ++n) {
      lines.push_back(head + to_string(set.vectors[n]) + " " + to_string(set.directions[n]));
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("dependences: the paper's Fig. 1 has distance (1,1) and direction (<,<)") {
  test::Compiled program([] {
    var i("i", 1, 5), j("j", 1, 5);
    placeholder A("A", {5, 5}, p_float32);
    compute s("s", {i, j}, A(i - 1, j - 1) * 2 + 3, A(i, j));
  });
  CHECK(listing(program) == std::vector<std::string>{"flow A s->s (1,1) (<,<)"});
}

TEST_CASE("dependences: a reduction is carried by its innermost loop") {
  test::Compiled program([] {
    var i("i", 0, 4), j("j", 0, 4), k("k", 0, 4);
    placeholder A("A", {4, 4}), B("B", {4, 4}), C("C", {4, 4});
    compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  });
  CHECK(listing(program) == std::vector<std::string>{"flow C s->s (0,0,1) (=,=,<)", "output C s->s (0,0,1) (=,=,<)"});
  CHECK(distances(program.dependences.direct.front(), program.as_written).carriers == std::vector<int>{2});
}

TEST_CASE("dependences: only the last write before a read is its source") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder A("A", {8}), B("B", {8});
    compute first("first", {i}, 1.0, A(i));
    compute second("second", {i}, 2.0, A(i));
    compute third("third", {i}, A(i), B(i));
  });
  CHECK(listing(program) == std::vector<std::string>{"flow A second->third () ()", "output A first->second () ()"});
}

TEST_CASE("dependences: a stencil's two statements share the time loop") {
  test::Compiled program([] {
    var t("t", 0, 4), i("i", 1, 7);
    placeholder A("A", {8}), B("B", {8});
    compute s1("s1", {t, i}, A(i - 1) + A(i) + A(i + 1), B(i));
    compute s2("s2", {t, i}, B(i), A(i));
    s2.after(s1, t);
  });
  const std::vector<std::string> lines = listing(program);
  CHECK(std::find(lines.begin(), lines.end(), "flow A s2->s1 (1) (<)") != lines.end());
  CHECK(std::find(lines.begin(), lines.end(), "anti A s1->s2 (0) (=)") != lines.end());
  CHECK(std::find(lines.begin(), lines.end(), "flow B s1->s2 (0) (=)") != lines.end());
}

TEST_CASE("dependences: a distance that is not uniform keeps its exact relation") {
  test::Compiled program([] {
    var i("i", 0, 100);
    placeholder A("A", {300});
    compute s("s", {i}, A(2 * i) + 1, A(i));
  });
  const DistanceSet set = distances(program.dependences.direct.front(), program.as_written);
  CHECK_FALSE(set.uniform);
  CHECK(set.relation.find("->") != std::string::npos);
}

TEST_CASE("bounds: an access outside its array is found with an instance, at its line") {
  test::Compiled program([] {
    var i("i", 0, 8);
    placeholder A("A", {8}), B("B", {8});
    compute s("s", {i}, A(i + 1), B(i));
  });
  const std::vector<Diagnostic> findings = check_bounds(program.as_written);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].code == "out-of-bounds");
  CHECK(findings[0].message.find("s[7] reads A[8]") != std::string::npos);
}

TEST_CASE("bounds: a triangular domain is judged by its instances, not by its bounding box") {
  test::Compiled program([] {
    var i("i", 0, 8), j("j", 0, i + 1);
    placeholder A("A", {8}), B("B", {8, 8});
    compute s("s", {i, j}, A(i - j), B(i, j));
  });
  CHECK(check_bounds(program.as_written).empty());
}

namespace {

/// Each access's nearest writes of array 0, found in both ways.
void check_methods_agree(const test::Compiled& program) {
  const Scop& scop = program.as_written;
  const int statements = static_cast<int>(scop.statements.size());
  std::vector<int> writers(scop.statements.size());
  std::iota(writers.begin(), writers.end(), 0);
  const NearestWrite writes(scop, writers);
  for (int statement = 0; statement < statements; ++statement) {
    std::vector<AccessRelation> accesses = scop.statements[statement].reads;
    accesses.push_back(scop.statements[statement].write);
    for (const AccessRelation& access : accesses) {
      for (const auto& [search, itself] :
           {std::pair{Search::backward, false}, std::pair{Search::forward, true}, std::pair{Search::forward, false}}) {
        const auto together = writes.find(statement, access, search, itself, Method::together);
        const auto by_level = writes.find(statement, access, search, itself, Method::by_level);
        for (int writer = 0; writer < statements; ++writer) {
          CAPTURE(statement);
          CAPTURE(writer);
          REQUIRE(together.contains(writer) == by_level.contains(writer));
          if (together.contains(writer)) CHECK(together.at(writer).is_equal(by_level.at(writer)));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("dependences: a search loop by loop finds the same nearest writes as one over all loops") {
  check_methods_agree(test::Compiled([] {
    var i("i", 0, 6), j("j", 0, 5), k("k", 0, i + 1), l("l", 0, 4);
    placeholder A("A", {64}, p_int32);
    compute s("s", {i, j, k}, A(i + j) + A((i + 2 * k) % 5), A((3 * i + j) % 7));
    compute t("t", {i, j, l}, A(2 * l) + A(j % 3), A(i + l));
    compute u("u", {l}, A(3 * l) + 1, A(l));
    t.after(s, j);
  }));
}

TEST_CASE("dependences: both searches agree where nests stand inside of nests") {
  check_methods_agree(test::Compiled([] {
    var t("t", 0, 3), i("i", 0, 4), j("j", 0, i + 2), k("k", 1, 4);
    placeholder A("A", {16}, p_int32);
    compute first("first", {t, i, j}, A(i + j) + A(2 * t), A(i + j + 1));
    compute beside("beside", {t, i, j}, A(j) + 1, A(i + j));
    compute after_loop("after_loop", {t, i, k}, A(k) + A(i), A(2 * k + i));
    compute in_time("in_time", {t, k}, A(3 * k) + A(k - 1), A(k + t));
    compute once("once", {t}, A(5) + A(2 * t + 1), A(4));
    compute last("last", {t, i, j}, A(i) + A(j + 3), A(6 - t + i));
    compute behind("behind", {i}, A(i) + A(2 * i), A(i));
    beside.after(first, j);
    after_loop.after(beside, i);
    in_time.after(after_loop, t);
    once.after(in_time, t);
    last.after(once, t);
  }));
}

TEST_CASE("dependences: many statements that update an array in place, in loops of their own, are analysed exactly") {
  test::Compiled program([] {
    var i("i", 0, 30), j("j", 0, 30);
    placeholder A("A", {30, 30}, p_int32);
    std::vector<compute> steps;
    for (int n = 0; n < 40; ++n) {
      steps.emplace_back("s" + std::to_string(n), std::vector{i, j}, A(i, j) + n, A(i, j));
      if (n > 0) steps.back().after(steps[n - 1], i);
    }
  });
  CHECK(program.dependences.coarse.empty());
  CHECK(program.dependences.direct.size() == 2 * 39);  // flow and output, each to the next
}

TEST_CASE("dependences: a sum over eleven of thirteen loops is analysed exactly") {
  test::Compiled program([] {
    std::vector<var> loops;
    for (int n = 0; n < 13; ++n) loops.emplace_back("i" + std::to_string(n), 0, 2);
    placeholder A("A", {2, 2}), B("B", {2, 2});
    compute s("s", loops, A(loops[0], loops[1]) + B(loops[12], loops[0]), A(loops[0], loops[1]));
  });
  CHECK(program.dependences.coarse.empty());
  for (const Dependence& dependence : program.dependences.direct) CHECK(dependence.relation.is_single_valued());
}

TEST_CASE("dependences: an analysis that gives up on nearest writes judges schedules as ever") {
  const auto program = [](const std::function<void(compute&, const var&)>& schedule) {
    return [schedule] {
      var i("i", 0, 12), j("j", 0, 12), k("k", 0, 12), l("l", 0, 12);
      placeholder A("A", {64}, p_int32), B("B", {64}, p_int32);
      compute s("s", {i, j, k, l}, A((i + 2 * j + 3 * k + l) % 7 + (3 * i + l) / 4) + B((i + k) % 3),
                A((5 * i + j + 2 * k) % 11 + (j + 4 * l) % 6));
      schedule(s, i);
    };
  };
  test::Compiled written(program([](compute&, const var&) {}));
  REQUIRE(written.dependences.coarse.size() == 1);
  CHECK(describe_coarse(written.as_written, written.dependences).front().severity == Severity::warning);
  CHECK(test::Compiled(program([](compute& s, const var& i) { s.split(i, 4); })).refusal() == "");
  CHECK(test::Compiled(program([](compute& s, const var& i) { s.reverse(i); })).refusal() == "illegal-reverse");
}

TEST_CASE("dependences: two hundred statements in one nest are analysed exactly") {
  test::Compiled program([] {
    var i("i", 0, 64), j("j", 0, 64);
    placeholder A("A", {64, 64}), B("B", {64, 64});
    std::vector<compute> all;
    for (int n = 0; n < 200; ++n) {
      const expr value = A(i, j) * 2.0 + B(i, j);
      all.emplace_back("s" + std::to_string(n), std::vector<var>{i, j}, value, n % 2 ? B(i, j) : A(i, j));
      if (n > 0) all[n].after(all[n - 1], 1);
    }
  });
  CHECK(program.dependences.coarse.empty());
  // From each statement but the first two to the two before it, and the like for anti and output dependences.
  CHECK(program.dependences.direct.size() < 2000);
  for (const Dependence& dependence : program.dependences.direct)
    CHECK(std::abs(dependence.source - dependence.sink) <= 2);
}

TEST_CASE("bounded questions: only the lack of steps is no answer; other failures of isl are its caller's") {
  const poly::IslContext isl;
  const isl::set square(isl.get(), "{ S[i, j] : 0 <= i, j < 8 }"), line(isl.get(), "{ T[i] }");
  CHECK(poly::try_within(isl.get(), 10'000, [&] { CHECK(!square.is_empty()); }));
  CHECK(!poly::try_within(isl.get(), 5, [&] { square.subtract(square.lexmin()).coalesce(); }));
  CHECK_THROWS_AS(poly::try_within(isl.get(), 10'000, [&] { square.intersect(line); }), isl::exception);
  CHECK(!square.is_empty());  // the limit is gone
}

TEST_CASE("bounded questions: those inside of one use up its steps, and those of a pool share them") {
  const poly::IslContext isl;
  const isl::set square(isl.get(), "{ S[i, j] : 0 <= i, j < 8 and (i + j) mod 3 = 1 }");
  const auto ask = [&] { square.lexmin().is_empty(); };
  poly::StepPool all{1'000'000};
  REQUIRE(poly::try_within(isl.get(), all, 1'000'000, ask));
  const unsigned long cost = 1'000'000 - all.left;
  REQUIRE(cost > 20);

  int answered = 0;
  poly::StepPool three{3 * cost + cost / 2};
  while (poly::try_within(isl.get(), three, 1'000'000, ask)) ++answered;
  CHECK(answered == 3);
  CHECK(three.left == 0);

  answered = 0;
  const bool whole = poly::try_within(isl.get(), 3 * cost + cost / 2, [&] {
    while (poly::try_within(isl.get(), 1'000'000, ask)) ++answered;
    ask();
  });
  CHECK(!whole);
  CHECK(answered >= 2);  // finding out how many steps were used takes some
  CHECK(answered <= 3);
}

}  // namespace dependences_tests
