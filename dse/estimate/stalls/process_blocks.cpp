#include "dse/estimate/stalls/process_blocks.hpp"

#include <algorithm>

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

std::int64_t Block::issue(const LoopRanges& at) const {
  std::int64_t iteration = 0;
  for (const Loop* loop : loops) {
    const std::int64_t factor = unroll_factor(*loop);
    const auto value = at.find(loop->id);  // what stands beside an inner loop runs in its first iteration
    iteration *= (loop->trip.max + factor - 1) / factor;
    if (value != at.end()) iteration += (value->second.low - first_value(*loop)) / factor;
  }
  return begin + 1 + iteration * interval();
}

ProcessBlocks::ProcessBlocks(const Kernel& kernel, const Function& region, const std::vector<Node>& process,
                             const FindSchedule& find)
    : kernel_(kernel), find_(find), blocks_(1) {
  add(region, process, 0);
  place(0);
  const Block& all = blocks_.front();
  length_ = (all.inside.empty() ? 1 : blocks_[all.inside.back()].end()) + 1;
}

const Block& ProcessBlocks::of(const Access& access) const {
  for (auto loop = access.loops.rbegin(); loop != access.loops.rend(); ++loop) {
    const auto found = block_of_.find(*loop);
    if (found != block_of_.end()) return blocks_[found->second];
  }
  return blocks_.front();
}

std::int64_t ProcessBlocks::issue(const Block& block, const LoopRanges& at) const {
  std::int64_t cycle = block.issue(at);
  for (int around = block.around; around >= 0; around = blocks_[around].around) cycle += blocks_[around].issue(at);
  return cycle;
}

std::int64_t ProcessBlocks::state_behind(const Block& block, int blocks) const {
  const int known = std::min(blocks, static_cast<int>(block.inside.size()));
  return known == 0 ? 0 : blocks_[block.inside[known - 1]].end() + 1;
}

void ProcessBlocks::add(const Function& function, const std::vector<Node>& body, int around) {
  for (const Node& node : body) {
    switch (node.kind) {
      case Node::Kind::assignment:
        break;
      case Node::Kind::branch:
        if (has_modules(node.branch.then) || has_modules(node.branch.otherwise))
          throw Unknown{"a loop behind a condition"};
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
    if (!chain.back()->pipeline) add(function, chain.back()->body, block);
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

/// Puts the blocks of an iteration one behind the other. A nest that is not alone in its process is a module of its
/// own, which is entered in one state and left in another.
void ProcessBlocks::place(int number) {
  const std::vector<int> inside = blocks_[number].inside;
  std::int64_t at = number != 0 || inside.size() > 1 ? 1 : 0;
  for (const int inner : inside) {
    place(inner);
    blocks_[inner].begin = at;
    at = blocks_[inner].end() + 2;
  }
}

}  // namespace pom::dse::estimate
