#include "dse/explore/values/distinct_values.hpp"

#include <algorithm>
#include <utility>

namespace pom::dse::explore {

namespace {

/// So many operands tell two of the estimator's operations apart.
constexpr std::size_t most_operands = 3;

}  // namespace

DistinctValues::DistinctValues(const Function& function, const StoredValues& stored, const LoopPlaces& places,
                               MeetingValues& meeting)
    : function_(function), stored_(stored), places_(places), meeting_(meeting) {
  for (const auto& [loop, place] : places_) loops_ = std::max(loops_, place + 1);
  // The greatest set of arrays with distinct elements: each may rest on the others.
  for (bool changed = true; changed;) {
    changed = false;
    rows_.clear();
    for (const auto& [array, stores] : stored_.by_array()) {
      if (alike_.contains(array)) continue;
      const bool apart =
          std::all_of(stores.begin(), stores.end(), [&](const Assignment* s) { return is_told_apart(*s); });
      if (apart && !may_meet(stores)) continue;
      alike_.insert(array);
      changed = true;
    }
  }
  rows_.clear();
}

bool DistinctValues::may_meet(const std::vector<const Assignment*>& stored) const {
  for (std::size_t a = 0; a < stored.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (meeting_.may_meet(stored[a]->value, stored[b]->value)) return true;
    }
  }
  return false;
}

/// `other` is the array itself, or statements copy elements of it there, maybe by way of further arrays.
bool DistinctValues::hands_on(int array, int other, std::set<int>& passed) const {
  if (array == other) return true;
  const auto stored = stored_.by_array().find(other);
  if (stored == stored_.by_array().end() || !passed.insert(other).second) return false;
  return std::any_of(stored->second.begin(), stored->second.end(), [&](const Assignment* store) {
    const Expression& value = function_.expressions[store->value];
    return value.op == OpKind::load && hands_on(array, value.array, passed);
  });
}

/// The store gives every element a value of its own: an operation's or another array's.
bool DistinctValues::is_told_apart(const Assignment& store) {
  const Expression& value = function_.expressions[store.value];
  std::set<int> passed;
  const bool is_copy = value.op == OpKind::load && !hands_on(store.array, value.array, passed);
  const std::set<int>& sources = meeting_.sources(store.value);
  const bool is_operation =
      !meeting_.may_be_constant(store.value) && std::none_of(sources.begin(), sources.end(), [&](int source) {
        const OpKind op = function_.expressions[source].op;
        return op <= OpKind::load || op == OpKind::select;
      });
  if (!is_copy && !is_operation) return false;
  const auto moves_oddly = [](const Index& index) { return index.opaque || !index.divisions.empty(); };
  if (std::any_of(store.indices.begin(), store.indices.end(), moves_oddly)) return false;
  const IndexRows& rows = rows_of(store.value);
  const std::vector<IndexRow> elements = linear_rows(store.indices);
  return std::all_of(elements.begin(), elements.end(), [&](const IndexRow& row) { return rows.span(row); });
}

/// Makes a row of each index that has no divisions and depends on no data.
std::vector<IndexRow> DistinctValues::linear_rows(const std::vector<Index>& indices) const {
  std::vector<IndexRow> rows;
  for (const Index& index : indices) {
    if (index.opaque || !index.divisions.empty()) continue;
    IndexRow row(loops_);
    for (const Index::Term& term : index.terms) {
      if (const auto place = places_.find(term.loop); place != places_.end()) row[place->second] += term.coefficient;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

const IndexRows& DistinctValues::rows_of(int expression) {
  if (const auto known = rows_.find(expression); known != rows_.end()) return known->second;
  return rows_.emplace(expression, find_rows(expression)).first->second;
}

IndexRows DistinctValues::find_rows(int expression) {
  const Expression& e = function_.expressions[expression];
  IndexRows rows(loops_);
  if (e.op == OpKind::load && (has_distinct_elements(e.array) || stored_.seen_by(expression).empty())) {
    for (IndexRow& row : linear_rows(e.indices)) rows.add(std::move(row));
    for (const Index& index : e.indices) {
      if (index.opaque && index.value >= 0) rows.add(rows_of(index.value));
    }
  }
  // Where loops decide, a choice is one of its arms.
  if (is_choice_of_loops(function_, e)) return rows;
  for (std::size_t n = 0; n < std::min(e.operands.size(), most_operands); ++n) rows.add(rows_of(e.operands[n]));
  return rows;
}

}  // namespace pom::dse::explore
