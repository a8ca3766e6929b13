#include "driver/explore/process_rates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/isl_extras.hpp"

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

/// Iterations of all strips of a loop, the missing ones of the last strip included, beside those that it has.
constexpr double most_of_strips = 1.1;

class RateList {
 public:
  RateList(const poly::Scop& scop, const poly::Process& process) : scop_(scop), process_(process) {
    for (const int s : process.statements) {
      if (scop.statements[s].loops.size() > anchor().loops.size()) anchor_ = &scop.statements[s];
    }
    shared_ = static_cast<int>(anchor().loops.size());
    for (const int s : process.statements) {
      if (&scop.statements[s] != anchor_) shared_ = std::min(shared_, poly::count_shared(anchor(), scop.statements[s]));
    }
  }

  std::vector<RateChoice> list() const {
    std::vector<RateChoice> all;
    double outside = 1;
    for (int level = 0; level < shared_; ++level) {
      const double count = trips(anchor(), static_cast<std::size_t>(level));
      const double inside = work_inside(level);
      for (std::int64_t at_once = 1; static_cast<double>(at_once) < std::max(count, 2.0); ++at_once) {
        const double strips = std::ceil(count / static_cast<double>(at_once));
        if (strips * static_cast<double>(at_once) > most_of_strips * count) continue;
        const double work = static_cast<double>(at_once) * inside;
        if (work > most_work) break;
        const RateChoice choice{anchor().name,
                                anchor().loops[level].name,
                                names_of(level),
                                level,
                                at_once,
                                outside * strips,
                                work,
                                strips * static_cast<double>(at_once) > count};
        all.push_back(choice);
        add_intervals(choice, all);
      }
      outside *= count;
    }
    add_innermost(outside, all);
    return best_of(std::move(all));
  }

 private:
  /// What can always be built: loops inside of a pipelined one may have variable bounds, which nothing unrolls.
  void add_innermost(double outside, std::vector<RateChoice>& all) const {
    const int depth = static_cast<int>(anchor().loops.size());
    if (depth > 0 && shared_ == depth) return;  // it is among the shared ones
    for (int level = shared_; level < depth; ++level) outside *= trips(anchor(), static_cast<std::size_t>(level));
    RateChoice choice{anchor().name, "", {}, std::max(depth - 1, 0), 1, outside, work_inside(depth - 1), false};
    if (depth > 0) {
      choice.loop = anchor().loops.back().name;
      choice.shared = {{anchor().name, choice.loop}};
    }
    all.push_back(std::move(choice));
  }

  /// Iterations that start every few cycles take their operators in turn: so many products in so many cycles is a rate
  /// between those that loops divide into. Operators of integers are too cheap for what chooses their operands.
  void add_intervals(const RateChoice& choice, std::vector<RateChoice>& all) const {
    constexpr std::int64_t longest = 12;
    if (!is_of_floats() || choice.at_once > longest) return;
    for (std::int64_t interval = 2; interval <= longest; ++interval) {
      if (std::gcd(choice.at_once, interval) > 1) continue;  // half of the work in half of the cycles is smaller
      RateChoice slower = choice;
      slower.interval = interval;
      slower.cycles *= static_cast<double>(interval);
      slower.work /= static_cast<double>(interval);
      all.push_back(std::move(slower));
    }
  }

  bool is_of_floats() const {
    return std::all_of(process_.statements.begin(), process_.statements.end(), [&](int s) {
      const dsl::Compute& compute = scop_.program->computes[s];
      return scop_.program->arrays[compute.store.array]->type.is_float();
    });
  }

  const poly::Statement& anchor() const { return anchor_ ? *anchor_ : scop_.statements[process_.statements.front()]; }

  std::vector<std::pair<std::string, std::string>> names_of(int level) const {
    std::vector<std::pair<std::string, std::string>> names;
    for (const int s : process_.statements)
      names.emplace_back(scop_.statements[s].name, scop_.statements[s].loops[level].name);
    return names;
  }

  double work_inside(int level) const {
    double work = 0;
    for (const int s : process_.statements) {
      const poly::Statement& statement = scop_.statements[s];
      double copies = 1;
      for (std::size_t inner = static_cast<std::size_t>(level) + 1; inner < statement.loops.size(); ++inner)
        copies *= trips(statement, inner);
      work += copies * (small_operation + work_of(*scop_.program->computes[s].value));
    }
    return work;
  }

  static std::vector<RateChoice> best_of(std::vector<RateChoice> all) {
    std::stable_sort(all.begin(), all.end(), [](const RateChoice& a, const RateChoice& b) {
      return a.cycles != b.cycles ? a.cycles > b.cycles : a.work < b.work;
    });
    std::vector<RateChoice> best;
    for (RateChoice& one : all) {
      if (!best.empty() && best.back().cycles == one.cycles) continue;
      while (!best.empty() && best.back().work >= one.work) best.pop_back();
      best.push_back(std::move(one));
    }
    return best;
  }

  const poly::Scop& scop_;
  const poly::Process& process_;
  const poly::Statement* anchor_ = nullptr;
  int shared_ = 0;
};

}  // namespace

Schedule RateChoice::schedule() const {
  if (loop.empty()) return {};
  LoopRef pipelined;
  pipelined.name = loop;
  Schedule directives;
  if (at_once > 1) {
    pipelined.name = loop + "_0";
    for (const auto& [sharing, name] : shared) {
      Split split;
      split.compute = sharing;
      split.loop.name = name;
      split.factor = at_once;
      split.outer = pipelined.name;
      split.inner = loop + "_1";
      directives.push_back({split, {}});
    }
  }
  directives.push_back({Pipeline{compute, pipelined, static_cast<int>(interval)}, {}});
  return directives;
}

double trips(const poly::Statement& statement, std::size_t level) {
  const isl::set values = statement.loop_map.range();
  const auto low = poly::minimum(values, static_cast<unsigned>(level)),
             high = poly::maximum(values, static_cast<unsigned>(level));
  return low && high ? static_cast<double>(*high - *low + 1) : 1;
}

std::vector<std::vector<RateChoice>> list_rates(const poly::Scop& as_written) {
  std::vector<std::vector<RateChoice>> all;
  for (const poly::Process& process : poly::find_processes(as_written))
    all.push_back(RateList(as_written, process).list());
  return all;
}

}  // namespace pom::driver
