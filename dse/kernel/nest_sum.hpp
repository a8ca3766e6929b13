#pragma once
#include <optional>
#include <set>
#include <vector>

#include "dse/kernel/index.hpp"
#include "dse/kernel/kernel.hpp"

/// Sums over the iterations of loops whose bounds are affine, in closed form where there is one.
namespace pom::dse {

/// One step on the path from the function's body to a loop: an enclosing loop, or a condition that must hold (or fail).
struct NestStep {
  const Loop* loop = nullptr;
  int condition = -1;
  bool wanted = true;
};

/// Evaluates conditions as integers; a condition that depends on data has no value.
class Conditions {
 public:
  explicit Conditions(const Function& function) : function_(function) {}

  std::optional<std::int64_t> value(int expression, const LoopValues&) const;
  /// Adds the loops that the condition depends on.
  void collect(int expression, std::set<int>& loops) const;

 private:
  std::optional<std::int64_t> size(const Expression& load, const LoopValues&) const;

  const Function& function_;
};

bool has_affine_bounds(const Loop&);
void collect_bound_loops(const Loop&, std::set<int>& loops);

/// The trips of a loop over all iterations of the steps around it.
TripCount sum_trips(const Loop&, const std::vector<NestStep>&, const Conditions&, LoopValues&);

/// How many iterations the steps have together.
double count_entries(const std::vector<NestStep>&, const Conditions&, LoopValues&);

}  // namespace pom::dse
