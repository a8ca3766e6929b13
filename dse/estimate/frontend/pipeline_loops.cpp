#include "dse/estimate/frontend/pipeline_loops.hpp"

#include <algorithm>

#include "dse/estimate/frontend/loop_accesses.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/kernel/any_loop.hpp"

namespace pom::dse::estimate {

namespace {

/// Trip-count threshold of config_compile -pipeline_loops (UG1399): longer loops are pipelined; shorter innermost loops
/// are unrolled into their parent, which is pipelined instead.
constexpr std::int64_t pipeline_threshold = 64;

bool has_call(const std::vector<Node>& body) {
  return std::any_of(body.begin(), body.end(), [](const Node& node) {
    if (node.kind == Node::Kind::call) return true;
    if (node.kind == Node::Kind::loop) return has_call(node.loop.body);
    return node.kind == Node::Kind::branch && (has_call(node.branch.then) || has_call(node.branch.otherwise));
  });
}

bool runs(const Loop& loop) { return !is_completely_unrolled(loop); }
bool is_marked(const Loop& loop) { return loop.pipeline.has_value() || loop.pipeline_off; }
/// Tells whether a loop is too long to be unrolled, or has a variable trip count.
bool is_long(const Loop& loop) { return runs(loop) && (loop.trip.max > pipeline_threshold || loop.trip.varies()); }
bool is_partly_unrolled(const Loop& loop) { return runs(loop) && loop.unroll.value_or(1) > 1; }
bool has_loops(const Loop& loop) { return runs(loop) && any_loop(loop.body, runs); }

/// Tells whether a body consists of one loop and of assignments before and after it, not of the loop alone.
bool surrounds_a_loop(const std::vector<Node>& body) {
  const auto loops = std::count_if(body.begin(), body.end(), [](const Node& n) { return n.kind == Node::Kind::loop; });
  const auto others =
      std::count_if(body.begin(), body.end(), [](const Node& n) { return n.kind == Node::Kind::assignment; });
  return loops == 1 && others > 0 && loops + others == std::ssize(body);
}

/// Returns the loops of the perfect nest inside `loop`, outermost first, if they have at most 64 iterations in total
/// and no directives; otherwise nothing. Assignments may surround the nest.
std::vector<const Loop*> short_nest(const Loop& loop) {
  std::vector<const Loop*> nest;
  std::int64_t trips = 1;
  for (const Loop* at = &loop; any_loop(at->body, runs); at = nest.back()) {
    const bool surrounded = at == &loop && surrounds_a_loop(at->body);
    if (!surrounded && (at->body.size() != 1 || at->body.front().kind != Node::Kind::loop)) return {};
    const auto node =
        std::find_if(at->body.begin(), at->body.end(), [](const Node& each) { return each.kind == Node::Kind::loop; });
    const Loop& inner = node->loop;
    const bool plain = runs(inner) && !inner.unroll && !is_marked(inner) && !inner.flatten_off && !inner.dataflow;
    trips = counted_product(trips, inner.trip.max);
    if (!plain || inner.trip.varies() || trips > pipeline_threshold) return {};
    nest.push_back(&inner);
  }
  return nest;
}

/// Tells whether a short nest is unrolled like a single short loop: it sums up an element of this loop. Common parts of
/// its copies move out too, so that the loop is not flattened with the loops around it (2023.2: nine points; 64
/// iterations of 3 x 3 products, an interval of 5 for 9 reads, 375 states an iteration outside). Where statements of
/// this loop surround the nest, nothing has to move out, and the loop is flattened with others (2022.2: a stencil).
bool unrolls_short_nest(const Function& function, const Loop& loop) {
  const std::vector<const Loop*> nest = short_nest(loop);
  if (nest.size() < 2) return false;
  return surrounds_a_loop(loop.body) || LoopAccesses(function, loop, *nest.back()).sums_up_over(nest);
}

/// What the tool does with loops without directives.
class AutomaticPipelining {
 public:
  AutomaticPipelining(const Function& function, bool sums_stay) : function_(function), sums_stay_(sums_stay) {}
  void run(std::vector<Node>& body) const;

 private:
  void consider(Loop&) const;
  bool stays_perfect(const Loop&) const;

  const Function& function_;
  bool sums_stay_;
};

/// Tells whether the loop and its inner loop remain a perfect nest, which is flattened; the inner loop is then
/// pipelined instead of unrolled.
bool AutomaticPipelining::stays_perfect(const Loop& loop) const {
  if (loop.body.size() != 1 || loop.body.front().kind != Node::Kind::loop || loop.flatten_off) return false;
  const Loop& inner = loop.body.front().loop;
  if (!runs(inner) || inner.unroll.value_or(1) != 1 || inner.trip.varies() || any_loop(inner.body, runs)) return false;
  const LoopAccesses accesses(function_, loop, inner);
  return !accesses.leaves_something_outside() && !(sums_stay_ && accesses.moves_elements());
}

/// Decides for a loop without directives: the tool pipelines it if all loops inside are short and innermost.
void AutomaticPipelining::consider(Loop& loop) const {
  const bool innermost = !any_loop(loop.body, runs);
  const bool inner_marked = any_loop(loop.body, is_marked);
  if (!innermost && !inner_marked && !loop.pipeline && any_loop(loop.body, is_partly_unrolled)) {
    // A partly unrolled loop is kept and pipelined itself. If a sum leaves it, the nest is not flattened.
    run(loop.body);
    if (loop.body.size() == 1 && loop.body.front().kind == Node::Kind::loop) {
      Loop& inner = loop.body.front().loop;
      if (inner.pipeline && LoopAccesses(function_, loop, inner).sums_up()) inner.flatten_off = true;
    }
    return;
  }
  const bool parent_of_short = !innermost && !any_loop(loop.body, is_long) && !any_loop(loop.body, has_loops);
  if (parent_of_short && !is_marked(loop) && !inner_marked && !has_call(loop.body) && stays_perfect(loop)) {
    loop.body.front().loop.pipeline = 0;
    return;
  }
  const bool unrolls_nest = !innermost && !parent_of_short && unrolls_short_nest(function_, loop);
  if (!is_marked(loop) && !is_completely_unrolled(loop) && !inner_marked && !has_call(loop.body) &&
      (innermost || parent_of_short || unrolls_nest)) {
    loop.pipeline = 0;
    if (unrolls_nest && !surrounds_a_loop(loop.body)) loop.flatten_off = true;
    return;
  }
  if (!loop.pipeline) run(loop.body);
}

void AutomaticPipelining::run(std::vector<Node>& body) const {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) consider(node.loop);
    if (node.kind == Node::Kind::branch) {
      run(node.branch.then);
      run(node.branch.otherwise);
    }
  }
}

/// Marks a nest as not flattened if the load and the store of a sum leave the loop that a directive pipelines.
void keep_sums_outside(const Function& function, Loop& loop) {
  if (loop.pipeline || loop.body.size() != 1 || loop.body.front().kind != Node::Kind::loop) return;
  Loop& inner = loop.body.front().loop;
  const Loop* last = &inner;
  while (!last->pipeline && last->body.size() == 1 && last->body.front().kind == Node::Kind::loop)
    last = &last->body.front().loop;
  // Loops further inside are still flattened.
  if (last->flatten) return;
  if (last->pipeline.value_or(0) > 0 && LoopAccesses(function, loop, inner).sums_up())
    (last == &inner ? inner : loop).flatten_off = true;
}

void keep_sums_outside(const Function& function, std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      keep_sums_outside(function, node.loop);
      if (!node.loop.pipeline) keep_sums_outside(function, node.loop.body);
    } else if (node.kind == Node::Kind::branch) {
      keep_sums_outside(function, node.branch.then);
      keep_sums_outside(function, node.branch.otherwise);
    }
  }
}

bool varies(const Loop& loop) { return runs(loop) && loop.trip.varies(); }

/// Drops pipeline directives of loops around a loop with a variable trip count, which cannot be unrolled; the inner
/// loop is pipelined.
void drop_impossible_pipelines(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::branch) {
      drop_impossible_pipelines(node.branch.then);
      drop_impossible_pipelines(node.branch.otherwise);
    }
    if (node.kind != Node::Kind::loop) continue;
    if (node.loop.pipeline && any_loop(node.loop.body, varies)) node.loop.pipeline.reset();
    drop_impossible_pipelines(node.loop.body);
  }
}

/// Applies two directives on one loop, to pipeline it and to unroll it completely: it and all loops inside are
/// unrolled.
void unroll_completely(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::branch) {
      unroll_completely(node.branch.then);
      unroll_completely(node.branch.otherwise);
    }
    if (node.kind != Node::Kind::loop) continue;
    Loop& loop = node.loop;
    if (loop.pipeline && unrolls_completely(loop)) {
      loop.pipeline.reset();
      loop.unroll = 0;
      unroll_all(loop.body);
    }
    unroll_completely(loop.body);
  }
}

}  // namespace

void pipeline_loops(Function& function, bool sums_stay) {
  unroll_completely(function.body);
  drop_impossible_pipelines(function.body);
  if (!sums_stay) keep_sums_outside(function, function.body);
  AutomaticPipelining(function, sums_stay).run(function.body);
}

}  // namespace pom::dse::estimate
