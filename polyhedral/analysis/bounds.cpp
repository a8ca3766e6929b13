#include "polyhedral/analysis/bounds.hpp"

#include <bit>
#include <functional>
#include <optional>

#include "dsl/print/print_expression.hpp"
#include "polyhedral/analysis/distance.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

std::string extents(const dsl::Array& array) {
  std::string text;
  for (std::size_t d = 0; d < array.shape.size(); ++d)
    text +=
        "[" + (array.extents.empty() ? std::to_string(array.shape[d]) : dsl::print_affine(*array.extents[d], {})) + "]";
  return array.name + text;
}

std::string range_text(const isl::set& elements, unsigned dimension) {
  const auto low = minimum(elements, dimension), high = maximum(elements, dimension);
  return (low ? std::to_string(*low) : "anything") + " to " + (high ? std::to_string(*high) : "anything");
}

bool is_inside(const isl::set& elements, const dsl::Array& array, unsigned dimension) {
  const auto low = minimum(elements, dimension), high = maximum(elements, dimension);
  return low && high && *low >= 0 && *high < array.shape[dimension];
}

/// Which computed indices may leave the array, and how far.
std::string describe_computed(const isl::set& elements, const dsl::Array& array) {
  std::string text;
  for (unsigned d = 0; d < array.shape.size(); ++d) {
    if (is_inside(elements, array, d)) continue;
    text += (text.empty() ? "index " : "; index ") + std::to_string(d) + " is computed and may be " +
            range_text(elements, d) + ", not only 0 to " + std::to_string(array.shape[d] - 1);
  }
  return text;
}

/// What would prove the first of them.
std::string describe_proofs(const isl::set& elements, const dsl::Array& array) {
  unsigned d = 0;
  while (d + 1 < array.shape.size() && is_inside(elements, array, d)) ++d;
  const std::string last = std::to_string(array.shape[d] - 1), count = std::to_string(array.shape[d]);
  const auto mask = std::bit_floor(static_cast<std::uint64_t>(array.shape[d])) - 1;
  return "what keeps it inside: the type or a promise, x.assume(0, " + last +
         "), of the array that it is read from; x % " + count + ", x & " + std::to_string(mask) +
         ", p_min(p_max(x, 0), " + last + ")";
}

std::optional<Diagnostic> check_access(const Statement& statement, const AccessRelation& access,
                                       const dsl::Function& program, const char* verb) {
  const dsl::Array& array = *program.arrays[access.array];
  const isl::map relation = access.relation.intersect_domain(statement.domain);
  const isl::set elements = elements_of(program, access.array, statement.domain.ctx());
  const isl::map outside = relation.subtract(relation.intersect_range(elements));
  const auto instance = first_point(outside.domain());
  if (!instance) return std::nullopt;
  const auto element = first_point(point_set(statement.domain, *instance).apply(outside));
  const std::string what = "\"" + statement.name + "\" " + (access.may ? "may " : "");
  const std::string does = access.may ? std::string(verb).substr(0, std::string(verb).size() - 1) : verb;
  const std::string sizes = first_parameters(outside.domain());
  const bool by_ranges = access.may && array.extents.empty();
  const std::string evidence = by_ranges ? describe_computed(relation.range(), array)
                                         : (sizes.empty() ? "" : "with " + sizes + ", ") +
                                               subscript(statement.name, *instance) + (access.may ? " may " : " ") +
                                               does + " " + subscript(array.name, *element);
  Diagnostic finding{program.allow_out_of_bounds && !access.may ? Severity::warning : Severity::error,
                     "out-of-bounds",
                     what + does + " outside " + extents(array) + "\n" + evidence,
                     access.at,
                     {},
                     ""};
  if (by_ranges) finding.notes.push_back({describe_proofs(relation.range(), array), {}});
  finding.notes.push_back({"\"" + array.name + "\" is declared here", array.at});
  return finding;
}

/// isl's steps for one access or one domain.
constexpr unsigned long bounds_steps = 300'000;

/// What `check` finds, or that it took too much work.
std::optional<Diagnostic> within_steps(const Statement& statement, const Location& at, const char* question,
                                       const std::function<std::optional<Diagnostic>()>& check) {
  std::optional<Diagnostic> finding;
  if (try_within(statement.domain.ctx(), bounds_steps, [&] { finding = check(); })) return finding;
  return make_error("analysis-too-hard",
                    "whether \"" + statement.name + "\" " + question +
                        " takes too much work to prove\nsimpler indices, bounds and guards help: fewer divisions and "
                        "remainders, fewer alternatives joined by ||",
                    at);
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
    const auto access = [&](const AccessRelation& one, const char* verb, const char* question) {
      keep(within_steps(statement, one.at, question, [&] { return check_access(statement, one, program, verb); }));
    };
    keep(within_steps(statement, program.computes[s].at, "has an iteration",
                      [&] { return check_domain(statement, program.computes[s]); }));
    for (const AccessRelation& read : statement.reads) access(read, "reads", "reads outside an array");
    access(statement.write, "writes", "writes outside an array");
  }
  return findings;
}

namespace {

bool has_room(const Statement& statement, const AccessRelation& access, const dsl::Array& array) {
  const isl::set elements = access.relation.intersect_domain(statement.domain).range();
  bool has = true;
  const bool is_known = try_within(statement.domain.ctx(), bounds_steps, [&] {
    for (unsigned d = 0; d < array.shape.size(); ++d) {
      const auto low = minimum(elements, d);
      has = has && low && *low >= 0 && (!array.is_table() || is_inside(elements, array, d));
    }
  });
  return is_known && has;
}

}  // namespace

std::optional<std::string> find_access_without_room(const Scop& as_written) {
  for (const Statement& statement : as_written.statements) {
    const auto describe = [&](const AccessRelation& access, const char* verb) -> std::optional<std::string> {
      const dsl::Array& array = *as_written.program->arrays[access.array];
      if (has_room(statement, access, array)) return std::nullopt;
      return "\"" + statement.name + "\" may " + verb +
             (array.is_table() ? " outside of the table \"" : " before the first element of \"") + array.name + "\"";
    };
    for (const AccessRelation& read : statement.reads) {
      if (auto found = describe(read, "read")) return found;
    }
    if (auto found = describe(statement.write, "write")) return found;
  }
  return std::nullopt;
}

}  // namespace pom::poly
