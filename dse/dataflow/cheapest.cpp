#include "dse/dataflow/cheapest.hpp"

#include <algorithm>

namespace pom::dse::dataflow {

namespace {

/// Combinations looked at for one answer: some milliseconds.
constexpr int most_nodes = 20'000;

/// Depth first: the first cut that is not satisfied yet is satisfied by each of its channels in turn; the ones that
/// were tried stay below their depth in what follows, so that no combination comes twice.
class CutSearch {
 public:
  CutSearch(const Network& network, const Depths& least, const std::vector<Cut>& cuts)
      : network_(network), cuts_(cuts), depths_(least), below_(least.size(), unbounded) {}

  Cheapest run(const FifoMemory& memory) {
    start_ = memory;
    descend(memory);
    return {best_depths_, best_, nodes_ > most_nodes ? start_ : best_, steps_};
  }

 private:
  const Cut* first_open() {
    for (const Cut& cut : cuts_) {
      steps_ += static_cast<std::int64_t>(cut.size());
      const bool satisfied =
          std::any_of(cut.begin(), cut.end(), [&](const auto& part) { return depths_[part.first] >= part.second; });
      if (!satisfied) return &cut;
    }
    return nullptr;
  }

  void descend(const FifoMemory& memory) {
    if (found_ && (memory >= best_ || ++nodes_ > most_nodes)) return;
    const Cut* open = first_open();
    if (!open) {
      best_depths_ = depths_;
      best_ = memory;
      found_ = true;
      return;
    }
    Cut parts = *open;
    const auto extra = [&](const auto& part) { return price(part.first, part.second); };
    std::sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return extra(a) < extra(b); });
    std::vector<std::pair<int, std::int64_t>> limits;  // to be put back
    for (const auto& [channel, depth] : parts) {
      if (depth >= below_[channel]) continue;
      const std::int64_t before = depths_[channel];
      const FifoMemory more = price(channel, depth);
      depths_[channel] = depth;
      descend({memory.bram_18k + more.bram_18k, memory.lut + more.lut, memory.bits + more.bits});
      depths_[channel] = before;
      limits.emplace_back(channel, below_[channel]);
      below_[channel] = depth;
    }
    for (const auto& [channel, limit] : limits) below_[channel] = limit;
  }

  /// What more memory the deeper FIFO takes; parts of it may be negative.
  FifoMemory price(int channel, std::int64_t depth) const {
    const Channel& fifo = network_.channels[channel];
    const FifoMemory now = memory_of_fifo(fifo.bits, depths_[channel]) * fifo.copies;
    const FifoMemory then = memory_of_fifo(fifo.bits, depth) * fifo.copies;
    return {then.bram_18k - now.bram_18k, then.lut - now.lut, then.bits - now.bits};
  }

  const Network& network_;
  const std::vector<Cut>& cuts_;
  Depths depths_, below_;  ///< by channel: as chosen; less than this
  Depths best_depths_;
  FifoMemory best_, start_;
  bool found_ = false;
  int nodes_ = 0;
  std::int64_t steps_ = 0;  ///< parts of cuts looked at
};

}  // namespace

FifoMemory memory_of(const Network& network, const Depths& depths) {
  FifoMemory sum;
  for (std::size_t c = 0; c < depths.size(); ++c)
    sum = sum + memory_of_fifo(network.channels[c].bits, depths[c]) * network.channels[c].copies;
  return sum;
}

Cheapest cheapest_depths(const Network& network, const Depths& least, const std::vector<Cut>& cuts) {
  return CutSearch(network, least, cuts).run(memory_of(network, least));
}

}  // namespace pom::dse::dataflow
