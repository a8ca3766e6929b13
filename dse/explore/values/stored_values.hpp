#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::explore {

/// Knows the assignments of a body, and which of them its loads may read.
class StoredValues {
 public:
  using ByArray = std::map<int, std::vector<const Assignment*>>;

  /// The arguments outlive it. `apart`: Unit::apart.
  StoredValues(const Function& function, const std::vector<Node>& body, const std::set<std::string>& apart);

  /// At any depth, in their order.
  const ByArray& by_array() const { return stores_; }
  /// The assignments that the load may read, in its own copy or in others. There are none where all of its elements are
  /// as they were before the body.
  const std::vector<const Assignment*>& seen_by(int load) const;

 private:
  void visit(const std::vector<Node>& body, bool repeats);
  void find_first_loads(int value, bool repeats);

  const Function& function_;
  const std::set<std::string>& apart_;
  ByArray stores_;
  std::map<int, bool> is_first_;  ///< by load of an array in `apart_`: nothing in the body has stored it by then
  std::vector<const Assignment*> none_;
};

}  // namespace pom::dse::explore
