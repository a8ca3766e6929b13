#pragma once
#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <map>
#include <unordered_map>
#include <vector>

#include "dse/explore/combine/frontier.hpp"
#include "dse/explore/combine/function_model.hpp"

namespace pom::dse::explore {

/// By unit: the point of its frontier.
using Points = std::vector<std::size_t>;

/// One configuration for each unit of a function, estimated together.
struct Combination : Rated {
  Points at;
  BankFactors banks;
  std::int64_t interval = 0;  ///< the largest of its pipelined loops
};

/// What combinations of a function's units take: by FunctionModel, and by estimates. What an estimate shows of a unit's
/// modules in the banks that all users of its arrays agreed on replaces what the model assumed.
class Combinations {
 public:
  Combinations(SearchContext&, const Kernel& whole, std::vector<Frontier>, const Limits&);

  const std::vector<Frontier>& frontiers() const { return frontiers_; }
  const std::vector<std::vector<std::size_t>>& teams() const { return model_.teams(); }
  const std::vector<std::size_t>& arrays_of(std::size_t unit) const { return model_.arrays_of(unit); }
  const UnitCost& cost(std::size_t unit, std::size_t point) const { return costs_[unit][point]; }
  std::size_t arrays() const { return model_.arrays(); }
  const std::vector<std::size_t>& users_of(std::size_t array) const { return users_[array]; }
  int merge(std::size_t array, int one, int other) { return model_.table(array).merge(one, other); }
  double port_lut(std::size_t array, int banks, int wide) { return model_.table(array).port_lut(banks, wide); }
  /// The unit takes part of the cycles that counts.
  bool is_heavy(std::size_t unit) const { return std::find(heavy_.begin(), heavy_.end(), unit) != heavy_.end(); }
  bool is_wide(std::size_t unit, std::size_t point, std::size_t array) const;

  struct Cost {
    double cycles = 0;
    estimate::Resources used;
  };
  /// What a unit's modules take in banks that all agreed on, by array of the function: as an estimate showed, or about.
  Cost cost_in(std::size_t unit, std::size_t point, const std::vector<int>& banks);
  /// As an estimate shows.
  const Cost& learn_in(std::size_t unit, std::size_t point, const std::vector<int>& banks);

  /// In all units that estimates of learn_in have looked at.
  long operations() const { return operations_; }

  struct Modelled : Cost {
    double interval = 0;  ///< the largest of the units'
  };
  Modelled model(const Points&);
  /// With what estimates showed beyond the model.
  bool fits(const Points&, const Modelled&, const estimate::Resources& room) const;
  /// The banks that all users but one agree on, by array.
  std::vector<int> agree_on_banks(const Points&, std::size_t except);

  /// Estimates, or remembers.
  const Combination& estimate(const Points&);
  bool is_known(const Points& at) const { return known_.contains(at); }
  /// That fit, in the order of their estimates.
  const std::vector<Combination>& seen() const { return seen_; }
  /// The estimate less the model, of the last combination in which every unit found the banks that it asks for: what
  /// the model leaves out of others too.
  const Cost& missed() const { return missed_; }
  /// The same of the last combination whose heavy units had the same configurations; of any, where there was none.
  const Cost& missed_beside(const Points&) const;

 private:
  void learn(const Points&, const Kernel& estimated, const estimate::Qor&);
  Points heavy_points(const Points&) const;
  bool finds_its_own(std::size_t unit, std::size_t point, const std::vector<int>& banks) const;
  const std::vector<int>& key_of(std::size_t unit, std::size_t point, const std::vector<int>& banks);

  SearchContext* search_;
  const Kernel* whole_;
  std::vector<Frontier> frontiers_;
  Limits limits_;
  FunctionModel model_;
  std::vector<std::size_t> holders_;             ///< by unit: the function of `whole_` that holds its loops
  std::vector<std::vector<UnitCost>> costs_;     ///< by unit, point
  std::vector<std::vector<std::size_t>> users_;  ///< by array
  /// By unit, its point and the banks of its arrays.
  std::vector<std::unordered_map<std::vector<int>, Cost, boost::hash<std::vector<int>>>> learned_;
  std::vector<int> key_;  ///< of the last question to `learned_`; kept for its memory
  long operations_ = 0;
  std::vector<std::size_t> heavy_;  ///< units that take part of the cycles that counts
  Cost missed_;
  std::map<Points, Cost> missed_beside_;  ///< by the points of heavy units
  std::vector<Combination> seen_;
  std::map<Points, Combination> known_;
};

}  // namespace pom::dse::explore
