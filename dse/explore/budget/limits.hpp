#pragma once
#include <compare>
#include <cstdint>
#include <vector>

#include "dse/devices/tables/device.hpp"
#include "dse/estimate/qor/qor.hpp"

namespace pom::dse::explore {

/// How many times its limits a design takes of logic (LUTs, FFs, DSP blocks) and of memory; above 1 it does not fit.
struct Taken {
  double logic = 0, memory = 0;

  bool fits() const { return logic <= 1 && memory <= 1; }
};

Taken taken_of(const estimate::Resources& used, const estimate::Resources& most);

/// All that the device has.
estimate::Resources resources_of(const devices::Device&);

/// What a design may use at most. A design fits when the upper bounds of what it is estimated to take fit.
class Limits {
 public:
  /// `confidence`: of the upper bounds; 0: the estimates themselves have to fit.
  explicit Limits(const estimate::Resources& most, double confidence = 0);
  auto operator<=>(const Limits&) const = default;

  /// The one test whether a design fits. `interval`: the largest of its pipelined loops, which decides how far its
  /// estimate can be trusted; 0: it has none.
  bool hold(const estimate::Resources& estimate, std::int64_t interval) const;
  bool hold(const estimate::Qor&) const;
  Taken taken_by(const estimate::Qor&) const;
  /// The model errs more on designs of long initiation intervals, so that these must leave more of the device free.
  /// `room` is the largest estimate, by resource, with which a design of this kind or of a kind with longer intervals
  /// can still fit; sums of parts are compared with it.
  struct Kind {
    double longest_interval = 0;
    estimate::Resources room;
    auto operator<=>(const Kind&) const = default;
  };
  /// Shortest intervals first; the last one has them all.
  const std::vector<Kind>& kinds() const { return kinds_; }
  /// Of designs that have at least this interval.
  const estimate::Resources& room(double interval = 0) const;
  /// False: no design fits that has a part with this interval which takes as much.
  bool may_hold(const estimate::Resources& part, double interval) const;

  /// Of what operators are built from; memories stay whole.
  Limits share(double) const;
  /// What is left beside parts that are estimated to take `used`.
  Limits beside(const estimate::Resources& used) const;

  const estimate::Resources& most() const { return most_; }
  double confidence() const { return confidence_; }
  /// What is tested: of an estimate, with what stands beside it.
  estimate::Resources upper_bound(const estimate::Resources& estimate, std::int64_t interval) const;

 private:
  void find_kinds();

  estimate::Resources most_;
  double confidence_;
  estimate::Resources beside_;
  std::vector<Kind> kinds_;
};

/// Nothing of `used` is more than `most` has.
bool is_within(const estimate::Resources& used, const estimate::Resources& most);

}  // namespace pom::dse::explore
