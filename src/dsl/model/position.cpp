#include "dsl/model/position.hpp"

#include <algorithm>
#include <map>

namespace pom::dsl {

namespace {

using Position = std::vector<int>;

/// True when both stand in the same body inside the first `depth` loops.
bool same_body(const Position& a, const Position& b, std::size_t depth) {
  return a.size() > depth && b.size() > depth && std::equal(a.begin(), a.begin() + depth, b.begin());
}

/// True when `moved` alone follows `anchor` in the body at `depth` already.
bool already_behind(const std::vector<Position*>& positions, int moved, int anchor, std::size_t depth) {
  const Position& self = *positions[moved];
  if (!same_body(self, *positions[anchor], depth) || self[depth] <= (*positions[anchor])[depth]) return false;
  return std::none_of(positions.begin(), positions.end(), [&](const Position* other) {
    return other != positions[moved] && same_body(self, *other, depth) && (*other)[depth] == self[depth];
  });
}

}  // namespace

void place_after(const std::vector<Position*>& positions, int moved, int anchor, int level) {
  const std::size_t depth = static_cast<std::size_t>(level + 1);
  if (already_behind(positions, moved, anchor, depth)) return;

  const Position anchor_position = *positions[anchor];
  std::map<int, int> first_declared;  // sibling's place in the body -> its first statement
  for (int s = 0; s < static_cast<int>(positions.size()); ++s) {
    if (s != moved && same_body(anchor_position, *positions[s], depth))
      first_declared.emplace((*positions[s])[depth], s);
  }
  int place = anchor_position[depth];
  for (auto next = first_declared.upper_bound(place); next != first_declared.end() && next->second < moved; ++next) {
    place = next->first;
  }
  for (int s = 0; s < static_cast<int>(positions.size()); ++s) {
    Position& other = *positions[s];
    if (s != moved && same_body(anchor_position, other, depth) && other[depth] > place) ++other[depth];
  }
  Position& self = *positions[moved];
  std::fill(self.begin(), self.end(), 0);
  std::copy(anchor_position.begin(), anchor_position.begin() + depth, self.begin());
  self[depth] = place + 1;
}

}  // namespace pom::dsl
