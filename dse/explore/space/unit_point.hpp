#pragma once
#include <memory>
#include <string>
#include <vector>

#include "dse/estimate/qor/qor.hpp"
#include "dse/explore/banks/banking.hpp"

namespace pom::dse::explore {

/// A choice for one unit, estimated with the rest of its nest as written.
struct UnitPoint {
  Configuration choice;
  BankFactors banks;
  double latency = 0;          ///< cycles that the unit takes in all its runs
  double around = 0;           ///< of the configuration of one copy: cycles of the nest outside of the unit
  double interval = 1;         ///< cycles from one iteration to the next
  bool may_be_faster = false;  ///< with banks that other units ask for
  std::string waits_for;       ///< the array that keeps the interval from being shorter
  estimate::Resources resources;
  double operator_count = 0;      ///< units that operations share, about
  double control_lut = 0;         ///< of all loops that were estimated
  double beside_lut = 0;          ///< the same, registers and expressions
  std::size_t entered_by = 0;     ///< so many outer loops run the pipeline anew
  estimate::Resources own;        ///< of the modules of its pipelines, without operators
  std::vector<std::string> wide;  ///< arrays that these access at more than one port of a bank in one cycle
  std::vector<std::shared_ptr<const std::vector<estimate::OperatorUse>>> modules;  ///< operators of each of them
};

}  // namespace pom::dse::explore
