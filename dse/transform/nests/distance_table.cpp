#include "dse/transform/nests/distance_table.hpp"

#include <algorithm>

namespace pom::dse::transform {

namespace {

using graph::DistanceBox;

/// isl's steps for the distances of one dependence.
constexpr unsigned long box_steps = 200'000;

}  // namespace

DistanceTable::DistanceTable(const NestProgram& nest, std::function<bool()> over, std::function<void()> gave_up)
    : nest_(nest), over_(std::move(over)), gave_up_(std::move(gave_up)), known_(nest.carriable.size()) {
  for (std::size_t n = 0; n < known_.size(); ++n) {
    const Carriable& carriable = nest.carriable[n];
    const poly::Statement &source = nest.as_written.statements[carriable.dependence.source],
                          &sink = nest.as_written.statements[carriable.dependence.sink];
    const int shared = poly::count_shared(source, sink);
    if (carriable.boxes && carriable.shared == shared)
      known_[n].push_back({source.loop_map, sink.loop_map, shared, *carriable.boxes});
  }
}

const std::vector<DistanceBox>& DistanceTable::boxes_of(std::size_t n, const poly::Scop& scop, int shared) {
  const poly::Dependence& dependence = nest_.carriable[n].dependence;
  const poly::Statement &source = scop.statements[dependence.source], &sink = scop.statements[dependence.sink];
  for (const Entry& entry : known_[n]) {
    const bool same = entry.shared == shared && entry.source.get() == source.loop_map.get();
    if (same && entry.sink.get() == sink.loop_map.get()) return entry.boxes;
  }
  Entry entry{source.loop_map, sink.loop_map, shared, {graph::any_distance(dependence, scop, shared)}};
  if (!over_ || !over_()) {
    const bool measured = poly::try_within(dependence.relation.ctx(), pool_, box_steps,
                                           [&] { entry.boxes = graph::measure_boxes(dependence, scop, shared); });
    if (!measured && gave_up_) gave_up_();
  }
  known_[n].push_back(std::move(entry));
  return known_[n].back().boxes;
}

std::vector<DistanceBox> DistanceTable::between(const poly::Scop& scop, const std::vector<int>& statements) {
  std::vector<bool> wanted(scop.statements.size(), false);
  for (const int s : statements) wanted[s] = true;
  std::vector<DistanceBox> boxes;
  for (std::size_t n = 0; n < nest_.carriable.size(); ++n) {
    const poly::Dependence& dependence = nest_.carriable[n].dependence;
    if (!wanted[dependence.source] || !wanted[dependence.sink]) continue;
    const int shared = poly::count_shared(scop.statements[dependence.source], scop.statements[dependence.sink]);
    if (shared == 0) continue;
    const std::vector<DistanceBox>& own = boxes_of(n, scop, shared);
    boxes.insert(boxes.end(), own.begin(), own.end());
  }
  return boxes;
}

}  // namespace pom::dse::transform
