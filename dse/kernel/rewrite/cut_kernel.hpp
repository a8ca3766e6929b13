#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"
#include "dse/kernel/rewrite/unit.hpp"

namespace pom::dse {

/// How a unit is built: factor[n] iterations of loops[n] at once, the rest pipelined.
struct Configuration {
  std::vector<std::int64_t> factors;  ///< one per loop of the unit; 1: not cut
  bool fabric_adders = false;         ///< floating-point sums without DSP blocks
  int interval = 1;                   ///< asked for; 0: the unit's loops are left to the tool's own pipelining

  /// Of more than three loops that would run as one, those outside the innermost three do not, and of three the
  /// outermost: few counters for a pipeline that is entered more often.
  bool outer_apart = false;

  std::int64_t copies() const;
  bool operator==(const Configuration&) const = default;
};

/// No loop of the unit cut.
Configuration one_copy(const Unit&);

/// Some loop of the perfect nest is left to be pipelined, and only loops with one trip count are unrolled completely.
bool is_buildable(const Unit&, const Configuration&);

/// All iterations of the loop run at once: nothing of it is left to run.
bool is_unrolled(const UnitLoop&, std::int64_t factor);

/// The loop that a buildable choice pipelines: the innermost one that is left.
const UnitLoop& pipelined_loop(const Unit&, const Configuration&);

/// The loop that keeps those outside apart; nothing where all of them run as one.
std::optional<std::size_t> loop_apart(const Unit&, const Configuration&);

/// The function with the unit's loops cut, its innermost running loop pipelined, and its copies unrolled: the loops
/// that the directives of a buildable choice make, without isl. Guards stand around copies beyond the last iteration.
void cut_unit(Function&, const Unit&, const Configuration&);

/// Operations whose adders a choice may build without DSP blocks.
inline bool is_float_sum(const Expression& e) {
  return e.type.is_float() && (e.op == OpKind::add || e.op == OpKind::sub);
}

/// Iterations of the unit's loops, on average over their runs; `body`: with these loops in it.
std::vector<double> average_trips(std::vector<Node>& body, const Unit&);

/// Behind the labels of the loops inside a last strip that has loops of its own (CutPlan). Labels of programs are
/// identifiers, so that none ends like this.
inline constexpr const char* rest_suffix = " rest";

/// The loop of a label; null: there is none.
const Loop* find_loop(const std::vector<Node>& body, const std::string& label);
Loop* find_loop(std::vector<Node>& body, const std::string& label);

}  // namespace pom::dse
