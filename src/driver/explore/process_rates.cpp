#include "driver/explore/process_rates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "driver/explore/access_steps.hpp"
#include "driver/explore/bus_beats.hpp"
#include "dsl/model/any_part.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "support/words.hpp"

namespace pom::driver {

namespace {

/// Operations in one iteration: beyond, no device has room.
constexpr double most_work = 20'000;

/// What other operations cost beside a product.
constexpr double small_operation = 0.1;

/// Parts that operands share are computed once.
double work_of(const dsl::ExprNode& e, std::unordered_set<const dsl::ExprNode*>& counted) {
  double work = e.op == dsl::Op::mul || e.op == dsl::Op::div ? 1 : e.operands.empty() ? 0 : small_operation;
  if (e.op == dsl::Op::load || !counted.insert(&e).second) return 0;  // indices are cheap
  for (const dsl::ExprPtr& operand : e.operands) work += work_of(*operand, counted);
  return work;
}

double work_of(const dsl::ExprNode& value) {
  std::unordered_set<const dsl::ExprNode*> counted;
  return work_of(value, counted);
}

/// From one iteration to the next, where they take operators or a bus in turn.
constexpr std::int64_t longest_interval = 12;

/// What chooses the operands of a sum, in parts of it, for each further iteration that takes the sum in turn.
constexpr double chooser = 0.02;

/// Iterations of all strips of a loop, the missing ones of the last strip included, beside those that it has.
constexpr double most_of_strips = 1.1;

/// So many iterations as one: for each number of strips the least that makes no more. Ascending.
std::vector<std::int64_t> list_at_once(double trips) {
  const auto count = static_cast<std::int64_t>(trips);
  std::vector<std::int64_t> all{1};
  for (std::int64_t at_once = 2; at_once < count;) {
    const std::int64_t strips = (count + at_once - 1) / at_once;
    const double ratio = static_cast<double>(at_once) / static_cast<double>(all.back());
    const double places = static_cast<double>(strips) * static_cast<double>(at_once);
    if (count % at_once == 0 || (ratio >= least_difference && places <= most_of_strips * trips)) all.push_back(at_once);
    at_once = std::max(at_once + 1, (count + strips - 2) / (strips - 1));
  }
  return all;
}

/// Work of which fewer parts are none: eleven times as much in eleven times as many cycles is the same, rounded or not.
double in_small_parts(double work) {
  constexpr double small_part = 1e-6;
  return std::round(work / small_part);
}

/// Those that no other one beats in both cycles and work, slowest first. Of equal ones, that with the shortest
/// interval.
std::vector<RateChoice> best_of(std::vector<RateChoice> all) {
  std::stable_sort(all.begin(), all.end(), [](const RateChoice& a, const RateChoice& b) {
    return std::make_tuple(-a.all_cycles(), in_small_parts(a.all_work()), a.interval) <
           std::make_tuple(-b.all_cycles(), in_small_parts(b.all_work()), b.interval);
  });
  std::vector<RateChoice> best, apart;
  for (RateChoice& one : all) {
    if (!best.empty() && best.back().all_cycles() == one.all_cycles()) continue;
    while (!best.empty() && best.back().all_work() >= one.all_work()) best.pop_back();
    best.push_back(std::move(one));
  }
  for (RateChoice& one : best) {
    const bool is_whole = !one.partial && one.interval == 1;
    if (is_whole || apart.empty() || apart.back().all_cycles() >= least_difference * one.all_cycles())
      apart.push_back(std::move(one));
  }
  return apart;
}

/// The ways of one nest.
class RateList {
 public:
  RateList(const poly::Scop& scop, const std::vector<int>& statements, const SumCycles& sum_cycles,
           const RateDirectives& allowed)
      : scop_(scop), statements_(statements), sum_cycles_(sum_cycles), allowed_(allowed), buses_(scop, allowed.ports) {
    for (const int s : statements) {
      if (!anchor_ || is_before(anchor(), scop.statements[s])) anchor_ = &scop.statements[s];
    }
    shared_ = static_cast<int>(anchor().loops.size());
    for (const int s : statements) {
      if (&scop.statements[s] != anchor_) shared_ = std::min(shared_, poly::count_shared(anchor(), scop.statements[s]));
    }
  }

  std::vector<RateChoice> list() const {
    std::vector<RateChoice> all;
    double outside = 1;
    for (int level = 0; level < shared_; ++level) {
      if (allowed_.unroll || is_innermost(level)) add_loop(level, outside, names_of(level), Intervals::several, all);
      outside *= trips(anchor(), static_cast<std::size_t>(level));
    }
    add_innermost(outside, all);
    return fill_gaps(best_of(std::move(all)));
  }

 private:
  /// What can always be built: loops inside of a pipelined one may have variable bounds, which nothing unrolls. Where
  /// more terms are added up than there are operators for, so many of them at once.
  void add_innermost(double outside, std::vector<RateChoice>& all) const {
    const int depth = static_cast<int>(anchor().loops.size());
    if (depth == 0) {
      all.push_back({anchor().name, "", {}, 0, 1, outside, work_inside(-1), false, 1, nest()});
      return;
    }
    if (shared_ == depth) return;  // it is among the shared ones
    for (int level = shared_; level + 1 < depth; ++level) outside *= trips(anchor(), static_cast<std::size_t>(level));
    add_loop(depth - 1, outside, {{anchor().name, anchor().loops.back().name}}, Intervals::one, all);
  }

  using Names = std::vector<std::pair<std::string, std::string>>;  ///< by compute, of a loop
  enum class Intervals { one, several };

  /// The ways of one loop of the anchor, which those who share it call so. `outside`: iterations of the loops around
  /// it.
  void add_loop(int level, double outside, const Names& shared, Intervals intervals,
                std::vector<RateChoice>& all) const {
    const double count = trips(anchor(), static_cast<std::size_t>(level)), inside = work_inside(level);
    const bool innermost = level + 1 == static_cast<int>(anchor().loops.size());
    for (const std::int64_t at_once : list_at_once(count)) {
      const auto each = static_cast<double>(at_once);
      const double strips = std::ceil(count / each), work = each * inside;
      const bool always = innermost && at_once == 1;  // nothing is slower, however long it takes
      if ((work > most_work && !always) || (at_once > 1 && !(allowed_.split && allowed_.unroll))) break;
      const RateChoice choice{anchor().name, anchor().loops[level].name, shared, level, at_once, outside * strips,
                              work,          strips * each > count,      1,      nest()};
      const std::int64_t beats = buses_.of(statements_, static_cast<std::size_t>(level), at_once);
      if (beats > longest_interval && !always) continue;  // fewer iterations at once keep the bus busy too
      const std::int64_t least = std::max(beats, least_interval(level, at_once));
      all.push_back(at_interval(choice, least));
      if (intervals == Intervals::several) add_intervals(choice, least, all);
    }
  }

  /// An iteration that adds to a sum of floats waits for the one before. What one of them adds is summed up on its own
  /// where the order of a sum is free.
  std::int64_t least_interval(int level, std::int64_t at_once) const {
    const auto carries_sum = [&](int s) {
      const dsl::Compute& compute = scop_.program->computes[s];
      const int array = compute.store.array;
      const auto is_own = [&](const dsl::Access& load) { return load.array == array; };
      const auto moves = [&](const dsl::ExprPtr& index) { return dsl::mentions_loop(*index, level); };
      return static_cast<int>(compute.loops.size()) > level && scop_.program->arrays[array]->type.is_float() &&
             std::any_of(compute.loads.begin(), compute.loads.end(), is_own) &&
             std::none_of(compute.store.indices.begin(), compute.store.indices.end(), moves);
    };
    std::int64_t interval = 1;
    for (const int s : statements_) {
      if (!carries_sum(s)) continue;
      const std::int64_t one = sum_cycles_(scop_.program->arrays[scop_.program->computes[s].store.array]->type);
      interval = std::max(interval, scop_.program->allow_reassociation ? one : one * at_once);
    }
    return interval;
  }

  bool is_innermost(int level) const {
    return std::all_of(statements_.begin(), statements_.end(),
                       [&](int s) { return scop_.statements[s].loops.size() == static_cast<std::size_t>(level) + 1; });
  }

  static RateChoice at_interval(RateChoice choice, std::int64_t interval) {
    const double longer = static_cast<double>(interval) / static_cast<double>(choice.interval);
    choice.interval = interval;
    choice.cycles *= longer;
    choice.work /= longer;
    return choice;
  }

  /// Iterations that start every few cycles take their operators in turn: so many products in so many cycles is a rate
  /// between those that loops divide into. Operators of integers are too cheap for what chooses their operands.
  void add_intervals(const RateChoice& choice, std::int64_t least, std::vector<RateChoice>& all) const {
    constexpr std::int64_t most_at_once = 64;
    if (!is_of_floats() || choice.at_once > most_at_once) return;
    for (std::int64_t interval = least + 1; interval <= longest_interval; ++interval) {
      if (std::gcd(choice.at_once, interval) > 1) continue;  // half of the work in half of the cycles is smaller
      all.push_back(at_interval(choice, interval));
      if (has_sums_only()) all.back().work *= 1 + chooser * static_cast<double>(interval - 1);
    }
  }

  /// Where one way takes several times as long as the next quicker one, that one at longer intervals: with so many
  /// operators, each for as many copies, down to one.
  std::vector<RateChoice> fill_gaps(std::vector<RateChoice> ways) const {
    constexpr double gap = 4;
    if (!is_of_floats()) return ways;
    std::vector<RateChoice> all = ways;
    for (std::size_t n = 0; n + 1 < ways.size(); ++n) {
      const RateChoice &slow = ways[n], &quick = ways[n + 1];
      if (slow.cycles < gap * quick.cycles) continue;
      const double copies = static_cast<double>(quick.at_once) * copies_inside(anchor(), quick.level);
      for (double operators = std::ceil(copies / static_cast<double>(quick.interval)) - 1; operators >= 1;
           --operators) {
        RateChoice choice = at_interval(quick, static_cast<std::int64_t>(std::ceil(copies / operators)));
        if (std::gcd(choice.at_once, choice.interval) == 1 && choice.cycles < slow.cycles)
          all.push_back(std::move(choice));
      }
    }
    return best_of(std::move(all));
  }

  bool is_of_floats() const {
    return std::all_of(statements_.begin(), statements_.end(), [&](int s) {
      const dsl::Compute& compute = scop_.program->computes[s];
      return scop_.program->arrays[compute.store.array]->type.is_float();
    });
  }

  /// Whether sums are the largest operators.
  bool has_sums_only() const {
    const auto any = [&](const auto& is) {
      return std::any_of(statements_.begin(), statements_.end(),
                         [&](int s) { return dsl::any_part(*scop_.program->computes[s].value, is); });
    };
    const auto is_product = [](const dsl::ExprNode& part) {
      return part.op == dsl::Op::mul || part.op == dsl::Op::div;
    };
    const auto is_sum = [](const dsl::ExprNode& part) {
      return part.type.is_float() && (part.op == dsl::Op::add || part.op == dsl::Op::sub);
    };
    return any(is_sum) && !any(is_product);
  }

  /// The statement whose loops stand for those of all has the most of them, and of several such the most iterations.
  static bool is_before(const poly::Statement& one, const poly::Statement& other) {
    if (one.loops.size() != other.loops.size()) return one.loops.size() < other.loops.size();
    const auto iterations = [](const poly::Statement& statement) {
      double count = 1;
      for (std::size_t level = 0; level < statement.loops.size(); ++level) count *= trips(statement, level);
      return count;
    };
    return iterations(one) < iterations(other);
  }

  int nest() const { return anchor().position.front(); }

  const poly::Statement& anchor() const { return anchor_ ? *anchor_ : scop_.statements[statements_.front()]; }

  std::vector<std::pair<std::string, std::string>> names_of(int level) const {
    std::vector<std::pair<std::string, std::string>> names;
    for (const int s : statements_) names.emplace_back(scop_.statements[s].name, scop_.statements[s].loops[level].name);
    return names;
  }

  /// Of a statement in one iteration of the loop at this level, with all inside unrolled.
  static double copies_inside(const poly::Statement& statement, int level) {
    double copies = 1;
    for (auto inner = static_cast<std::size_t>(level + 1); inner < statement.loops.size(); ++inner)
      copies *= trips(statement, inner);
    return copies;
  }

  double work_inside(int level) const {
    double work = 0;
    for (const int s : statements_) {
      work +=
          copies_inside(scop_.statements[s], level) * (small_operation + work_of(*scop_.program->computes[s].value));
    }
    return work;
  }

  const poly::Scop& scop_;
  const std::vector<int>& statements_;
  const SumCycles& sum_cycles_;
  const RateDirectives& allowed_;
  const BusBeats buses_;
  const poly::Statement* anchor_ = nullptr;
  int shared_ = 0;
};

/// The ways of nests that run one after the other.
std::vector<RateChoice> join(const std::vector<RateChoice>& before, const std::vector<RateChoice>& behind) {
  std::vector<RateChoice> all;
  for (const RateChoice& one : before) {
    for (const RateChoice& other : behind) {
      const bool first_is_main = one.work >= other.work;
      RateChoice choice = first_is_main ? one : other;
      const RateChoice& rest = first_is_main ? other : one;
      choice.others.insert(choice.others.end(), rest.others.begin(), rest.others.end());
      choice.others.push_back(rest);
      choice.others.back().others.clear();
      all.push_back(std::move(choice));
    }
  }
  return best_of(std::move(all));
}

/// So many ways of each nest are joined: one in each interval of cycles, the slowest and the fastest among them.
std::vector<RateChoice> thinned(std::vector<RateChoice> ways) {
  constexpr std::size_t most_ways = 60;
  if (ways.size() <= most_ways) return ways;
  std::vector<RateChoice> kept;
  for (std::size_t n = 0; n < most_ways; ++n) kept.push_back(ways[n * (ways.size() - 1) / (most_ways - 1)]);
  return kept;
}

std::vector<RateChoice> ways_of(const poly::Scop& scop, const poly::Process& process, const SumCycles& sum_cycles,
                                const RateDirectives& allowed) {
  std::map<int, std::vector<int>> nests;
  for (const int s : process.statements) nests[scop.statements[s].position.front()].push_back(s);
  std::vector<RateChoice> ways;
  for (const auto& [number, statements] : nests) {
    std::vector<RateChoice> own = RateList(scop, statements, sum_cycles, allowed).list();
    ways = ways.empty() ? std::move(own) : join(thinned(std::move(ways)), thinned(std::move(own)));
  }
  return ways;
}

}  // namespace

const RateChoice& RateChoice::part_of(int asked) const {
  const auto is_asked = [&](const RateChoice& other) { return other.nest == asked; };
  const auto found = std::find_if(others.begin(), others.end(), is_asked);
  return found == others.end() ? *this : *found;
}

double RateChoice::cycles_with(int asked_nest, double least_interval) const {
  const auto with = [&](const RateChoice& part) {
    const auto own = static_cast<double>(part.interval);
    return part.cycles / own * std::max(own, part.nest == asked_nest ? least_interval : 1);
  };
  return std::accumulate(others.begin(), others.end(), with(*this),
                         [&](double sum, const RateChoice& other) { return sum + with(other); });
}

double RateChoice::all_work() const {
  return std::accumulate(others.begin(), others.end(), work,
                         [](double sum, const RateChoice& other) { return sum + other.work; });
}

Schedule RateChoice::schedule() const {
  Schedule directives;
  for (const RateChoice& other : others) {
    for (Directive& directive : other.schedule()) directives.push_back(std::move(directive));
  }
  if (loop.empty()) return directives;
  LoopRef pipelined;
  pipelined.name = loop;
  if (at_once > 1) {
    pipelined.name = join_names({loop, "0"});
    for (const auto& [sharing, name] : shared) {
      Split split;
      split.compute = sharing;
      split.loop.name = name;
      split.factor = at_once;
      split.outer = pipelined.name;
      split.inner = join_names({loop, "1"});
      directives.push_back({split, {}});
    }
  }
  directives.push_back({Pipeline{compute, pipelined, static_cast<int>(interval)}, {}});
  return directives;
}

std::vector<std::vector<RateChoice>> list_rates(const poly::Scop& as_written, const SumCycles& sum_cycles,
                                                const RateDirectives& allowed) {
  std::vector<std::vector<RateChoice>> all;
  for (const poly::Process& process : poly::find_processes(as_written))
    all.push_back(ways_of(as_written, process, sum_cycles, allowed));
  return all;
}

}  // namespace pom::driver
