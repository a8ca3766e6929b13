#include "polyhedral/analysis/local_arrays.hpp"

#include <optional>
#include <string>

#include "polyhedral/analysis/nearest_write.hpp"
#include "polyhedral/analysis/used_where.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one read of a local array.
constexpr unsigned long coverage_steps = 400'000;

/// { instance -> element }: what an instance reads and uses, or may read, and no compute has surely written before.
/// Which one wrote it last makes no difference.
isl::map unwritten_reads(const Scop& scop, int reader, const AccessRelation& read) {
  const Statement& statement = scop.statements[reader];
  isl::map unwritten = read.relation.intersect_domain(statement.domain);
  for (const Statement& writer : scop.statements) {
    if (writer.write.array != read.array || writer.write.may) continue;
    if (read.may) {
      // As if all touched one element: { writing instance -> reading instance }.
      const isl::map before = ordered_conflicts(writer, keep_first(writer.write.relation, Side::range, 0), statement,
                                                keep_first(read.relation, Side::range, 0));
      unwritten = unwritten.subtract(before.reverse().apply_range(writer.write.relation));
    } else {
      const isl::set served = ordered_conflicts(writer, writer.write.relation, statement, read.relation).range();
      unwritten = unwritten.intersect_domain(unwritten.domain().subtract(served));
    }
    if (unwritten.is_empty()) return unwritten;
  }
  return unwritten.intersect_domain(used_where(scop, statement, read.array));
}

/// One read before the first write, as an error. A sum that has no first value is told how to get one.
Diagnostic uninitialized_read(const Scop& scop, const Statement& statement, const AccessRelation& read,
                              const std::vector<std::int64_t>& instance, const std::vector<std::int64_t>& element,
                              const std::string& sizes) {
  const dsl::Array& array = *scop.program->arrays[read.array];
  std::string text = "\"" + statement.name + "\" reads " + (array.shape.empty() ? "scalar" : "local array") + " \"" +
                     array.name + "\" before it is written\n" + subscript(statement.name, instance) +
                     (read.may ? " may read " : " reads ") + subscript(array.name, element);
  if (!sizes.empty()) text += ", with " + sizes;
  if (statement.write.array == read.array)
    text += "\na compute before \"" + statement.name + "\" gives \"" + array.name + "\" its first value";
  // The place of a scalar's read is its declaration.
  const dsl::Compute& compute = compute_of(scop, statement);
  return make_error("uninitialized-read", text, array.shape.empty() ? compute.at : read.at);
}

}  // namespace

std::vector<Diagnostic> check_local_arrays(const Scop& as_written) {
  std::vector<Diagnostic> errors;
  const dsl::Function& program = *as_written.program;
  for (int s = 0; s < static_cast<int>(as_written.statements.size()); ++s) {
    const Statement& statement = as_written.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (!program.arrays[read.array]->local) continue;
      std::optional<isl::map> unwritten;
      std::optional<std::vector<std::int64_t>> instance;
      if (!try_within(statement.domain.ctx(), coverage_steps, [&] {
            unwritten = unwritten_reads(as_written, s, read);
            instance = first_point(unwritten->domain());
          })) {
        errors.push_back(make_error("analysis-too-hard",
                                    "whether \"" + statement.name + "\" reads local array \"" +
                                        program.arrays[read.array]->name +
                                        "\" before it is written takes too much work to prove\nsimpler indices help: "
                                        "fewer divisions and remainders",
                                    read.at));
        continue;
      }
      if (!instance) continue;
      const auto element = first_point(point_set(statement.domain, *instance).apply(*unwritten));
      errors.push_back(
          uninitialized_read(as_written, statement, read, *instance, *element, first_parameters(unwritten->domain())));
    }
  }
  return errors;
}

std::optional<std::string> reader_of_first_contents(const Scop& as_written, int array) {
  for (int s = 0; s < static_cast<int>(as_written.statements.size()); ++s) {
    const Statement& statement = as_written.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array == array && !unwritten_reads(as_written, s, read).is_empty()) return statement.name;
    }
  }
  return std::nullopt;
}

}  // namespace pom::poly
