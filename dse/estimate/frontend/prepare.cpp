#include "dse/estimate/frontend/prepare.hpp"

#include <algorithm>

#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/estimate/frontend/inline_calls.hpp"
#include "dse/estimate/frontend/loop_accesses.hpp"
#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/frontend/single_trips.hpp"
#include "dse/estimate/frontend/split_arrays.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/cycles.hpp"

namespace pom::dse {

namespace {

/// config_compile -pipeline_loops (UG1399): loops that run more often than this are pipelined, shorter innermost ones
/// are unrolled into their parent, which is pipelined instead.
constexpr std::int64_t pipeline_threshold = 64;

/// Reports of 2022.2 cut arrays for loops that a directive pipelines and copy memories for the others; those of 2023.2
/// cut for both.
constexpr ToolVersion asked_partition_since{2022, 1}, throughput_partition_since{2023, 1};

bool any_loop(const std::vector<Node>& body, bool (*holds)(const Loop&)) {
  return std::any_of(body.begin(), body.end(), [&](const Node& node) {
    if (node.kind == Node::Kind::loop) return holds(node.loop) || any_loop(node.loop.body, holds);
    if (node.kind == Node::Kind::branch)
      return any_loop(node.branch.then, holds) || any_loop(node.branch.otherwise, holds);
    return false;
  });
}

bool has_call(const std::vector<Node>& body) {
  return std::any_of(body.begin(), body.end(), [](const Node& node) {
    if (node.kind == Node::Kind::call) return true;
    if (node.kind == Node::Kind::loop) return has_call(node.loop.body);
    return node.kind == Node::Kind::branch && (has_call(node.branch.then) || has_call(node.branch.otherwise));
  });
}

bool runs(const Loop& loop) { return !is_completely_unrolled(loop); }
bool is_marked(const Loop& loop) { return loop.pipeline.has_value() || loop.pipeline_off; }
/// Too long to be unrolled, or nobody knows how often it runs.
bool is_long(const Loop& loop) {
  return runs(loop) && (loop.trip.max > pipeline_threshold || loop.trip.min != loop.trip.max);
}
bool is_partly_unrolled(const Loop& loop) { return runs(loop) && loop.unroll.value_or(1) > 1; }
bool has_loops(const Loop& loop) { return runs(loop) && any_loop(loop.body, runs); }

/// A perfect nest runs as one loop when its innermost loop is pipelined: there is no need to unroll that.
bool stays_perfect(const Function& function, const Loop& loop) {
  if (loop.body.size() != 1 || loop.body.front().kind != Node::Kind::loop || loop.flatten_off) return false;
  const Loop& inner = loop.body.front().loop;
  if (!runs(inner) || inner.unroll || inner.trip.min != inner.trip.max || any_loop(inner.body, runs)) return false;
  return !LoopAccesses(function, loop, inner).leaves_something_outside();
}

/// The loops of a perfect nest inside that runs as one loop of up to 64 trips, outermost first; none: it is another.
std::vector<const Loop*> short_nest(const Loop& loop) {
  std::vector<const Loop*> nest;
  std::int64_t trips = 1;
  for (const Loop* at = &loop; any_loop(at->body, runs); at = nest.back()) {
    if (at->body.size() != 1 || at->body.front().kind != Node::Kind::loop) return {};
    const Loop& inner = at->body.front().loop;
    const bool plain = runs(inner) && !inner.unroll && !is_marked(inner) && !inner.flatten_off && !inner.dataflow;
    trips = counted_product(trips, inner.trip.max);
    if (!plain || inner.trip.min != inner.trip.max || trips > pipeline_threshold) return {};
    nest.push_back(&inner);
  }
  return nest;
}

/// A short nest is unrolled as one short loop is, when a sum of this loop's element moves out of it. What its copies
/// have in common moves out too, so that the loop does not run as one with those around it (2023.2: nine points; 64
/// iterations of 3 x 3 products, an interval of 5 for 9 reads, 375 states an iteration outside).
bool unrolls_short_nest(const Function& function, const Loop& loop) {
  const std::vector<const Loop*> nest = short_nest(loop);
  return nest.size() > 1 && LoopAccesses(function, loop, *nest.back()).sums_up_over(nest);
}

void pipeline_automatically(const Function& function, std::vector<Node>& body);

/// The load and the store of a sum leave the loop that a directive pipelines: the nest is then no perfect one.
void keep_sums_outside(const Function& function, Loop& loop) {
  if (loop.pipeline || loop.body.size() != 1 || loop.body.front().kind != Node::Kind::loop) return;
  Loop& inner = loop.body.front().loop;
  const Loop* last = &inner;
  while (!last->pipeline && last->body.size() == 1 && last->body.front().kind == Node::Kind::loop)
    last = &last->body.front().loop;
  // The loops further in still run as one.
  if (last->pipeline.value_or(0) > 0 && LoopAccesses(function, loop, inner).sums_up())
    (last == &inner ? inner : loop).flatten_off = true;
}

/// A loop without directives: the tool pipelines it when all that runs inside is short and innermost.
void consider(const Function& function, Loop& loop) {
  keep_sums_outside(function, loop);
  const bool innermost = !any_loop(loop.body, runs);
  const bool inner_marked = any_loop(loop.body, is_marked);
  if (!innermost && !inner_marked && !loop.pipeline && any_loop(loop.body, is_partly_unrolled)) {
    // A factor keeps the loop: it is pipelined itself. A sum leaves it, and then the nest is not one loop.
    pipeline_automatically(function, loop.body);
    if (loop.body.size() == 1 && loop.body.front().kind == Node::Kind::loop) {
      Loop& inner = loop.body.front().loop;
      if (inner.pipeline && LoopAccesses(function, loop, inner).sums_up()) inner.flatten_off = true;
    }
    return;
  }
  const bool parent_of_short = !innermost && !any_loop(loop.body, is_long) && !any_loop(loop.body, has_loops);
  if (parent_of_short && !is_marked(loop) && !inner_marked && !has_call(loop.body) && stays_perfect(function, loop)) {
    loop.body.front().loop.pipeline = 0;
    return;
  }
  const bool unrolls_nest = !innermost && !parent_of_short && unrolls_short_nest(function, loop);
  if (!is_marked(loop) && !is_completely_unrolled(loop) && !inner_marked && !has_call(loop.body) &&
      (innermost || parent_of_short || unrolls_nest)) {
    loop.pipeline = 0;
    if (unrolls_nest) loop.flatten_off = true;
    return;
  }
  if (!loop.pipeline) pipeline_automatically(function, loop.body);
}

void pipeline_automatically(const Function& function, std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) consider(function, node.loop);
    if (node.kind == Node::Kind::branch) {
      pipeline_automatically(function, node.branch.then);
      pipeline_automatically(function, node.branch.otherwise);
    }
  }
}

void unroll_all(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      node.loop.unroll = 0;
      node.loop.pipeline.reset();
      unroll_all(node.loop.body);
    } else if (node.kind == Node::Kind::branch) {
      unroll_all(node.branch.then);
      unroll_all(node.branch.otherwise);
    }
  }
}

bool varies(const Loop& loop) { return runs(loop) && loop.trip.min != loop.trip.max; }

/// A directive cannot pipeline a loop around one whose copies nobody knows: the inner one is pipelined.
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

/// A loop that one directive pipelines and another unrolls completely is gone, with all loops inside.
void dissolve_unrolled(std::vector<Node>& body) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::branch) {
      dissolve_unrolled(node.branch.then);
      dissolve_unrolled(node.branch.otherwise);
    }
    if (node.kind != Node::Kind::loop) continue;
    Loop& loop = node.loop;
    if (loop.pipeline && loop.unroll && (*loop.unroll == 0 || *loop.unroll >= loop.trip.max)) {
      loop.pipeline.reset();
      loop.unroll = 0;
      unroll_all(loop.body);
    }
    dissolve_unrolled(loop.body);
  }
}

/// What is known of a port: nothing, that its memory is the caller's, or its protocol.
int rank_of(const Port& port) { return port.mode.empty() ? 0 : port.mode == memory_of_caller ? 1 : 2; }

/// The bus behind a pointer, and the ports of the memory outside, are those of the argument; of several calls that hand
/// over different ones, those of the first.
bool share_port(const Array& argument, Array& parameter) {
  const bool local = argument.role != Array::Role::argument && !argument.stream && !argument.shape.empty();
  if (local && parameter.port.mode.empty()) {
    parameter.port.mode = memory_of_caller;
    return true;
  }
  if (rank_of(argument.port) <= rank_of(parameter.port)) return false;
  parameter.port = argument.port;
  return true;
}

/// Banks of a parameter and of the argument are the same memory.
bool share_banking(Array& a, Array& b) {
  if (a.banking == b.banking || a.shape.size() != b.shape.size()) return false;
  if (a.banking.empty()) a.banking.resize(a.shape.size());
  if (b.banking.empty()) b.banking.resize(b.shape.size());
  bool changed = false;
  for (std::size_t d = 0; d < a.banking.size() && d < b.banking.size(); ++d) {
    if (a.banking[d].kind == BankingKind::none && b.banking[d].kind != BankingKind::none) {
      a.banking[d] = b.banking[d];
      changed = true;
    } else if (b.banking[d].kind == BankingKind::none && a.banking[d].kind != BankingKind::none) {
      b.banking[d] = a.banking[d];
      changed = true;
    }
  }
  return changed;
}

/// A stream of elements is one on both sides of a call.
bool share_stream(const Array& from, Array& to) {
  if (!from.fifo || to.stream || to.role == Array::Role::constant || from.shape.size() != to.shape.size()) return false;
  to.stream = to.fifo = true;
  to.depth = from.depth;
  return true;
}

bool share_through_calls(Kernel& kernel, Function& caller, const std::vector<Node>& body) {
  bool changed = false;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) changed |= share_through_calls(kernel, caller, node.loop.body);
    if (node.kind == Node::Kind::branch) {
      changed |= share_through_calls(kernel, caller, node.branch.then);
      changed |= share_through_calls(kernel, caller, node.branch.otherwise);
    }
    if (node.kind != Node::Kind::call) continue;
    Function& callee = kernel.functions[static_cast<std::size_t>(node.call.function)];
    for (std::size_t p = 0; p < node.call.arrays.size() && p < callee.parameters.size(); ++p) {
      if (node.call.arrays[p] < 0) continue;
      Array& argument = caller.arrays[static_cast<std::size_t>(node.call.arrays[p])];
      Array& parameter = callee.arrays[static_cast<std::size_t>(callee.parameters[p])];
      changed |= share_banking(argument, parameter);
      changed |= share_port(argument, parameter);
      changed |= share_stream(argument, parameter);
      if (argument.role == Array::Role::local) changed |= share_stream(parameter, argument);
    }
  }
  return changed;
}

/// Processes that read the same memory outside divide its ports: one each.
void divide_ports(Kernel& kernel, const Function& region) {
  for (std::size_t n = 0; n < region.arrays.size(); ++n) {
    const Array& array = region.arrays[n];
    if (array.role != Array::Role::argument || array.shape.empty() || array.stream || array.port.is_bus()) continue;
    std::vector<Array*> views;
    for (const Node& node : region.body) {
      if (node.kind != Node::Kind::call) continue;
      Function& callee = kernel.functions[static_cast<std::size_t>(node.call.function)];
      for (std::size_t p = 0; p < node.call.arrays.size() && p < callee.parameters.size(); ++p) {
        if (node.call.arrays[p] == static_cast<int>(n))
          views.push_back(&callee.arrays[static_cast<std::size_t>(callee.parameters[p])]);
      }
    }
    if (views.size() < 2) continue;
    for (Array* view : views) view->port.addresses = 1;
  }
}

bool find_external(Kernel& kernel, const Function& caller, const std::vector<Node>& body) {
  bool changed = false;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) changed |= find_external(kernel, caller, node.loop.body);
    if (node.kind == Node::Kind::branch) {
      changed |= find_external(kernel, caller, node.branch.then);
      changed |= find_external(kernel, caller, node.branch.otherwise);
    }
    if (node.kind != Node::Kind::call) continue;
    Function& callee = kernel.functions[static_cast<std::size_t>(node.call.function)];
    for (std::size_t p = 0; p < node.call.arrays.size() && p < callee.parameters.size(); ++p) {
      if (node.call.arrays[p] < 0) continue;
      const Array& argument = caller.arrays[static_cast<std::size_t>(node.call.arrays[p])];
      Array& parameter = callee.arrays[static_cast<std::size_t>(callee.parameters[p])];
      if (argument.role != Array::Role::argument || argument.internal || !parameter.internal) continue;
      parameter.internal = false;
      changed = true;
    }
  }
  return changed;
}

/// Which arguments are memories of the design: all but those of the top function, and what these are handed on as.
void mark_internal(Kernel& kernel) {
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    Function& function = kernel.functions[f];
    for (const int p : function.parameters)
      function.arrays[static_cast<std::size_t>(p)].internal = static_cast<int>(f) != kernel.top;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function& function : kernel.functions) changed |= find_external(kernel, function, function.body);
  }
}

void share_arrays(Kernel& kernel) {
  if (kernel.functions.size() < 2) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (Function& function : kernel.functions) changed |= share_through_calls(kernel, function, function.body);
  }
}

}  // namespace

Kernel prepare_kernel(const Kernel& kernel, const Target& target, const EstimateOptions& options) {
  Kernel prepared = kernel;
  share_arrays(prepared);
  inline_calls(prepared);
  mark_internal(prepared);
  for (const Function& function : prepared.functions) {
    if (function.dataflow) divide_ports(prepared, function);
  }
  if (options.automatic_pipelining) {
    for (Function& function : prepared.functions) {
      dissolve_single_trips(function);
      dissolve_unrolled(function.body);
      drop_impossible_pipelines(function.body);
      pipeline_automatically(function, function.body);
    }
    split_arrays(prepared);
    if (target.version >= asked_partition_since)
      cut_arrays(prepared, target.version >= throughput_partition_since ? CutFor::all_loops : CutFor::asked_loops);
    share_arrays(prepared);
  } else {
    for (Function& function : prepared.functions) promote_sums(function);
  }
  return prepared;
}

}  // namespace pom::dse
