#include "dse/explore/values/iteration_box.hpp"

#include <bit>

namespace pom::dse::explore {

IterationBox::IterationBox(const Function& function, const LoopPlaces& places, unsigned loops, std::int64_t most) {
  find_ranges(function.body, places, loops);
  if (ranges_.size() != static_cast<std::size_t>(std::popcount(loops))) return;
  std::int64_t iterations = 1;
  for (const Range& range : ranges_) {
    if (range.trip > most / iterations) return;
    iterations *= range.trip;
  }
  size_ = iterations;
}

void IterationBox::find_ranges(const std::vector<Node>& body, const LoopPlaces& places, unsigned loops) {
  for (const Node& node : body) {
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      find_ranges(*inner, places, loops);
    if (node.kind != Node::Kind::loop) continue;
    const Loop& loop = node.loop;
    const auto place = places.find(loop.id);
    const bool is_constant = loop.lower.size() == 1 && loop.lower.front().is_constant() && !loop.trip.varies();
    if (place == places.end() || (loops >> place->second & 1U) == 0 || !is_constant || loop.trip.max <= 0) continue;
    ranges_.push_back({loop.id, loop.lower.front().constant, loop.step, loop.trip.max});
  }
}

estimate::Unrolling IterationBox::iteration(std::int64_t n) const {
  estimate::Unrolling unrolling;
  for (const Range& range : ranges_) {
    estimate::Linear value;
    value.constant = range.lower + range.step * (n % range.trip);
    unrolling.bind(range.loop, value);
    n /= range.trip;
  }
  return unrolling;
}

}  // namespace pom::dse::explore
