#include "polyhedral/primitives/primitives.hpp"

namespace pom::poly {

namespace {

template <class Banks>
bool cuts(const Banks& directive, std::size_t dimension) {
  return directive.kinds[dimension] != "none" && directive.factors[dimension] > 1;
}

PartitionKind kind_of(const std::string& kind) {
  return kind == "complete" ? PartitionKind::complete : kind == "block" ? PartitionKind::block : PartitionKind::cyclic;
}

/// Partition and reshape share their rules: one cut for each dimension.
template <class Banks>
Status check_banks(const Banks& directive, const char* verb, const Scop& scop, const Location& at) {
  const int buffer = find_named_buffer(scop, directive.array);
  const bool of_array = buffer < 0;
  if (Status unused = of_array ? check_used(scop, directive.array, verb, at) : std::nullopt) return unused;
  if (const std::string mode = outside_mode(scop, directive.array);
      of_array && !mode.empty() && !is_buffered(scop, directive.array)) {
    Diagnostic error = make_error("bad-partition",
                                  std::string("cannot ") + verb + " \"" + directive.array + "\": behind an " + mode +
                                      " port it lies outside the design",
                                  at);
    error.notes.push_back({"behind a buffer_at, it speaks of the buffer", {}});
    return error;
  }
  const int array = scop.program->find_array(directive.array);
  for (const PartitionMark& mark : of_array ? scop.hardware.partitions : scop.hardware.buffers[buffer].banks) {
    if ((of_array && mark.array != array) || !cuts(directive, mark.dimension)) continue;
    const char* done = mark.banking == Banking::partition ? "partitioned" : "reshaped";
    Diagnostic error = make_error(
        "conflicting-mark",
        "dimension " + std::to_string(mark.dimension) + " of \"" + directive.array + "\" is already " + done, at);
    error.notes.push_back(note_of_mark(done, mark.at));
    return error;
  }
  return std::nullopt;
}

template <class Banks>
void apply_banks(const Banks& directive, Banking banking, Scop& scop, const Location& at) {
  const int buffer = find_named_buffer(scop, directive.array);
  const int array = buffer < 0 ? scop.program->find_array(directive.array) : scop.hardware.buffers[buffer].array;
  if (buffer < 0)
    scop.hardware.banked.insert(array);
  else
    scop.hardware.buffers[buffer].banked = true;
  for (std::size_t d = 0; d < directive.factors.size(); ++d) {
    if (!cuts(directive, d)) continue;
    const PartitionKind kind = kind_of(directive.kinds[d]);
    const std::int64_t extent = scop.program->arrays[array]->shape[d];
    const std::int64_t factor = kind == PartitionKind::complete ? extent : directive.factors[d];
    (buffer < 0 ? scop.hardware.partitions : scop.hardware.buffers[buffer].banks)
        .push_back({array, static_cast<int>(d), kind, factor, at, banking});
  }
}

}  // namespace

Status check(const Partition& directive, const Scop& scop, const Location& at) {
  return check_banks(directive, "partition", scop, at);
}

Status check(const Reshape& directive, const Scop& scop, const Location& at) {
  return check_banks(directive, "reshape", scop, at);
}

void apply(const Partition& directive, Scop& scop, const Location& at) {
  apply_banks(directive, Banking::partition, scop, at);
}

void apply(const Reshape& directive, Scop& scop, const Location& at) {
  apply_banks(directive, Banking::reshape, scop, at);
}

}  // namespace pom::poly
