#include "dse/explore/unit/unit_accesses.hpp"

#include <bit>
#include <map>

#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "dse/kernel/rewrite/touched.hpp"

namespace pom::dse::explore {

namespace {

unsigned loops_of(const Index& index, const std::map<int, std::size_t>& places) {
  unsigned loops = 0;
  for (const Index::Term& term : index.terms) {
    const auto place = places.find(term.loop);
    if (place != places.end() && place->second < 32) loops |= 1U << place->second;
  }
  return loops;
}

}  // namespace

unsigned UnitAccess::all_loops() const {
  unsigned all = 0;
  for (const unsigned here : loops) all |= here;
  return all;
}

std::vector<UnitAccess> list_accesses(const Function& function, const Unit& unit) {
  std::vector<UnitAccess> accesses;
  const Loop* innermost = find_loop(function.body, unit.loops.back().label);
  if (!innermost) return accesses;
  const std::map<int, std::size_t> places = places_of(function.body, unit);
  visit_accesses(function, innermost->body, [&](int array, const std::vector<Index>& indices) {
    UnitAccess access{array, {}};
    for (const Index& index : indices) {
      const unsigned here = loops_of(index, places);
      const bool is_plain = !index.opaque && index.divisions.empty();
      access.is_apart = access.is_apart && is_plain && std::popcount(here) <= 1 && (here & access.all_loops()) == 0;
      access.loops.push_back(here);
    }
    accesses.push_back(std::move(access));
  });
  return accesses;
}

}  // namespace pom::dse::explore
