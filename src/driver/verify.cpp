#include "driver/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "codegen/execute/host.hpp"
#include "codegen/execute/jit.hpp"
#include "driver/reduce.hpp"
#include "dsl/number.hpp"
#include "dsl/small_float.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// What the interpreter executes in about a tenth of a second.
constexpr std::int64_t full_size_instances = 1'000'000;
constexpr std::int64_t full_size_elements = 16'000'000;
constexpr std::int64_t reduced_instances = 400'000;
constexpr std::uint64_t memory_seed = 2024;

std::int64_t count_elements(const dsl::Function& program) {
  std::int64_t elements = 0;
  for (int array : program.used_arrays()) elements += program.arrays[array]->elements();
  return elements;
}

/// Numbers of any width, and 16-bit floats, as a double.
double small_value(const Type& type, const std::byte* at) {
  dsl::Wide value = 0;
  std::memcpy(&value, at, dsl::storage_bytes(type));
  if (dsl::is_number(type)) return dsl::number_to_double(dsl::wrap_number(value, type), type);
  const auto bits = static_cast<std::uint16_t>(value);
  return type == p_half ? dsl::half_value(bits) : dsl::bfloat16_value(bits);
}

double real_value(const Type& type, const std::byte* at) {
  const auto read = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  };
  return type.bits == 64 ? read(double()) : type.bits == 32 ? read(float()) : small_value(type, at);
}

std::string print_element(const Type& type, const std::byte* at) {
  std::ostringstream out;
  out.precision(17);
  const auto print = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    out << +value;
  };
  if (dsl::is_number(type) || (type.is_float() && type.bits == 16)) {
    out << small_value(type, at);
  } else if (type.is_float()) {
    type.bits == 64 ? print(double()) : print(float());
  } else if (type.bits == 64) {
    type.is_signed() ? print(std::int64_t()) : print(std::uint64_t());
  } else if (type.bits == 32) {
    type.is_signed() ? print(std::int32_t()) : print(std::uint32_t());
  } else if (type.bits == 16) {
    type.is_signed() ? print(std::int16_t()) : print(std::uint16_t());
  } else {
    type.is_signed() ? print(std::int8_t()) : print(std::uint8_t());
  }
  return out.str();
}

std::string print_indices(const dsl::Array& array, std::int64_t flat) {
  std::string text;
  for (std::size_t d = array.shape.size(); d-- > 0;) {
    text = "[" + std::to_string(flat % array.shape[d]) + "]" + text;
    flat /= array.shape[d];
  }
  return array.name + text;
}

/// Equal bit for bit, or floating-point and within the relative error. Of a NaN C++ fixes neither sign nor payload: any
/// two are equal.
bool agree(const Type& type, const std::byte* left, const std::byte* right, double tolerance) {
  if (std::memcmp(left, right, dsl::storage_bytes(type)) == 0) return true;
  if (!type.is_float()) return false;
  const double a = real_value(type, left), b = real_value(type, right);
  if (std::isnan(a) && std::isnan(b)) return true;
  return tolerance != 0 && std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b));
}

/// "A[3][4]: 1.5 as written, 1.25 in the HLS C++"; empty: they agree.
std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, double tolerance) {
  for (int a : program.array_arguments()) {
    if (expected.arrays[a] == got.arrays[a]) continue;
    const dsl::Array& array = *program.arrays[a];
    const std::size_t width = expected.arrays[a].size() / static_cast<std::size_t>(array.elements());
    for (std::int64_t n = 0; n < array.elements(); ++n) {
      const std::byte *left = &expected.arrays[a][n * width], *right = &got.arrays[a][n * width];
      if (agree(array.type, left, right, tolerance)) continue;
      return print_indices(array, n) + ": " + print_element(array.type, left) + " as written, " +
             print_element(array.type, right) + " in the " + where;
    }
  }
  return "";
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

Verification verify_reduced(const Compilation& made) {
  const dsl::Function& program = *made.program;
  Verification nothing;
  nothing.sizes = "not executed";
  for (Constants constants : {Constants::move, Constants::keep}) {
    const Reduction reduction = reduce(program, reduced_instances, constants);
    StageDump silent({});
    std::unique_ptr<Compilation> small;
    try {
      small = run_pipeline(reduction.program, silent);
    } catch (const CompileError& refused) {
      nothing.detail = "the program at a reduced size (" + reduction.changes +
                       ") is refused: " + refused.diagnostics().front().message;
      continue;
    }
    Verification result = execute_and_compare(*small);
    result.reduced = true;
    result.sizes = "at a reduced size, " + count_text(*reduction.program) + " of " + count_text(program) +
                   " instances (" + reduction.changes + ")";
    return result;
  }
  return nothing;
}

std::string agreement_text(double tolerance) {
  if (tolerance == 0) return "bit for bit";
  std::ostringstream out;
  out << "within a relative error of " << tolerance << " (integers bit for bit), as reductions were reassociated";
  return out.str();
}

bool leaves_arrays(const Compilation& made) {
  for (const Diagnostic& warning : made.warnings) {
    if (warning.code == "out-of-bounds") return true;
  }
  return false;
}

}  // namespace

namespace {

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

Verification execute_and_compare(const Compilation& made) {
  const dsl::Function& program = *made.program;
  const double tolerance = tolerance_of(made);
  Verification result;
  const dsl::Memory initial = dsl::make_memory(program, memory_seed);
  dsl::Memory expected = initial, jitted = initial, compiled = initial;
  dsl::interpret(program, expected);
  backend::run_affine(*made.module, program, jitted);
  const backend::HostRun host = backend::run_on_host(made.kernel, made.header, program, compiled);
  if (host.outcome == backend::HostOutcome::rejected) {
    result.detail = "the host's compiler rejects the HLS C++:\n" + host.compiler_output;
    return result;
  }
  result.detail = first_difference(program, expected, jitted, "affine module", tolerance);
  if (!result.detail.empty()) return result;
  if (host.outcome == backend::HostOutcome::no_compiler) {
    result.detail =
        "the affine module agrees with the program as written; there is no C++ compiler to run the HLS C++ with";
    result.sizes = "HLS C++ not executed";
    return result;
  }
  result.detail = first_difference(program, expected, compiled, "HLS C++", tolerance);
  if (!result.detail.empty()) return result;
  result.agreed = true;
  result.detail = "the program as written, the affine module and the HLS C++ agree " + agreement_text(tolerance);
  return result;
}

Verification verify(const Compilation& made) {
  const dsl::Function& program = *made.program;
  const bool fits = dsl::count_instances(program, full_size_instances + 1) <= full_size_instances &&
                    count_elements(program) <= full_size_elements && !leaves_arrays(made);
  Verification result = fits ? execute_and_compare(made) : verify_reduced(made);
  if (fits && result.sizes.empty()) result.sizes = "at full size";
  if (result.agreed || !result.sizes.starts_with("at ")) return result;
  throw CompileError(
      {make_error("verification-failed",
                  "the generated code of \"" + program.name + "\" does not compute what the program says\n" +
                      result.detail + "\nthis is a defect of libpom; please report it with this program",
                  program.at)});
}

}  // namespace pom::driver
