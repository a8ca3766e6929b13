#pragma once
#include <map>
#include <set>
#include <vector>

#include "dse/explore/values/index_rows.hpp"
#include "dse/explore/values/iteration_box.hpp"
#include "dse/explore/values/meeting_values.hpp"

namespace pom::dse::explore {

/// Tells the values of an expression's copies apart by the elements that they load. Two elements that no copy stores
/// have different values. So have two elements that copies store, if every value that is stored differs from element to
/// element, and no two statements store the same one. Such a value is an operation's, or another array's element,
/// unless that array gets its elements from this one.
class DistinctValues {
 public:
  /// The arguments outlive it.
  DistinctValues(const Function&, const StoredValues&, const LoopPlaces&, MeetingValues&);

  /// Copies of the expression that differ in some row have different values.
  const IndexRows& rows_of(int expression);
  /// Different elements of the array always have different values.
  bool has_distinct_elements(int array) const { return !alike_.contains(array); }

 private:
  IndexRows find_rows(int expression);
  std::vector<IndexRow> linear_rows(const std::vector<Index>&) const;
  bool is_told_apart(const Assignment&);
  bool hands_on(int array, int other, std::set<int>& passed) const;
  bool may_meet(const std::vector<const Assignment*>&) const;

  const Function& function_;
  const StoredValues& stored_;
  const LoopPlaces& places_;
  MeetingValues& meeting_;
  std::size_t loops_ = 0;
  std::set<int> alike_;  ///< arrays of which elements may have one value
  std::map<int, IndexRows> rows_;
};

}  // namespace pom::dse::explore
