#include "polyhedral/streaming/border_pieces.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pom::poly {

namespace {

/// Iterations beyond which what an index does is no border: the reach of a window of twice as many and one.
constexpr std::int64_t widest_border = 16;

/// The piece's instances one value of a loop after the other, where those are few beside all that the loop has.
std::vector<isl::map> cut_along(const isl::map& piece, const isl::map& loop_map, const isl::set& all, unsigned loop) {
  const isl::set own = piece.domain().apply(loop_map);
  const auto low = minimum(own, loop), high = maximum(own, loop), first = minimum(all, loop), last = maximum(all, loop);
  if (!low || !high || !first || !last || *high == *low || *high - *low >= widest_border ||
      *high - *low >= *last - *first)
    return {piece};
  std::vector<isl::map> cut;
  for (std::int64_t value = *low; value <= *high; ++value) {
    const isl::set there = bound_above(bound_below(own, loop, value), loop, value);
    if (!there.is_empty()) cut.push_back(piece.intersect_domain(there.apply(loop_map.reverse())));
  }
  return cut;
}

using Take = std::function<bool(const isl::map&)>;

/// Takes the piece, or its iterations along some of the loops one by one: along those first that tell fewest apart.
bool take_piece(const isl::map& piece, const isl::map& loop_map, const isl::set& all, std::vector<unsigned> loops,
                const Take& take) {
  if (take(piece)) return true;
  std::vector<isl::map> fewest;
  unsigned along = 0;
  for (const unsigned loop : loops) {
    std::vector<isl::map> parts = cut_along(piece, loop_map, all, loop);
    if (parts.size() < 2 || (!fewest.empty() && parts.size() >= fewest.size())) continue;
    fewest = std::move(parts);
    along = loop;
  }
  std::erase(loops, along);
  return !fewest.empty() && std::all_of(fewest.begin(), fewest.end(), [&](const isl::map& part) {
    return take_piece(part, loop_map, all, loops, take);
  });
}

}  // namespace

bool take_at_borders(const isl::map& accesses, const isl::map& loop_map, int loops, const Take& take) {
  std::vector<isl::map> pieces;
  join_plain_pieces(accesses).foreach_basic_map([&](const isl::basic_map& piece) { pieces.emplace_back(piece); });
  if (pieces.size() < 2) return take(accesses);
  const isl::set all = accesses.domain().apply(loop_map);
  std::vector<unsigned> along(static_cast<std::size_t>(loops));
  std::iota(along.begin(), along.end(), 0);
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](const isl::map& piece) { return take_piece(piece, loop_map, all, along, take); });
}

}  // namespace pom::poly
