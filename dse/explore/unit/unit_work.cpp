#include "dse/explore/unit/unit_work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/estimate/schedule/overlap.hpp"
#include "dse/explore/unit/whole_loops.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"

namespace pom::dse::explore {

namespace {

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
  for (const auto& [id, place] : places_of(function.body, unit_)) {
    if (place < most_places) places_[id] = place;
  }
  const Loop* innermost = find_loop(function.body, unit_.loops.back().label);
  if (!innermost) return;
  number_whole_loops(innermost->body);
  operations_ = count_operations(function, innermost->body);
  find_chains(function, target, innermost->body);
  if (unit_.loops.size() + whole_.size() > most_places) {
    is_known_ = false;  // what moves with the others is not told apart
    return;
  }
  operators_ = find_operator_needs(function, target, innermost->body, places_, unit_.apart);
  shared_only_ = std::all_of(operators_.needs.begin(), operators_.needs.end(), [&](const OperatorNeed& need) {
    const Expression& e = function.expressions[need.expression];
    return e.type.is_float() && e.op >= OpKind::add && e.op <= OpKind::div;
  });
}

void UnitWork::number_whole_loops(const std::vector<Node>& body) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) {
      const std::size_t place = unit_.loops.size() + whole_.size();
      if (place < most_places) places_[node.loop.id] = place;
      whole_.push_back(static_cast<double>(node.loop.trip.max));
    }
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      number_whole_loops(*inner);
  }
}

unsigned UnitWork::loops_of(const std::vector<Index>& indices) const {
  unsigned loops = 0;
  for (const Index& index : indices) {
    for (const Index::Term& term : index.terms) loops |= bit_of(places_, term.loop, 0);
    // Quotients and remainders may change with any loop.
    if (index.opaque || !index.divisions.empty()) loops = ~0U;
  }
  return loops;
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
  return std::any_of(operators_.needs.begin(), operators_.needs.end(), [](const OperatorNeed& n) { return n.sum; });
}

double UnitWork::copies_along(unsigned loops, const Configuration& choice) const {
  auto copies = static_cast<double>(choice.copies_along(loops));
  for (std::size_t n = 0; n < whole_.size() && choice.factors.size() + n < most_places; ++n) {
    if (loops >> (choice.factors.size() + n) & 1U) copies *= whole_[n];
  }
  return copies;
}

/// Copies along the loops of guards that have an iteration in which the guards let them be built. A copy has one of
/// each strip's iterations, but of the last one, which need not be full.
double UnitWork::built_copies(const GuardShare& guard, const Configuration& choice) const {
  const double copies = copies_along(guard.loops, choice);
  double most_iterations = 1, least_iterations = 1;  // of a copy
  for (std::size_t n = 0; n < std::min(choice.factors.size(), most_places); ++n) {
    if ((guard.loops >> n & 1U) == 0) continue;
    const double strips = static_cast<double>(unit_.loops[n].trip) / static_cast<double>(choice.factors[n]);
    most_iterations *= std::ceil(strips);
    least_iterations *= std::max(std::floor(strips), 1.0);
  }
  return std::max(guard.built * guard.iterations / most_iterations,
                  copies - (1 - guard.built) * guard.iterations / least_iterations);
}

/// Counts the copies that are computed from carried elements: of those that differ only in loops without a part in the
/// value, one.
double UnitWork::count_carried(const OperatorNeed& need, const Configuration& choice) const {
  const unsigned whole = operators_.carried;
  for (std::size_t n = 0; n < std::min(choice.factors.size(), most_places); ++n) {
    if ((whole >> n & 1U) && choice.factors[n] < unit_.loops[n].trip) return 0;
  }
  const bool all_differ = std::find(need.distinct.begin(), need.distinct.end(), need.moving) != need.distinct.end();
  if (need.carried == 0 || !all_differ || (need.moving & ~whole) != 0) return 0;
  return std::max(1.0, need.carried / copies_along(whole & ~need.moving, choice) / need.alike);
}

/// Counts the copies that guards let be built. The estimator counts none for values that the pipeline does not move,
/// and copies that differ only in loops of guards may have one value.
double UnitWork::count(const OperatorNeed& need, const Configuration& choice, unsigned moving) const {
  if ((need.moving & moving) == 0) return moving != 0 ? count_carried(need, choice) : 0;
  if (need.guard.built == 0) return 0;
  double most = 1;
  for (const unsigned distinct : need.distinct) {
    const unsigned guards = need.guard.loops;
    double copies = copies_along(distinct, choice);
    if (need.guard.built < 1)
      copies = built_copies(need.guard, choice) * copies_along(distinct & ~guards, choice) /
               copies_along(guards & ~distinct, choice);
    most = std::max(most, copies / need.alike);
  }
  return most;
}

/// The loops that the pipeline runs through: of those whose last strip has loops of its own, the full ones count.
unsigned UnitWork::left_loops(const Configuration& choice) const {
  const std::optional<std::size_t> separated = find_separated(unit_, choice), apart = loop_apart(unit_, choice);
  unsigned left = 0;
  const std::size_t first = std::max(unit_.always_entered(), apart ? *apart + 1 : 0);
  for (std::size_t n = first; n < std::min(choice.factors.size(), most_places); ++n) {
    const std::int64_t trip = unit_.loops[n].trip, factor = choice.factors[n];
    const std::int64_t strips = separated == n ? trip / factor : (trip + factor - 1) / factor;
    left |= strips > 1 ? 1U << n : 0;
  }
  return left;
}

/// The estimator counts nothing for values that no loop of the pipeline moves: they are there before it. Where all
/// iterations are at once, that is all of them, and they take their operators there.
unsigned UnitWork::moving_loops(const Configuration& choice) const {
  const bool at_once = choice.copies() > 1 && is_all_at_once(unit_, choice);
  return left_loops(at_once ? one_copy(unit_) : choice);
}

bool UnitWork::moves_as_one(const Configuration& choice) const {
  const unsigned left = left_loops(choice), all = left_loops(one_copy(unit_));
  const auto stays = [&](const auto& value) { return (value.moving & left) != 0 || (value.loops & all) == 0; };
  return std::all_of(operators_.needs.begin(), operators_.needs.end(), stays) &&
         std::all_of(operators_.loads.begin(), operators_.loads.end(), stays);
}

/// Values of one group that meet are built as any of them.
estimate::Resources UnitWork::operators(const Configuration& choice) const {
  const std::vector<OperatorNeed>& needs = operators_.needs;
  const unsigned moving = moving_loops(choice);
  estimate::Resources work;
  for (std::size_t at = 0; at < needs.size();) {
    const std::size_t group = needs[at].group;
    double most = 0;
    estimate::Resources least = choice.fabric_adders ? needs[at].without : needs[at].with_dsp;
    for (; at < needs.size() && needs[at].group == group; ++at) {
      most = std::max(most, count(needs[at], choice, moving));
      const estimate::Resources& one = choice.fabric_adders ? needs[at].without : needs[at].with_dsp;
      least.dsp = std::min(least.dsp, one.dsp);
      least.lut = std::min(least.lut, one.lut);
      least.ff = std::min(least.ff, one.ff);
    }
    work += most * least;
  }
  return work;
}

double UnitWork::count_operators(const Configuration& choice, double least_lut) const {
  const std::vector<OperatorNeed>& needs = operators_.needs;
  const unsigned moving = moving_loops(choice);
  double all = 0, group = 0;
  bool large = true;
  for (std::size_t at = 0; at < needs.size(); ++at) {
    group = std::max(group, count(needs[at], choice, moving));
    large = large && (choice.fabric_adders ? needs[at].without : needs[at].with_dsp).lut >= least_lut;
    if (at + 1 < needs.size() && needs[at + 1].group == needs[at].group) continue;
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
