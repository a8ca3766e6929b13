#pragma once
#include <map>
#include <vector>

#include "dse/estimate/stalls/iterations.hpp"
#include "dse/estimate/stalls/region.hpp"

namespace pom::dse::estimate {

/// Loops that run as one, with what their iterations contain.
struct Block {
  std::vector<const Loop*> loops;  ///< outermost first; none: the process itself, which has one iteration
  int around = -1;                 ///< the block in whose iterations this one stands
  std::vector<int> inside;         ///< the blocks in one iteration, in order
  std::int64_t begin = -1;         ///< the cycle before the first iteration issues, in an iteration of `around`
  std::int64_t trips = 1;
  LoopSchedule schedule;

  std::int64_t interval() const;
  std::int64_t end() const;  ///< as `begin`
  /// The cycle in which an iteration issues, in an iteration of `around`.
  std::int64_t issue(const LoopRanges& at) const;
};

/// Where in a process's own cycles its loops run.
class ProcessBlocks {
 public:
  /// Throws Unknown.
  ProcessBlocks(const Kernel&, const Function& region, const std::vector<Node>& process, const FindSchedule&);

  std::int64_t length() const { return length_; }
  bool has_loops() const { return blocks_.size() > 1; }

  /// The innermost block that contains the access.
  const Block& of(const Access&) const;
  /// The cycle in which the block's iteration issues.
  std::int64_t issue(const Block&, const LoopRanges& at) const;
  /// In which cycle of an iteration the first state behind so many of its blocks lies.
  std::int64_t state_behind(const Block&, int blocks) const;

 private:
  void add(const Function&, const std::vector<Node>& body, int around);
  void add_loop(const Function&, const Loop&, int around);
  bool add_block(const Function&, const std::vector<const Loop*>&, int around);
  void place(int block);

  const Kernel& kernel_;
  const FindSchedule& find_;
  std::vector<Block> blocks_;  ///< the first one is the process
  std::map<const Loop*, int> block_of_;
  std::int64_t length_ = 0;
};

}  // namespace pom::dse::estimate
