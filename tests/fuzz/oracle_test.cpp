#include <doctest/doctest.h>

#include <cstdlib>

#include "host_batch.hpp"
#include "minimise.hpp"
#include "mistakes.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "process.hpp"
#include "random_directive.hpp"
#include "run.hpp"

using namespace pom;
using namespace pom::fuzz;

namespace oracle_tests {

namespace {

Index at(int loop, int constant) {
  Index made{constant, {0, 0}, Index::Division::none, 1};
  made.coefficients[loop] = 1;
  return made;
}

ValueSpec load(AccessSpec access) { return {ValueSpec::Kind::load, 1, 0, std::move(access), {}}; }

/// A0(i, j) = A0(i - 1, j + step) + 1 with a directive: for step 1 interchanging is illegal, for step 0 legal.
Case diagonal(int step, Primitive directive) {
  Case made{7, {}, {std::move(directive)}};
  made.program.arrays = {{"A0", p_float32, {1, 1}}};
  StatementSpec statement{
      "s0", {{"i", {1, {}, {}, 1}, {6, {}, {}, 1}}, {"j", {0, {}, {}, 1}, {5, {}, {}, 1}}}, {}, {}, {}};
  statement.destination = {0, {at(0, 0), at(1, 0)}};
  statement.value = {ValueSpec::Kind::add, 1, 0, {}, {load({0, {at(0, -1), at(1, step)}}), ValueSpec{}}};
  made.program.statements = {statement};
  fit_arrays(made.program);
  return made;
}

/// A0(0, 0) = 1 by two statements in shared loops, the first of them in every third row only.
Case rows_apart() {
  const Index none{0, {}, Index::Division::none, 1};
  const auto number = [&](int value) {
    Index made = none;
    made.constant = value;
    return made;
  };
  Case made{7, {}, {Split{"s1", 1, 3, "", ""}, Split{"s0", 1, 3, "", ""}, Separate{"s1", 2}}};
  made.program.arrays = {{"A0", p_float32, {1, 1}}};
  const AccessSpec element = {0, {none, none}};
  StatementSpec first{"s0", {{"i", none, number(6)}, {"j", none, number(3)}}, {}, element, {}};
  Index twice = none;
  twice.coefficients = {2};
  twice.division = Index::Division::remainder;
  twice.divisor = 3;
  first.guards = {{{{{twice, ComparisonSpec::Relation::equal, 1}}}}};
  StatementSpec second{"s1", {{"i", none, number(4)}, {"j", at(0, -1), at(0, 3)}}, {}, element, PlacementSpec{0, 1}};
  made.program.statements = {first, second};
  fit_arrays(made.program);
  return made;
}

const Primitive interchange = Interchange{"s0", 0, 1};

std::vector<std::string> kinds(const Judgement& judgement) {
  std::vector<std::string> all;
  for (const Finding& finding : judgement.findings) all.push_back(finding.kind);
  return all;
}

bool has(const Judgement& judgement, const std::string& kind) {
  for (const Finding& finding : judgement.findings) {
    if (finding.kind == kind) return true;
  }
  return false;
}

Claim accept_anyway(const Examination& examination) {
  Claim claim;
  claim.scheduled = examination.replayed().end();
  claim.loops = *poly::generate_loops(*claim.scheduled);
  return claim;
}

Claim refuse_anyway(const std::string& code, const std::string& message) {
  Claim claim;
  claim.errors.push_back({Severity::error, code, message, {"schedule", 1}, {}, ""});
  return claim;
}

Kernel kernel_of(const Case& made) {
  backend::CodegenContext mlir;
  return *judge(made, mlir).kernel;
}

}  // namespace

TEST_CASE("oracle: loops whose iterations remainders tell apart keep their order") {
  backend::CodegenContext mlir;
  const Judgement judgement = judge(rows_apart(), mlir);
  CHECK(judgement.outcome == Outcome::accepted);
  CHECK(kinds(judgement).empty());
}

TEST_CASE("oracle: finds nothing where the library is right") {
  backend::CodegenContext mlir;
  for (int step : {0, 1}) {
    const Case made = diagonal(step, interchange);
    const Judgement judgement = judge(made, mlir);
    CHECK(kinds(judgement).empty());
    CHECK(judgement.outcome == (step == 0 ? Outcome::accepted : Outcome::refused_by_legality));
  }
}

TEST_CASE("oracle: reports an illegal schedule that is declared accepted, by its instances and by its results") {
  backend::CodegenContext mlir;
  const Case made = diagonal(1, interchange);
  const Examination examination(made, mlir);
  const Judgement judgement = examination.examine(accept_anyway(examination));
  CHECK(has(judgement, "accepted-illegal"));
  CHECK(has(judgement, "affine-differs"));
}

TEST_CASE("oracle: reports a legal schedule that is declared refused") {
  backend::CodegenContext mlir;
  const Case made = diagonal(0, interchange);
  const Examination examination(made, mlir);
  const std::string evidence =
      "cannot interchange i and j\ns0[1,1] writes A0[1,1] which s0[2,1] reads; after the interchange s0[2,1] would run "
      "first (flow)";
  const Judgement judgement = examination.examine(refuse_anyway("illegal-interchange", evidence));
  CHECK(has(judgement, "refused-legal"));
  CHECK(has(judgement, "false-evidence"));
}

TEST_CASE("oracle: a directive whose legality was too hard to prove is over-cautious where it is legal, and no claim") {
  backend::CodegenContext mlir;
  const Claim unproved = refuse_anyway("analysis-too-hard", "whether that is legal takes too much work to prove");
  const Case legal = diagonal(0, interchange), illegal = diagonal(1, interchange);
  CHECK(kinds(Examination(legal, mlir).examine(unproved)) ==
        std::vector<std::string>{"over-cautious:analysis-too-hard"});
  CHECK(kinds(Examination(illegal, mlir).examine(unproved)).empty());
}

TEST_CASE("oracle: reports evidence that names the wrong instances") {
  backend::CodegenContext mlir;
  const Case made = diagonal(1, interchange);
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.errors.size() == 1);
  CHECK(examination.examine(claim).findings.empty());
  std::string& message = claim.errors[0].message;
  message.replace(message.find("writes"), 6, "reads");
  CHECK(kinds(examination.examine(claim)) == std::vector<std::string>{"false-evidence"});
}

TEST_CASE("oracle: reports a help that does not help") {
  backend::CodegenContext mlir;
  const Case made = diagonal(1, interchange);
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.errors.size() == 1);
  CHECK(claim.errors[0].help == "s0.skew(i, j, 1, 1) first makes it legal");
  claim.errors[0].help = "s0.skew(i, j, -1, 1) first makes it legal";
  CHECK(kinds(examination.examine(claim)) == std::vector<std::string>{"false-help"});
}

TEST_CASE("oracle: reports a precondition that does not fail") {
  backend::CodegenContext mlir;
  const Case made = diagonal(0, interchange);
  const Examination examination(made, mlir);
  CHECK(has(examination.examine(refuse_anyway("unknown-loop", "\"s0\" has no loop i")), "false-reason:unknown-loop"));
  CHECK(has(examination.examine(refuse_anyway("bad-level", "nonsense")), "false-reason:bad-level"));
}

TEST_CASE("oracle: reports loops that lose or repeat an instance, or leave the schedule's order") {
  backend::CodegenContext mlir;
  const Case made = diagonal(0, interchange);
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.loops);
  poly::LoopNode& outer = claim.loops->roots.front();
  const poly::LoopNode right = outer;
  outer.upper.front().value -= 1;
  CHECK(has(examination.examine(claim), "loops-lose-instance"));
  outer = right;
  outer.body.push_back(outer.body.front());
  CHECK(has(examination.examine(claim), "loops-repeat-instance"));
  outer = right;
  std::swap(outer.body.front().body.front().iterators[0], outer.body.front().body.front().iterators[1]);
  CHECK(has(examination.examine(claim), "loops-add-instance"));
}

TEST_CASE("oracle: reports a pipeline that the loops lost") {
  backend::CodegenContext mlir;
  const Case made = diagonal(0, Pipeline{"s0", 1, 1});
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.loops);
  claim.loops->roots.front().body.front().pipeline.reset();
  CHECK(has(examination.examine(claim), "pipeline-lost"));
}

TEST_CASE(
    "oracle: reports HLS C++ that computes something else or does not compile, and runs the others of the batch") {
  Kernel right = kernel_of(diagonal(0, interchange)), wrong = right, broken = right;
  right.made.seed = 1;
  right.text.replace(right.text.find("f7("), 3, "f1(");
  wrong.text.replace(wrong.text.rfind(" + 1"), 4, " + 2");
  const auto nothing = [](std::uint64_t) {};
  auto findings = run_on_host({right, wrong}, nothing);
  CHECK(findings[0].empty());
  REQUIRE(findings[1].size() == 1);
  CHECK(findings[1][0].kind == "host-differs");
  broken.text += "}";
  findings = run_on_host({right, broken}, nothing);
  CHECK(findings[0].empty());
  REQUIRE(findings[1].size() == 1);
  CHECK(findings[1][0].kind == "host-rejects");
}

TEST_CASE("oracle: a crash is blamed on the case that was announced last") {
  Child child([](const Reporter& reporter) {
    reporter.announce(41, "compiling");
    reporter.announce(42, "HLS C++");
    std::abort();
  });
  CHECK(child.finish() == "crash by signal 6 in HLS C++");
  CHECK(child.last_seed() == 42);
}

TEST_CASE("cases: the same for the same seed, and judged alike by any number of processes") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) CHECK(to_source(make_case(seed)) == to_source(make_case(seed)));
  const auto judged_by = [](int jobs) { return run_cases({Question::schedules, 500, 12, jobs, {}}); };
  const auto one = judged_by(1), three = judged_by(3);
  REQUIRE(one.size() == 12);
  REQUIRE(three.size() == 12);
  for (std::size_t n = 0; n < one.size(); ++n) {
    CHECK(one[n].seed == 500 + n);
    CHECK(one[n].seed == three[n].seed);
    CHECK(one[n].outcome == three[n].outcome);
    CHECK(one[n].codes == three[n].codes);
    CHECK(one[n].findings.empty());
  }
}

TEST_CASE("mistakes: a table of a mistaken shape is printed and judged, whatever it would hold") {
  // Seed 20265765 has a table of 2^63 - 1 numbers.
  CHECK(to_source(make_mistaken(20265765)).find("9223372036854775807") != std::string::npos);
  CHECK(judge_mistaken(20265765).findings.empty());
  // Seed 20261917 skews by -2^63.
  CHECK(judge_mistaken(20261917).findings.empty());
  // Seed 7000064 computes with literals alone, for an integer of 13 bits.
  CHECK(judge_mistaken(7000064).findings.empty());
}

TEST_CASE("minimiser: keeps what the finding needs and drops the rest") {
  Case large;
  for (std::uint64_t seed = 1; large.schedule.size() < 5 || large.program.statements.size() < 3; ++seed)
    large = make_case(seed);
  const std::string needed = primitive_name(large.schedule.back());
  const auto judge = [&](const Case& made) -> std::vector<Finding> {
    for (const Primitive& primitive : made.schedule) {
      if (primitive_name(primitive) == needed) return {{"kind", "it is there"}};
    }
    return {};
  };
  const Minimised small = minimise(large, {"kind", ""}, judge);
  CHECK(small.made.schedule.size() <= 2);  // `after` needs a transformation before it
  CHECK(small.made.program.statements.size() == 1);
  CHECK(small.made.program.statements[0].loops.size() == 1);
  CHECK_FALSE(judge(small.made).empty());
}

}  // namespace oracle_tests
