#include <doctest/doctest.h>

#include "movement_check.hpp"
#include "oracle.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

using namespace pom;
using namespace pom::fuzz;

namespace {

Index number(int constant) { return {constant, {}, Index::Division::none, 1}; }
Index along(int constant, int factor = 1) { return {constant, {factor}, Index::Division::none, 1}; }
ValueSpec load(int array, Index index) { return {ValueSpec::Kind::load, 1, 0, {array, {index}}, {}}; }
ValueSpec one_more(ValueSpec value) { return {ValueSpec::Kind::add, 1, 0, {}, {std::move(value), ValueSpec{}}}; }

StatementSpec nest(const std::string& name, ValueSpec value, int array, Index index) {
  return {name, {{"i", number(0), number(8)}}, std::move(value), {array, {index}}, {}};
}

/// A1(i) = A0(i) + 1; A2(i) = A1(`read`) + 1, with A1 local.
Case chain(Index read, std::vector<Primitive> schedule) {
  Case made{7, {}, std::move(schedule)};
  for (const char* name : {"A0", "A1", "A2"}) made.program.arrays.push_back({name, p_float32, {1}});
  made.program.arrays[1].local = true;
  made.program.statements = {nest("s0", one_more(load(0, along(0))), 1, along(0)),
                             nest("s1", one_more(load(1, read)), 2, along(0))};
  fit_arrays(made.program);
  return made;
}

/// A0(i + 3) = A0(i) + 1, and what is proved about A0.
Case recurrence() {
  Case made{7, {}, {DependenceFact{"s0", 0, "A0"}}};
  made.program.arrays = {{"A0", p_float32, {1}}};
  made.program.statements = {nest("s0", one_more(load(0, along(0))), 0, along(3))};
  fit_arrays(made.program);
  return made;
}

bool has(const Judgement& judgement, const std::string& kind) {
  for (const Finding& finding : judgement.findings) {
    if (finding.kind == kind) return true;
  }
  return false;
}

/// As if nothing had been refused.
Claim accept_anyway(const Examination& examination) {
  Claim claim;
  claim.scheduled = examination.replayed().end();
  claim.loops = *poly::generate_loops(*claim.scheduled);
  return claim;
}

}  // namespace

TEST_CASE("oracle: reports a claim about iterations that is not so, and one that is missing") {
  backend::CodegenContext mlir;
  const Case made = recurrence();
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.loops);
  CHECK(examination.examine(claim).findings.empty());
  std::vector<poly::CarriedFact>& facts = claim.loops->roots.front().facts;
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].distance == 3);
  facts[0].distance = 4;
  CHECK(has(examination.examine(claim), "false-fact"));
  for (const auto kind : {poly::CarriedFact::Kind::none, poly::CarriedFact::Kind::no_flow}) {
    facts[0].kind = kind;
    CHECK(has(examination.examine(claim), "false-fact"));
  }
  facts.clear();
  CHECK(has(examination.examine(claim), "fact-forgotten"));
}

TEST_CASE("oracle: a stream and a dataflow are what they are, and what is none is reported") {
  backend::CodegenContext mlir;
  const std::vector<Primitive> marks = {Dataflow{}, Stream{"A1", 2}};
  const Case right = chain(along(0), marks);
  CHECK(judge(right, mlir).findings.empty());
  CHECK(judge(right, mlir).outcome == Outcome::accepted);
  const Case reversed = chain(along(7, -1), marks);
  CHECK(judge(reversed, mlir).codes == std::vector<std::string>{"not-a-stream"});
  CHECK(judge(reversed, mlir).findings.empty());
  const Examination examination(reversed, mlir);
  CHECK(has(examination.examine(accept_anyway(examination)), "accepted-no-stream"));
  const Examination good(right, mlir);
  Claim refused;
  refused.scheduled = good.replayed().end();
  refused.errors = {{Severity::error, "not-a-stream", "\"A1\" cannot be a FIFO: x", {"schedule", 2}, {}, ""},
                    {Severity::error, "not-a-dataflow", "array \"A1\" is no channel: x", {"schedule", 1}, {}, ""}};
  const Judgement judgement = good.examine(refused);
  CHECK(has(judgement, "false-reason:not-a-stream"));
  CHECK(has(judgement, "false-reason:not-a-dataflow"));
}

TEST_CASE("oracle: a bundle that two processes read, and one that one reads and the other writes") {
  backend::CodegenContext mlir;
  Case made = chain(along(0), {Dataflow{}, Interface{"A0", "m_axi", "g"}, Interface{"A2", "m_axi", "g"}});
  CHECK(judge(made, mlir).findings.empty());
  CHECK(judge(made, mlir).outcome == Outcome::accepted);
  made.program.arrays.push_back({"A3", p_float32, {1}});
  made.program.statements[1].value = {ValueSpec::Kind::add, 1, 0, {}, {load(1, along(0)), load(3, along(0))}};
  made.schedule.push_back(Interface{"A3", "m_axi", "g"});
  fit_arrays(made.program);
  CHECK(judge(made, mlir).codes == std::vector<std::string>{"not-a-dataflow"});
  CHECK(judge(made, mlir).findings.empty());
  const Examination examination(made, mlir);
  CHECK(has(examination.examine(accept_anyway(examination)), "accepted-no-dataflow"));
}

TEST_CASE("oracle: reads of local arrays before they are written") {
  backend::CodegenContext mlir;
  const Case early = chain(along(1), {});
  CHECK(judge(early, mlir).codes == std::vector<std::string>{"uninitialized-read"});
  CHECK(judge(early, mlir).findings.empty());
  const Examination examination(early, mlir);
  CHECK(has(examination.examine(accept_anyway(examination)), "uninitialized-read-not-told"));
  const Case right = chain(along(0), {});
  const Examination good(right, mlir);
  Claim refused;
  refused.errors = {{Severity::error, "uninitialized-read", "x\ns1[2] reads A1[2]", {"program", 1}, {}, ""}};
  CHECK(has(good.examine(refused), "false-reason:uninitialized-read"));
}

TEST_CASE("oracle: a routine that two nests share, called with the wrong arrays") {
  backend::CodegenContext mlir;
  const Case made = chain(along(0), {InlineOff{"s0", "layer"}, InlineOff{"s1", "layer"}});
  const Examination examination(made, mlir);
  Claim claim = examination.ask();
  REQUIRE(claim.loops);
  REQUIRE(claim.loops->routines.size() == 1);
  CHECK(examination.examine(claim).findings.empty());
  std::swap(claim.loops->roots[1].arrays[0], claim.loops->roots[1].arrays[1]);
  CHECK(has(examination.examine(claim), "wrong-call"));
}

TEST_CASE("oracle: reports what a directive moves and must not move") {
  backend::CodegenContext mlir;
  const Fuse fuse{"s1", "s0", 0};
  const Case made = chain(along(0), {fuse});
  const Examination examination(made, mlir);
  const poly::Scop &before = examination.replayed().before[0], &after = examination.replayed().before[1];
  CHECK_FALSE(find_wrong_move(before, after, fuse));
  CHECK(find_wrong_move(before, after, Peel{"s1", 0, 1}));
  CHECK_FALSE(find_wrong_move(after, before, Distribute{"s1", 0}));
  poly::Scop wrong = after;
  std::swap(wrong.statements[0].position, wrong.statements[1].position);
  CHECK(find_wrong_move(before, wrong, fuse));
}
