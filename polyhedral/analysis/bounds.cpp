#include "polyhedral/analysis/bounds.hpp"

#include <optional>

#include "polyhedral/analysis/distance.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

std::string subscript(const std::string& name, const std::vector<std::int64_t>& at) {
  std::string text = name + "[";
  for (std::size_t d = 0; d < at.size(); ++d) text += (d ? "," : "") + std::to_string(at[d]);
  return text + "]";
}

std::string extents(const dsl::Array& array) {
  std::string text;
  for (std::int64_t extent : array.shape) text += "[" + std::to_string(extent) + "]";
  return array.name + text;
}

std::optional<Diagnostic> check_access(const Statement& statement, const AccessRelation& access,
                                       const dsl::Function& program, const char* verb) {
  const dsl::Array& array = *program.arrays[access.array];
  const isl::map relation = access.relation.intersect_domain(statement.domain);
  isl::set box = isl::set::universe(relation.range().space());
  for (unsigned d = 0; d < array.shape.size(); ++d) box = bound_above(bound_below(box, d, 0), d, array.shape[d] - 1);
  const isl::map outside = relation.subtract(relation.intersect_range(box));
  const auto instance = first_point(outside.domain());
  if (!instance) return std::nullopt;
  const auto element = first_point(point_set(statement.domain, *instance).apply(relation));
  Diagnostic finding{program.allow_out_of_bounds ? Severity::warning : Severity::error,
                     "out-of-bounds",
                     "\"" + statement.name + "\" " + verb + " outside " + extents(array) + "\n" +
                         subscript(statement.name, *instance) + " " + verb + " " + subscript(array.name, *element),
                     access.at,
                     {},
                     ""};
  finding.notes.push_back({"\"" + array.name + "\" is declared here", array.at});
  return finding;
}

std::optional<Diagnostic> check_domain(const Statement& statement, const dsl::Compute& compute) {
  if (!statement.domain.is_empty()) return std::nullopt;
  return Diagnostic{Severity::error,
                    "empty-loop",
                    "\"" + statement.name + "\" has no iteration: its loops' bounds" +
                        (compute.guards.empty() ? "" : " and guards") + " exclude each other",
                    compute.at,
                    {},
                    ""};
}

}  // namespace

std::vector<Diagnostic> check_bounds(const Scop& as_written) {
  std::vector<Diagnostic> findings;
  const dsl::Function& program = *as_written.program;
  const auto keep = [&](std::optional<Diagnostic> finding) {
    if (finding) findings.push_back(std::move(*finding));
  };
  for (std::size_t s = 0; s < as_written.statements.size(); ++s) {
    const Statement& statement = as_written.statements[s];
    keep(check_domain(statement, program.computes[s]));
    for (const AccessRelation& read : statement.reads) keep(check_access(statement, read, program, "reads"));
    keep(check_access(statement, statement.write, program, "writes"));
  }
  return findings;
}

}  // namespace pom::poly
