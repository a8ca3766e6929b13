#include "dse/estimate/compose/enclosing_loops.hpp"

#include <algorithm>
#include <utility>

namespace pom::dse::estimate {

namespace {

bool moves_with(const HoistedLoad& element, const FlatNest& loops) {
  return std::any_of(element.indices.begin(), element.indices.end(), [&](const Linear& index) {
    return index.opaque || std::any_of(loops.begin(), loops.end(),
                                       [&](const Loop* loop) { return index.coefficient_of(loop->id) != 0; });
  });
}

}  // namespace

void EnclosingLoops::enter(FlatNest loops, std::vector<char> written) {
  nests_.push_back({std::move(loops), std::move(written), {}, {}});
}

EnclosingNest EnclosingLoops::leave() {
  EnclosingNest nest = std::move(nests_.back());
  nests_.pop_back();
  return nest;
}

void EnclosingLoops::move_out(Surroundings& around) {
  const auto leave_nests = [&](const HoistedLoad& element, auto can_leave, auto moved) {
    std::size_t level = nests_.size();
    while (level > 0 && !moves_with(element, nests_[level - 1].loops) && can_leave(nests_[level - 1])) --level;
    if (level == nests_.size()) return false;
    (nests_[level].*moved).push_back(element);
    return true;
  };
  std::erase_if(around.hoisted, [&](const HoistedLoad& load) {
    const auto keeps = [&](const EnclosingNest& nest) { return nest.written[load.array] == 0; };
    return leave_nests(load, keeps, &EnclosingNest::loads);
  });
  std::erase_if(around.sunk, [&](const HoistedLoad& store) {
    // A store leaves only loops whose body contains nothing else.
    const auto is_alone = [](const EnclosingNest& nest) { return nest.loops.back()->body.size() == 1; };
    return leave_nests(store, is_alone, &EnclosingNest::stores);
  });
}

}  // namespace pom::dse::estimate
