#pragma once
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/explore/process_rates.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/stalls/stalls.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::driver {

using Choices = std::vector<RateChoice>;

/// A schedule of all processes of a streaming program, and what it makes.
struct StreamingDesign {
  Choices choices;  ///< by process
  Schedule schedule;
  dse::Kernel kernel;
  dse::estimate::Qor qor;
  double cycles = 0;  ///< of the simulated run
  bool fits = false;
  std::size_t time = 0;                  ///< the number of the time that it was made for
  std::set<std::string> only_ways = {};  ///< FIFOs that may have any depth
};

/// Processes with little to do may be faster than they must: a copy of pixels that hands on all of a pixel's channels
/// at once spares its consumer to collect them.
enum class Copies { least, generous };

/// Makes and judges schedules of a streaming program: for a time that all processes keep.
class RateMatcher {
 public:
  /// The arguments outlive it.
  RateMatcher(const Compilation& analyzed, const dse::devices::Target&, const dse::explore::Limits&);

  /// All times that some choice takes, longest first.
  std::vector<double> times() const;

  /// Operations in one cycle of all processes together, where they keep the time.
  double work_at(double time, Copies = Copies::least) const;

  /// Every process needs about as long as the time: none waits for another one.
  bool is_even(double time) const;

  /// The cheapest choices that keep a time; nothing where they cannot be built.
  std::optional<StreamingDesign> design(double time, Copies = Copies::least);

  /// The work that is likely to fit, before any design is known: as many products as DSP blocks make.
  double affordable_at_first() const;

  /// More operations than the device has room for, however small they are: not worth an estimate.
  bool is_hopeless(double time) const;

  /// The share of its limit that a design takes of the resource which it takes the greatest share of.
  double share_of(const StreamingDesign&) const;

  /// Gives a design that fits so far its FIFOs' depths. False: they do not fit.
  bool settle(StreamingDesign&) const;

  long candidates() const { return candidates_; }

  /// Why the last design that could not be built could not.
  const std::string& why_not() const { return why_not_; }

 private:
  Choices choices(double time, Copies) const;
  bool build(StreamingDesign&);
  bool cannot(const std::vector<Diagnostic>&);
  void add_banks(poly::Scop& scheduled, Schedule&) const;
  bool judge(dse::Kernel, StreamingDesign&) const;

  const Compilation& analyzed_;
  const dse::devices::Target& target_;
  const dse::explore::Limits& limits_;
  const std::vector<Choices> rates_;
  long candidates_ = 0;
  std::string why_not_;
};

}  // namespace pom::driver
