#pragma once
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dse/explore/space/choice_bound.hpp"

namespace pom::dse::explore {

/// The configurations of a unit that a search looks at, each with its bound.
class UnitChoices {
 public:
  /// The arguments outlive it. `is_nest`: the nest has no other loops than the unit's.
  UnitChoices(const ChoiceBound&, const UnitWork&, const Unit&, bool is_nest);

  struct Candidate {
    Configuration choice;
    double bound = 0;     ///< ChoiceBound::of
    bool slower = false;  ///< of add_slower: operators serve its copies in turn, while these wait for sums or for room
  };
  /// Those within the limits, as far as their operators tell; the least bounds first.
  const std::vector<Candidate>& candidates(const Limits&, Adders) const;
  bool has(const Configuration&, const Limits&) const;
  /// Copies of every loop are looked at together with those of all others.
  bool has_all_mixtures() const;
  /// No choice is faster; known without any estimate.
  double least_cycles(const Limits&) const;
  /// No choice has more copies.
  std::int64_t most_copies_of_all(const Limits&) const;
  /// True where all iterations may run at once, so that no loop is left; may be true where no choice is such.
  bool may_be_all_at_once() const;
  /// Choices of round factors whose operators alone pass no limit: powers of two, divisors, whole short loops.
  std::vector<Configuration> round_choices(const Limits&, Adders) const;
  /// Choices of all numbers of copies that may be worth it, none that certainly takes more than `slowest` cycles.
  std::vector<Configuration> spread_choices(const Limits&, Adders, double slowest) const;

 private:
  struct Enumerated {
    std::vector<Candidate> all;
    std::set<Configuration> members;
  };
  const Enumerated& enumerated(const Limits&, Adders) const;
  Enumerated enumerate(const Limits&, Adders) const;
  std::vector<std::int64_t> round_factors(std::size_t loop) const;
  bool may_build(const Configuration&) const;
  bool waits(std::size_t loop) const;
  bool waits_for_itself(const Configuration&) const;
  bool keeps_pace(const Configuration&, const Limits&) const;
  std::int64_t most_copies_here() const;
  Configuration all_at_once(Configuration one) const;
  bool takes_little(const Configuration&, const Limits&) const;
  std::ptrdiff_t find_cut_loops() const;
  void extend(std::vector<Candidate>&, const Configuration&, std::size_t loop, std::ptrdiff_t cuts,
              const Limits&) const;
  void add_special(Enumerated&, const Configuration& one, const Limits&, Adders) const;
  void add_slower(Enumerated&, const Configuration& one, const Limits&, Adders) const;

  const ChoiceBound& bound_;
  const UnitWork& work_;
  const Unit& unit_;
  bool is_nest_;
  std::vector<bool> mixed_;       ///< by loop: copies of it together with all numbers of others'
  std::ptrdiff_t cut_loops_ = 0;  ///< that one configuration cuts, at most
  mutable std::map<std::pair<Limits, Adders>, Enumerated> enumerated_;
};

}  // namespace pom::dse::explore
