#include "dse/estimate/stalls/process_blocks.hpp"

#include <algorithm>
#include <utility>

#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

namespace {

std::int64_t first_value(const Loop& loop) { return loop.lower.front().constant; }

/// The only loop of a body; null: there are none or several.
const Loop* only_loop(const std::vector<Node>& body) {
  const Loop* only = nullptr;
  for (const Node& node : body) {
    if (node.kind != Node::Kind::loop) continue;
    if (only) return nullptr;
    only = &node.loop;
  }
  return only;
}

}  // namespace

std::int64_t Block::interval() const { return schedule.interval > 0 ? schedule.interval : schedule.iteration_latency; }

std::int64_t Block::end() const {
  return begin + 1 + (trips - 1) * interval() + std::max(schedule.iteration_latency - 1, interval());
}

std::int64_t Block::iteration(const LoopRanges& at) const {
  std::int64_t iteration = 0;
  for (const Loop* loop : loops) {
    const std::int64_t factor = unroll_factor(*loop);
    const auto value = at.find(loop->id);  // what stands beside an inner loop runs in its first iteration
    iteration *= (loop->trip.max + factor - 1) / factor;
    if (value != at.end()) iteration += (value->second.low - first_value(*loop)) / factor;
  }
  return iteration;
}

std::int64_t Block::issue(const LoopRanges& at) const { return begin + 1 + iteration(at) * interval(); }

ProcessBlocks::ProcessBlocks(const Kernel& kernel, const Function& region, const std::vector<Node>& process,
                             const FindSchedule& find)
    : kernel_(kernel), find_(find), blocks_(1) {
  add(region, process, 0);
  place_all();
}

void ProcessBlocks::place_all() {
  full_.resize(blocks_.size());
  place(0);
  const Block& all = blocks_.front();
  length_ = (all.inside.empty() ? 1 : blocks_[all.inside.back()].end()) + 1;
  if (is_fixed(0)) return;
  table_.resize(blocks_.size());
  ends_.resize(blocks_.size());
  prepare_table(0, 1);
  length_ -= full_[0] - run_iteration(0, 0, 0);
}

void ProcessBlocks::surround(std::int64_t before, std::int64_t behind) {
  before_ = before;
  if (before > 0) place_all();
  length_ += behind;
}

const Block& ProcessBlocks::of(const Access& access) const {
  for (auto loop = access.loops.rbegin(); loop != access.loops.rend(); ++loop) {
    const auto found = block_of_.find(*loop);
    if (found != block_of_.end()) return blocks_[found->second];
  }
  return blocks_.front();
}

std::int64_t ProcessBlocks::issue(const Block& block, const LoopRanges& at) const {
  if (!table_.empty()) {
    const std::vector<std::int64_t>& cycles = table_[&block - blocks_.data()];
    const std::int64_t instance = instance_of(block, at), iteration = block.iteration(at);
    if (!block.inside.empty() || block.loops.empty()) return cycles[instance * block.trips + iteration];
    return cycles[instance] + 1 + iteration * block.interval();
  }
  std::int64_t cycle = block.issue(at);
  for (int around = block.around; around >= 0; around = blocks_[around].around) cycle += blocks_[around].issue(at);
  return cycle;
}

std::int64_t ProcessBlocks::state_behind(const Block& block, int blocks) const {
  const int known = std::min(blocks, static_cast<int>(block.inside.size()));
  return known == 0 ? 0 : blocks_[block.inside[known - 1]].end() + 1;
}

bool ProcessBlocks::varies(const Block& block) const {
  return !table_.empty() && !is_fixed(static_cast<int>(&block - blocks_.data()));
}

/// What stands behind all of them is in the iteration's last state.
std::int64_t ProcessBlocks::state_behind(const Block& block, int blocks, const LoopRanges& at) const {
  const int all = static_cast<int>(block.inside.size()), known = std::min(blocks, all);
  const std::int64_t start = issue(block, at), iteration = instance_of(block, at) * block.trips + block.iteration(at);
  const std::int64_t state = known == 0 ? start : ends_[block.inside[known - 1]][iteration] + 1;
  if (blocks < all || block.loops.empty()) return state;
  const std::int64_t shorter = full_[&block - blocks_.data()] - (ends_[block.inside.back()][iteration] + 2 - start);
  return std::max(state, start + block.schedule.iteration_latency - 1 - shorter);
}

void ProcessBlocks::add(const Function& function, const std::vector<Node>& body, int around) {
  for (const Node& node : body) {
    switch (node.kind) {
      case Node::Kind::assignment:
        break;
      case Node::Kind::branch:
        add_branch(function, node.branch, around);
        break;
      case Node::Kind::loop:
        add_loop(function, node.loop, around);
        break;
      case Node::Kind::call:
        if (around != 0) throw Unknown{"a call in a loop"};
        add(kernel_.functions[node.call.function], kernel_.functions[node.call.function].body, around);
        break;
    }
  }
}

void ProcessBlocks::add_branch(const Function& function, const Branch& branch, int around) {
  guards_.push_back({branch.condition, true});
  if (has_modules(branch.then)) add(function, branch.then, around);
  guards_.back().holds = false;
  if (has_modules(branch.otherwise)) add(function, branch.otherwise, around);
  guards_.pop_back();
}

/// The longest run of loops, one in the other, that the schedule knows as one.
void ProcessBlocks::add_loop(const Function& function, const Loop& outermost, int around) {
  if (is_completely_unrolled(outermost)) return;
  std::vector<const Loop*> chain = {&outermost};
  while (!chain.back()->pipeline) {
    const Loop* inner = only_loop(chain.back()->body);
    if (!inner || is_completely_unrolled(*inner)) break;
    chain.push_back(inner);
  }
  for (; !chain.empty(); chain.pop_back()) {
    if (!add_block(function, chain, around)) continue;
    const int block = static_cast<int>(blocks_.size()) - 1;
    const std::vector<Access::Guard> around_this = std::exchange(guards_, {});
    if (!chain.back()->pipeline) add(function, chain.back()->body, block);
    guards_ = around_this;
    return;
  }
  throw Unknown{"no interval or iteration latency of loop " + outermost.label};
}

/// False: the schedule does not know the loops as one.
bool ProcessBlocks::add_block(const Function& function, const std::vector<const Loop*>& loops, int around) {
  const std::optional<LoopSchedule> schedule = find_(function, loops);
  if (!schedule) return false;
  Block block;
  block.loops = loops;
  block.around = around;
  block.schedule = *schedule;
  block.function = &function;
  block.guards = guards_;
  for (const Loop* loop : loops) {
    if (loop->trip.min != loop->trip.max) throw Unknown{"loop " + loop->label + " has no fixed trip count"};
    if (loop->step != 1 || loop->lower.size() != 1 || !loop->lower.front().is_constant())
      throw Unknown{"bounds of " + loop->label};
    const std::int64_t factor = unroll_factor(*loop);
    block.trips *= (loop->trip.max + factor - 1) / factor;
    block_of_[loop] = static_cast<int>(blocks_.size());
  }
  blocks_[around].inside.push_back(static_cast<int>(blocks_.size()));
  blocks_.push_back(std::move(block));
  return true;
}

/// A nest that is not alone in its process is a module of its own, which is entered in one state and left in another.
std::int64_t ProcessBlocks::first_state(int number) const {
  return (number == 0 ? before_ : 0) + (number != 0 || blocks_[number].inside.size() > 1 ? 1 : 0);
}

/// Puts the blocks of an iteration one behind the other.
void ProcessBlocks::place(int number) {
  const std::vector<int> inside = blocks_[number].inside;
  std::int64_t at = first_state(number);
  for (const int inner : inside) {
    place(inner);
    blocks_[inner].begin = at;
    at = blocks_[inner].end() + 2;
  }
  full_[number] = at;
}

/// All iterations take the same time.
bool ProcessBlocks::is_fixed(int number) const {
  const std::vector<int>& inside = blocks_[number].inside;
  return std::all_of(inside.begin(), inside.end(),
                     [&](int inner) { return blocks_[inner].guards.empty() && is_fixed(inner); });
}

void ProcessBlocks::prepare_table(int number, std::int64_t instances) {
  constexpr std::int64_t most_placed = 4'000'000;
  const Block& block = blocks_[number];
  const bool is_leaf = block.inside.empty() && !block.loops.empty();
  const std::int64_t placed = is_leaf ? 1 : block.trips;
  if (instances > most_placed / placed) throw Unknown{"too many iterations around a loop behind a condition"};
  table_[number].assign(instances * placed, -1);
  ends_[number].assign(instances, -1);
  for (const int inner : block.inside) prepare_table(inner, instances * block.trips);
}

/// Returns the cycle in which the block has ended, as Block::end.
std::int64_t ProcessBlocks::run_block(int number, std::int64_t instance, std::int64_t begin) {
  const Block& block = blocks_[number];
  if (block.inside.empty()) {
    table_[number][instance] = begin;
    return begin + block.end() - block.begin;
  }
  std::int64_t start = begin + 1;
  for (std::int64_t n = 0; n < block.trips; ++n) {
    std::int64_t rest = n;
    for (auto loop = block.loops.rbegin(); loop != block.loops.rend(); ++loop) {
      const std::int64_t factor = unroll_factor(**loop), trips = ((*loop)->trip.max + factor - 1) / factor;
      const std::int64_t value = first_value(**loop) + rest % trips * factor;
      now_[(*loop)->id] = {value, value};
      rest /= trips;
    }
    const std::int64_t behind = run_iteration(number, instance * block.trips + n, start);
    // As much shorter as what is left out, but as long as what is inside.
    const std::int64_t content = behind - start;
    start += std::max({block.interval() - (full_[number] - content), content - 1, std::int64_t{1}});
  }
  return start;
}

/// Returns the cycle behind all that is inside.
std::int64_t ProcessBlocks::run_iteration(int number, std::int64_t iteration, std::int64_t start) {
  const Block& block = blocks_[number];
  table_[number][iteration] = start;
  std::int64_t at = start + first_state(number);
  for (const int inner : block.inside) {
    const auto holds = [&](const Access::Guard& guard) {
      const std::optional<Range> value = range_of(*blocks_[inner].function, guard.condition, now_);
      if (!value || !value->is_single()) throw Unknown{"a condition on data"};
      return (value->low != 0) == guard.holds;
    };
    const std::vector<Access::Guard>& guards = blocks_[inner].guards;
    if (std::all_of(guards.begin(), guards.end(), holds)) at = run_block(inner, iteration, at) + 2;
    ends_[inner][iteration] = at - 2;
  }
  return at;
}

/// The iteration of all that is around the block, counted from 0.
std::int64_t ProcessBlocks::instance_of(const Block& block, const LoopRanges& at) const {
  if (block.around < 0) return 0;
  const Block& around = blocks_[block.around];
  return instance_of(around, at) * around.trips + around.iteration(at);
}

}  // namespace pom::dse::estimate
