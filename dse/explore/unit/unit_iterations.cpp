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

double UnitIterations::count_moving(const std::vector<std::int64_t>& factors) const {
  const auto [at, fresh] = moving_.try_emplace(factors, 1);
  if (!fresh) return at->second;
  Configuration choice = one_copy(unit_);
  choice.factors = factors;
  std::vector<double> trips = trips_;
  if (choice.copies() > 1) {
    Function cut = loops_;
    cut_unit(cut, unit_, choice);
    trips = average_trips(cut.body, unit_);
  }
  for (std::size_t n = 0; n < trips.size(); ++n) at->second *= moves(n) ? trips[n] : 1;
  return at->second;
}

/// A last strip that has loops of its own may have them follow each other as much faster as it has fewer copies.
double UnitIterations::of(const Configuration& choice) const {
  const std::optional<std::size_t> separated = find_separated(unit_, choice);
  std::vector<std::int64_t> moving(choice.factors.size(), 1);
  double iterations = 1;
  for (std::size_t n = 0; n < trips_.size(); ++n) {
    const double strips = trips_[n] / static_cast<double>(choice.factors[n]);
    if (moves(n))
      moving[n] = choice.factors[n];
    else
      iterations *= unit_.loops[n].is_of_box() && separated != n ? std::ceil(strips) : strips;
  }
  return iterations * count_moving(moving);
}

}  // namespace pom::dse::explore
