#include "polyhedral/primitives/primitives.hpp"

#include <algorithm>

namespace pom::poly {

namespace {

bool cuts(const Partition& directive, std::size_t dimension) {
  return directive.kinds[dimension] != "none" && directive.factors[dimension] > 1;
}

PartitionKind kind_of(const std::string& kind) {
  return kind == "complete" ? PartitionKind::complete : kind == "block" ? PartitionKind::block : PartitionKind::cyclic;
}

}  // namespace

Status check(const Partition& directive, const Scop& scop, const Location& at) {
  const dsl::Function& program = *scop.program;
  const int array = program.find_array(directive.array);
  const std::vector<int> used = program.used_arrays();
  if (std::find(used.begin(), used.end(), array) == used.end()) {
    return Diagnostic{Severity::error,
                      "unused-array",
                      "cannot partition \"" + directive.array + "\": no compute reads or writes it",
                      at,
                      {},
                      ""};
  }
  for (const PartitionMark& mark : scop.partitions) {
    if (mark.array != array || !cuts(directive, mark.dimension)) continue;
    Diagnostic error{
        Severity::error,
        "conflicting-mark",
        "dimension " + std::to_string(mark.dimension) + " of \"" + directive.array + "\" is already partitioned",
        at,
        {},
        ""};
    error.notes.push_back({"partitioned here", mark.at});
    return error;
  }
  return std::nullopt;
}

void apply(const Partition& directive, Scop& scop, const Location& at) {
  const int array = scop.program->find_array(directive.array);
  for (std::size_t d = 0; d < directive.factors.size(); ++d) {
    if (!cuts(directive, d)) continue;
    const PartitionKind kind = kind_of(directive.kinds[d]);
    const std::int64_t extent = scop.program->arrays[array]->shape[d];
    const std::int64_t factor = kind == PartitionKind::complete ? extent : directive.factors[d];
    scop.partitions.push_back({array, static_cast<int>(d), kind, factor, at});
  }
}

}  // namespace pom::poly
