#pragma once
#include <map>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/substitute.hpp"

namespace pom::dse {

/// What became of the loops of a nest, some of which are cut, and what that makes of the bounds inside of them: a loop
/// that runs inside of a cut one runs for all of its copies, and each copy asks whether it takes part. Loops are named
/// by the ids that they had before; bounds and conditions are linear in those that are cut.
class CutBounds {
 public:
  /// A loop whose iterations are copies, of one strip or of all.
  struct Copies {
    Index value;        ///< of the loop in a copy
    Index first, last;  ///< the values of the first and of the last copy
    /// The values begin at the greatest of `lower` and end before the least of `upper`, where a strip may reach beyond.
    std::vector<Index> lower, upper;
  };
  void cut(int loop, Copies);
  /// A loop that runs on under another id.
  void rename(int loop, int id);

  /// By loop, what its value is behind the cuts.
  const Values& values() const { return values_; }
  bool is_cut(const Index&) const;
  /// The bounds of a loop that runs for all copies around it.
  std::vector<Index> lower(const std::vector<Index>&) const;
  std::vector<Index> upper(const std::vector<Index>&) const;
  /// Of a condition `value >= 0`: whether any of the copies of the loops `inside` may meet it.
  Index any_of(const Index& value, const std::vector<int>& inside) const;

  /// The bounds of the loops around, which some copy of `loop` meets, leave no copy that does not meet the condition.
  bool is_met_by_all(const Index& value, int loop, const std::vector<int>& inside) const;

 private:
  enum class End { first, last };
  std::vector<Index> ends_of(int loop, End) const;
  std::vector<Index> extremes(const Index&, End where_rising) const;
  std::vector<Index> all_extremes(const std::vector<Index>&, End where_rising) const;
  Values at_greatest(const Index&, const std::vector<int>& inside) const;

  std::map<int, Copies> cuts_;
  Values values_;
};

/// Drops constant bounds that the loop's other ones never reach, by the values of the loops around that are known.
void drop_unreached(Loop&, const std::vector<Loop>& around);

}  // namespace pom::dse
