#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::estimate {

/// low <= value <= high
struct Range {
  std::int64_t low = 0, high = 0;
  bool is_single() const { return low == high; }
};

/// The values of loops, by Loop::id: of few loops, and asked for in every iteration of them.
class LoopRanges {
 public:
  using Entry = std::pair<int, Range>;

  const Entry* find(int loop) const {
    return std::find_if(entries_.data(), end(), [&](const Entry& entry) { return entry.first == loop; });
  }
  const Entry* end() const { return entries_.data() + entries_.size(); }
  const Range& at(int loop) const { return entries_[static_cast<std::size_t>(find(loop) - entries_.data())].second; }

  Range& operator[](int loop) {
    const Entry* known = find(loop);
    if (known == end()) return entries_.emplace_back(loop, Range{}).second;
    return entries_[static_cast<std::size_t>(known - entries_.data())].second;
  }

 private:
  std::vector<Entry> entries_;
};

/// The values of an integer expression while the loops take those of the ranges; nothing where the model does not know.
std::optional<Range> range_of(const Function&, int expression, const LoopRanges&);
std::optional<Range> range_of(const Index&, const LoopRanges&);

/// One access to an array of the region.
struct Access {
  int array = -1;  ///< in the region's Function::arrays; -1: an array of the function alone
  bool writes = false;
  const Function* function = nullptr;  ///< that the access stands in
  std::vector<const Loop*> loops;      ///< around it in that function, outermost first
  struct Guard {
    int condition = -1;  ///< in Function::expressions
    bool holds = true;
  };
  std::vector<Guard> guards;
  std::vector<Index> indices;
  int loops_before = 0;  ///< loops that stand before it in the body of the innermost loop around it
  /// Where the access stands among all accesses in program order: in the first iterations of all loops, and by loop how
  /// many accesses an iteration has at most. Conditions count as if both sides ran.
  std::int64_t first_place = 0;
  std::vector<std::int64_t> places_per_iteration;
};

/// All accesses of the nodes to arrays, in program order; scalar variables are none. Throws Unknown.
std::vector<Access> list_accesses(const Kernel&, const Function& region, const std::vector<Node>&);

/// Of two accesses of a list, that with the lower place comes first in the program.
std::int64_t place_in_program(const Access&, const LoopRanges& at);

/// Why the iterations of an access cannot be told.
struct Unknown {
  std::string reason;
};

/// The values of all loops around the access, whatever conditions it has. Throws Unknown.
LoopRanges all_iterations(const Access&);

/// Visits the iterations in which the access takes place, in order of the loops: the values of all loops, of those in
/// `within`. Goes around ranges of iterations in which it surely does not. Throws Unknown.
void for_each_iteration(const Access&, const LoopRanges& within, const std::function<void(const LoopRanges&)>& visit);

}  // namespace pom::dse::estimate
