#include "dse/kernel/rewrite/cut_kernel.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "dse/kernel/index.hpp"
#include "dse/kernel/rewrite/cut_plan.hpp"
#include "dse/kernel/rewrite/substitute.hpp"
#include "dse/kernel/trip_counts.hpp"
#include "dse/kernel/value_builder.hpp"

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
    Loop loop;
    std::vector<Index> guard;  ///< conditions that say that a copy is an iteration
  };
  std::vector<std::pair<std::size_t, Copies>> copies;  ///< by loop of the unit
  Values values;
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
      made.push_back(make(std::move(body_), make_nest(first, Strips::all)));
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
    for (std::size_t n = 0; n < around; ++n)
      shared += is_unrolled(unit_.loops[first + n], choice_.factors[first + n]) ? 0 : 1;
    std::vector<Loop> outside(full.running.begin(), full.running.begin() + static_cast<std::ptrdiff_t>(shared));
    for (Nest* nest : {&full, &last})
      nest->running.erase(nest->running.begin(), nest->running.begin() + static_cast<std::ptrdiff_t>(shared));
    std::vector<Node> nodes;
    nodes.push_back(make(std::move(body_), std::move(full)));
    nodes.push_back(make(std::move(copy), std::move(last)));
    for (std::size_t n = outside.size(); n-- > 0;) {
      std::vector<Node> wrapped;
      wrapped.push_back(make_node(std::move(outside[n]), std::move(nodes)));
      nodes = std::move(wrapped);
    }
    return nodes;
  }

  void add_loop(Nest& nest, Loop loop, std::size_t n, Strips strips) {
    const std::int64_t factor = choice_.factors[n];
    substitute_all(loop.lower, nest.values);
    substitute_all(loop.upper, nest.values);
    const bool behind = strips == Strips::last && n > *plan_.separated;
    if (behind) {
      const int id = next_id_++;
      nest.values[loop.id] = loop_index(id);
      loop.id = id;
      loop.label += rest_suffix;
    }
    if (factor == 1) {
      nest.running.push_back(std::move(loop));
    } else if (is_unrolled(unit_.loops[n], factor)) {
      loop.unroll = factor;
      nest.copies.push_back({n, {std::move(loop), {}}});
    } else {
      strip(nest, std::move(loop), n, plan_.separated == n ? strips : Strips::all);
    }
  }

  /// As Split does: strips count from a constant lower bound, else from 0.
  void strip(Nest& nest, Loop loop, std::size_t n, Strips strips) {
    const UnitLoop& of = unit_.loops[n];
    const std::int64_t factor = choice_.factors[n];
    const bool from_constant = loop.lower.size() == 1 && loop.lower.front().is_constant();
    const std::int64_t origin = from_constant ? loop.lower.front().constant : 0;
    const std::int64_t here = strips == Strips::last ? of.trip % factor : factor;
    Loop copies;
    copies.id = next_id_++;
    copies.name = loop.name + "1";
    copies.label = loop.label + "1";
    copies.lower = {constant_index(0)};
    copies.upper = {constant_index(here)};
    copies.trip = {here, here, static_cast<double>(here), true};
    copies.unroll = here;
    const Index strip = strips == Strips::last ? constant_index(of.trip / factor) : loop_index(loop.id);
    const Index value = constant_index(origin) + factor * strip + loop_index(copies.id);
    nest.values[loops_[n - (unit_.loops.size() - loops_.size())].id] = value;
    std::vector<Index> guard;
    if (!from_constant) {
      for (const Index& lower : loop.lower) guard.push_back(value + -1 * Index(lower));
    }
    if (strips == Strips::all && has_partial_strip(of, factor)) {
      for (const Index& upper : loop.upper) guard.push_back(Index(upper) + -1 * value + constant_index(-1));
    }
    nest.copies.push_back({n, {std::move(copies), std::move(guard)}});
    if (strips == Strips::last) return;
    for (Index& lower : loop.lower) lower = floor_division(lower + constant_index(-origin), factor);
    for (Index& upper : loop.upper)
      upper = floor_division(upper + constant_index(-origin - 1), factor) + constant_index(1);
    const std::int64_t trip = strips == Strips::full ? of.trip / factor : ceil_div(of.trip, factor);
    if (strips == Strips::full) loop.upper = {constant_index(trip)};
    if (!of.variable) loop.trip = {trip, trip, static_cast<double>(trip), true};
    recount_ = recount_ || of.variable;
    nest.running.push_back(std::move(loop));
  }

  /// Facts that nobody asks for are stated where cuts make subscripts hard to analyse.
  void pipeline(Loop& loop) const {
    loop.pipeline = choice_.interval;
    for (const UnitFact& fact : unit_.facts) {
      const bool stated = fact.distance > 0 ? !cuts_ : fact.asked || cuts_;
      if (!stated) continue;
      for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
        if (function_.arrays[n].name == fact.array)
          loop.promises.push_back({static_cast<int>(n), fact.distance, fact.flow_only});
      }
    }
  }

  void bind_operators(const std::vector<Node>& body) {
    if (!choice_.fabric_adders) return;
    for_each_expression(function_, body, [&](int n) {
      Expression& e = function_.expressions[n];
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

  static void wrap(std::vector<Node>& body, Loop loop) {
    std::vector<Node> wrapped;
    wrapped.push_back(make_node(std::move(loop), std::move(body)));
    body = std::move(wrapped);
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

  Node make(std::vector<Node> body, Nest nest) {
    cuts_ = cuts_ || !nest.values.empty();
    substitute_body(body, nest.values);
    substitute_expressions(function_, body, nest.values);
    if (!nest.running.empty()) pipeline(nest.running.back());
    for (std::size_t n = plan_.copies.size(); n-- > 0;) {
      const auto copies = std::find_if(nest.copies.begin(), nest.copies.end(),
                                       [&](const auto& of) { return of.first == plan_.copies[n]; });
      if (copies == nest.copies.end()) continue;
      add_guard(body, copies->second.guard);
      wrap(body, std::move(copies->second.loop));
    }
    for (std::size_t n = nest.running.size(); n-- > 0;) wrap(body, std::move(nest.running[n]));
    return std::move(body.front());
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

std::int64_t Configuration::copies() const {
  std::int64_t product = 1;
  for (std::int64_t factor : factors) product *= factor;
  return product;
}

bool is_unrolled(const UnitLoop& loop, std::int64_t factor) {
  return factor > 1 && !loop.variable && factor >= loop.trip;
}

Configuration one_copy(const Unit& unit) {
  Configuration choice;
  choice.factors.assign(unit.loops.size(), 1);
  if (!unit.allowed.pipeline) choice.interval = 0;
  return choice;
}

bool is_buildable(const Unit& unit, const Configuration& choice) {
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

const UnitLoop& pipelined_loop(const Unit& unit, const Configuration& choice) {
  std::size_t n = unit.loops.size() - 1;
  while (n > 0 && is_unrolled(unit.loops[n], choice.factors[n])) --n;
  return unit.loops[n];
}

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

std::optional<std::size_t> loop_apart(const Unit& unit, const Configuration& choice) {
  // Marks on statements that stand in several loops would be those of other units too.
  const bool own =
      std::any_of(unit.loops.begin(), unit.loops.end(), [](const UnitLoop& loop) { return loop.cuttable; });
  if (!choice.outer_apart || choice.interval <= 0 || !own) return {};
  std::vector<std::size_t> running;  // innermost first
  for (std::size_t n = unit.loops.size(); n-- > static_cast<std::size_t>(unit.first_perfect);) {
    if (!is_unrolled(unit.loops[n], choice.factors[n])) running.push_back(n);
  }
  if (running.size() < loops_at_once) return {};
  return running[running.size() == loops_at_once ? loops_at_once - 1 : loops_at_once];
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

std::vector<double> average_trips(std::vector<Node>& body, const Unit& unit) {
  std::vector<double> trips;
  for (const UnitLoop& loop : unit.loops) {
    const Loop* found = find_loop(body, loop.label);
    trips.push_back(found ? std::max(found->trip.average, 0.0) : 1);
  }
  return trips;
}

}  // namespace pom::dse
