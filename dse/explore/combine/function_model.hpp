#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "dse/estimate/area/usage.hpp"
#include "dse/explore/banks/banks_table.hpp"
#include "dse/explore/combine/frontier.hpp"

namespace pom::dse::explore {

/// What a configuration of a unit takes in the function.
struct UnitCost {
  double cycles = 0, interval = 0;
  estimate::Resources own;        ///< of its modules, without operators
  estimate::Resources operators;  ///< units that run in turn share them: the most that any of them needs is built
  estimate::Usage usage;          ///< the same by kind
  double further = 0;             ///< LUTs of multiplexers that it adds in front of operators which others use too
  std::vector<int> banks;         ///< by array of the unit: what it asks for, in the array's BankTable
  std::vector<char> wide;         ///< by array of the unit: its module accesses several ports of a bank in one cycle
  std::vector<double> elements;   ///< by array of the unit: that one iteration accesses, at most
};

/// A function by its units: the cycles of teams add up, operators serve all units but those that run at once, modules
/// add up, and the ports of an array's banks are multiplexed between its users. The laws are those of the estimator;
/// what no unit decides is left out.
class FunctionModel {
 public:
  FunctionModel(const Kernel& whole, const std::vector<Frontier>&, const devices::Target&);

  /// Units that run at once, those of most cycles first; different teams follow each other.
  const std::vector<std::vector<std::size_t>>& teams() const { return teams_; }
  /// Of the unit, by number in `tables`.
  const std::vector<std::size_t>& arrays_of(std::size_t unit) const { return arrays_[unit]; }
  std::size_t arrays() const { return tables_.size(); }
  /// By array of the top function: the number of its table, which all have that are tied to it.
  const std::vector<std::size_t>& tied() const { return tied_; }
  BankTable& table(std::size_t array) { return tables_[array]; }
  const BankTable& table(std::size_t array) const { return tables_[array]; }

  UnitCost cost_of(std::size_t unit, const UnitPoint&);
  /// The banks of the unit's arrays, by name. `banks`: by array.
  BankFactors factors_of(std::size_t unit, const std::vector<int>& banks) const;

 private:
  void add_arrays(const Kernel& whole, const std::vector<Frontier>&);
  void order_teams(const std::vector<Frontier>&);
  void add_teams(const Kernel& whole, const std::vector<Frontier>&);

  devices::Target target_;
  double user_lut_ = 0;             ///< LUTs for one further user of an operator
  std::vector<std::string> names_;  ///< of the top function's arrays
  std::vector<std::size_t> ranks_;  ///< of the same
  std::vector<std::size_t> tied_;   ///< tied()
  std::vector<BankTable> tables_;
  std::vector<std::vector<std::size_t>> arrays_;  ///< by unit
  std::vector<std::vector<std::size_t>> teams_;
};

}  // namespace pom::dse::explore
