#include "oracle.hpp"

#include <algorithm>
#include <functional>

#include "codegen/execute/jit.hpp"
#include "codegen/hls/kernel.hpp"
#include "fact_check.hpp"
#include "flow_check.hpp"
#include "help_check.hpp"
#include "loop_walk.hpp"
#include "movement_check.hpp"
#include "polyhedral/analysis/bounds.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/buffers/pack_arguments.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/streaming/place_windows.hpp"
#include "polyhedral/streaming/stream_channels.hpp"
#include "reasons.hpp"
#include "support/findings.hpp"

namespace pom::fuzz {

namespace {

constexpr const char* over_cautious = "over-cautious:";

/// List scheduling has anomalies: a longer period may lengthen an iteration.
constexpr const char* scheduling_anomaly = "estimate-clock";

/// Refusals that judge the text of the generated loops: a bound that looks variable and is not.
bool is_of_loop_text(const std::string& code) {
  return code == "pipeline-variable-bound" || code == "unroll-variable-bound" || code == "unroll-factor";
}

bool is_illegality(const Diagnostic& error) { return error.code.starts_with("illegal-"); }

Outcome outcome_of(const Claim& claim) {
  if (claim.errors.empty()) return Outcome::accepted;
  const bool illegal = std::any_of(claim.errors.begin(), claim.errors.end(), is_illegality);
  return illegal ? Outcome::refused_by_legality : Outcome::refused_by_precondition;
}

std::string list_codes(const std::vector<Diagnostic>& errors) {
  std::string text;
  for (const Diagnostic& error : errors) text += error.code + "@" + std::to_string(error.at.line) + " ";
  return text;
}

Result<poly::Scop> with_buffers(const poly::Scop& scheduled, const poly::IslContext& isl) {
  auto buffered = poly::place_buffers(scheduled, isl);
  return buffered ? Result<poly::Scop>(std::move(buffered->scop)) : buffered.errors();
}

/// A window or an accumulator has the array's elements.
bool is_kept(const poly::HardwareMarks& marks, int array) {
  const auto is_of = [&](const auto& mark) { return mark.array == array; };
  return std::any_of(marks.reuses.begin(), marks.reuses.end(), is_of) ||
         std::any_of(marks.buffers.begin(), marks.buffers.end(),
                     [&](const poly::BufferMark& mark) { return is_of(mark) && mark.accumulates; });
}

bool has_accumulators(const poly::HardwareMarks& marks) {
  return std::any_of(marks.buffers.begin(), marks.buffers.end(), std::mem_fn(&poly::BufferMark::accumulates));
}

/// With the windows, accumulators and buffers that directives ask for. Streams are judged with the first two.
Result<poly::Scop> with_storage(const poly::Scop& scheduled, const poly::IslContext& isl) {
  Result<poly::Scop> placed = poly::place_windows(scheduled, isl);
  if (placed) placed = with_buffers(*placed, isl);
  if (!placed || (scheduled.hardware.reuses.empty() && !has_accumulators(scheduled.hardware))) return placed;
  const std::vector<Diagnostic> errors = poly::check_dataflow(*placed);
  return errors.empty() ? placed : Result<poly::Scop>(errors);
}

Result<poly::Scop> with_channels(const poly::Scop& scheduled, const poly::Scop& as_written,
                                 const poly::IslContext& isl) {
  auto streaming = poly::stream_channels(scheduled, poly::analyze_dependences(as_written), isl, poly::CountAlive::no);
  if (!streaming) return streaming.errors();
  if (Status refused = poly::check_streamed_words(*streaming, scheduled.statements.size())) return *refused;
  return std::move(streaming->scop);
}

}  // namespace

Examination::Examination(const Case& made, backend::CodegenContext& mlir)
    : case_(made),
      mlir_(mlir),
      rewritten_(rewrite(made)),
      program_(record(made)),
      as_written_(poly::extract_scop(program_, isl_)),
      replay_(replay(as_written_, program_->schedule)),
      instances_(*program_) {}

Claim Examination::ask() const {
  Claim claim;
  if (rewritten_.refused) {
    claim.errors = {*rewritten_.refused};
    return claim;
  }
  claim.errors = program_->findings;
  for (const auto& check : {poly::check_bounds, poly::check_local_arrays}) {
    for (const Diagnostic& finding : check(as_written_)) claim.errors.push_back(finding);
  }
  if (!claim.errors.empty()) return claim;
  Result<poly::Scop> scheduled =
      poly::apply_schedule(as_written_, poly::analyze_dependences(as_written_), program_->schedule);
  if (!scheduled) {
    claim.errors = scheduled.errors();
    return claim;
  }
  claim.scheduled = *scheduled;
  const poly::HardwareMarks& marks = claim.scheduled->hardware;
  const bool copies = !marks.buffers.empty() || !marks.packs.empty() || !marks.regions.empty() || !marks.reuses.empty();
  const bool keeps = !marks.reuses.empty() || has_accumulators(marks);
  if (!keeps) claim.errors = poly::check_dataflow(*claim.scheduled);
  if (!claim.errors.empty()) return claim;
  Result<poly::LoopTree> loops = poly::generate_loops(*claim.scheduled);
  if (!loops) {
    claim.errors = loops.errors();
    return claim;
  }
  claim.loops = *loops;
  const Result<poly::Scop> stored = with_storage(*claim.scheduled, isl_);
  if (copies) build(claim, stored);
  if (marks.automatic_channels && stored) build(claim, with_channels(*stored, as_written_, isl_));
  return claim;
}

/// Buffers and automatic channels are judged by execution: the walk over the loops knows the statements of the program
/// only.
void Examination::build(Claim& claim, const Result<poly::Scop>& with_copies) const {
  const auto loops = with_copies ? poly::generate_loops(*with_copies) : Result<poly::LoopTree>(with_copies.errors());
  if (loops) {
    claim.built = *loops;
    return;
  }
  claim.errors = loops.errors();
  claim.loops.reset();
}

Judgement Examination::examine(const Claim& claim) const {
  Judgement judgement;
  judgement.outcome = outcome_of(claim);
  for (const Diagnostic& error : claim.errors) judgement.codes.push_back(error.code);
  examine_rewriting(judgement);
  if (rewritten_.refused) return judgement;
  examine_program(claim, judgement);
  const auto is_of_program = [](const Diagnostic& error) { return directive_at(error.at) < 0; };
  if (std::any_of(claim.errors.begin(), claim.errors.end(), is_of_program)) return judgement;
  if (!program_->findings.empty()) {
    examine_errors(claim, judgement);
    return judgement;
  }
  examine_moves(judgement);
  claim.scheduled ? examine_accepted(claim, judgement) : examine_refused(claim, judgement);
  return judgement;
}

namespace {

/// The program that the refused rewriting was to change: others may have changed it before.
std::shared_ptr<const dsl::Function> program_before_refusal(Case made) {
  RewrittenProgram before;
  do {
    made.rewriting.pop_back();
    before = rewrite(made);
  } while (before.refused);
  return before.program;
}

}  // namespace

/// A program that directives have changed computes the same; where one is refused, its evidence holds.
void Examination::examine_rewriting(Judgement& judgement) const {
  if (case_.rewriting.empty()) return;
  if (rewritten_.refused) {
    const auto wrong = disprove_rewriting_refusal(*rewritten_.refused, *program_before_refusal(case_));
    if (wrong) judgement.findings.push_back({"false-evidence", *wrong});
    return;
  }
  // What a local array holds that nothing was written to is promised by neither program.
  const poly::IslContext context;
  if (!poly::check_local_arrays(poly::extract_scop(rewritten_.written, context)).empty()) return;
  const std::string difference = find_difference(case_, rewritten_);
  if (!difference.empty()) judgement.findings.push_back({"rewriting-differs", difference});
}

/// The program itself is right by construction, but for reads of local arrays; else only directives can be refused.
void Examination::examine_program(const Claim& claim, Judgement& judgement) const {
  bool told = !program_->findings.empty();  // then nobody has looked yet
  for (const Diagnostic& error : claim.errors) {
    if (directive_at(error.at) >= 0) continue;
    told = true;
    // The schedule was accepted, and its loops take too many steps to generate.
    if (!claim.loops && claim.scheduled && error.code == "analysis-too-hard") {
      judgement.findings.push_back({over_cautious + error.code, error.message});
    } else if (error.code != "uninitialized-read") {
      judgement.findings.push_back({"program:" + error.code, error.message});
    } else if (const auto wrong = disprove_uninitialized_read(error, instances_, *program_)) {
      judgement.findings.push_back({"false-reason:" + error.code, *wrong + "\n" + error.message});
    }
  }
  if (!told && find_uninitialized_read(instances_, *program_))
    judgement.findings.push_back(
        {"uninitialized-read-not-told", "an element of a local array is read before it is written"});
}

void Examination::examine_moves(Judgement& judgement) const {
  for (std::size_t n = 0; n < program_->schedule.size(); ++n) {
    if (!replay_.applied[n]) continue;
    const auto wrong = find_wrong_move(replay_.before[n], replay_.before[n + 1], program_->schedule[n].primitive);
    if (wrong) judgement.findings.push_back({"wrong-move", to_string(program_->schedule[n]) + ": " + *wrong});
  }
}

void Examination::examine_accepted(const Claim& claim, Judgement& judgement) const {
  const Ranks ranks = rank_instances(instances_, *claim.scheduled);
  if (!ranks.error.empty()) {
    judgement.findings.push_back({"schedule-loses-instance", ranks.error});
    return;
  }
  if (const auto pair = find_violated_pair(instances_, ranks, {})) {
    judgement.findings.push_back({"accepted-illegal", to_string(instances_, *pair, *program_)});
  }
  examine_errors(claim, judgement);
  if (!claim.loops) return;
  if (const auto defect = find_loop_defect(*claim.loops, *claim.scheduled, instances_, ranks)) {
    judgement.findings.push_back({defect->kind, defect->detail});
  }
  if (const auto forgotten = find_forgotten_request(*claim.loops, *claim.scheduled)) {
    judgement.findings.push_back({"fact-forgotten", *forgotten});
  }
  examine_flow(*claim.scheduled, ranks, judgement);
  execute(claim, judgement);
}

/// Accepted channels and streams.
void Examination::examine_flow(const poly::Scop& scheduled, const Ranks& ranks, Judgement& judgement) const {
  for (std::size_t a = 0; scheduled.hardware.dataflow && a < program_->arrays.size(); ++a) {
    const std::string why = why_no_channel(scheduled, static_cast<int>(a));
    if (!why.empty()) judgement.findings.push_back({"accepted-no-dataflow", program_->arrays[a]->name + ": " + why});
  }
  for (const poly::PortMark& port : scheduled.hardware.ports) {
    for (const bool writes : {false, true}) {
      const std::string why = scheduled.hardware.dataflow ? why_no_bundle(scheduled, port.bundle, writes) : "";
      if (!why.empty()) judgement.findings.push_back({"accepted-no-dataflow", port.bundle + ": " + why});
    }
  }
  for (const poly::StreamMark& mark : scheduled.hardware.streams) {
    if (is_kept(scheduled.hardware, mark.array)) continue;  // it is another access that reads or writes the FIFO
    const std::string why = why_no_stream(instances_, ranks, scheduled, mark.array);
    const std::string& name = program_->arrays[mark.array]->name;
    if (!why.empty()) judgement.findings.push_back({"accepted-no-stream", name + ": " + why});
  }
}

/// Whether the directive itself was applied, and only its legality took too much work to prove.
bool Examination::is_unproved(const Diagnostic& error) const {
  const int n = directive_at(error.at);
  return error.code == "analysis-too-hard" && n >= 0 && replay_.applied[n];
}

void Examination::examine_refused(const Claim& claim, Judgement& judgement) const {
  std::vector<Diagnostic> expected, preconditions;
  for (const auto& error : replay_.errors) {
    if (error) expected.push_back(*error);
  }
  std::copy_if(claim.errors.begin(), claim.errors.end(), std::back_inserter(preconditions),
               [&](const Diagnostic& error) { return !is_illegality(error) && !is_unproved(error); });
  const bool unproved = std::any_of(claim.errors.begin(), claim.errors.end(),
                                    [&](const Diagnostic& error) { return is_unproved(error); });
  if (list_codes(expected) != list_codes(preconditions)) {
    judgement.findings.push_back(
        {"replay-differs", "one by one: " + list_codes(expected) + "; together: " + list_codes(preconditions)});
  }
  const Ranks ranks = rank_instances(instances_, replay_.end());
  if (!ranks.error.empty()) {
    judgement.findings.push_back({"schedule-loses-instance", ranks.error});
    return;
  }
  const auto pair = find_violated_pair(instances_, ranks, replay_.failed);
  const bool says_illegal = judgement.outcome == Outcome::refused_by_legality;
  if (says_illegal && !pair) {
    judgement.findings.push_back(
        {"refused-legal", "no pair of conflicting accesses changes its order, but: " + claim.errors.back().message});
  }
  // Statements that were given up order others only through dependences that nobody looks at any more.
  const auto is_given_up = [&](const Touch& touch) {
    return touch.writes && replay_.failed.contains(instances_.all[touch.instance].statement);
  };
  const bool untold = !says_illegal && !unproved && pair;
  if (unproved && !pair)
    judgement.findings.push_back({over_cautious + std::string("analysis-too-hard"), claim.errors.back().message});
  if (untold && std::none_of(instances_.touches.at(pair->element).begin(), instances_.touches.at(pair->element).end(),
                             is_given_up)) {
    judgement.findings.push_back({"illegality-not-told", to_string(instances_, *pair, *program_)});
  }
  examine_errors(claim, judgement);
}

void Examination::examine_errors(const Claim& claim, Judgement& judgement) const {
  for (const Diagnostic& error : claim.errors) {
    const auto n = static_cast<std::size_t>(directive_at(error.at));
    if (is_illegality(error)) {
      if (const auto wrong = disprove_evidence(error, instances_, replay_.before[n + 1])) {
        judgement.findings.push_back({"false-evidence", *wrong + "\n" + error.message});
      }
      if (const auto wrong = disprove_help(error, program_->schedule[n], instances_, replay_.before[n])) {
        judgement.findings.push_back({"false-help", *wrong + "\n" + error.message});
      }
      continue;
    }
    // What the DSL refuses is not among the directives; the program as written is enough to judge it.
    const bool refused_by_dsl = !program_->findings.empty();
    const poly::Scop& scop = claim.scheduled ? *claim.scheduled : refused_by_dsl ? as_written_ : replay_.before[n];
    const Directive directive{case_.schedule[n], error.at};
    if (const auto wrong = disprove_precondition({error, directive, scop})) {
      judgement.findings.push_back(
          {(is_of_loop_text(error.code) ? over_cautious : "false-reason:") + error.code, *wrong});
    }
  }
}

void Examination::execute(const Claim& claim, Judgement& judgement) const {
  const auto module = backend::lower_to_affine(claim.built ? *claim.built : *claim.loops, mlir_);
  if (!module) {
    // The lowering refuses words whose loop the generator cut: it judges the loops' text.
    const Diagnostic& error = module.errors().front();
    judgement.findings.push_back(
        {error.code == "bad-pack" && claim.built ? over_cautious + error.code : "not-lowered", error.message});
    return;
  }
  dsl::Memory affine = initial_memory(case_, *program_);
  const auto called = claim.built ? poly::with_words(program_, *claim.built->program) : program_;
  backend::run_affine(*module, *called, affine);
  const std::string difference =
      first_difference(*program_, expected_memory(case_, *program_), affine, "affine module");
  if (!difference.empty()) judgement.findings.push_back({"affine-differs", difference});
  const auto kernel = backend::emit_kernel(*module, "");
  if (!kernel) {
    judgement.findings.push_back({"not-emitted", kernel.errors().front().message});
    return;
  }
  judgement.kernel = Kernel{case_, *kernel, called};
}

bool is_defect(const Finding& finding) {
  return !finding.kind.starts_with(over_cautious) && finding.kind != scheduling_anomaly;
}

Judgement judge(const Case& made, backend::CodegenContext& mlir) {
  const auto failed = [](const std::string& kind, const std::exception& error) {
    Judgement judgement;
    judgement.outcome = Outcome::refused_by_precondition;
    judgement.findings.push_back({kind, error.what()});
    return judgement;
  };
  try {
    const Examination examination(made, mlir);
    return examination.examine(examination.ask());
  } catch (const InternalError& error) {
    return failed("internal-error", error);
  } catch (const isl::exception& error) {
    return failed("isl-error", error);
  } catch (const std::exception& error) {
    return failed("exception", error);
  }
}

}  // namespace pom::fuzz
