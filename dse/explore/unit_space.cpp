#include "dse/explore/unit_space.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "dse/estimate/block_builder.hpp"

namespace pom::dse {

namespace {

/// Copies of at most so many loops at once: more only split the same product further.
constexpr std::size_t most_cut_loops = 4;
constexpr std::int64_t most_copies = 512;
/// Accesses of one iteration that a bank of a dual-port memory serves.
constexpr std::int64_t dual_port = 2;

std::vector<std::int64_t> key_of(const UnitChoice& choice) {
  std::vector<std::int64_t> key = choice.factors;
  key.push_back(choice.fabric_adders ? 1 : 0);
  key.push_back(choice.interval);
  return key;
}

Resources cost_of(const OperatorCost& cost) {
  Resources resources;
  resources.dsp = cost.dsp;
  resources.lut = cost.reported_lut;
  resources.ff = cost.reported_ff;
  return resources;
}

bool is_sum(const Expression& e) { return e.type.is_float() && (e.op == OpKind::add || e.op == OpKind::sub); }

}  // namespace

bool Limits::hold(const Resources& used) const {
  return used.dsp <= dsp && used.lut <= lut && used.ff <= ff && used.bram_18k <= bram_18k && used.uram <= uram;
}

UnitSpace::UnitSpace(const Kernel& nest, const Unit& unit, const Target& target)
    : nest_(nest), unit_(unit), target_(target) {
  find_needs();
  Kernel kernel = nest_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  for (const UnitLoop& loop : unit_.loops) {
    const Loop* found = find_loop(function.body, loop.label);
    iterations_ *= found ? std::max(found->trip.average, 0.0) : 1;
  }
  UnitChoice one;
  one.factors.assign(unit_.loops.size(), 1);
  const UnitPoint& point = evaluate(one);
  const auto answer = estimate(nest_, target_);
  rest_ = std::max(0.0, point.latency - iterations_ * interval_);
}

/// Which loops an operator's value depends on: its copies are as many as their iterations that run at once.
void UnitSpace::find_needs() {
  Kernel kernel = nest_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  const FunctionView view = view_function(function, target_);
  std::map<int, unsigned> bit;
  for (std::size_t n = 0; n < unit_.loops.size() && n < 32; ++n) {
    if (const Loop* loop = find_loop(function.body, unit_.loops[n].label)) bit[loop->id] = 1U << n;
  }
  std::map<int, unsigned> known;
  std::set<int> counted;
  const std::function<unsigned(int)> walk = [&](int expression) -> unsigned {
    if (const auto at = known.find(expression); at != known.end()) return at->second;
    const Expression& e = function.expressions[static_cast<std::size_t>(expression)];
    unsigned loops = e.op == OpKind::iterator && bit.contains(e.loop) ? bit[e.loop] : 0;
    for (const Index& index : e.indices) {
      for (const Index::Term& term : index.terms) loops |= bit.contains(term.loop) ? bit[term.loop] : 0;
    }
    for (int operand : e.operands) loops |= walk(operand);
    known[expression] = loops;
    const OperatorCost& cost = view.costs[static_cast<std::size_t>(expression)];
    if (e.op > OpKind::load && cost.shared && loops != 0 && counted.insert(expression).second) {
      Need need;
      need.loops = loops;
      need.sum = is_sum(e);
      need.with_dsp = need.without = cost_of(cost);
      if (need.sum) {
        OperatorKey key;
        key.op = e.op;
        key.type = key.operand = e.type;
        key.implementation = "fabric";
        need.without = cost_of(find_operator(target_, key));
      }
      needs_.push_back(need);
    }
    return loops;
  };
  Loop* innermost = find_loop(function.body, unit_.loops.back().label);
  const std::function<void(const std::vector<Node>&)> visit = [&](const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::assignment) walk(node.assignment.value);
      if (node.kind == Node::Kind::branch) {
        visit(node.branch.then);
        visit(node.branch.otherwise);
      }
    }
  };
  if (innermost) visit(innermost->body);
}

/// The interval below which the copies' operators alone would pass a limit.
double UnitSpace::least_interval(const UnitChoice& choice, const Limits& limits) const {
  Resources work;
  for (const Need& need : needs_) {
    double count = 1;
    for (std::size_t n = 0; n < choice.factors.size(); ++n) {
      if (need.loops >> n & 1U) count *= static_cast<double>(choice.factors[n]);
    }
    const Resources& one = choice.fabric_adders ? need.without : need.with_dsp;
    work.dsp += count * one.dsp;
    work.lut += count * one.lut;
  }
  return std::max({1.0, std::ceil(work.dsp / std::max(limits.dsp, 1.0) - 1e-9),
                   std::ceil(work.lut / std::max(limits.lut, 1.0) - 1e-9)});
}

double UnitSpace::bound_of(const UnitChoice& choice, const Limits& limits) const {
  double iterations = iterations_;
  for (std::size_t n = 0; n < choice.factors.size(); ++n) {
    if (choice.factors[n] == 1) continue;
    const auto trip = static_cast<double>(unit_.loops[n].trip);
    iterations *= std::ceil(trip / static_cast<double>(choice.factors[n])) / trip;
  }
  return iterations * std::max(least_interval(choice, limits), static_cast<double>(choice.interval)) + rest_;
}

const UnitPoint& UnitSpace::evaluate(const UnitChoice& choice) {
  const auto [at, fresh] = known_.try_emplace(key_of(choice));
  UnitPoint& point = at->second;
  if (!fresh) return point;
  point.choice = choice;
  Kernel kernel = nest_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  cut_unit(function, unit_, choice);
  point.banks = find_banks(function, unit_, dual_port * choice.interval);
  set_banks(function, point.banks);
  const auto answer = estimate(kernel, target_);
  const Qor* qor = std::get_if<Qor>(&answer);
  point.latency = qor ? static_cast<double>(qor->latency_max) : INFINITY;
  if (!qor) return point;
  point.resources = qor->resources;
  if (choice.copies() == 1 && !choice.fabric_adders && choice.interval == 1) {
    for (const LoopEstimate& loop : qor->loops) {
      if (loop.pipelined && loop.label.ends_with(unit_.loops.back().label))
        interval_ = static_cast<double>(loop.interval);
    }
  }
  return point;
}

void UnitSpace::extend(std::vector<Candidate>& all, UnitChoice choice, std::size_t loop, std::int64_t most) const {
  while (loop > 0) {
    --loop;
    const UnitLoop& here = unit_.loops[loop];
    const bool cut_too_many =
        static_cast<std::size_t>(std::count_if(choice.factors.begin(), choice.factors.end(),
                                               [](std::int64_t f) { return f > 1; })) >= most_cut_loops;
    if (!here.cuttable || cut_too_many) continue;
    for (std::int64_t factor = 2; factor <= std::min(here.trip, most); ++factor) {
      UnitChoice more = choice;
      more.factors[loop] = factor;
      all.push_back({more, 0});
      extend(all, more, loop, most / factor);
    }
  }
}

std::vector<UnitSpace::Candidate> UnitSpace::enumerate(const Limits& limits) const {
  UnitChoice one;
  one.factors.assign(unit_.loops.size(), 1);
  std::vector<Candidate> all{{one, 0}};
  // The cheapest copy says how many there may be.
  double dsp = 0, lut = 0;
  for (const Need& need : needs_) {
    dsp += std::min(need.with_dsp.dsp, need.without.dsp);
    lut += std::min(need.with_dsp.lut, need.without.lut);
  }
  double copies = most_copies;
  if (dsp > 0) copies = std::min(copies, interval_ * limits.dsp / dsp);
  if (lut > 0) copies = std::min(copies, interval_ * limits.lut / lut);
  extend(all, one, unit_.loops.size(), std::max<std::int64_t>(1, static_cast<std::int64_t>(copies)));
  const bool sums = std::any_of(needs_.begin(), needs_.end(), [](const Need& n) { return n.sum; });
  const std::size_t plain = all.size();
  for (std::size_t n = 0; sums && n < plain; ++n) {
    Candidate fabric = all[n];
    fabric.choice.fabric_adders = true;
    all.push_back(std::move(fabric));
  }
  for (Candidate& candidate : all) candidate.bound = bound_of(candidate.choice, limits);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  return all;
}

UnitSpace::Search UnitSpace::find_fastest(const Limits& limits, long budget) {
  Search search;
  const std::vector<Candidate> all = enumerate(limits);
  search.bound = INFINITY;
  for (const Candidate& candidate : all) {
    if (search.best && candidate.bound >= search.best->latency) break;
    if (budget-- <= 0) {
      search.exhaustive = false;
      search.bound = candidate.bound;
      break;
    }
    const UnitPoint& point = evaluate(candidate.choice);
    if (!limits.hold(point.resources)) continue;
    if (!search.best || point.latency < search.best->latency) search.best = point;
  }
  if (search.best) search.bound = std::min(search.bound, search.best->latency);
  return search;
}

}  // namespace pom::dse
