#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "dse/estimate/graph/linear.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Gives the place of each loop by its Loop::id: first those of a unit, then those inside that are built whole. Sets of
/// loops are bits by place.
using LoopPlaces = std::map<int, std::size_t>;
constexpr std::size_t most_places = 32;

/// The bit of a loop. `others`: of those without a place.
inline unsigned bit_of(const LoopPlaces& places, int loop, unsigned others) {
  const auto place = places.find(loop);
  return place == places.end() ? others : 1U << place->second;
}

/// Lists all iterations of some loops with constant bounds.
class IterationBox {
 public:
  /// `most`: a box with more iterations is not known.
  IterationBox(const Function&, const LoopPlaces&, unsigned loops, std::int64_t most);

  /// 0: not known, as bounds are no constants, loops have no place, or iterations are too many.
  std::int64_t size() const { return size_; }
  /// Binds the loops to their values in the n-th iteration.
  estimate::Unrolling iteration(std::int64_t n) const;

 private:
  struct Range {
    int loop = -1;
    std::int64_t lower = 0, step = 1, trip = 0;
  };

  void find_ranges(const std::vector<Node>& body, const LoopPlaces&, unsigned loops);

  std::vector<Range> ranges_;
  std::int64_t size_ = 0;
};

}  // namespace pom::dse::explore
