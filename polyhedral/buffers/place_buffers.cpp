#include "polyhedral/buffers/place_buffers.hpp"

#include <algorithm>

#include "polyhedral/buffers/check_buffer.hpp"
#include "polyhedral/buffers/choose_banks.hpp"
#include "polyhedral/buffers/make_regions.hpp"
#include "polyhedral/buffers/pack_arguments.hpp"
#include "polyhedral/buffers/place_buffer.hpp"
#include "polyhedral/buffers/words.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// One value, or registers already.
bool has_banks(const Scop& scop, const std::string& buffer) {
  const int array = scop.program->find_array(buffer);
  return scop.program->arrays[array]->shape.empty() || scop.hardware.banked.contains(array);
}

/// `written`: the program before its arguments got words.
Result<Scop> place(const Scop& scop, const dsl::Function& written, const IslContext& context, const BufferMark& mark,
                   PlacedBuffer& placed) {
  const Statement& statement = scop.statements[std::max(mark.statement, 0)];
  int level = -1;
  if (mark.statement >= 0) {
    const Result<int> found = find_loop(statement, LoopRef(var(mark.loop)), mark.at);
    if (!found) return found.errors();
    level = *found;
    if (Status refused = check_loops_around(scop, mark, level)) return *refused;
  }
  std::string why_not;
  auto footprint = find_footprint(scop, mark.array, statement, level, why_not);
  if (!footprint) return refuse_buffer(scop, mark, why_not);
  const bool in_pipeline = mark.accumulates && is_in_pipeline(scop, statement, level);
  if (mark.accumulates) {
    if (scop.program->arrays[mark.array]->lanes > 1)
      return refuse_buffer(scop, mark, "its port hands over words of several elements; buffer_at copies those");
    if (Status refused = check_accumulator(scop, mark, *footprint, in_pipeline)) return *refused;
  }
  const Words words(scop.program->arrays[mark.array]->lanes);
  if (!words.widen(*footprint, why_not)) return refuse_words(scop, mark.array, why_not);
  if (Status refused = check_banks(scop, mark, *footprint)) return *refused;
  placed.array = scop.program->arrays[mark.array]->name;
  placed.loop = mark.loop;
  placed.accumulates = mark.accumulates;
  placed.at = mark.at;
  const isl::set own = elements_of(written, mark.array, footprint->stored.ctx());
  return place_buffer(scop, context, {mark, *footprint, own, in_pipeline, is_in_region(scop, mark)}, placed);
}

}  // namespace

Result<Buffered> place_buffers(const Scop& scheduled, const IslContext& context) {
  Buffered made{scheduled, {}};
  std::vector<Diagnostic> errors;
  if (Status refused = make_words(made.scop)) return *refused;
  const std::vector<BufferMark>& marks = scheduled.hardware.buffers;
  for (const BufferMark& mark : marks) {
    if (scheduled.hardware.dataflow && !mark.accumulates) {
      errors.push_back(refuse_buffer(scheduled, mark, "the nests run as processes of a dataflow"));
      continue;
    }
    if (mark.accumulates && scheduled.hardware.automatic_channels) {
      errors.push_back(refuse_buffer(scheduled, mark,
                                     "dataflow(Channels::automatic) finds what its processes keep by itself\n"
                                     "sum up in a local array, and write it to the port in a nest of its own"));
      continue;
    }
    if (Status refused = check_alone(scheduled, mark, {marks.data(), &mark})) {
      errors.push_back(*refused);
      continue;
    }
    PlacedBuffer placed;
    Result<Scop> next = place(made.scop, *scheduled.program, context, mark, placed);
    if (!next) {
      errors.insert(errors.end(), next.errors().begin(), next.errors().end());
      continue;
    }
    made.scop = std::move(*next);
    made.buffers.push_back(std::move(placed));
  }
  if (!errors.empty()) return errors;
  if (Status refused = check_words(made.scop, scheduled.statements.size(), made.buffers)) return *refused;
  if (Status refused = make_regions(made.scop, made.buffers)) return *refused;
  for (const PlacedBuffer& placed : made.buffers) {
    if (has_banks(made.scop, placed.buffer)) continue;
    choose_banks(made.scop, placed, placed.buffer);
    if (!placed.loaded.empty()) choose_banks(made.scop, placed, placed.loaded);
  }
  // What is left of an argument outside of its buffers lies behind the bus.
  const auto lies_outside = [&](const auto& mark) {
    return !outside_mode(made.scop, made.scop.program->arrays[mark.array]->name).empty();
  };
  std::erase_if(made.scop.hardware.partitions, lies_outside);
  std::erase_if(made.scop.hardware.storages, lies_outside);
  made.scop.hardware.buffers.clear();
  made.scop.hardware.packs.clear();
  if (marks.empty()) return made;
  errors = check_stream_ports(made.scop);
  if (!errors.empty()) return errors;
  return made;
}

}  // namespace pom::poly
