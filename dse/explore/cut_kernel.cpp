#include "dse/explore/cut_kernel.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace pom::dse {

namespace {

bool is_sum(const Expression& e) { return e.type.is_float() && (e.op == OpKind::add || e.op == OpKind::sub); }

void substitute(Index& index, const std::map<int, int>& copies) {
  std::vector<Index::Term> more;
  for (const Index::Term& term : index.terms) {
    if (const auto copy = copies.find(term.loop); copy != copies.end())
      more.push_back({copy->second, term.coefficient});
  }
  index.terms.insert(index.terms.end(), more.begin(), more.end());
  std::sort(index.terms.begin(), index.terms.end(), [](const auto& a, const auto& b) { return a.loop < b.loop; });
  for (Index::Division& division : index.divisions) substitute(division.inner, copies);
}

void for_each_expression(Function& function, const std::vector<Node>& body,
                         const std::function<void(Expression&)>& visit) {
  const std::function<void(int)> walk = [&](int e) {
    if (e < 0) return;
    visit(function.expressions[static_cast<std::size_t>(e)]);
    for (int operand : function.expressions[static_cast<std::size_t>(e)].operands) walk(operand);
  };
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) walk(node.assignment.value);
    if (node.kind == Node::Kind::loop) for_each_expression(function, node.loop.body, visit);
    if (node.kind == Node::Kind::branch) {
      walk(node.branch.condition);
      for_each_expression(function, node.branch.then, visit);
      for_each_expression(function, node.branch.otherwise, visit);
    }
  }
}

void substitute_body(std::vector<Node>& body, const std::map<int, int>& copies) {
  for (Node& node : body) {
    for (Index& index : node.assignment.indices) substitute(index, copies);
    for (Index& index : node.loop.lower) substitute(index, copies);
    for (Index& index : node.loop.upper) substitute(index, copies);
    substitute_body(node.loop.body, copies);
    substitute_body(node.branch.then, copies);
    substitute_body(node.branch.otherwise, copies);
  }
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

/// loop + copy < trip, where the last strip is not full.
int make_guard(Function& function, int loop, int copy, std::int64_t end) {
  const auto add = [&](Expression e) {
    function.expressions.push_back(std::move(e));
    return static_cast<int>(function.expressions.size()) - 1;
  };
  const auto iterator = [&](int id) {
    Expression e;
    e.op = OpKind::iterator;
    e.type = integer_type(32);
    e.loop = id;
    return add(e);
  };
  Expression sum, limit, compare;
  sum.op = OpKind::add;
  sum.type = limit.type = compare.type = integer_type(32);
  sum.operands = {iterator(loop), iterator(copy)};
  limit.constant = static_cast<double>(end);
  compare.op = OpKind::lt;
  const int left = add(sum), right = add(limit);
  compare.operands = {left, right};
  return add(compare);
}

Node make_copies(const Loop& of, int id, std::int64_t factor, std::vector<Node> body) {
  Node node;
  node.kind = Node::Kind::loop;
  node.loop.id = id;
  node.loop.name = of.name + "_copy";
  node.loop.label = of.label + "_copy";
  Index upper;
  upper.constant = factor;
  node.loop.lower = {Index{}};
  node.loop.upper = {upper};
  node.loop.trip.min = node.loop.trip.max = factor;
  node.loop.trip.average = static_cast<double>(factor);
  node.loop.unroll = 0;
  node.loop.body = std::move(body);
  return node;
}

}  // namespace

std::int64_t UnitChoice::copies() const {
  std::int64_t product = 1;
  for (std::int64_t factor : factors) product *= factor;
  return product;
}

Loop* find_loop(std::vector<Node>& body, const std::string& label) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      if (node.loop.label == label) return &node.loop;
      if (Loop* inner = find_loop(node.loop.body, label)) return inner;
    }
    if (node.kind == Node::Kind::branch) {
      if (Loop* inner = find_loop(node.branch.then, label)) return inner;
    }
  }
  return nullptr;
}

void cut_unit(Function& function, const Unit& unit, const UnitChoice& choice) {
  Loop* innermost = find_loop(function.body, unit.loops.back().label);
  if (!innermost) return;
  int id = next_loop_id(function.body);
  std::map<int, int> copies;
  std::vector<Node> body = innermost->body;
  if (choice.fabric_adders) {
    for_each_expression(function, body, [](Expression& e) {
      if (is_sum(e)) e.implementation = "fabric";
    });
  }
  std::vector<std::size_t> cut;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (choice.factors[n] > 1) cut.push_back(n);
  }
  for (std::size_t n : cut) copies[find_loop(function.body, unit.loops[n].label)->id] = id++;
  substitute_body(body, copies);
  for_each_expression(function, body, [&](Expression& e) {
    // An expression that several statements share is met more than once: a term that is there already stays one.
    for (Index& index : e.indices) {
      const bool done = std::any_of(index.terms.begin(), index.terms.end(), [&](const Index::Term& t) {
        return std::any_of(copies.begin(), copies.end(), [&](const auto& c) { return c.second == t.loop; });
      });
      if (!done) substitute(index, copies);
    }
  });
  for (std::size_t at = cut.size(); at-- > 0;) {
    Loop& loop = *find_loop(function.body, unit.loops[cut[at]].label);
    const std::int64_t factor = choice.factors[cut[at]];
    if (loop.trip.max % factor != 0) {
      Node guard;
      guard.kind = Node::Kind::branch;
      guard.branch.condition = make_guard(function, loop.id, copies[loop.id], loop.upper.front().constant);
      guard.branch.then = std::move(body);
      body.clear();
      body.push_back(std::move(guard));
    }
    std::vector<Node> wrapped;
    wrapped.push_back(make_copies(loop, copies[loop.id], factor, std::move(body)));
    body = std::move(wrapped);
    loop.step *= factor;
    const std::int64_t trip = (loop.trip.max + factor - 1) / factor;
    loop.trip.min = loop.trip.max = trip;
    loop.trip.average = static_cast<double>(trip);
  }
  innermost = find_loop(function.body, unit.loops.back().label);
  innermost->body = std::move(body);
  innermost->pipeline = choice.interval;
}

}  // namespace pom::dse
