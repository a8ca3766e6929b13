#include "dse/kernel/rewrite/cut_bounds.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

#include "dse/kernel/index.hpp"

namespace pom::dse {

namespace {

std::int64_t floored(std::int64_t value, std::int64_t divisor) {
  return floor_division(constant_index(value), divisor).constant;
}

std::int64_t coefficient_of(const Index& index, int loop) {
  const auto term =
      std::find_if(index.terms.begin(), index.terms.end(), [&](const Index::Term& one) { return one.loop == loop; });
  return term == index.terms.end() ? 0 : term->coefficient;
}

Index substituted(const Index& index, const Values& values) {
  std::vector<Index> one{index};
  substitute_all(one, values);
  return one.front();
}

}  // namespace

void CutBounds::cut(int loop, Copies copies) {
  if (copies.value != loop_index(loop)) values_[loop] = copies.value;
  cuts_[loop] = std::move(copies);
}

void CutBounds::rename(int loop, int id) { values_[loop] = loop_index(id); }

bool CutBounds::is_cut(const Index& index) const {
  return std::any_of(cuts_.begin(), cuts_.end(),
                     [&](const auto& cut) { return coefficient_of(index, cut.first) != 0; });
}

/// The end of the strip, and those of the whole loop where the strip may reach beyond.
std::vector<Index> CutBounds::ends_of(int loop, End end) const {
  const Copies& copies = cuts_.at(loop);
  if (end == End::first) {
    std::vector<Index> all{copies.first};
    all.insert(all.end(), copies.lower.begin(), copies.lower.end());
    return all;
  }
  std::vector<Index> all{copies.last};
  for (const Index& upper : copies.upper) all.push_back(upper + constant_index(-1));
  return all;
}

/// What the index is where each cut loop has the value that makes it extreme: at one end where it rises with the loop,
/// at the other one where it falls.
std::vector<Index> CutBounds::extremes(const Index& index, End where_rising) const {
  std::vector<Values> all{values_};
  for (const auto& [loop, copies] : cuts_) {
    const std::int64_t slope = coefficient_of(index, loop);
    if (slope == 0) continue;
    const End other = where_rising == End::first ? End::last : End::first;
    std::vector<Values> more;
    for (const Index& end : ends_of(loop, slope > 0 ? where_rising : other)) {
      for (Values values : all) {
        values[loop] = end;
        more.push_back(std::move(values));
      }
    }
    all = std::move(more);
  }
  std::vector<Index> results;
  for (const Values& values : all) results.push_back(substituted(index, values));
  return results;
}

std::vector<Index> CutBounds::all_extremes(const std::vector<Index>& bounds, End where_rising) const {
  std::vector<Index> all;
  for (const Index& bound : bounds) {
    for (Index& extreme : extremes(bound, where_rising)) all.push_back(std::move(extreme));
  }
  return all;
}

std::vector<Index> CutBounds::lower(const std::vector<Index>& bounds) const { return all_extremes(bounds, End::first); }

std::vector<Index> CutBounds::upper(const std::vector<Index>& bounds) const { return all_extremes(bounds, End::last); }

/// Those of `inside` at the end of their strips where the value is greatest.
Values CutBounds::at_greatest(const Index& value, const std::vector<int>& inside) const {
  Values values = values_;
  for (const int loop : inside) {
    const Copies& copies = cuts_.at(loop);
    values[loop] = coefficient_of(value, loop) > 0 ? copies.last : copies.first;
  }
  return values;
}

Index CutBounds::any_of(const Index& value, const std::vector<int>& inside) const {
  return substituted(value, at_greatest(value, inside));
}

bool CutBounds::is_met_by_all(const Index& value, int loop, const std::vector<int>& inside) const {
  const Copies& copies = cuts_.at(loop);
  Values at_first = at_greatest(value, inside), at_last = at_first;
  at_first[loop] = copies.first;
  at_last[loop] = copies.last;
  const Index first = substituted(value, at_first), last = substituted(value, at_last);
  const Index span = last + -1 * first;
  if (!span.is_constant()) return false;
  // One copy meets it where the greatest value, which is `rest` and a multiple of `step`, is not negative; then all do
  // if none of these values is below what lies between the copies.
  const Index& greatest = span.constant > 0 ? last : first;
  const std::int64_t step = step_of(greatest);
  if (step == 0) return false;
  const std::int64_t rest = greatest.constant - floored(greatest.constant, step) * step;
  return rest >= std::abs(span.constant);
}

namespace {

struct Range {
  std::int64_t low = 0, high = 0;
};

/// Of an index of loops that run over constants; nothing where others are in it.
std::optional<Range> range_of(const Index& index, const std::vector<Loop>& loops) {
  Range range{index.constant, index.constant};
  const auto add = [&](const Range& more, std::int64_t times) {
    range.low += times * (times > 0 ? more.low : more.high);
    range.high += times * (times > 0 ? more.high : more.low);
  };
  for (const Index::Term& term : index.terms) {
    const auto loop = std::find_if(loops.begin(), loops.end(), [&](const Loop& one) { return one.id == term.loop; });
    const bool constant = loop != loops.end() && loop->lower.size() == 1 && loop->upper.size() == 1 &&
                          loop->lower.front().is_constant() && loop->upper.front().is_constant();
    if (!constant) return std::nullopt;
    add({loop->lower.front().constant, loop->upper.front().constant - 1}, term.coefficient);
  }
  for (const Index::Division& division : index.divisions) {
    const auto inner = range_of(division.inner, loops);
    if (!inner || division.modulo) return std::nullopt;
    add({floored(inner->low, division.divisor), floored(inner->high, division.divisor)}, division.coefficient);
  }
  return range;
}

/// Drops constants that no other bound reaches; `reaches`: whether the range of another one does.
void drop_constants(std::vector<Index>& bounds, const std::vector<Loop>& around,
                    const std::function<bool(const Range&, std::int64_t)>& reaches) {
  const std::vector<Index> all = bounds;
  std::erase_if(bounds, [&](const Index& constant) {
    return constant.is_constant() && std::any_of(all.begin(), all.end(), [&](const Index& other) {
             const auto range = other.is_constant() ? std::nullopt : range_of(other, around);
             return range && !reaches(*range, constant.constant);
           });
  });
}

}  // namespace

void drop_unreached(Loop& loop, const std::vector<Loop>& around) {
  drop_constants(loop.lower, around, [](const Range& other, std::int64_t constant) { return other.low < constant; });
  drop_constants(loop.upper, around, [](const Range& other, std::int64_t constant) { return other.high > constant; });
}

}  // namespace pom::dse
