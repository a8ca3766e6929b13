#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/explore/paces.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/stalls/stalls.hpp"
#include "dse/explore/budget/limits.hpp"
#include "dse/explore/tiles/widths.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::driver {

/// What is kept of a streaming program's own directives: what it says of ports, storage and processes.
Schedule kept_of_streams(const Schedule& own);

/// The program as written, with its processes.
poly::Scop with_processes(const Compilation& analyzed);

/// A schedule of all processes of a streaming program, and what it makes.
struct StreamingDesign {
  Choices choices;  ///< by process
  Schedule schedule;
  dse::Kernel kernel;
  dse::estimate::Qor qor;
  double cycles = 0;  ///< of the simulated run
  bool fits = false;
  /// Else there was no time to ask about some channels: they are memories here, and FIFOs in what is built.
  bool judged = true;
  std::int64_t port_banks = 0;           ///< memories outside
  std::set<std::string> only_ways = {};  ///< FIFOs that may have any depth
};

/// Makes and judges schedules of a streaming program: for a time that all processes keep.
class RateMatcher {
 public:
  /// The arguments outlive it. Of the options it keeps what directives may be used, and how many memories there may be
  /// outside. `is_over`: the time for the list of paces.
  RateMatcher(const Compilation& analyzed, const dse::devices::Target&, const dse::explore::Limits&, const DseOptions&,
              const std::function<bool()>& is_over);

  /// Slowest first; each has more work than those before.
  const std::vector<Pace>& paces() const { return paces_; }

  /// Cycles that no design goes below: of the quickest pace, of streams and buses, which hand on an element a cycle,
  /// or of as many multipliers as there may be.
  double least_cycles() const { return std::max(paces_.back().time, least_cycles_); }

  /// The design of a pace; nothing where it cannot be built.
  std::optional<StreamingDesign> design(std::size_t pace);

  /// The design of the slowest pace with its FIFOs: the answer of a search that had no time. Nothing where it does not
  /// fit, or no time is left for it either.
  std::optional<StreamingDesign> without_copies();

  /// The program as it is, with its channels and without a schedule. What no time was left to judge does not fit.
  std::optional<StreamingDesign> unscheduled();

  /// The work that is likely to fit, before any design is known: as many products as DSP blocks make.
  double affordable_at_first() const;

  /// More operations than the device has room for, however small they are: not worth an estimate.
  bool is_hopeless(const Pace&) const;

  /// The share of its limit that a design takes of the resource which it takes the greatest share of.
  double share_of(const StreamingDesign&) const;
  double memory_share_of(const StreamingDesign&) const;

  /// Gives a design that fits so far its FIFOs' depths. False: they do not fit.
  bool settle(StreamingDesign&);

  /// Of the designs that were judged and do not fit, the one that exceeds its limits least. Nothing: there is none.
  const std::optional<StreamingDesign>& nearest() const { return nearest_; }

  long candidates() const { return candidates_; }

  /// Why the last design that could not be built could not.
  const std::string& why_not() const { return why_not_; }

 private:
  bool build(StreamingDesign&);
  /// The program with its channels, in the words and banks that are added to the schedule. What a process sends in its
  /// loop is known only then: an argument of which it still takes single elements has no words after all.
  Result<poly::Streaming> stream(const poly::Scop& chosen, Schedule&) const;
  bool cannot(const std::vector<Diagnostic>&);
  void keep_nearest(const StreamingDesign&);
  void add_banks(poly::Scop& scheduled, Schedule&) const;
  void add_banks(poly::Streaming&, Schedule&) const;
  void cut(poly::Scop&, int array, Schedule&) const;
  bool judge(poly::LoopTree, StreamingDesign&) const;
  bool estimate(const poly::LoopTree&, StreamingDesign&) const;
  dse::estimate::Resources upper_bound(const StreamingDesign&) const;
  bool lacks_dsp(const StreamingDesign&) const;
  bool holds_limits(const StreamingDesign&) const;

  const Compilation& analyzed_;
  const dse::devices::Target& target_;
  const dse::explore::Limits& limits_;
  const bool may_cut_;        ///< arguments into banks
  const double port_banks_;   ///< memories outside, at most
  const poly::Scop written_;  ///< with its processes
  const dse::explore::PortWidths ports_;
  /// By process, with its statements: what builds its floating-point sums without DSP blocks.
  const std::vector<std::vector<std::pair<int, BindOp>>> sums_;
  const double least_cycles_;  ///< what the ports take, and the products
  const std::vector<Pace> paces_;
  long candidates_ = 0;
  std::string why_not_;
  std::optional<StreamingDesign> nearest_;
};

}  // namespace pom::driver
