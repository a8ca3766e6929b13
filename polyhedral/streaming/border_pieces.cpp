#include "polyhedral/streaming/border_pieces.hpp"

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

}  // namespace

std::vector<isl::map> cut_at_borders(const isl::map& accesses, const isl::map& loop_map, int loops) {
  std::vector<isl::map> pieces;
  join_plain_pieces(accesses).foreach_basic_map([&](const isl::basic_map& piece) { pieces.emplace_back(piece); });
  if (pieces.size() < 2) return {accesses};
  const isl::set all = accesses.domain().apply(loop_map);
  for (int loop = 0; loop < loops; ++loop) {
    std::vector<isl::map> cut;
    for (const isl::map& piece : pieces) {
      for (isl::map& part : cut_along(piece, loop_map, all, static_cast<unsigned>(loop)))
        cut.push_back(std::move(part));
    }
    pieces = std::move(cut);
  }
  return pieces;
}

}  // namespace pom::poly
