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
  const Function* function = nullptr;
  std::vector<Access::Guard> guards{};  ///< without which this one is left out of an iteration of `around`
  std::int64_t begin = -1;              ///< the cycle before the first iteration issues, in an iteration of `around`
  std::int64_t trips = 1;
  LoopSchedule schedule;

  std::int64_t interval() const;
  std::int64_t end() const;  ///< as `begin`
  /// Which iteration, counted from 0.
  std::int64_t iteration(const LoopRanges& at) const;
  /// The cycle in which an iteration issues, in an iteration of `around`.
  std::int64_t issue(const LoopRanges& at) const;
};

/// Where in a process's own cycles its loops run. Where some are behind conditions, iterations around them differ in
/// length, and are placed one by one.
class ProcessBlocks {
 public:
  /// Throws Unknown.
  ProcessBlocks(const Kernel&, const Function& region, const std::vector<Node>& process, const FindSchedule&);

  std::int64_t length() const { return length_; }
  /// Adds cycles in front of all loops and behind them.
  void surround(std::int64_t before, std::int64_t behind);
  bool has_loops() const { return blocks_.size() > 1; }

  /// The innermost block that contains the access.
  const Block& of(const Access&) const;
  /// The cycle in which the block's iteration issues.
  std::int64_t issue(const Block&, const LoopRanges& at) const;
  /// In which cycle of an iteration the first state behind so many of its blocks lies.
  std::int64_t state_behind(const Block&, int blocks) const;

  /// Some of the block's iterations leave out a part of what is inside.
  bool varies(const Block&) const;
  /// As `state_behind`, in the process's cycles, of one iteration of a block that varies.
  std::int64_t state_behind(const Block&, int blocks, const LoopRanges& at) const;

 private:
  void add(const Function&, const std::vector<Node>& body, int around);
  void add_loop(const Function&, const Loop&, int around);
  bool add_block(const Function&, const std::vector<const Loop*>&, int around);
  void add_branch(const Function&, const Branch&, int around);
  void place_all();
  void place(int block);
  std::int64_t first_state(int block) const;
  bool is_fixed(int block) const;
  void prepare_table(int block, std::int64_t instances);
  std::int64_t run_block(int block, std::int64_t instance, std::int64_t begin);
  std::int64_t run_iteration(int block, std::int64_t iteration, std::int64_t start);
  std::int64_t instance_of(const Block&, const LoopRanges& at) const;

  const Kernel& kernel_;
  const FindSchedule& find_;
  std::vector<Block> blocks_;  ///< the first one is the process
  std::map<const Loop*, int> block_of_;
  std::vector<Access::Guard> guards_;  ///< around what is added
  std::vector<std::int64_t> full_;     ///< by block: the cycle behind all that is inside of an iteration
  /// By block, in the cycles of the process, -1 where it is left out; none: no block is behind a condition. Of one with
  /// blocks inside when each iteration issues, of the others the cycle before the first iteration, for each iteration
  /// of all that is around.
  std::vector<std::vector<std::int64_t>> table_;
  std::vector<std::vector<std::int64_t>> ends_;  ///< as `table_`: when each block ends, or what comes before it
  LoopRanges now_;                               ///< the values of the loops around what is placed
  std::int64_t before_ = 0;                      ///< cycles in front of the first loop
  std::int64_t length_ = 0;
};

}  // namespace pom::dse::estimate
