#include "driver/pipeline/check_recorded.hpp"

#include <algorithm>

#include "driver/pipeline/pipeline.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

/// An array of which a declaration of several, as a struct_array is, has some that are used.
bool is_part_of_used(const dsl::Function& program, const dsl::Array& array, const std::vector<int>& used) {
  return std::any_of(used.begin(), used.end(), [&](int other) {
    const Location& at = program.arrays[other]->at;
    return at.file == array.at.file && at.line == array.at.line && at.column == array.at.column;
  });
}

/// Arrays that no design has: a compute was forgotten, or names another one.
void find_unused_arrays(const dsl::Function& program, std::vector<Diagnostic>& findings) {
  const std::vector<int> used = program.used_arrays();
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    const dsl::Array& array = *program.arrays[a];
    if (array.refused || std::find(used.begin(), used.end(), static_cast<int>(a)) != used.end()) continue;
    const std::string name = '"' + array.name + '"';
    Diagnostic warning = make_error("unused-array", "", array.at);
    if (array.range) {
      warning.message = "what is said of the contents of " + name + " is without effect: no compute reads or writes it";
      warning.at = array.range->at;
    } else if (!is_part_of_used(program, array, used)) {
      warning.message = "nothing that is computed reads or writes " + name + ": the generated function has no such " +
                        (array.is_argument() ? "argument" : "variable");
    } else {
      continue;
    }
    warning.severity = Severity::warning;
    findings.push_back(std::move(warning));
  }
}

/// Scalars that no design has: a caller who is written against the program passes one argument too many.
void find_unused_scalars(const dsl::Function& program, std::vector<Diagnostic>& findings) {
  const std::vector<int> used = program.scalar_arguments();
  for (std::size_t s = 0; s < program.scalars.size(); ++s) {
    const dsl::Scalar& scalar = *program.scalars[s];
    if (scalar.value || std::find(used.begin(), used.end(), static_cast<int>(s)) != used.end()) continue;
    Diagnostic warning = make_error(
        "unused-scalar",
        "nothing that is computed reads \"" + scalar.name + "\": the generated function has no such argument",
        scalar.at);
    warning.severity = Severity::warning;
    findings.push_back(std::move(warning));
  }
}

/// Arrays whose elements have one value by what is assumed: the executions agree for that one alone.
void find_single_values(const dsl::Function& program, std::vector<Diagnostic>& findings) {
  for (const int a : program.used_arrays()) {
    const dsl::Array& array = *program.arrays[a];
    if (array.is_table() || !array.range) continue;
    const dsl::ElementRange& range = *array.range;
    if (range.low != range.high || range.real_low != range.real_high) continue;
    Diagnostic warning = make_error("one-value",
                                    "all of \"" + array.name +
                                        "\" is assumed to be one number: the kernel is "
                                        "verified for that number alone\n"
                                        "write the number itself, or assume all that the array may hold",
                                    range.at);
    warning.severity = Severity::warning;
    findings.push_back(std::move(warning));
  }
}

void find_no_result(const dsl::Function& program, std::vector<Diagnostic>& findings) {
  if (has_result(program)) return;
  Diagnostic warning = make_error("no-result",
                                  "nothing leaves \"" + program.name +
                                      "\": all that its computes write is inside of it, so the tool removes them and "
                                      "nothing can be verified\nmake what it computes an argument: an array without "
                                      "local(), or a scalar with output() or returned()",
                                  program.computes.back().at);
  warning.severity = Severity::warning;
  findings.push_back(std::move(warning));
}

}  // namespace

std::vector<Diagnostic> check_recorded(const dsl::Function& program) {
  std::vector<Diagnostic> findings = program.findings;
  if (has_errors(findings)) return findings;
  if (program.computes.empty()) {
    findings.push_back(
        make_error("empty-program",
                   "\"" + program.name +
                       "\" has no compute: there is nothing to generate\na statement on its own declares nothing: "
                       "write compute s(\"s\", {i, j}, A(i, j) = B(i, j))",
                   program.at));
    return findings;
  }
  find_unused_arrays(program, findings);
  find_unused_scalars(program, findings);
  find_single_values(program, findings);
  find_no_result(program, findings);
  return findings;
}

}  // namespace pom::driver
