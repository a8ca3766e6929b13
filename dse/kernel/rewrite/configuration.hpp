#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

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
  bool registers = false;  ///< small arrays that iterations wait for are none of memories

  std::int64_t copies() const;  ///< the largest number there is where that is exceeded
  /// Along some loops: bits, by place in the unit.
  std::int64_t copies_along(unsigned loops) const;
  auto operator<=>(const Configuration&) const = default;
};

/// No loop of the unit cut.
Configuration one_copy(const Unit&);

/// Only loops whose bounds and those inside do not move are unrolled completely, and strips inside begin where those
/// outside do, or the other way round.
bool is_buildable(const Unit&, const Configuration&);

/// All iterations of the n-th loop run at once: nothing of it is left to run. Where that holds for all of a perfect
/// nest, the outermost one is left as a strip of one iteration, which is pipelined.
bool is_unrolled(const Unit&, const Configuration&, std::size_t n);
/// Of all loops of the perfect nest.
bool is_all_at_once(const Unit&, const Configuration&);

/// The loop that a buildable choice pipelines: the innermost one that is left.
const UnitLoop& pipelined_loop(const Unit&, const Configuration&);

/// The loop that keeps those outside apart; nothing where all of them run as one.
std::optional<std::size_t> loop_apart(const Unit&, const Configuration&);

/// What is proved about the pipeline that the choice makes.
const std::vector<UnitFact>& facts_of(const Unit&, const Configuration&);

}  // namespace pom::dse
