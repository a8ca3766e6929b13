#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dse/explore/tiles/external.hpp"
#include "dse/explore/tiles/widths.hpp"

namespace pom::dse::explore {

/// Whether copies of tiles and the work on them take turns, or those of the innermost loop that has any run beside it.
enum class Copies { in_turn, beside_work };

/// How the loops of a nest are cut into tiles whose elements of external arrays lie on the chip.
struct NestTiles {
  std::vector<int> computes;        ///< in order; each has all of the loops, or the first ones of them
  int deepest = -1;                 ///< one of them that has all
  std::vector<std::int64_t> sizes;  ///< by loop; its iterations: it is not cut
  std::vector<std::size_t> order;   ///< the loops that are cut, outermost first
  /// By array: the place in `order` behind which it has its buffer; -1: in front of all loops.
  std::vector<std::pair<int, int>> buffers;
  std::map<int, std::int64_t> lanes;  ///< by array: elements of a word
  double cycles = 0;                  ///< of the copies, a word a cycle and port
  double hidden = 0;                  ///< of other copies, which run beside the work
  std::int64_t blocks = 0;            ///< of 18 Kibit
  std::set<int> named;                ///< arrays of which other nests have buffers too: theirs have names
  int overlapped = -1;                ///< the place in `order` of the loop whose copies run beside its work

  /// Lets arrays whose copies run beside the work come one element a cycle.
  void narrow_overlapped() {
    for (const auto& [array, place] : buffers) {
      if (place >= 0 && place == overlapped) lanes[array] = 1;
    }
  }

  /// The directives that make them. `taken`: names of loops, grows.
  Schedule directives(const dsl::Function&, std::set<std::string>& taken) const;
};

/// Names a loop for a directive.
LoopRef loop_named(const std::string& name);

/// The one of the computes that has most loops; of several the first.
int deepest_of(const dsl::Function&, const std::vector<int>& computes);

/// The tiles of computes that share all of their loops with the deepest of them, in a rectangular nest, within a number
/// of blocks: those whose copies take least cycles, with words no wider than `widths`. `resident`: arrays that lie on
/// the chip as a whole. Nothing: no tiles fit, or the accesses are no sums of multiples of loops.
std::optional<NestTiles> find_tiles(const dsl::Function&, const std::vector<int>& computes,
                                    const std::vector<External>&, const std::set<int>& resident,
                                    std::int64_t most_blocks, const PortWidths& widths, Copies copies);

}  // namespace pom::dse::explore
