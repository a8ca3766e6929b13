#include "dse/explore/unit/unit_iterations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dse/kernel/rewrite/cut_plan.hpp"

namespace pom::dse::explore {

namespace {

/// The nest's function with the loops of the unit in each other and no statement.
Function bare_loops(const Function& nest, const Unit& unit) {
  Function function = nest;
  function.expressions.clear();
  function.body.clear();
  for (std::size_t n = unit.loops.size(); n-- > 0;) {
    const Loop* loop = find_loop(nest.body, unit.loops[n].label);
    if (!loop) continue;
    Node node;
    node.kind = Node::Kind::loop;
    node.loop.id = loop->id;
    node.loop.label = loop->label;
    node.loop.lower = loop->lower;
    node.loop.upper = loop->upper;
    node.loop.step = loop->step;
    node.loop.trip = loop->trip;
    node.loop.body = std::move(function.body);
    function.body.clear();
    function.body.push_back(std::move(node));
  }
  return function;
}

bool is_guarded(const std::vector<Node>& body, const std::string& label, bool below = false) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop && node.loop.label == label) return below;
    if (is_guarded(node.loop.body, label, below) || is_guarded(node.branch.then, label, true) ||
        is_guarded(node.branch.otherwise, label, true))
      return true;
  }
  return false;
}

}  // namespace

UnitIterations::UnitIterations(const Function& nest, const Unit& unit)
    : unit_(unit),
      loops_(bare_loops(nest, unit)),
      guarded_(is_guarded(nest.body, unit.loops.back().label)),
      trips_(average_trips(loops_.body, unit)) {}

const UnitIterations::Moving& UnitIterations::count_moving(const std::vector<std::int64_t>& factors) const {
  const auto [at, fresh] = moving_.try_emplace(factors);
  Moving& moving = at->second;
  if (!fresh) return moving;
  Configuration choice = one_copy(unit_);
  choice.factors = factors;
  Function cut = loops_;
  if (choice.copies() > 1) cut_unit(cut, unit_, choice);
  const std::vector<double> trips = choice.copies() > 1 ? average_trips(cut.body, unit_) : trips_;
  moving.always_entered = static_cast<std::size_t>(unit_.first_perfect);
  for (std::size_t n = 0; n < trips.size(); ++n) {
    if (!moves(n)) continue;
    moving.iterations *= trips[n];
    const Loop* loop = find_loop(cut.body, unit_.loops[n].label);
    if (loop && loop->trip.varies()) moving.always_entered = std::max(moving.always_entered, n);
  }
  return moving;
}

std::vector<std::int64_t> UnitIterations::moving_factors(const Configuration& choice) const {
  std::vector<std::int64_t> factors(choice.factors.size(), 1);
  for (std::size_t n = 0; n < trips_.size(); ++n) factors[n] = moves(n) ? choice.factors[n] : 1;
  return factors;
}

/// A last strip that has loops of its own may have them follow each other as much faster as it has fewer copies.
double UnitIterations::of(const Configuration& choice) const {
  const std::optional<std::size_t> separated = find_separated(unit_, choice);
  double iterations = count_moving(moving_factors(choice)).iterations;
  for (std::size_t n = 0; n < trips_.size(); ++n) {
    const double strips = trips_[n] / static_cast<double>(choice.factors[n]);
    if (!moves(n)) iterations *= unit_.loops[n].is_of_box() && separated != n ? std::ceil(strips) : strips;
  }
  return iterations;
}

std::size_t UnitIterations::always_entered(const Configuration& choice) const {
  return count_moving(moving_factors(choice)).always_entered;
}

}  // namespace pom::dse::explore
