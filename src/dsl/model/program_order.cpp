#include "dsl/model/program_order.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "dsl/model/position.hpp"
#include "support/findings.hpp"
#include "support/result.hpp"

namespace pom::dsl {
namespace {

/// How many leading entries are equal.
std::size_t common_prefix(const std::vector<int>& a, const std::vector<int>& b) {
  auto end = a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

std::vector<std::vector<int>*> positions_of(std::vector<Compute>& computes) {
  std::vector<std::vector<int>*> positions;
  for (Compute& compute : computes) positions.push_back(&compute.position);
  return positions;
}

/// Puts the compute where its placement says, then those that were placed after it.
void apply_placement(std::vector<Compute>& computes, int index) {
  Placement placement = *computes[index].placement;
  bool stays = placement.level < 0 && computes[index].position[0] > computes[placement.other].position[0];
  if (!stays) {
    const std::vector<std::vector<int>*> positions = positions_of(computes);
    place_after(positions, index, placement.other, placement.level);
    renumber(positions);
  }
  for (int follower = 0; follower < static_cast<int>(computes.size()); ++follower) {
    const auto& its = computes[follower].placement;
    if (its && its->other == index) apply_placement(computes, follower);
  }
}

Diagnostic bad_level(const Compute& compute, int level, const Location& at) {
  std::size_t count = compute.loops.size();
  return make_error("bad-level",
                    "level " + std::to_string(level) + " cannot be shared: \"" + compute.name + "\" has " +
                        std::to_string(count) + (count == 1 ? " loop" : " loops"),
                    at);
}

/// The level of the last loop that both share.
Result<int> resolve_level(const Compute& moved, const Compute& other, const LoopRef& loop, const Location& at) {
  int level = loop.level;
  if (!loop.name.empty()) {
    auto found =
        std::find_if(other.loops.begin(), other.loops.end(), [&](const Loop& l) { return l.name == loop.name; });
    if (found == other.loops.end()) {
      Diagnostic error = make_error("unknown-loop", "\"" + other.name + "\" has no loop \"" + loop.name + "\"", at);
      std::string list;
      for (const Loop& l : other.loops) list += (list.empty() ? "" : ", ") + l.name;
      error.notes.push_back({"the loops of \"" + other.name + "\" are (" + list + ")", {}});
      return error;
    }
    level = static_cast<int>(found - other.loops.begin());
  }
  if (level < -1 || level >= static_cast<int>(other.loops.size())) return bad_level(other, level, at);
  if (level >= static_cast<int>(moved.loops.size())) return bad_level(moved, level, at);
  return level;
}

/// `other` already runs after `moved`, by the placements made before.
std::optional<Diagnostic> check_no_cycle(const std::vector<Compute>& computes, int moved, int other,
                                         const Location& at) {
  for (int before = other; computes[before].placement; before = computes[before].placement->other) {
    if (computes[before].placement->other != moved) continue;
    Diagnostic error = make_error("bad-after",
                                  "\"" + computes[moved].name + "\" cannot run after \"" + computes[other].name +
                                      "\", which runs after \"" + computes[moved].name + "\"",
                                  at);
    error.notes.push_back({"\"" + computes[before].name + "\" was put after it", computes[before].placement->at});
    return error;
  }
  return {};
}

}  // namespace

void renumber(const std::vector<std::vector<int>*>& positions) {
  std::vector<std::vector<int>*> order = positions;
  std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return *a < *b; });
  std::vector<int> old_before, new_before;
  for (std::vector<int>* position : order) {
    std::vector<int> dense(position->size(), 0);
    if (!old_before.empty()) {
      std::size_t shared = common_prefix(old_before, *position);
      std::copy_n(new_before.begin(), shared, dense.begin());
      // Equal positions stay equal, as those of copies that one statement sends to several.
      if (shared < dense.size() && shared < new_before.size()) dense[shared] = new_before[shared] + 1;
    }
    old_before = std::exchange(*position, dense);
    new_before = std::move(dense);
  }
}

void renumber(std::vector<Compute>& computes) { renumber(positions_of(computes)); }

std::vector<int> position_behind_all(const Function& function, std::size_t loops) {
  std::vector<int> position(loops + 1, 0);
  for (const Compute& compute : function.computes) position[0] = std::max(position[0], compute.position[0] + 1);
  return position;
}

std::optional<Diagnostic> place_in_program(Function& function, const After& after, const Location& at) {
  int moved = function.find_compute(after.compute);
  int other = function.find_compute(after.other);
  std::vector<Compute>& computes = function.computes;
  if (auto error = check_no_cycle(computes, moved, other, at)) return error;
  Result<int> level = resolve_level(computes[moved], computes[other], after.loop, at);
  if (!level) return level.errors().front();
  computes[moved].placement = Placement{other, *level, at};
  apply_placement(computes, moved);
  return {};
}

}  // namespace pom::dsl
