#pragma once
#include <optional>
#include <set>
#include <string>

#include "dse/devices/tables/target.hpp"
#include "dse/estimate/estimate.hpp"
#include "dse/explore/space/unit_point.hpp"
#include "dse/explore/unit/unit_work.hpp"

namespace pom::dse::explore {

/// The module, or the loop, with this innermost loop is the unit's pipeline or that of its last strips.
bool is_pipeline_of(const Unit&, const Configuration&, const std::string& innermost);

/// Cycles of all runs of the unit's pipelines in an estimate of a kernel whose function `cut` holds them; nothing: none
/// is left, as the body around all loops runs once.
std::optional<double> pipeline_cycles(const Unit&, const Configuration&, const Function& cut, const estimate::Qor&);

/// Estimates a unit whose loops are cut as a configuration says, in banks that are given. It remembers nothing.
class CutEstimator {
 public:
  /// `nest`: a kernel with one function that holds the nest. `used_by_others`: arrays whose banks other units of the
  /// program have a say in. `memo`: of all estimates of a search, or none.
  CutEstimator(const Kernel& nest, const Unit& unit, const UnitWork& work, std::set<std::string> used_by_others,
               const devices::Target& target, estimate::NestMemo* memo)
      : nest_(nest),
        unit_(unit),
        work_(work),
        used_by_others_(std::move(used_by_others)),
        target_(target),
        memo_(memo) {}

  const Kernel& nest() const { return nest_; }
  bool is_shared(const std::string& array) const { return used_by_others_.contains(array); }
  /// Of the device.
  double flip_flops() const { return target_.device ? static_cast<double>(target_.device->ff) : 0; }

  Kernel cut(Kernel nest, const Configuration&) const;
  Kernel cut(const Configuration& choice) const { return cut(nest_, choice); }
  /// The banks that the cut unit asks for by itself.
  BankOptions own_banks(const Kernel& cut, const Configuration&) const;
  /// The same, as if memories had one port.
  BankFactors banks_for_each_access(const Kernel& cut, const Configuration&) const;
  /// `around`: UnitPoint::around of one copy. `free_choices`: as if the tool chose what is kindest.
  UnitPoint estimate(Kernel cut, const Configuration&, BankFactors, double around, bool free_choices = false) const;

 private:
  std::int64_t turns_of(const Configuration&) const;
  void add_modules(UnitPoint&, const estimate::Qor&) const;
  void add_shares(UnitPoint&, const estimate::Qor&) const;
  std::size_t count_outer_loops(const Configuration&, std::size_t nested) const;

  const Kernel& nest_;
  const Unit& unit_;
  const UnitWork& work_;
  std::set<std::string> used_by_others_;
  devices::Target target_;
  estimate::NestMemo* memo_;
};

}  // namespace pom::dse::explore
