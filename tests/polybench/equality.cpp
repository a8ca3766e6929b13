#include "equality.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <variant>

#include "codegen/execute/host.hpp"
#include "codegen/execute/jit.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "dsl/execute/interpret.hpp"

namespace polybench {

namespace {

constexpr std::uint64_t memory_seed = 421;

/// Calls `use` with a typed pointer to the array's contents.
template <class Use>
void with_elements(const pom::Type& type, std::vector<std::byte>& contents, const Use& use) {
  void* at = contents.data();
  if (type == pom::p_float64) return use(static_cast<double*>(at));
  if (type == pom::p_float32) return use(static_cast<float*>(at));
  if (type == pom::p_int32) return use(static_cast<int*>(at));
  if (type == pom::p_int8) return use(static_cast<std::int8_t*>(at));
  throw std::logic_error("PolyBench has no arrays of " + pom::to_string(type));
}

reference::Arguments arguments_of(const pom::dsl::Function& program, pom::dsl::Memory& memory) {
  reference::Arguments arguments;
  for (int a : program.used_arrays()) {
    const pom::dsl::Array& array = *program.arrays[a];
    with_elements(array.type, memory.arrays[a], [&](auto* elements) { arguments.bind(array.name, elements); });
  }
  return arguments;
}

std::string element_name(const pom::dsl::Array& array, std::int64_t flat) {
  std::string indices;
  for (std::size_t d = array.shape.size(); d-- > 0; flat /= array.shape[d]) {
    indices = "[" + std::to_string(flat % array.shape[d]) + "]" + indices;
  }
  return array.name + indices;
}

std::string first_difference(const pom::dsl::Function& program, pom::dsl::Memory& expected, pom::dsl::Memory& got,
                             const std::string& execution) {
  std::ostringstream text;
  text.precision(17);
  for (int a : program.used_arrays()) {
    if (expected.arrays[a] == got.arrays[a]) continue;
    const pom::dsl::Array& array = *program.arrays[a];
    with_elements(array.type, expected.arrays[a], [&](auto* left) {
      auto* right = reinterpret_cast<decltype(left)>(got.arrays[a].data());
      std::int64_t n = 0;
      while (std::memcmp(left + n, right + n, sizeof *left) == 0) ++n;
      text << element_name(array, n) << ": " << left[n] << " in the reference, " << right[n] << " in " << execution;
    });
    return text.str();
  }
  return "";
}

std::string first_non_finite(const pom::dsl::Function& program, pom::dsl::Memory& memory) {
  std::string found;
  for (int a : program.used_arrays()) {
    const pom::dsl::Array& array = *program.arrays[a];
    with_elements(array.type, memory.arrays[a], [&](auto* elements) {
      for (std::int64_t n = 0; n < array.elements() && found.empty(); ++n) {
        if (!std::isfinite(static_cast<double>(elements[n])))
          found = element_name(array, n) + " is not finite in the reference";
      }
    });
  }
  return found;
}

std::unique_ptr<pom::driver::Compilation> compile(const Kernel& kernel, Dataset dataset, Plan plan) {
  pom::StageDump silent({});
  return pom::driver::run_pipeline(kernel.build(dataset, plan).record(), silent);
}

std::string generated_code_difference(const Case& tested, Dataset dataset, Plan plan, const pom::dsl::Memory& initial,
                                      pom::dsl::Memory& expected) {
  const auto made = compile(tested.kernel, dataset, plan);
  const pom::dsl::Function& program = *made->program;
  const std::string suffix = plan == Plan::scheduled ? ", scheduled" : ", as written";
  pom::dsl::Memory jitted = initial, compiled = initial;
  pom::backend::run_affine(*made->module, program, jitted);
  const std::string difference = first_difference(program, expected, jitted, "the affine module" + suffix);
  if (!difference.empty()) return difference;
  const auto host = pom::backend::run_on_host(made->kernel, made->header, program, compiled);
  if (host.outcome != pom::backend::HostOutcome::ran) return "the HLS C++ did not run\n" + host.compiler_output;
  return first_difference(program, expected, compiled, "the HLS C++" + suffix);
}

std::string difference_or_throw(const Case& tested, Dataset dataset) {
  const pom::function as_written = tested.kernel.build(dataset, Plan::as_written);
  const pom::dsl::Function& program = *as_written.record();
  if (!program.findings.empty()) return program.findings.front().message;
  pom::dsl::Memory initial = pom::dsl::make_memory(program, memory_seed);
  if (tested.prepare != nullptr) {
    auto arguments = arguments_of(program, initial);
    tested.prepare(dataset, arguments);
  }
  pom::dsl::Memory expected = initial, interpreted = initial;
  auto arguments = arguments_of(program, expected);
  tested.reference(dataset, arguments);
  if (expected == initial) return "the reference changes nothing";
  const std::string non_finite = first_non_finite(program, expected);
  if (!non_finite.empty()) return non_finite;
  pom::dsl::interpret(program, interpreted);
  std::string difference = first_difference(program, expected, interpreted, "the program as written");
  for (Plan plan : {Plan::as_written, Plan::scheduled}) {
    if (difference.empty()) difference = generated_code_difference(tested, dataset, plan, initial, expected);
  }
  return difference;
}

bool is_transformation(const pom::Primitive& primitive) {
  return std::holds_alternative<pom::Interchange>(primitive) || std::holds_alternative<pom::Tile>(primitive) ||
         std::holds_alternative<pom::Split>(primitive) || std::holds_alternative<pom::Skew>(primitive);
}

bool is_pipeline(const pom::Primitive& primitive) { return std::holds_alternative<pom::Pipeline>(primitive); }

bool has_directive(const pom::Schedule& schedule, bool (*wanted)(const pom::Primitive&)) {
  return std::any_of(schedule.begin(), schedule.end(), [&](const auto& line) { return wanted(line.primitive); });
}

/// The statements stand in the same order: a scheduled program's `after` is a directive only behind its first loop
/// transformation; before that it would change the program itself, and the schedule would be judged by another program.
bool have_equal_order(const pom::dsl::Function& left, const pom::dsl::Function& right) {
  return std::equal(left.computes.begin(), left.computes.end(), right.computes.begin(), right.computes.end(),
                    [](const auto& a, const auto& b) { return a.name == b.name && a.position == b.position; });
}

}  // namespace

std::string difference(const Case& tested, Dataset dataset) {
  try {
    return difference_or_throw(tested, dataset);
  } catch (const pom::CompileError& refused) {
    return refused.what();
  }
}

std::string schedule_fault(const Kernel& kernel, Dataset dataset) {
  try {
    const auto made = compile(kernel, dataset, Plan::scheduled);
    const pom::function as_written = kernel.build(dataset, Plan::as_written);
    if (!as_written.schedule().empty()) return "the program as written has a schedule";
    if (!have_equal_order(*as_written.record(), *made->program)) return "the schedule changes the program";
    if (!has_directive(made->program->schedule, is_pipeline)) return "nothing is pipelined";
    return "";
  } catch (const pom::CompileError& refused) {
    return refused.what();
  }
}

bool transforms_loops(const Kernel& kernel, Dataset dataset) {
  return has_directive(kernel.build(dataset, Plan::scheduled).schedule(), is_transformation);
}

}  // namespace polybench
