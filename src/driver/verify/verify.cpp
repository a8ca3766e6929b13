#include "driver/verify/verify.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include "driver/verify/execution_size.hpp"
#include "driver/verify/reduce.hpp"
#include "driver/verify/reduce_by_dimension.hpp"
#include "polyhedral/analysis/bounds.hpp"
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

constexpr const char* not_executed_text = "not executed";

/// The test bench has inputs all the same.
Executions not_executed(const Compilation& made, const std::string& reason) {
  Executions nothing;
  nothing.runs = first_runs(*made.program, tolerance_of(made));
  nothing.verification.sizes = not_executed_text;
  nothing.verification.detail = reason;
  return nothing;
}

using Reductions = std::vector<std::function<Reduction()>>;

/// The program at another size, as its author would write it, where that can be told.
Reductions smaller_sizes(const dsl::Function& program) {
  Reductions reductions;
  for (const auto& [constants, near] :
       std::vector<std::pair<Constants, NearEnds>>{{Constants::move, NearEnds::meet},
                                                   {Constants::keep, NearEnds::meet},
                                                   {Constants::move, NearEnds::keep_distance},
                                                   {Constants::keep, NearEnds::keep_distance},
                                                   {Constants::move, NearEnds::keep_ratio}})
    reductions.push_back(
        [&program, constants = constants, near = near] { return reduce(program, reduced_instances, constants, near); });
  return reductions;
}

/// The reduced program, or why it cannot be executed.
std::variant<std::unique_ptr<Compilation>, std::string> compile_reduced(const Reduction& reduction) {
  if (std::string reason = too_large(*reduction.program, largest_size); !reason.empty()) return reason;
  std::unique_ptr<Compilation> small;
  try {
    StageDump silent({});
    small = run_pipeline(reduction.program, silent);
  } catch (const CompileError& refused) {
    return "the program at a reduced size (" + reduction.changes +
           ") is refused: " + refused.diagnostics().front().message;
  }
  if (std::string reason = too_large(*small->loops, largest_size); !reason.empty()) return reason;
  return small;
}

/// The first of the reductions that can be executed.
Executions verify_reduced(const Compilation& made, const Reductions& reductions) {
  const dsl::Function& program = *made.program;
  Executions nothing = not_executed(made, "");
  for (const std::function<Reduction()>& reduce_program : reductions) {
    const Reduction reduction = reduce_program();
    const auto small = compile_reduced(reduction);
    if (const auto* reason = std::get_if<std::string>(&small)) {
      nothing.verification.detail = *reason;
      continue;
    }
    const Compilation& reduced = *std::get<std::unique_ptr<Compilation>>(small);
    Executions result = execute(reduced, tolerance_of(reduced));
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

namespace {

/// With the sums that the tool may take in another order.
double tolerance_of_tool(const Compilation& made) {
  std::vector<std::string> all = made.reassociated;
  std::copy_if(made.left_to_tool.begin(), made.left_to_tool.end(), std::back_inserter(all),
               [&](const std::string& name) { return made.program->find_compute(name) >= 0; });
  return tolerance_of(*made.program, all);
}

}  // namespace

double tolerance_in_hardware(const Compilation& made, const Executions& executed) {
  constexpr double margin = 4;  // longer sums, and other inputs
  return std::max(tolerance_of_tool(made), margin * executed.largest_difference);
}

backend::TestInputs test_inputs(const Compilation& made, const Executions& executed) {
  const double tolerance = tolerance_of_tool(made);
  const bool exact = tolerance == tolerance_of(made);
  return {exact ? executed.runs : first_runs(*made.program, tolerance), float_inputs(tolerance),
          leaves_arrays(made.warnings)};
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
  if (leaves_arrays(made.warnings)) {
    if (const auto stray = poly::find_access_without_room(*made.as_written)) return not_executed(made, *stray);
  }
  const auto fits = [&](const ExecutionSize& limits) {
    return too_large(program, limits).empty() && too_large(*made.loops, limits).empty() &&
           !leaves_arrays(made.warnings);
  };
  bool whole = fits(full_size);
  Executions executed = whole ? Executions{} : verify_reduced(made, smaller_sizes(program));
  if (executed.verification.sizes == not_executed_text) {
    whole = fits(largest_size);
    if (!whole) executed = verify_reduced(made, {[&] { return reduce_by_dimension(program, reduced_instances); }});
  }
  if (whole) executed = execute(made, tolerance_of(made));
  Verification& result = executed.verification;
  if (whole && result.sizes.empty()) {
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
