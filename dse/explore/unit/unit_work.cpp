#include "dse/explore/unit/unit_work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/schedule/overlap.hpp"
#include "dse/explore/unit/whole_loops.hpp"

namespace pom::dse::explore {

namespace {

estimate::Resources cost_of(const devices::OperatorCost& cost) {
  estimate::Resources resources;
  resources.dsp = cost.dsp;
  resources.lut = cost.reported_lut;
  resources.ff = cost.reported_ff;
  return resources;
}

void visit_assignments(const std::vector<Node>& body, const std::function<void(const Assignment&)>& visit) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) visit(node.assignment);
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      visit_assignments(*inner, visit);
  }
}

std::int64_t count_stores(const std::vector<Node>& body, int array) {
  std::int64_t stores = 0;
  visit_assignments(body, [&](const Assignment& assignment) { stores += assignment.array == array; });
  return stores;
}

}  // namespace

bool suffices_fabric(const devices::Target& target) {
  const devices::OperatorKey sum{.op = OpKind::add, .type = float_type(32)};
  const devices::OperatorCost with = devices::find_operator(target, sum);
  const devices::OperatorCost without = devices::find_adder_without_dsp(target, OpKind::add, sum.type);
  return without.reported_lut <= with.reported_lut && without.latency <= with.latency;
}

UnitWork::UnitWork(const Function& function, const Unit& unit, const devices::Target& target) : unit_(unit) {
  for (const auto& [id, place] : places_of(function.body, unit_)) add_bit(id, place);
  const Loop* innermost = find_loop(function.body, unit_.loops.back().label);
  if (!innermost) return;
  number_whole_loops(innermost->body);
  find_needs(function, target, innermost->body);
  find_chains(function, target, innermost->body);
}

void UnitWork::add_bit(int loop, std::size_t place) {
  if (place >= 32) return;
  bits_.resize(std::max(bits_.size(), static_cast<std::size_t>(loop) + 1));
  bits_[loop] = 1U << place;
}

void UnitWork::number_whole_loops(const std::vector<Node>& body) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      add_bit(node.loop.id, unit_.loops.size() + whole_.size());
      whole_.push_back(static_cast<double>(node.loop.trip.max));
    }
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      number_whole_loops(*inner);
  }
}

unsigned UnitWork::loops_of(const std::vector<Index>& indices) const {
  unsigned loops = 0;
  for (const Index& index : indices) {
    for (const Index::Term& term : index.terms) loops |= bit_of(term.loop);
    // Quotients and remainders may change with any loop.
    if (index.opaque || !index.divisions.empty()) loops = ~0U;
  }
  return loops;
}

/// Which loops an operator's value depends on: its copies are as many as their iterations that run at once.
void UnitWork::find_needs(const Function& function, const devices::Target& target, const std::vector<Node>& body) {
  const estimate::FunctionView view = estimate::view_function(function, target);
  std::map<int, unsigned> known;
  std::vector<ValueShape> shapes;
  const std::function<unsigned(int)> walk = [&](int expression) -> unsigned {
    if (const auto at = known.find(expression); at != known.end()) return at->second;
    const Expression& e = function.expressions[expression];
    unsigned loops = e.op == OpKind::iterator ? bit_of(e.loop) : 0;
    for (const Index& index : e.indices) {
      for (const Index::Term& term : index.terms) loops |= bit_of(term.loop);
    }
    for (int operand : e.operands) loops |= walk(operand);
    known[expression] = loops;
    const devices::OperatorCost& cost = view.costs[expression];
    if (e.op <= OpKind::load || !cost.shared || loops == 0) return loops;
    const estimate::Resources with_dsp = cost_of(cost);
    const bool shared = e.type.is_float() && e.op >= OpKind::add && e.op <= OpKind::div;
    shared_only_ = shared_only_ && shared;
    needs_.push_back({loops, 0, 1, is_float_sum(e), with_dsp,
                      is_float_sum(e) ? cost_of(devices::find_adder_without_dsp(target, e.op, e.type)) : with_dsp});
    shapes.push_back(describe_value(function, expression));
    return loops;
  };
  visit_assignments(body, [&](const Assignment& assignment) { walk(assignment.value); });
  operations_ = count_operations(function, body);
  group_needs(shapes);
}

/// A value of one copy may be another operation's value in another copy: A(i) · 3 and A(i + 1) · 3. Where all elements
/// move alike, only values with the same distances between their elements can meet; elsewhere, as in A(i, j) + A(j, i),
/// any of one tree, and as many copies of one operation as there are ways to match its loads.
void UnitWork::group_needs(const std::vector<ValueShape>& shapes) {
  std::map<std::string, std::set<std::map<int, std::set<std::string>>>> directions;  // by tree
  for (const ValueShape& shape : shapes) directions[shape.tree].insert(shape.directions);
  std::map<std::string, std::size_t> groups;
  for (std::size_t n = 0; n < shapes.size(); ++n) {
    const bool alike = moves_alike(shapes[n]);
    const bool all_alike = alike && directions[shapes[n].tree].size() == 1;
    needs_[n].group = groups.try_emplace(all_alike ? shapes[n].distances : shapes[n].tree, groups.size()).first->second;
    for (const auto& [array, loads] : shapes[n].loads) {
      if (!alike) needs_[n].alike *= loads;
    }
  }
  std::stable_sort(needs_.begin(), needs_.end(), [](const Need& a, const Need& b) { return a.group < b.group; });
}

/// x = x + …: every iteration of a loop that does not move x waits for the sum of the one before.
void UnitWork::find_chains(const Function& function, const devices::Target& target, const std::vector<Node>& body) {
  const estimate::FunctionView view = estimate::view_function(function, target);
  const unsigned all = unit_.loops.size() >= 32 ? ~0U : (1U << unit_.loops.size()) - 1;
  for (const Node& node : body) {
    if (node.kind != Node::Kind::assignment) continue;
    const Assignment& assignment = node.assignment;
    const Expression& sum = function.expressions[assignment.value];
    const bool again = std::any_of(sum.operands.begin(), sum.operands.end(), [&](int operand) {
      const Expression& e = function.expressions[operand];
      return e.op == OpKind::load && e.array == assignment.array && e.indices == assignment.indices;
    });
    const unsigned loops = all & ~loops_of(assignment.indices);
    if (count_stores(body, assignment.array) > 1) continue;  // an iteration may begin with a value of its own
    if (!again || !is_float_sum(sum) || loops == 0) continue;
    const devices::OperatorCost& usual = view.costs[assignment.value];
    const devices::OperatorCost without = devices::find_adder_without_dsp(target, sum.op, sum.type);
    chains_.push_back({loops, static_cast<double>(estimate::least_sum_latency(usual, sum.op, sum.type, target)),
                       static_cast<double>(estimate::least_sum_latency(without, sum.op, sum.type, target))});
  }
}

bool UnitWork::has_sums() const {
  return std::any_of(needs_.begin(), needs_.end(), [](const Need& n) { return n.sum; });
}

double UnitWork::copies_of(const Need& need, const Configuration& choice) const {
  auto copies = static_cast<double>(choice.copies_along(need.loops));
  for (std::size_t n = 0; n < whole_.size() && choice.factors.size() + n < 32; ++n) {
    if (need.loops >> (choice.factors.size() + n) & 1U) copies *= whole_[n];
  }
  return copies;
}

/// The estimator counts nothing for values that no loop of the pipeline moves: they are there before it. Where all
/// iterations are at once, that is all of them, and they take their operators there.
bool UnitWork::is_moving(const Need& need, const Configuration& choice) const {
  if (choice.copies() > 1 && is_all_at_once(unit_, choice)) return is_moving(need, one_copy(unit_));
  for (std::size_t n = choice.factors.size(); n-- > unit_.always_entered();) {
    if ((need.loops >> n & 1U) && choice.factors[n] < unit_.loops[n].trip) return true;
  }
  return false;
}

bool UnitWork::moves_as_one(const Configuration& choice) const {
  const Configuration one = one_copy(unit_);
  return std::all_of(needs_.begin(), needs_.end(),
                     [&](const Need& need) { return is_moving(need, choice) || !is_moving(need, one); });
}

estimate::Resources UnitWork::operators(const Configuration& choice) const {
  estimate::Resources work, group;
  for (std::size_t at = 0; at < needs_.size(); ++at) {
    const Need& need = needs_[at];
    const double count = is_moving(need, choice) ? std::max(1.0, copies_of(need, choice) / need.alike) : 0;
    const estimate::Resources& one = choice.fabric_adders ? need.without : need.with_dsp;
    group = estimate::larger_of(group, count * one);
    if (at + 1 < needs_.size() && needs_[at + 1].group == need.group) continue;
    work += group;
    group = {};
  }
  return work;
}

double UnitWork::count_operators(const Configuration& choice, double least_lut) const {
  double all = 0, group = 0;
  bool large = true;
  for (std::size_t at = 0; at < needs_.size(); ++at) {
    const Need& need = needs_[at];
    if (is_moving(need, choice)) group = std::max(group, std::max(1.0, copies_of(need, choice) / need.alike));
    large = large && (choice.fabric_adders ? need.without : need.with_dsp).lut >= least_lut;
    if (at + 1 < needs_.size() && needs_[at + 1].group == need.group) continue;
    if (large) all += group;
    group = 0;
    large = true;
  }
  return all;
}

double UnitWork::operator_interval(const Configuration& choice, const Limits& limits, double least) const {
  const estimate::Resources work = operators(choice);
  // Longer intervals ask for fewer operators, but less may be known of them.
  for (const Limits::Kind& kind : limits.kinds()) {
    if (least > kind.longest_interval) continue;
    least = std::max({least, std::ceil(work.dsp / std::max(kind.room.dsp, 1.0) - 1e-9),
                      std::ceil(work.lut / std::max(kind.room.lut, 1.0) - 1e-9)});
    if (least <= kind.longest_interval) break;
  }
  return least;
}

/// States in which the copies that add to one element follow each other.
double UnitWork::states_of(const Chain& chain, const Configuration& choice) const {
  return static_cast<double>(choice.copies_along(chain.loops)) *
         (choice.fabric_adders ? chain.states_without_dsp : chain.states);
}

/// All copies that add to one element follow each other, and the next ones along that loop come after so many
/// iterations of the loops inside. Where that loop enters the pipeline anew each time, no iteration waits for it.
double UnitWork::chain_interval(const Configuration& choice) const {
  double least = 0;
  for (const Chain& chain : chains_) {
    double distance = 1, until_next = 0;
    for (std::size_t n = choice.factors.size(); n-- > unit_.always_entered();) {
      const double left = std::ceil(static_cast<double>(unit_.loops[n].trip) / static_cast<double>(choice.factors[n]));
      if ((chain.loops >> n & 1U) && left > 1 && until_next == 0) until_next = distance;
      distance *= std::max(left, 1.0);
    }
    if (until_next > 0) least = std::max(least, std::ceil(states_of(chain, choice) / until_next - 1e-9));
  }
  return least;
}

double UnitWork::chain_depth(const Configuration& choice) const {
  double deepest = 0;
  for (const Chain& chain : chains_) deepest = std::max(deepest, states_of(chain, choice));
  return deepest;
}

}  // namespace pom::dse::explore
