#include "dse/explore/cut_kernel.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "dse/kernel/index.hpp"
#include "dse/kernel/trip_counts.hpp"
#include "dse/kernel/value_builder.hpp"

namespace pom::dse {

namespace {

/// Calls `visit` once for each expression of a body, operands first.
void for_each_expression(const Function& function, const std::vector<Node>& body,
                         const std::function<void(int)>& visit) {
  std::set<int> seen;
  const std::function<void(int)> walk = [&](int e) {
    if (e < 0 || !seen.insert(e).second) return;
    const std::vector<int> operands = function.expressions[static_cast<std::size_t>(e)].operands;
    for (int operand : operands) walk(operand);
    visit(e);
  };
  const std::function<void(const std::vector<Node>&)> walk_body = [&](const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (node.kind == Node::Kind::assignment) walk(node.assignment.value);
      if (node.kind == Node::Kind::loop) walk_body(node.loop.body);
      if (node.kind != Node::Kind::branch) continue;
      walk(node.branch.condition);
      walk_body(node.branch.then);
      walk_body(node.branch.otherwise);
    }
  };
  walk_body(body);
}

int next_loop_id(const std::vector<Node>& body) {
  int next = 0;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) next = std::max(next, node.loop.id + 1);
    next = std::max(
        {next, next_loop_id(node.loop.body), next_loop_id(node.branch.then), next_loop_id(node.branch.otherwise)});
  }
  return next;
}

/// What stands for a loop's value behind the cuts, by Loop::id.
using Values = std::map<int, Index>;

Index substitute(const Index& index, const Values& values) {
  if (index.opaque) return index;
  Index result = constant_index(index.constant);
  for (const Index::Term& term : index.terms) {
    const auto value = values.find(term.loop);
    result = result + term.coefficient * (value == values.end() ? loop_index(term.loop) : value->second);
  }
  for (const Index::Division& division : index.divisions) {
    const Index inner = substitute(division.inner, values);
    const Index part = division.modulo ? modulo(inner, division.divisor) : floor_division(inner, division.divisor);
    result = result + division.coefficient * part;
  }
  return result;
}

void substitute_all(std::vector<Index>& indices, const Values& values) {
  for (Index& index : indices) index = substitute(index, values);
}

void substitute_body(std::vector<Node>& body, const Values& values) {
  for (Node& node : body) {
    substitute_all(node.assignment.indices, values);
    substitute_all(node.loop.lower, values);
    substitute_all(node.loop.upper, values);
    substitute_body(node.loop.body, values);
    substitute_body(node.branch.then, values);
    substitute_body(node.branch.otherwise, values);
  }
}

void substitute_expressions(Function& function, const std::vector<Node>& body, const Values& values) {
  for_each_expression(function, body, [&](int number) {
    const auto n = static_cast<std::size_t>(number);
    substitute_all(function.expressions[n].indices, values);
    if (function.expressions[n].op != OpKind::iterator) return;
    const auto value = values.find(function.expressions[n].loop);
    if (value == values.end()) return;
    const int made = add_index_value(function, value->second);
    function.expressions[n] = function.expressions[static_cast<std::size_t>(made)];
  });
}

Node* find_node(std::vector<Node>& body, const std::string& label) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      if (node.loop.label == label) return &node;
      if (Node* inner = find_node(node.loop.body, label)) return inner;
    }
    if (node.kind == Node::Kind::branch) {
      if (Node* inner = find_node(node.branch.then, label)) return inner;
      if (Node* inner = find_node(node.branch.otherwise, label)) return inner;
    }
  }
  return nullptr;
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The nest of a unit, taken apart and put together again.
class UnitCutter {
 public:
  UnitCutter(Function& function, const Unit& unit, const UnitChoice& choice)
      : function_(function), unit_(unit), choice_(choice), next_id_(next_loop_id(function.body)) {}

  void cut() {
    std::size_t first = 0;
    while (first + 1 < unit_.loops.size() && choice_.factors[first] == 1) ++first;
    Node* root = find_node(function_.body, unit_.loops[first].label);
    if (!root) return;
    if (!take_apart(*root, first)) return;
    bind_operators(body_);
    substitute_body(body_, values_);
    substitute_expressions(function_, body_, values_);
    put_together(*root);
    if (!running_.empty() || first == 0) return;
    if (Loop* outer = find_loop(function_.body, unit_.loops[first - 1].label)) pipeline(*outer);
  }

 private:
  /// Conditions that say that a copy is an iteration.
  using Guard = std::vector<Index>;

  bool take_apart(Node& root, std::size_t first) {
    Node* node = &root;
    for (std::size_t n = first; n < unit_.loops.size(); ++n) {
      const bool last = n + 1 == unit_.loops.size();
      if (node->kind != Node::Kind::loop || (!last && node->loop.body.size() != 1)) return false;
      Loop loop = node->loop;
      loop.body.clear();
      add_loop(std::move(loop), n);
      if (last) {
        body_ = std::move(node->loop.body);
      } else {
        node = &node->loop.body.front();
      }
    }
    return true;
  }

  void add_loop(Loop loop, std::size_t n) {
    const std::int64_t factor = choice_.factors[n];
    substitute_all(loop.lower, values_);
    substitute_all(loop.upper, values_);
    if (factor == 1) {
      running_.push_back(std::move(loop));
    } else if (is_unrolled(unit_.loops[n], factor)) {
      loop.unroll = factor;
      copies_.push_back({std::move(loop), {}});
    } else {
      strip(std::move(loop), unit_.loops[n], factor);
    }
  }

  /// As Split does: strips count from a constant lower bound, else from 0.
  void strip(Loop loop, const UnitLoop& of, std::int64_t factor) {
    const bool from_constant = loop.lower.size() == 1 && loop.lower.front().is_constant();
    const std::int64_t origin = from_constant ? loop.lower.front().constant : 0;
    Loop copies;
    copies.id = next_id_++;
    copies.name = loop.name + "1";
    copies.label = loop.label + "1";
    copies.lower = {constant_index(0)};
    copies.upper = {constant_index(factor)};
    copies.trip = {factor, factor, static_cast<double>(factor), true};
    copies.unroll = factor;
    const Index value = constant_index(origin) + factor * loop_index(loop.id) + loop_index(copies.id);
    values_[loop.id] = value;
    Guard guard;
    if (!from_constant) {
      for (const Index& lower : loop.lower) guard.push_back(value + -1 * Index(lower));
    }
    const bool full = !of.variable && of.trip % factor == 0;
    if (!full) {
      for (const Index& upper : loop.upper) guard.push_back(Index(upper) + -1 * value + constant_index(-1));
    }
    for (Index& lower : loop.lower) lower = floor_division(lower + constant_index(-origin), factor);
    for (Index& upper : loop.upper)
      upper = floor_division(upper + constant_index(-origin - 1), factor) + constant_index(1);
    const std::int64_t trip = ceil_div(of.trip, factor);
    if (!of.variable) loop.trip = {trip, trip, static_cast<double>(trip), true};
    recount_ = recount_ || of.variable;
    running_.push_back(std::move(loop));
    copies_.push_back({std::move(copies), std::move(guard)});
  }

  /// Facts that nobody asks for are stated where cuts make subscripts hard to analyse.
  void pipeline(Loop& loop) const {
    loop.pipeline = choice_.interval;
    for (const UnitFact& fact : unit_.facts) {
      if (!fact.asked && values_.empty()) continue;
      for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
        if (function_.arrays[n].name == fact.array) loop.promises.push_back({static_cast<int>(n), 0, fact.flow_only});
      }
    }
  }

  void bind_operators(const std::vector<Node>& body) {
    if (!choice_.fabric_adders) return;
    for_each_expression(function_, body, [&](int n) {
      Expression& e = function_.expressions[static_cast<std::size_t>(n)];
      if (is_float_sum(e)) e.implementation = "fabric";
    });
  }

  static Node make_node(Loop loop, std::vector<Node> body) {
    Node node;
    node.kind = Node::Kind::loop;
    node.loop = std::move(loop);
    node.loop.body = std::move(body);
    return node;
  }

  void add_guard(const Guard& guard) {
    if (guard.empty()) return;
    int all = -1;
    for (const Index& condition : guard) {
      const int one = add_constraint(function_, condition, OpKind::ge);
      all = all < 0 ? one : add_conjunction(function_, all, one);
    }
    Node node;
    node.kind = Node::Kind::branch;
    node.branch.condition = all;
    node.branch.then = std::move(body_);
    body_.clear();
    body_.push_back(std::move(node));
  }

  void wrap(Loop loop) {
    std::vector<Node> wrapped;
    wrapped.push_back(make_node(std::move(loop), std::move(body_)));
    body_ = std::move(wrapped);
  }

  void put_together(Node& root) {
    if (!running_.empty()) pipeline(running_.back());
    for (std::size_t n = copies_.size(); n-- > 0;) {
      add_guard(copies_[n].guard);
      wrap(std::move(copies_[n].loop));
    }
    for (std::size_t n = running_.size(); n-- > 0;) wrap(running_[n]);
    if (body_.empty()) return;
    Node made = std::move(body_.front());
    root = std::move(made);
    if (recount_) count_trips(function_);
  }

  struct Copies {
    Loop loop;
    Guard guard;
  };

  Function& function_;
  const Unit& unit_;
  const UnitChoice& choice_;
  int next_id_;
  std::vector<Loop> running_;
  std::vector<Copies> copies_;
  std::vector<Node> body_;
  Values values_;
  bool recount_ = false;
};

}  // namespace

std::int64_t UnitChoice::copies() const {
  std::int64_t product = 1;
  for (std::int64_t factor : factors) product *= factor;
  return product;
}

bool is_unrolled(const UnitLoop& loop, std::int64_t factor) {
  return factor > 1 && !loop.variable && factor >= loop.trip;
}

UnitChoice one_copy(const Unit& unit) {
  UnitChoice choice;
  choice.factors.assign(unit.loops.size(), 1);
  if (!unit.allowed.pipeline) choice.interval = 0;
  return choice;
}

bool is_buildable(const Unit& unit, const UnitChoice& choice) {
  bool running = false;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    const UnitLoop& loop = unit.loops[n];
    const std::int64_t factor = choice.factors[n];
    if (factor > 1 && (!loop.cuttable || factor > loop.trip || (loop.variable && factor == loop.trip))) return false;
    if (factor > 1 && !unit.allowed.split && !is_unrolled(loop, factor)) return false;
    running = running || (static_cast<int>(n) >= unit.first_perfect && !is_unrolled(loop, factor));
  }
  return running;
}

const UnitLoop& pipelined_loop(const Unit& unit, const UnitChoice& choice) {
  std::size_t n = unit.loops.size() - 1;
  while (n > 0 && is_unrolled(unit.loops[n], choice.factors[n])) --n;
  return unit.loops[n];
}

Loop* find_loop(std::vector<Node>& body, const std::string& label) {
  Node* node = find_node(body, label);
  return node ? &node->loop : nullptr;
}

void cut_unit(Function& function, const Unit& unit, const UnitChoice& choice) {
  if (choice.interval > 0) UnitCutter(function, unit, choice).cut();
}

std::vector<double> average_trips(std::vector<Node>& body, const Unit& unit) {
  std::vector<double> trips;
  for (const UnitLoop& loop : unit.loops) {
    const Loop* found = find_loop(body, loop.label);
    trips.push_back(found ? std::max(found->trip.average, 0.0) : 1);
  }
  return trips;
}

}  // namespace pom::dse
