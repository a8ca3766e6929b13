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
constexpr std::ptrdiff_t most_loops_to_mix = 4;
/// One copy that starts an iteration less often than this waits for the iteration before; more copies wait longer.
constexpr double most_waiting = 2;
constexpr std::int64_t most_copies = 512;
/// Operations and loads of all copies: an estimate of more takes the time of hundreds.
constexpr std::int64_t most_operations = 1500;
constexpr std::int64_t most_round_factor = 32, most_round_copies = 64, longest_chain = 8;
/// Accesses of one iteration that a bank of a dual-port memory serves.
constexpr std::int64_t dual_port = 2;
/// Two copies that are not so many times as fast as one wait for each other.
constexpr double least_gain = 1.1;

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

Limits Limits::share(double part) const { return {dsp * part, lut * part, ff * part, bram_18k, uram}; }

UnitSpace::UnitSpace(const Kernel& nest, const Unit& unit, const Target& target, SearchWatch& watch)
    : nest_(nest), watch_(&watch), unit_(unit), target_(target) {
  // Copies of a loop that carries a dependence wait for each other, but may find their elements in the same banks as
  // another unit's. In deep nests there are enough other loops.
  const auto cuttable = [&](bool parallel_only) {
    return std::count_if(unit_.loops.begin(), unit_.loops.end(),
                         [&](const UnitLoop& loop) { return loop.cuttable && (loop.parallel || !parallel_only); });
  };
  parallel_only_ = cuttable(false) > most_loops_to_mix && cuttable(true) > 0;
  find_needs();
  Kernel kernel = nest_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  for (const UnitLoop& loop : unit_.loops) {
    const Loop* found = find_loop(function.body, loop.label);
    iterations_ *= found ? std::max(found->trip.average, 0.0) : 1;
  }
  UnitChoice one = one_copy(unit_);
  const UnitPoint& point = evaluate(one);
  drain_ = std::max(0.0, point.latency - iterations_ * interval_);
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
  operations_ = static_cast<std::int64_t>(known.size());
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
  const double iterations = iterations_of(choice);
  // More copies take no less time to fill and empty the pipeline than one, but cut outer loops enter it less often.
  double drain = drain_;
  for (std::size_t n = 0; n < entered_by_ && n < choice.factors.size(); ++n)
    drain /= static_cast<double>(choice.factors[n]);
  return iterations * std::max(least_interval(choice, limits), static_cast<double>(choice.interval)) + drain;
}

const UnitPoint& UnitSpace::evaluate(const UnitChoice& choice) {
  const auto [at, fresh] = known_.try_emplace(key_of(choice));
  UnitPoint& point = at->second;
  if (!fresh) return point;
  watch_->count();
  point.choice = choice;
  Kernel kernel = nest_;
  Function& function = kernel.functions[static_cast<std::size_t>(kernel.top)];
  cut_unit(function, unit_, choice);
  point.banks = find_banks(function, unit_, dual_port * choice.interval);
  set_banks(function, point.banks);
  const auto answer = estimate(kernel, target_);
  const Qor* qor = std::get_if<Qor>(&answer);
  point.latency = INFINITY;
  if (!qor) return point;
  point.latency = static_cast<double>(qor->latency_max);
  point.resources = qor->resources;
  for (const ResourceShare& share : qor->shares) {
    if (share.cause == "operators") point.operators = share.resources;
  }
  for (const LoopEstimate& loop : qor->loops) {
    if (!loop.pipelined || !loop.label.ends_with(pipelined_loop(unit_, choice).label)) continue;
    const auto trip = static_cast<double>(std::max<std::int64_t>(loop.trip, 1));
    point.latency = iterations_of(choice) / trip * static_cast<double>(loop.latency_max);
    if (choice.copies() > 1 || choice.fabric_adders) continue;
    interval_ = static_cast<double>(loop.interval);
    entered_by_ = count_outer_loops(loop.trip);
  }
  return point;
}

/// Loops outside those that the pipeline runs as one, `trip` iterations together. All of them where that is not clear.
std::size_t UnitSpace::count_outer_loops(std::int64_t trip) const {
  std::size_t outer = unit_.loops.size();
  for (std::int64_t product = 1; outer > 0 && product < trip; --outer) product *= unit_.loops[outer - 1].trip;
  std::int64_t product = 1;
  for (std::size_t n = outer; n < unit_.loops.size(); ++n) product *= unit_.loops[n].trip;
  return product == trip ? outer : unit_.loops.size();
}

double UnitSpace::iterations_of(const UnitChoice& choice) const {
  double iterations = iterations_;
  for (std::size_t n = 0; n < choice.factors.size(); ++n) {
    if (choice.factors[n] == 1) continue;
    const auto trip = static_cast<double>(unit_.loops[n].trip), factor = static_cast<double>(choice.factors[n]);
    // Of a loop of changing length there is at least a strip for every `factor` iterations.
    iterations *= unit_.loops[n].variable ? 1 / factor : std::ceil(trip / factor) / trip;
  }
  return iterations;
}

std::int64_t UnitSpace::most_copies_here() const {
  return std::min(most_copies, std::max<std::int64_t>(1, most_operations / std::max<std::int64_t>(1, operations_)));
}

void UnitSpace::extend(std::vector<Candidate>& all, const UnitChoice& choice, std::size_t loop,
                       const Limits& limits) const {
  const auto cuts = std::count_if(choice.factors.begin(), choice.factors.end(), [](std::int64_t f) { return f > 1; });
  while (loop > 0 && static_cast<std::size_t>(cuts) < most_cut_loops) {
    --loop;
    const UnitLoop& here = unit_.loops[loop];
    if (!here.cuttable || (!here.parallel && (parallel_only_ || interval_ > most_waiting))) continue;
    UnitChoice more = choice;
    for (std::int64_t factor = 2; factor <= std::min(here.trip, most_copies); ++factor) {
      more.factors[loop] = factor;
      // More copies than the interval of one copy leaves time for only wait for each other's operators.
      if (least_interval(more, limits) > interval_ || more.copies() > most_copies_here()) break;
      if (is_buildable(unit_, more)) all.push_back({more, 0});
      extend(all, more, loop, limits);
    }
  }
}

bool UnitSpace::has_sums() const {
  return std::any_of(needs_.begin(), needs_.end(), [](const Need& n) { return n.sum; });
}

std::vector<UnitSpace::Candidate> UnitSpace::enumerate(const Limits& limits, Adders adders) const {
  UnitChoice one = one_copy(unit_);
  one.fabric_adders = adders == Adders::fabric && has_sums();
  std::vector<Candidate> all{{one, 0}};
  extend(all, one, unit_.loops.size(), limits);
  for (Candidate& candidate : all) candidate.bound = bound_of(candidate.choice, limits);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  return all;
}

/// A short loop that carries a sum is worth building as a chain of all its iterations, and no other part of it: the
/// chain takes the sum from memory once.
std::vector<std::int64_t> UnitSpace::round_factors(std::size_t n) const {
  const UnitLoop& loop = unit_.loops[n];
  std::vector<std::int64_t> factors{1};
  if (!loop.cuttable) return factors;
  for (std::int64_t factor = 2; factor <= std::min(loop.trip, most_round_factor); ++factor) {
    const bool power = (factor & (factor - 1)) == 0, whole = factor == loop.trip;
    if (loop.parallel ? power || whole : whole && factor <= longest_chain) factors.push_back(factor);
  }
  return factors;
}

std::vector<UnitChoice> UnitSpace::round_choices(const Limits& limits, Adders adders) const {
  UnitChoice one = one_copy(unit_);
  one.fabric_adders = adders == Adders::fabric && has_sums();
  std::vector<UnitChoice> all{one};
  for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
    const std::vector<std::int64_t> factors = round_factors(n);
    for (std::size_t known = 0, end = all.size(); known < end; ++known) {
      for (std::int64_t factor : factors) {
        UnitChoice more = all[known];
        more.factors[n] = factor;
        if (factor > 1 && more.copies() <= most_round_copies && least_interval(more, limits) <= interval_)
          all.push_back(std::move(more));
      }
    }
  }
  std::erase_if(all, [&](const UnitChoice& choice) { return !is_buildable(unit_, choice); });
  std::stable_sort(all.begin(), all.end(),
                   [](const UnitChoice& a, const UnitChoice& b) { return a.copies() > b.copies(); });
  return all;
}

/// Two copies of a loop that carries something tell what more of them bring: where each waits for the one before, the
/// same time or more.
bool UnitSpace::is_futile(const UnitChoice& choice) {
  if (serial_.empty()) {
    serial_.assign(unit_.loops.size(), false);
    UnitChoice two;
    two.factors.assign(unit_.loops.size(), 1);
    const double one = evaluate(two).latency;
    for (std::size_t n = 0; n < unit_.loops.size(); ++n) {
      if (!unit_.loops[n].cuttable || unit_.loops[n].trip < 4) continue;
      two.factors[n] = 2;
      serial_[n] = evaluate(two).latency * least_gain > one;
      two.factors[n] = 1;
    }
  }
  for (std::size_t n = 0; n < serial_.size(); ++n) {
    if (serial_[n] && choice.factors[n] > 2) return true;
  }
  return false;
}

UnitSpace::Search UnitSpace::find_fastest(const Limits& limits, Adders adders, long budget, double incumbent) {
  Search search;
  search.bound = INFINITY;
  for (const Candidate& candidate : enumerate(limits, adders)) {
    if (candidate.bound >= incumbent) {
      search.bound = std::min(search.bound, candidate.bound);
      break;
    }
    if (is_futile(candidate.choice)) {
      search.exhaustive = false;
      search.bound = std::min(search.bound, candidate.bound);
      continue;
    }
    if (budget-- <= 0 || watch_->over()) {
      search.exhaustive = false;
      search.bound = std::min(search.bound, candidate.bound);
      break;
    }
    const UnitPoint& point = evaluate(candidate.choice);
    if (!limits.hold(point.resources)) continue;
    if (point.latency >= incumbent) continue;
    search.best = point;
    incumbent = point.latency;
  }
  if (!search.best && watch_->over()) {  // ended early: what is known has to do
    const std::vector<UnitPoint> known = near_best(limits, adders, INFINITY, 1);
    if (!known.empty()) search.best = known.front();
  }
  if (search.best) search.bound = std::min(search.bound, search.best->latency);
  return search;
}

UnitSpace::Search UnitSpace::find_fastest(const Limits& limits, long budget, double incumbent) {
  Search with_dsp = find_fastest(limits, Adders::dsp, budget, incumbent);
  if (!has_sums()) return with_dsp;
  if (with_dsp.best) incumbent = std::min(incumbent, with_dsp.best->latency);
  Search without = find_fastest(limits, Adders::fabric, budget, incumbent);
  const bool better = without.best && (!with_dsp.best || without.best->latency < with_dsp.best->latency);
  Search search = better ? without : with_dsp;
  search.bound = std::min(with_dsp.bound, without.bound);
  search.exhaustive = with_dsp.exhaustive && without.exhaustive;
  return search;
}

std::vector<UnitPoint> UnitSpace::near_best(const Limits& limits, Adders adders, double slowest,
                                            std::size_t most) const {
  std::vector<UnitPoint> points;
  for (const auto& [key, point] : known_) {
    const bool fits = limits.hold(point.resources) && point.latency <= slowest;
    if (fits && (point.choice.fabric_adders == (adders == Adders::fabric) || !has_sums())) points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const UnitPoint& a, const UnitPoint& b) { return a.latency < b.latency; });
  if (points.size() > most) points.resize(most);
  return points;
}

}  // namespace pom::dse
