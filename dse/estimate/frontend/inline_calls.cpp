#include "dse/estimate/frontend/inline_calls.hpp"

#include <algorithm>
#include <utility>

#include "dse/kernel/index.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

/// Largest function, in operations after the unrolling in pipelined loops, that the tool inlines. The value is
/// approximate: reports show bodies of 8 x 6 operations inlined, of 28 x 4 and 32 x 4 as modules of their own.
constexpr std::int64_t small_function = 100;

std::int64_t count_operations(const Function& function, int expression) {
  std::int64_t count = 0;
  visit_parts(function, expression, [&](const Expression& e) {
    const bool free =
        e.op == OpKind::constant || e.op == OpKind::iterator || (e.op == OpKind::load && e.indices.empty());
    count += free ? 0 : 1;
  });
  return count;
}

enum class Unrolled { no, yes };

std::int64_t count_body(const Function& function, const std::vector<Node>& body, Unrolled unrolled) {
  std::int64_t count = 0;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      count += count_operations(function, node.assignment.value) + (node.assignment.indices.empty() ? 0 : 1);
    } else if (node.kind == Node::Kind::branch) {
      count +=
          1 + count_body(function, node.branch.then, unrolled) + count_body(function, node.branch.otherwise, unrolled);
    } else if (node.kind == Node::Kind::call) {
      count += 1;
    } else {
      const Loop& loop = node.loop;
      std::int64_t copies = 1;
      if (unrolled == Unrolled::yes || (loop.unroll && *loop.unroll == 0)) {
        copies = std::max<std::int64_t>(loop.trip.max, 1);
      } else if (loop.unroll) {
        copies = *loop.unroll;
      }
      count += copies * count_body(function, loop.body, loop.pipeline ? Unrolled::yes : unrolled);
    }
  }
  return count;
}

/// Copies the body of a callee into the caller.
class Inliner {
 public:
  Inliner(Function& caller, const Function& callee, const Call& call) : caller_(caller), callee_(callee), call_(call) {}

  /// Returns false if the call cannot be inlined: a parameter sees the caller's array with another shape.
  bool run(std::vector<Node>& out, int& next_loop) {
    if (!map_arrays()) return false;
    loops_from_ = next_loop;
    expressions_from_ = static_cast<int>(caller_.expressions.size());
    for (const Expression& e : callee_.expressions) caller_.expressions.push_back(map(e));
    for (std::size_t p = 0; p < callee_.parameters.size(); ++p) {
      if (p < call_.arrays.size() && call_.arrays[p] >= 0) continue;
      if (p >= call_.values.size() || call_.values[p] < 0 || is_replaced(p)) continue;
      Node node;
      node.assignment = {arrays_[callee_.parameters[p]], {}, call_.values[p]};
      out.push_back(std::move(node));
    }
    for (const Node& node : callee_.body) out.push_back(map(node));
    for (const int symbol : callee_.symbols) map_loop(symbol);
    next_loop = std::max(next_loop, last_loop_ + 1);
    return true;
  }

 private:
  bool map_arrays() {
    arrays_.assign(callee_.arrays.size(), -1);
    offsets_.assign(callee_.arrays.size(), nullptr);
    for (std::size_t p = 0; p < callee_.parameters.size() && p < call_.arrays.size(); ++p) {
      if (call_.arrays[p] < 0) continue;
      const auto here = static_cast<std::size_t>(callee_.parameters[p]);
      const Array& inner = callee_.arrays[here];
      const Array& outer = caller_.arrays[call_.arrays[p]];
      const bool whole = call_.passes_whole_array(p);
      if (whole && inner.shape.size() != outer.shape.size()) return false;
      if (inner.shape.size() > outer.shape.size() || inner.stream != outer.stream) return false;
      arrays_[here] = call_.arrays[p];
      if (!whole) offsets_[here] = &call_.offsets[p];
    }
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      if (arrays_[a] >= 0) continue;
      arrays_[a] = static_cast<int>(caller_.arrays.size());
      caller_.arrays.push_back(callee_.arrays[a]);
      Array& array = caller_.arrays.back();
      if (array.role == Array::Role::argument) array.role = Array::Role::local;
    }
    return true;
  }

  int map_loop(int id) {
    if (id < 0) return id;
    last_loop_ = std::max(last_loop_, loops_from_ + id);
    return loops_from_ + id;
  }
  int map_expression(int e) const { return e < 0 ? e : expressions_from_ + e; }

  /// Returns the caller's value of a callee's symbol; null for loops.
  const Index* passed(int symbol) const {
    for (std::size_t p = 0; p < callee_.symbols.size() && p < call_.scalars.size(); ++p) {
      if (callee_.symbols[p] == symbol) return &call_.scalars[p];
    }
    return nullptr;
  }

  Index map(const Index& index) {
    Index mapped;
    mapped.constant = index.constant;
    mapped.opaque = index.opaque;
    mapped.value = map_expression(index.value);
    for (const Index::Term& term : index.terms) {
      const Index* value = passed(term.loop);
      add(mapped, term.coefficient * (value ? *value : loop_index(map_loop(term.loop))));
    }
    for (const Index::Division& division : index.divisions) {
      mapped.divisions.push_back(division);
      mapped.divisions.back().inner = map(division.inner);
      mapped.opaque = mapped.opaque || mapped.divisions.back().inner.opaque;
    }
    return mapped;
  }

  static void add(Index& sum, const Index& more) {
    sum.constant += more.constant;
    for (const Index::Term& term : more.terms) {
      const auto at =
          std::find_if(sum.terms.begin(), sum.terms.end(), [&](const auto& t) { return t.loop >= term.loop; });
      if (at != sum.terms.end() && at->loop == term.loop) {
        at->coefficient += term.coefficient;
        if (at->coefficient == 0) sum.terms.erase(at);
      } else {
        sum.terms.insert(at, term);
      }
    }
    sum.divisions.insert(sum.divisions.end(), more.divisions.begin(), more.divisions.end());
    if (more.opaque) {
      sum.opaque = true;
      if (sum.value < 0) sum.value = more.value;
    }
  }

  std::vector<Index> map(const std::vector<Index>& indices, int array) {
    std::vector<Index> mapped;
    const auto a = static_cast<std::size_t>(array);
    if (indices.empty() && !offsets_[a]) return mapped;  // a variable, not an element that the caller passes
    const std::size_t rank = caller_.arrays[arrays_[a]].shape.size();
    const std::size_t leading = rank > indices.size() ? rank - indices.size() : 0;
    for (std::size_t d = 0; d < rank; ++d) {
      Index index = d >= leading && d - leading < indices.size() ? map(indices[d - leading]) : Index{};
      if (offsets_[a] && d < offsets_[a]->size()) add(index, (*offsets_[a])[d]);
      mapped.push_back(std::move(index));
    }
    return mapped;
  }

  /// Tells whether the caller's value replaces the parameter: the callee never sets the parameter, and the value
  /// depends on the caller's loops only.
  bool is_replaced(std::size_t parameter) const {
    return parameter < callee_.symbols.size() && callee_.symbols[parameter] >= 0 && parameter < call_.values.size() &&
           call_.values[parameter] >= 0 && is_of_loops(call_.values[parameter]);
  }

  bool is_of_loops(int expression) const {
    const Expression& e = caller_.expressions[expression];
    if (e.op == OpKind::constant || e.op == OpKind::iterator) return true;
    return e.op != OpKind::load && e.op != OpKind::unknown && !e.operands.empty() &&
           std::all_of(e.operands.begin(), e.operands.end(), [&](int operand) { return is_of_loops(operand); });
  }

  Expression map(const Expression& e) {
    if (e.op == OpKind::load && e.indices.empty()) {
      for (std::size_t p = 0; p < callee_.symbols.size(); ++p) {
        if (callee_.parameters[p] == e.array && is_replaced(p)) return caller_.expressions[call_.values[p]];
      }
    }
    Expression mapped = e;
    for (int& operand : mapped.operands) operand = map_expression(operand);
    mapped.loop = map_loop(e.loop);
    if (e.array >= 0) {
      mapped.array = arrays_[e.array];
      mapped.indices = map(e.indices, e.array);
    }
    return mapped;
  }

  Node map(const Node& node) {
    Node mapped = node;
    switch (node.kind) {
      case Node::Kind::assignment:
        mapped.assignment.array = arrays_[node.assignment.array];
        mapped.assignment.indices = map(node.assignment.indices, node.assignment.array);
        mapped.assignment.value = map_expression(node.assignment.value);
        break;
      case Node::Kind::branch:
        mapped.branch.condition = map_expression(node.branch.condition);
        map_all(mapped.branch.then);
        map_all(mapped.branch.otherwise);
        break;
      case Node::Kind::call:
        map_call(mapped.call);
        break;
      case Node::Kind::loop:
        mapped.loop.id = map_loop(node.loop.id);
        for (Index& index : mapped.loop.lower) index = map(index);
        for (Index& index : mapped.loop.upper) index = map(index);
        for (DependencePromise& promise : mapped.loop.promises) {
          if (promise.array >= 0) promise.array = arrays_[promise.array];
        }
        map_all(mapped.loop.body);
        break;
    }
    return mapped;
  }

  void map_call(Call& call) {
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      const int array = call.arrays[p];
      if (array < 0) continue;
      call.arrays[p] = arrays_[array];
      if (p >= call.offsets.size()) continue;
      if (!call.offsets[p].empty() || offsets_[array]) call.offsets[p] = map(call.offsets[p], array);
    }
    for (int& value : call.values) value = map_expression(value);
    for (Index& scalar : call.scalars) scalar = map(scalar);
  }

  void map_all(std::vector<Node>& nodes) {
    for (Node& node : nodes) node = map(node);
  }

  Function& caller_;
  const Function& callee_;
  const Call& call_;
  std::vector<int> arrays_;
  std::vector<const std::vector<Index>*> offsets_;
  int loops_from_ = 0, last_loop_ = -1, expressions_from_ = 0;
};

int last_loop(const std::vector<Node>& body) {
  int last = -1;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) last = std::max({last, node.loop.id, last_loop(node.loop.body)});
    if (node.kind == Node::Kind::branch)
      last = std::max({last, last_loop(node.branch.then), last_loop(node.branch.otherwise)});
  }
  return last;
}

int last_symbol(const Function& function) {
  return function.symbols.empty() ? -1 : *std::max_element(function.symbols.begin(), function.symbols.end());
}

class KernelInliner {
 public:
  explicit KernelInliner(Kernel& kernel) : kernel_(kernel), visited_(kernel.functions.size()) {}

  void visit(int function) {
    const auto f = static_cast<std::size_t>(function);
    if (visited_[f]) return;
    visited_[f] = true;
    int next_loop = std::max(last_loop(kernel_.functions[f].body), last_symbol(kernel_.functions[f])) + 1;
    std::vector<Node> body = std::move(kernel_.functions[f].body);
    rewrite(f, body, next_loop, kernel_.functions[f].dataflow);
    kernel_.functions[f].body = std::move(body);
  }

 private:
  bool is_inlined(const Function& callee, bool process) const {
    if (callee.inlining == Function::Inline::never || callee.dataflow || callee.pipeline) return false;
    if (callee.inlining == Function::Inline::always) return true;
    return !process && count_body(callee, callee.body, Unrolled::no) <= small_function;
  }

  void rewrite(std::size_t caller, std::vector<Node>& body, int& next_loop, bool process) {
    std::vector<Node> out;
    out.reserve(body.size());
    for (Node& node : body) {
      if (node.kind == Node::Kind::loop) rewrite(caller, node.loop.body, next_loop, process || node.loop.dataflow);
      if (node.kind == Node::Kind::branch) {
        rewrite(caller, node.branch.then, next_loop, process);
        rewrite(caller, node.branch.otherwise, next_loop, process);
      }
      if (node.kind == Node::Kind::call) {
        visit(node.call.function);
        const Function& callee = kernel_.functions[node.call.function];
        if (static_cast<std::size_t>(node.call.function) != caller && is_inlined(callee, process) &&
            Inliner(kernel_.functions[caller], callee, node.call).run(out, next_loop))
          continue;
      }
      out.push_back(std::move(node));
    }
    body = std::move(out);
  }

  Kernel& kernel_;
  std::vector<bool> visited_;
};

}  // namespace

void inline_calls(Kernel& kernel) {
  if (kernel.functions.size() > 1) KernelInliner(kernel).visit(kernel.top);
}

}  // namespace pom::dse::estimate
