#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "dse/explore/ladder.hpp"

namespace pom::dse {

/// A function by its units: cycles add up, operators serve all units but those that run at once, everything else is
/// built for each, and every bank of an array has multiplexers for all units that use it. Thousands of combinations
/// take no longer than one estimate of the whole function.
class Planner {
 public:
  Planner(const Kernel& whole, const std::vector<UnitLadder>&, const Target&);

  using Points = std::vector<std::size_t>;  ///< by unit
  struct Plan {
    double latency = 0, lut = 0;
    Points at;
    auto operator<=>(const Plan&) const = default;
  };
  /// Plans for about so many LUTs and DSP blocks, fastest first. `incumbent`: slower ones are of no interest.
  std::vector<Plan> draft(const Limits&, double incumbent = std::numeric_limits<double>::infinity()) const;
  /// Those that take no more, drafts and what steps from the fastest drafts reach, fastest first.
  std::vector<Plan> finish(std::vector<Plan> drafts, const Limits&) const;
  /// A further point of a unit, which is planned like this one.
  void repeat(std::size_t unit, std::size_t point) { parts_[unit].push_back(parts_[unit][point]); }
  double latency(const Points&) const;
  double lut(const Points&) const;
  double dsp(const Points&) const;

 private:
  using Factors = std::array<std::int64_t, 8>;  ///< banks, by dimension
  /// One point of a unit.
  struct Part {
    double latency = 0, lut = 0;  ///< LUTs of this unit alone
    double operator_lut = 0, dsp = 0;
    double operators = 0;            ///< units that it shares with others
    std::vector<std::size_t> banks;  ///< by array of the unit: in `requests_`
  };
  struct Memory {
    std::vector<std::size_t> units;
    double words = 1;
    double bank_lut = 0;              ///< of each bank: multiplexers of its port
    std::vector<double> address_lut;  ///< and of its address, by bits
  };

  /// Units that run at once, and the part of the device's operators that each is given: its part of their cycles.
  struct Team {
    std::vector<std::size_t> units;
  };

  void add_parts(const Kernel& whole, const std::vector<std::size_t>& tied, const UnitLadder&);
  void add_teams(const Kernel& whole, const std::vector<UnitLadder>&);
  void share_operators();
  void add_memories(const Kernel& whole, const std::vector<std::size_t>& tied, const std::vector<UnitLadder>&,
                    const Target&);
  double banks(std::size_t array, const Points&) const;
  double port_lut(const Memory&, double banks) const;
  Factors common_banks(std::size_t array, const Points&, std::size_t except) const;
  double own_price(const Part&) const;
  /// LUTs of the ports of a unit's arrays beside what the other units ask for: points that ask for the same share them.
  class PortPrices {
   public:
    PortPrices(const Planner&, std::size_t unit, const Points& others);
    double of(const Part&);

   private:
    const Planner* planner_;
    std::size_t unit_;
    std::vector<Factors> others_;             ///< by array of the unit
    std::vector<std::vector<double>> known_;  ///< by array of the unit, request; below 0: not known yet
  };
  void descend(Points&, double lut_price, double operator_cap, const Limits&) const;
  std::vector<double> operator_caps(const Limits&) const;
  struct Others {
    double team_lut = 0, team_dsp = 0, team_latency = 0;  ///< of those that run at the same time
    double operator_lut = 0;                              ///< of the team that needs most, of all other teams
  };
  std::vector<double> operator_luts(const Points&) const;
  Others without(std::size_t unit, const Points&, const std::vector<double>& operator_luts) const;
  bool take_step(Points&, double used, const Limits&) const;
  long take_steps(Points&, const Limits&, long most) const;

  double sharing_lut(const Points&) const;

  std::vector<double> shared_lut_;        ///< of a unit, by how many loops use it
  std::vector<std::vector<Part>> parts_;  ///< by unit, point
  Points lowest_;
  std::vector<Memory> memories_;                  ///< by array of the top function; tied ones are the first one's
  std::vector<std::vector<std::size_t>> arrays_;  ///< by unit
  /// By unit, array of the unit: what its points ask for, each once.
  std::vector<std::vector<std::vector<Factors>>> requests_;
  std::vector<Team> teams_;
  std::vector<std::size_t> team_;  ///< by unit
  std::vector<double> share_;      ///< by unit: of the operators
  std::vector<double> team_size_;  ///< by unit: how many of its team take as long, about
};

}  // namespace pom::dse
