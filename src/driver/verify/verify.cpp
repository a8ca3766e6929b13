#include "driver/verify/verify.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "driver/verify/execution_size.hpp"
#include "driver/verify/reduce.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// What each execution does in about a tenth of a second: such programs are executed as they are.
constexpr ExecutionSize full_size = {1'000'000, 64 << 20, 32'000'000};
/// What is tried for others,
constexpr std::int64_t reduced_instances = 400'000;
/// and what is executed of those that cannot be made so small: seconds.
constexpr ExecutionSize largest_size = {16'000'000, 256 << 20, 64'000'000};

/// More instances are "many".
constexpr std::int64_t most_counted = 1'000'000'000'000'000'000;

std::string count_text(const dsl::Function& program) {
  const std::int64_t count = dsl::count_instances(program, most_counted);
  return count > most_counted ? "many" : grouped(count);
}

/// 0: there are too many instances to be counted.
double share_of(const dsl::Function& part, const dsl::Function& whole) {
  const std::int64_t all = dsl::count_instances(whole, most_counted);
  if (all <= 0 || all > most_counted) return 0;
  return static_cast<double>(dsl::count_instances(part, most_counted)) / static_cast<double>(all);
}

/// ", run with N = 64; N = 1; N = 39"
std::string at_parameters(const Verification& verification) {
  std::string text;
  for (const std::string& sizes : verification.parameters) text += (text.empty() ? ", run with " : "; ") + sizes;
  return text;
}

/// No loop changes where only the arrays were too large, or where accesses leave them.
std::string reduced_text(const dsl::Function& program, const Reduction& reduction) {
  if (reduction.changes.empty()) return "at full size, with arrays as large as what is accessed";
  return "at a reduced size, " + count_text(*reduction.program) + " of " + count_text(program) + " instances (" +
         reduction.changes + ")";
}

/// The test bench has inputs all the same.
Executions not_executed(const Compilation& made, const std::string& reason) {
  Executions nothing;
  nothing.runs = first_runs(*made.program, tolerance_of(made));
  nothing.verification.sizes = "not executed";
  nothing.verification.detail = reason;
  return nothing;
}

Executions verify_reduced(const Compilation& made) {
  const dsl::Function& program = *made.program;
  Executions nothing = not_executed(made, "");
  for (const auto& [constants, near] :
       std::vector<std::pair<Constants, NearEnds>>{{Constants::move, NearEnds::meet},
                                                   {Constants::keep, NearEnds::meet},
                                                   {Constants::move, NearEnds::keep_distance},
                                                   {Constants::keep, NearEnds::keep_distance},
                                                   {Constants::move, NearEnds::keep_ratio}}) {
    const Reduction reduction = reduce(program, reduced_instances, constants, near);
    StageDump silent({});
    std::unique_ptr<Compilation> small;
    std::string& reason = nothing.verification.detail;
    reason = too_large(*reduction.program, largest_size);
    if (!reason.empty()) continue;
    try {
      small = run_pipeline(reduction.program, silent);
    } catch (const CompileError& refused) {
      reason = "the program at a reduced size (" + reduction.changes +
               ") is refused: " + refused.diagnostics().front().message;
      continue;
    }
    reason = too_large(*small->loops, largest_size);
    if (!reason.empty()) continue;
    Executions result = execute(*small, tolerance_of(*small));
    result.verification.reduced = !reduction.changes.empty();
    // Not all of it was executed where there is no compiler, which is said there already.
    if (!result.verification.sizes.empty()) return result;
    result.verification.sizes = reduced_text(program, reduction) + at_parameters(result.verification);
    result.verification.share_executed = share_of(*reduction.program, program);
    return result;
  }
  return nothing;
}

double unit_roundoff(const Type& type) {
  if (type.kind == TypeKind::brain_floating) return 0x1p-8;
  return type.bits == 64 ? 0x1p-53 : type.bits == 32 ? 0x1p-24 : 0x1p-11;
}

}  // namespace

namespace {

/// Of results of these computes, whose sums were taken in another order.
double tolerance_of(const dsl::Function& program, const std::vector<std::string>& reassociated) {
  constexpr std::int64_t longest_counted = 16'000'000;
  if (reassociated.empty()) return 0;
  std::int64_t longest = 1;
  double roundoff = 0;
  for (const std::string& name : reassociated) {
    dsl::Function alone = program;
    alone.computes = {program.computes[program.find_compute(name)]};
    const dsl::Array& target = *program.arrays[alone.computes[0].store.array];
    const std::int64_t instances = dsl::count_instances(alone, longest_counted);
    longest = std::max(longest, instances / std::max<std::int64_t>(1, std::min(instances, target.elements())));
    if (target.type.is_float()) roundoff = std::max(roundoff, unit_roundoff(target.type));
  }
  return 2 * static_cast<double>(longest + 1) * roundoff;
}

}  // namespace

double tolerance_of(const Compilation& made) { return tolerance_of(*made.program, made.reassociated); }

double tolerance_in_hardware(const Compilation& made) {
  std::vector<std::string> all = made.reassociated;
  std::copy_if(made.left_to_tool.begin(), made.left_to_tool.end(), std::back_inserter(all),
               [&](const std::string& name) { return made.program->find_compute(name) >= 0; });
  return tolerance_of(*made.program, all);
}

backend::TestInputs test_inputs(const Compilation& made, const std::vector<dsl::Run>& runs) {
  const double tolerance = tolerance_in_hardware(made);
  const bool exact = tolerance == tolerance_of(made);
  return {exact ? runs : first_runs(*made.program, tolerance), float_inputs(tolerance), leaves_arrays(made.warnings)};
}

Verification execute_and_compare(const Compilation& made) { return execute(made, tolerance_of(made)).verification; }

Status check_executed(const Verification& verification, const Location& at) {
  if (verification.agreed || verification.detail.empty()) return std::nullopt;
  Diagnostic warning = make_error("not-verified", "the generated code was not verified: " + verification.detail, at);
  warning.severity = Severity::warning;
  return warning;
}

Executions verify(const Compilation& made) {
  const dsl::Function& program = *made.program;
  if (!has_result(program)) return not_executed(made, "nothing leaves the kernel that could be compared");
  const bool fits = too_large(program, full_size).empty() && too_large(*made.loops, full_size).empty() &&
                    !leaves_arrays(made.warnings);
  Executions executed = fits ? execute(made, tolerance_of(made)) : verify_reduced(made);
  Verification& result = executed.verification;
  if (fits && result.sizes.empty()) {
    result.sizes = "at full size" + at_parameters(result);
    result.share_executed = 1;
  }
  if (result.agreed || !result.sizes.starts_with("at ")) return executed;
  throw CompileError(
      {make_error("verification-failed",
                  "the generated code of \"" + program.name + "\" does not compute what the program says\n" +
                      result.detail + "\nthis is a defect of libpom; please report it with this program",
                  program.at)});
}

}  // namespace pom::driver
