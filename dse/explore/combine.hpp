#pragma once
#include <string>
#include <vector>

#include "dse/explore/unit_space.hpp"

namespace pom::dse {

/// One unit of the whole function, with the points worth trying: slowest and cheapest first.
struct UnitLadder {
  Unit unit;
  std::vector<UnitPoint> points;
  std::size_t at = 0;
};

struct Combination {
  std::vector<std::size_t> at;  ///< by unit: the point
  BankFactors banks;
  double latency = 0;
  Resources resources;
  bool feasible = false;
};

/// Bottleneck-oriented search over all units of a function (POM, section VI-B): all start at their cheapest; the unit
/// that takes most of the time takes the next step; one that finds no step that fits leaves the race.
class Combiner {
 public:
  Combiner(const Kernel& whole, std::vector<UnitLadder> ladders, const Target&, const Limits&);

  Combination run(std::vector<std::string>& trail);
  const std::vector<UnitLadder>& ladders() const { return ladders_; }
  long evaluated() const { return evaluated_; }
  const std::vector<Combination>& seen() const { return seen_; }

 private:
  Combination evaluate(const std::vector<std::size_t>& at);
  void grow(Combination&, std::vector<std::string>& trail);
  void refine(Combination&);
  std::size_t find_bottleneck(const Combination&, const std::vector<bool>& done) const;

  const Kernel& whole_;
  std::vector<UnitLadder> ladders_;
  Target target_;
  Limits limits_;
  long evaluated_ = 0;
  std::vector<Combination> seen_;
};

}  // namespace pom::dse
