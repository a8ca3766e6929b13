#include "driver/verify.hpp"

#include <algorithm>
#include <limits>

#include "driver/reduce.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// What the interpreter executes in about a tenth of a second.
constexpr std::int64_t full_size_instances = 1'000'000;
constexpr std::int64_t full_size_elements = 16'000'000;
constexpr std::int64_t reduced_instances = 400'000;
/// What a program that cannot be made smaller may have at most: about four seconds, and 256 MB to 2 GB for its arrays.
constexpr std::int64_t most_instances = 20'000'000;
constexpr std::int64_t most_elements = 64'000'000;

std::int64_t count_elements(const dsl::Function& program) {
  std::int64_t elements = 0;
  for (int array : program.used_arrays())
    if (__builtin_add_overflow(elements, program.arrays[array]->elements(), &elements))
      return std::numeric_limits<std::int64_t>::max();
  return elements;
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, " ");
  return digits;
}

std::string count_text(const dsl::Function& program) {
  constexpr std::int64_t most = 1'000'000'000'000'000'000;
  const std::int64_t count = dsl::count_instances(program, most);
  return (count > most ? "more than " : "") + grouped(std::min(count, most));
}

/// ", run with N = 64; N = 1; N = 39"
std::string at_parameters(const Verification& verification) {
  std::string text;
  for (const std::string& sizes : verification.parameters) text += (text.empty() ? ", run with " : "; ") + sizes;
  return text;
}

bool can_be_executed(const dsl::Function& program) {
  return dsl::count_instances(program, most_instances + 1) <= most_instances &&
         count_elements(program) <= most_elements;
}

Executions verify_reduced(const Compilation& made) {
  const dsl::Function& program = *made.program;
  Executions nothing;
  nothing.verification.sizes = "not executed";
  for (Constants constants : {Constants::move, Constants::keep}) {
    const Reduction reduction = reduce(program, reduced_instances, constants);
    if (!can_be_executed(*reduction.program)) {
      nothing.verification.detail = "the program is too large to be executed here, also at a reduced size";
      continue;
    }
    StageDump silent({});
    std::unique_ptr<Compilation> small;
    try {
      small = run_pipeline(reduction.program, silent);
    } catch (const CompileError& refused) {
      nothing.verification.detail = "the program at a reduced size (" + reduction.changes +
                                    ") is refused: " + refused.diagnostics().front().message;
      continue;
    }
    Executions result = execute(*small, tolerance_of(*small));
    result.verification.reduced = true;
    result.verification.sizes = "at a reduced size, " + count_text(*reduction.program) + " of " + count_text(program) +
                                " instances (" + reduction.changes + ")" + at_parameters(result.verification);
    return result;
  }
  return nothing;
}

bool leaves_arrays(const Compilation& made) {
  for (const Diagnostic& warning : made.warnings) {
    if (warning.code == "out-of-bounds") return true;
  }
  return false;
}

double unit_roundoff(const Type& type) {
  if (type.kind == TypeKind::brain_floating) return 0x1p-8;
  return type.bits == 64 ? 0x1p-53 : type.bits == 32 ? 0x1p-24 : 0x1p-11;
}

}  // namespace

double tolerance_of(const Compilation& made) {
  if (made.reassociated.empty()) return 0;
  const dsl::Function& program = *made.program;
  std::int64_t longest = 1;
  double roundoff = 0;
  for (const std::string& name : made.reassociated) {
    dsl::Function alone = program;
    alone.computes = {program.computes[program.find_compute(name)]};
    const dsl::Array& target = *program.arrays[alone.computes[0].store.array];
    const std::int64_t instances = dsl::count_instances(alone, full_size_elements);
    longest = std::max(longest, instances / std::max<std::int64_t>(1, std::min(instances, target.elements())));
    if (target.type.is_float()) roundoff = std::max(roundoff, unit_roundoff(target.type));
  }
  return 2 * static_cast<double>(longest + 1) * roundoff;
}

Verification execute_and_compare(const Compilation& made) { return execute(made, tolerance_of(made)).verification; }

Executions verify(const Compilation& made) {
  const dsl::Function& program = *made.program;
  const bool fits = dsl::count_instances(program, full_size_instances + 1) <= full_size_instances &&
                    count_elements(program) <= full_size_elements && !leaves_arrays(made);
  Executions executed = fits ? execute(made, tolerance_of(made)) : verify_reduced(made);
  Verification& result = executed.verification;
  if (fits && result.sizes.empty()) result.sizes = "at full size" + at_parameters(result);
  if (result.agreed || !result.sizes.starts_with("at ")) return executed;
  throw CompileError(
      {make_error("verification-failed",
                  "the generated code of \"" + program.name + "\" does not compute what the program says\n" +
                      result.detail + "\nthis is a defect of libpom; please report it with this program",
                  program.at)});
}

}  // namespace pom::driver
