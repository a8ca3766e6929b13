#include "dse/kernel/rewrite/cut_kernel.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "dse/kernel/index.hpp"
#include "dse/kernel/rewrite/cut_bounds.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"
#include "dse/kernel/steady_loads.hpp"
#include "dse/kernel/trip_counts.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse {

namespace {

int next_loop_id(const std::vector<Node>& body) {
  int next = 0;
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) next = std::max(next, node.loop.id + 1);
    next = std::max(
        {next, next_loop_id(node.loop.body), next_loop_id(node.branch.then), next_loop_id(node.branch.otherwise)});
  }
  return next;
}

/// The nodes beside a loop, and where among them it stands; null: there is no such loop.
std::pair<std::vector<Node>*, std::size_t> find_place(std::vector<Node>& body, const std::string& label) {
  for (std::size_t n = 0; n < body.size(); ++n) {
    if (body[n].kind == Node::Kind::loop && body[n].loop.label == label) return {&body, n};
    for (std::vector<Node>* inner : {&body[n].loop.body, &body[n].branch.then, &body[n].branch.otherwise}) {
      if (const auto found = find_place(*inner, label); found.first) return found;
    }
  }
  return {nullptr, 0};
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The loops of one copy of the nest, outermost first.
struct Nest {
  std::vector<Loop> running;
  struct Copies {
    std::size_t place = 0;  ///< of the loop in the unit
    int id = -1;            ///< that it had
    Loop loop;
  };
  std::vector<Copies> copies;
  CutBounds bounds;
  /// In the ids that loops had: what a copy has to meet to be an iteration, `value >= 0` each.
  std::vector<Index> conditions;

  const Copies* copies_of(std::size_t place) const {
    const auto found = std::find_if(copies.begin(), copies.end(), [&](const Copies& of) { return of.place == place; });
    return found == copies.end() ? nullptr : &*found;
  }
};

/// The nest of a unit, taken apart and put together again.
class UnitCutter {
 public:
  UnitCutter(Function& function, const Unit& unit, const Configuration& choice)
      : function_(function),
        unit_(unit),
        choice_(choice),
        plan_(plan_cuts(unit, choice)),
        next_id_(next_loop_id(function.body)) {}

  void cut() {
    std::size_t first = 0;
    while (first + 1 < unit_.loops.size() && choice_.factors[first] == 1) ++first;
    const auto [siblings, place] = find_place(function_.body, unit_.loops[first].label);
    if (!siblings || !take_apart((*siblings)[place], first)) return;
    bind_operators(body_);
    std::vector<Node> made;
    if (plan_.separated) {
      std::vector<Node> copy = copy_body(function_, body_);
      made = make_separated(std::move(copy), first);
    } else {
      made = make(std::move(body_), make_nest(first, Strips::all));
    }
    (*siblings)[place] = std::move(made.front());
    siblings->insert(siblings->begin() + static_cast<std::ptrdiff_t>(place) + 1,
                     std::make_move_iterator(made.begin() + 1), std::make_move_iterator(made.end()));
    if (recount_) count_trips(function_);
    if (running_ || first == 0) return;
    if (Loop* outer = find_loop(function_.body, unit_.loops[first - 1].label)) pipeline(*outer);
  }

 private:
  enum class Strips { all, full, last };

  /// Nothing where something stands between the loops: they stay as they are.
  bool take_apart(Node& root, std::size_t first) {
    Node* node = &root;
    for (std::size_t n = first; n < unit_.loops.size(); ++n) {
      const bool last = n + 1 == unit_.loops.size();
      if (node->kind != Node::Kind::loop || (!last && node->loop.body.size() != 1)) return false;
      Loop& loop = node->loop;
      std::vector<Node> body = std::move(loop.body);
      loop.body.clear();
      loops_.push_back(loop);
      loop.body = std::move(body);
      if (last) {
        body_ = std::move(loop.body);
      } else {
        node = &loop.body.front();
      }
    }
    return true;
  }

  Nest make_nest(std::size_t first, Strips strips) {
    Nest nest;
    for (std::size_t n = 0; n < loops_.size(); ++n) add_loop(nest, loops_[n], first + n, strips);
    running_ = !nest.running.empty();
    return nest;
  }

  /// The nests of the full strips and of the last one, under the loops around both.
  std::vector<Node> make_separated(std::vector<Node> copy, std::size_t first) {
    Nest full = make_nest(first, Strips::full), last = make_nest(first, Strips::last);
    const std::size_t around = *plan_.separated - first;  // all run: none of them is unrolled, or it would be copies
    std::size_t shared = 0;
    for (std::size_t n = 0; n < around; ++n) shared += is_unrolled(unit_, choice_, first + n) ? 0 : 1;
    std::vector<Loop> outside(full.running.begin(), full.running.begin() + static_cast<std::ptrdiff_t>(shared));
    for (Nest* nest : {&full, &last})
      nest->running.erase(nest->running.begin(), nest->running.begin() + static_cast<std::ptrdiff_t>(shared));
    std::vector<Node> nodes = make(std::move(body_), std::move(full)), rest = make(std::move(copy), std::move(last));
    nodes.insert(nodes.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
    for (std::size_t n = outside.size(); n-- > 0;) wrap(nodes, std::move(outside[n]));
    return nodes;
  }

  void add_loop(Nest& nest, Loop loop, std::size_t n, Strips strips) {
    const std::int64_t factor = choice_.factors[n];
    const Loop before = loop;
    loop.lower = nest.bounds.lower(before.lower);
    loop.upper = nest.bounds.upper(before.upper);
    if (strips == Strips::last && n > *plan_.separated) {
      loop.id = next_id_++;
      nest.bounds.rename(before.id, loop.id);
      loop.label += rest_suffix;
    }
    if (factor == 1) {
      for (const Index& lower : before.lower) add_condition(nest, loop_index(before.id) + -1 * lower);
      for (const Index& upper : before.upper)
        add_condition(nest, upper + -1 * loop_index(before.id) + constant_index(-1));
      run(nest, std::move(loop));
    } else if (is_unrolled(unit_, choice_, n)) {
      loop.unroll = factor;
      nest.bounds.cut(before.id,
                      {loop_index(loop.id), loop.lower.front(), loop.upper.front() + constant_index(-1), {}, {}});
      nest.copies.push_back({n, before.id, std::move(loop)});
    } else {
      strip(nest, std::move(loop), before, n, plan_.separated == n ? strips : Strips::all);
    }
    recount_ = recount_ || (factor > 1 && (unit_.loops[n].variable || unit_.loops[n].shapes));
  }

  static void run(Nest& nest, Loop loop) {
    drop_unreached(loop, nest.running);
    nest.running.push_back(std::move(loop));
  }

  /// Only copies have to meet any.
  static void add_condition(Nest& nest, Index value) {
    if (nest.bounds.is_cut(value)) nest.conditions.push_back(std::move(value));
  }

  /// As Split does: strips count from a constant lower bound, else from 0. `before`: the loop with its own bounds.
  void strip(Nest& nest, Loop loop, const Loop& before, std::size_t n, Strips strips) {
    const UnitLoop& of = unit_.loops[n];
    const std::int64_t factor = choice_.factors[n];
    const bool from_constant = before.lower.size() == 1 && before.lower.front().is_constant();
    const std::int64_t origin = from_constant ? before.lower.front().constant : 0;
    const std::int64_t here = strips == Strips::last ? of.trip % factor : factor;
    const bool partial = strips == Strips::all && has_partial_strip(of, factor);
    Loop copies;
    copies.id = next_id_++;
    copies.name = loop.name + "1";
    copies.label = loop.label + "1";
    copies.lower = {constant_index(0)};
    copies.upper = {constant_index(here)};
    copies.trip = {here, here, static_cast<double>(here), true};
    copies.unroll = here;
    const Index strip = strips == Strips::last ? constant_index(of.trip / factor) : loop_index(loop.id);
    const bool is_whole = !of.variable && of.trip <= factor;  // its number is 0
    const Index first = constant_index(origin) + (is_whole ? constant_index(0) : factor * strip);
    CutBounds::Copies cut{first + loop_index(copies.id), first, first + constant_index(here - 1), {}, {}};
    if (!from_constant) cut.lower = loop.lower;
    if (partial) cut.upper = loop.upper;
    nest.bounds.cut(before.id, std::move(cut));
    const Index value = loop_index(before.id);
    if (!from_constant) {
      for (const Index& lower : before.lower) add_condition(nest, value + -1 * lower);
    }
    if (partial) {
      for (const Index& upper : before.upper) add_condition(nest, upper + -1 * value + constant_index(-1));
    }
    nest.copies.push_back({n, before.id, std::move(copies)});
    if (strips == Strips::last) return;
    for (Index& lower : loop.lower) lower = quotient(lower + constant_index(-origin), factor);
    for (Index& upper : loop.upper) upper = quotient(upper + constant_index(-origin - 1), factor) + constant_index(1);
    const std::int64_t trip = strips == Strips::full ? of.trip / factor : ceil_div(of.trip, factor);
    if (strips == Strips::full) loop.upper = {constant_index(trip)};
    if (!of.variable) loop.trip = {trip, trip, static_cast<double>(trip), true};
    run(nest, std::move(loop));
  }

  /// Facts that nobody asks for are stated where cuts make subscripts hard to analyse.
  void pipeline(Loop& loop) const {
    loop.pipeline = choice_.interval;
    for (const UnitFact& fact : facts_of(unit_, choice_)) {
      const std::int64_t distance = between_strips(fact.distance);
      const bool stated = fact.distance > 0 ? distance > 1 : fact.asked || cuts_;
      if (!stated) continue;
      for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
        if (function_.arrays[n].name == fact.array)
          loop.promises.push_back({static_cast<int>(n), distance, fact.flow_only});
      }
    }
  }

  /// Strips of the innermost loop that lie between what so many iterations lie between, at least; 0 where others are
  /// cut.
  std::int64_t between_strips(std::int64_t iterations) const {
    const std::size_t innermost = unit_.loops.size() - 1;
    const bool others =
        std::any_of(choice_.factors.begin(), choice_.factors.end() - 1, [](std::int64_t factor) { return factor > 1; });
    return others || is_unrolled(unit_, choice_, innermost) ? 0 : iterations / choice_.factors[innermost];
  }

  void bind_operators(const std::vector<Node>& body) {
    if (!choice_.fabric_adders) return;
    for_each_expression(function_, body, [&](int n) {
      Expression& e = function_.expressions[n];
      if (is_float_sum(e)) e.implementation = "fabric";
    });
  }

  static void wrap(std::vector<Node>& body, Loop loop) {
    Node node;
    node.kind = Node::Kind::loop;
    node.loop = std::move(loop);
    node.loop.body = std::move(body);
    body.clear();
    body.push_back(std::move(node));
  }

  void add_guard(std::vector<Node>& body, const std::vector<Index>& guard) {
    if (guard.empty()) return;
    int all = -1;
    for (const Index& condition : guard) {
      const int one = add_constraint(function_, condition, OpKind::ge);
      all = all < 0 ? one : add_conjunction(function_, all, one);
    }
    Node node;
    node.kind = Node::Kind::branch;
    node.branch.condition = all;
    node.branch.then = std::move(body);
    body.clear();
    body.push_back(std::move(node));
  }

  /// What the copies of a loop ask, before those of the loops `inside` do.
  static std::vector<Index> guard_of(const Nest& nest, int loop, const std::vector<int>& inside) {
    std::vector<Index> guard;
    for (const Index& condition : nest.conditions) {
      std::set<int> loops;
      collect_loops(condition, loops);
      std::vector<int> open;
      std::copy_if(inside.begin(), inside.end(), std::back_inserter(open),
                   [&](int one) { return loops.contains(one); });
      if (loops.contains(loop) && !nest.bounds.is_met_by_all(condition, loop, open))
        guard.push_back(nest.bounds.any_of(condition, open));
    }
    return guard;
  }

  /// What copies of these loops, by place in the unit, keep is loaded in front of them.
  void load_once(std::vector<Node>& body, unsigned copied) {
    std::vector<int> arrays;
    for (const SteadyArray& steady : unit_.steady) {
      for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
        if (steady.loops == copied && function_.arrays[n].name == steady.array) arrays.push_back(static_cast<int>(n));
      }
    }
    std::vector<Node> loads = take_out_loads(function_, body, arrays);
    body.insert(body.begin(), std::make_move_iterator(loads.begin()), std::make_move_iterator(loads.end()));
  }

  /// The loops around the body, and in front of them what is loaded once, where none of them runs.
  std::vector<Node> make(std::vector<Node> body, Nest nest) {
    cuts_ = cuts_ || !nest.bounds.values().empty();
    substitute_body(body, nest.bounds.values());
    substitute_expressions(function_, body, nest.bounds.values());
    if (!nest.running.empty()) pipeline(nest.running.back());
    std::vector<int> inside;
    unsigned copied = 0;
    for (std::size_t n = plan_.copies.size(); n-- > 0;) {
      const Nest::Copies* copies = nest.copies_of(plan_.copies[n]);
      if (!copies) continue;
      add_guard(body, guard_of(nest, copies->id, inside));
      inside.push_back(copies->id);
      wrap(body, copies->loop);
      copied |= 1U << plan_.copies[n];
      load_once(body, copied);
    }
    for (std::size_t n = nest.running.size(); n-- > 0;) wrap(body, std::move(nest.running[n]));
    return body;
  }

  Function& function_;
  const Unit& unit_;
  const Configuration& choice_;
  const CutPlan plan_;
  int next_id_;
  std::vector<Loop> loops_;  ///< of the unit, without bodies
  std::vector<Node> body_;
  bool recount_ = false, running_ = false, cuts_ = false;
};

}  // namespace

const Loop* find_loop(const std::vector<Node>& body, const std::string& label) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop && node.loop.label == label) return &node.loop;
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) {
      if (const Loop* found = find_loop(*inner, label)) return found;
    }
  }
  return nullptr;
}

Loop* find_loop(std::vector<Node>& body, const std::string& label) {
  const auto [siblings, place] = find_place(body, label);
  return siblings ? &(*siblings)[place].loop : nullptr;
}

bool holds_loop(const Node& node, const std::string& label) {
  if (node.kind == Node::Kind::loop && node.loop.label == label) return true;
  return find_loop(node.loop.body, label) || find_loop(node.branch.then, label) ||
         find_loop(node.branch.otherwise, label);
}

std::map<int, std::size_t> places_of(const std::vector<Node>& body, const Unit& unit) {
  std::map<int, std::size_t> places;
  for (std::size_t n = 0; n < unit.loops.size(); ++n) {
    if (const Loop* loop = find_loop(body, unit.loops[n].label)) places[loop->id] = n;
  }
  return places;
}

void cut_unit(Function& function, const Unit& unit, const Configuration& choice) {
  if (choice.interval <= 0) return;
  UnitCutter(function, unit, choice).cut();
  const std::optional<std::size_t> apart = loop_apart(unit, choice);
  if (!apart) return;
  for (const char* strip : {"", rest_suffix}) {
    if (Loop* loop = find_loop(function.body, unit.loops[*apart].label + strip)) loop->flatten_off = true;
  }
}

std::vector<double> average_trips(const std::vector<Node>& body, const Unit& unit) {
  std::vector<double> trips;
  for (const UnitLoop& loop : unit.loops) {
    const Loop* found = find_loop(body, loop.label);
    trips.push_back(found ? std::max(found->trip.average, 0.0) : 1);
  }
  return trips;
}

}  // namespace pom::dse
