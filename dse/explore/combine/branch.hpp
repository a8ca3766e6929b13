#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "dse/explore/combine/combinations.hpp"
#include "dse/explore/solve/least_cycles.hpp"
#include "dse/explore/solve/team_offers.hpp"

namespace pom::dse::explore {

/// Best-first branch and bound over the units of a function: one unit after the other takes a configuration, those of
/// most cycles first, and the banks of arrays are merged on the way. What is left goes no faster than its
/// configurations do when each finds its own banks (LeastCycles).
class Branching {
 public:
  /// `room`: of estimates. `slowest`: cycles from which on nothing is of use. `estimate`: looks at a combination that
  /// the model lets pass; false ends the search. `relaxed`: by unit its configurations, each in its own banks.
  Branching(Combinations&, const estimate::Resources& room, std::function<double()> slowest,
            std::function<bool(const Points&)> estimate, std::vector<std::vector<Offer>> relaxed);

  /// A short search below every cap on operators comes first: the designs that it finds rule out most caps for a longer
  /// one.
  enum class Look { brief, thorough };
  void run(Look);

 private:
  struct Level {
    std::size_t unit = 0, team = 0;
    bool last_of_team = false;
    std::vector<Offer> rest;  ///< of the units of the team that follow, fastest first
    double rest_lut = 0;      ///< at least, of the same
    /// By array of the unit: the units of the levels before that use it.
    std::vector<std::vector<std::size_t>> users;
  };
  struct Sums {
    double cycles = 0, team_cycles = 0;
    double lut = 0, dsp = 0, team_operators = 0, team_dsp = 0;
    double most_dsp = 0;  ///< of any team's operators
    /// What estimates showed beyond the model: of units in the agreed banks, and once the heavy units are decided, of
    /// combinations with the same ones.
    double beyond_cycles = 0, beyond_lut = 0;
  };
  /// The configurations of the first levels' units, and what they agree on.
  struct Decided {
    Points at;                     ///< by unit
    std::vector<int> banks, wide;  ///< by array
    std::vector<double> cycles;    ///< by unit, in the banks
  };
  /// The first units have configurations. Nodes that differ in the last one alone hold the others' together.
  struct Node {
    double bound = 0;
    int rank = 0;             ///< bounds that differ by less than the model errs have one rank
    std::size_t decided = 0;  ///< levels
    /// False: the next level's unit has `point`, and its banks are not merged with those of the others yet.
    bool shown = true;
    std::size_t point = 0;
    std::shared_ptr<const Decided> before;
    Sums sums;
  };
  struct Later {
    bool operator()(const Node& a, const Node& b) const;
  };

  bool is_over() const;
  std::vector<std::vector<std::size_t>> users_before(std::size_t unit) const;
  double open_cap(double cap);
  void search_below_all(long nodes);
  void search_below(double cap, long nodes);
  void dive(Node);
  bool show(Node&);
  std::optional<Node> expand(const Node&);
  double bound_of(const Node&) const;
  double ports_with(const Node&, std::size_t point);
  /// What a unit changes that joins a node.
  struct Joined {
    std::vector<int> banks;          ///< by array, as all agree on them
    std::vector<std::size_t> units;  ///< itself first, and the decided ones whose arrays get other banks by it
  };
  const Joined& join(const Node&, std::size_t point);
  enum class Show { assume, estimate };
  estimate::Resources move(const Node&, std::size_t point, const Joined&, Show);
  void add_unit(Node&, const Joined&);
  void try_leaf(const Points&);

  Combinations& combinations_;
  estimate::Resources most_;
  std::function<double()> slowest_;
  std::function<bool(const Points&)> estimate_;
  std::vector<std::vector<Offer>> offers_;  ///< by unit
  std::vector<std::vector<Offer>> teams_;
  std::vector<Level> levels_;
  std::size_t heavy_levels_ = 0;  ///< from the first one to the last one whose unit is heavy
  std::optional<LeastCycles> rest_;
  double missed_lut_ = 0;  ///< that any estimate showed beyond the model when the search began
  double room_ = 0, cap_ = 0;
  std::priority_queue<Node, std::vector<Node>, Later> open_;
  long nodes_ = 0, estimates_ = 0;
  Joined joined_;  ///< what `join` says; kept for its memory
};

}  // namespace pom::dse::explore
