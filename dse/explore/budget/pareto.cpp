#include "dse/explore/budget/pareto.hpp"

#include <algorithm>
#include <tuple>

namespace pom::dse::explore {

std::vector<ParetoPoint> find_pareto_front(std::vector<ParetoPoint> points) {
  const auto key = [](const ParetoPoint& p) {
    return std::tuple(p.latency, p.resources.dsp, p.resources.lut, p.resources.ff, p.resources.bram_18k);
  };
  std::sort(points.begin(), points.end(), [&](const ParetoPoint& a, const ParetoPoint& b) { return key(a) < key(b); });
  std::vector<ParetoPoint> front;
  for (const ParetoPoint& point : points) {
    // Those before it are no slower: one of them beats it unless it needs less of something.
    const bool beaten = std::any_of(front.begin(), front.end(), [&](const ParetoPoint& better) {
      return better.resources.dsp <= point.resources.dsp && better.resources.lut <= point.resources.lut;
    });
    if (!beaten) front.push_back(point);
  }
  return front;
}

std::vector<ParetoPoint> find_front_with(const ParetoPoint& design, std::vector<ParetoPoint> foreseen,
                                         bool is_fastest) {
  if (is_fastest) std::erase_if(foreseen, [&](const ParetoPoint& one) { return one.latency < design.latency; });
  foreseen.push_back(design);
  return find_pareto_front(std::move(foreseen));
}

}  // namespace pom::dse::explore
