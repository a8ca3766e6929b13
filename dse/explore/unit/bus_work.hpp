#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse::explore {

/// What a unit asks of buses whatever is chosen for it: its copies' different elements come one after the other, one a
/// cycle and bundle.
class BusWork {
 public:
  /// `function`: with the unit's loops as written.
  BusWork(const Function& function, const Unit&);

  /// The interval below which a bundle would move more than an element a cycle; 0: the unit needs no bus in its
  /// pipeline.
  double interval(const Configuration&) const;

 private:
  struct Access {
    std::string bundle;
    int array = -1;
    bool writes = false;
    unsigned loops = 0;      ///< that move it: bits, by place in the unit
    bool different = false;  ///< different iterations of these always mean different elements
    std::vector<std::vector<std::int64_t>> coefficients;  ///< by dimension, of the unit's loops
    std::vector<std::int64_t> constants;                  ///< by dimension
  };
  double count_elements(const std::vector<const Access*>& alike, const Configuration&) const;
  void add(const Function&, int array, const std::vector<Index>&, bool writes);
  /// `passed`: expressions of the statement that were looked at; operands share parts.
  void add_loads(const Function&, int expression, std::set<int>& passed);

  Unit unit_;
  std::map<int, std::size_t> places_;  ///< places_of
  std::vector<Access> accesses_;
};

}  // namespace pom::dse::explore
