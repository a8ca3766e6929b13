#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dse/dataflow/network.hpp"
#include "dse/estimate/stalls/process_blocks.hpp"

namespace pom::dse::estimate {

/// One FIFO: a stream, and of an array of streams one lane.
using Lane = std::pair<int, std::int64_t>;

/// When tokens pass one end of a FIFO. Two of them in one cycle pass in two that follow each other.
struct Passing {
  dataflow::Sequence cycles;  ///< in the process's own time
  dataflow::Sequence places;  ///< in the program's order
};

/// When one process reads, or writes, one FIFO: as some passing, so much later.
struct Moments {
  std::shared_ptr<const Passing> passing;
  std::int64_t later_cycles = 0, later_places = 0;

  dataflow::Sequence cycles() const;
  dataflow::Sequence places() const;
  std::int64_t count() const { return passing->places.count(); }
  std::int64_t last_cycle() const { return passing->cycles.runs().back().last() + later_cycles; }
  std::int64_t last_place() const { return passing->places.runs().back().last() + later_places; }
};
using MomentsByLane = std::map<Lane, Moments>;

/// The moments of all accesses to one FIFO at one end, before they are joined.
using PartsByLane = std::map<Lane, std::vector<Moments>>;

MomentsByLane joined(const PartsByLane&);

/// In which states of an iteration the tool puts reads and writes of streams: what agrees with the RTL of most designs.
struct Stages {
  bool reads_streams = false, writes_streams = false;
  bool loads = false;    ///< of memories
  bool sums_up = false;  ///< loads of memories of its own

  std::int64_t of(const Access& access, std::int64_t last) const;
};

/// Collects when the accesses of one process pass their FIFOs. Copies of unrolled loops mostly differ in the lane that
/// they mean, and happen in the same iterations as other accesses in these loops, which are walked once.
class MomentsList {
 public:
  /// Without blocks, each access takes one cycle. `tokens`: of all processes so far. The arguments outlive the list.
  MomentsList(const Function& region, const std::optional<ProcessBlocks>& blocks, const Stages& stages,
              std::int64_t& tokens)
      : region_(region), blocks_(blocks), stages_(stages), tokens_(tokens) {}

  /// Throws Unknown.
  void add(const Access&, PartsByLane&);

 private:
  /// An access in one iteration of each unrolled loop around it.
  struct Copy {
    std::int64_t lane;
    std::int64_t later_places;             ///< than the access in the loops' first iterations
    LoopRanges within;                     ///< the values of all loops around
    std::vector<std::int64_t> conditions;  ///< the values of unrolled loops on which its iterations depend
  };

  /// What decides about the iterations of a copy, and about its cycles in them.
  struct Walk {
    const Function* function;
    std::vector<const Loop*> loops;
    std::vector<Access::Guard> guards;
    std::int64_t stage;
    std::vector<std::int64_t> conditions;
    std::shared_ptr<const Passing> passing;  ///< as if places began with 0; null: there is no iteration
  };

  std::int64_t stage_of(const Access&) const;
  std::optional<std::vector<Copy>> copies_of(const Access&) const;
  std::shared_ptr<const Passing> passing_of(const Access&, std::int64_t stage, const Copy&);
  std::shared_ptr<const Passing> walk(const Access&, std::int64_t stage, const Copy&) const;
  void add_by_iteration(const Access&, std::int64_t stage, PartsByLane&);
  std::optional<std::int64_t> lane_of(const Access&, const LoopRanges&) const;
  std::int64_t cycle_of(const Access&, std::int64_t stage, const LoopRanges&) const;
  static void check_count(std::int64_t tokens);

  const Function& region_;
  const std::optional<ProcessBlocks>& blocks_;
  const Stages& stages_;
  std::vector<Walk> walks_;
  std::int64_t& tokens_;
};

/// The ranks of an array that tell its lanes apart: an array of streams has a FIFO for each element; an array whose
/// elements are sent has one for all. Throws Unknown.
std::size_t count_lane_ranks(const Array&);

}  // namespace pom::dse::estimate
