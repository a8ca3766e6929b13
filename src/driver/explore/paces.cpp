#include "driver/explore/paces.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "driver/explore/cheapest_choices.hpp"
#include "driver/explore/hand_over.hpp"

namespace pom::driver {

namespace {

/// Ways of one process that are looked at for one pace: the slowest that keep it. Faster ones cost more, and are worth
/// it only where they fit to what a neighbour sends.
constexpr std::size_t most_of_process = 48;

/// A strip that is not whole costs a guard around everything in it; as much as a fiftieth of the work.
constexpr double partial_strip = 1.02;

class PaceList {
 public:
  explicit PaceList(const poly::Scop& as_written, const SumCycles& sum_cycles)
      : rates_(list_rates(as_written, sum_cycles)), hand_overs_(list_hand_overs(as_written, rates_)) {}

  std::vector<Pace> list() const {
    std::vector<Pace> paces;
    for (const double time : times()) {
      std::optional<Pace> pace = pace_at(time);
      if (!pace || (!paces.empty() && pace->work >= paces.back().work)) continue;
      paces.push_back(*std::move(pace));
    }
    if (paces.empty()) paces.push_back(fastest());
    std::reverse(paces.begin(), paces.end());
    return paces;
  }

 private:
  /// That some process keeps, and none misses at its fastest; shortest first.
  std::set<double> times() const {
    double slowest_of_fastest = 0;
    for (const Choices& of_process : rates_)
      slowest_of_fastest = std::max(slowest_of_fastest, of_process.back().all_cycles());
    std::set<double> all, times;
    for (const Choices& of_process : rates_) {
      for (const RateChoice& choice : of_process) {
        if (choice.all_cycles() >= slowest_of_fastest) all.insert(choice.all_cycles());
      }
    }
    for (const double time : all) {
      if (times.empty() || time >= least_difference * *times.rbegin()) times.insert(times.end(), time);
    }
    return times;
  }

  std::optional<Pace> pace_at(double time) const {
    std::vector<std::vector<double>> costs;
    for (const Choices& of_process : rates_) {
      costs.emplace_back();
      std::size_t kept = 0;
      for (const RateChoice& choice : of_process) {
        const bool keeps = choice.all_cycles() <= time && kept++ < most_of_process;
        const double cost = choice.all_work() * (choice.partial ? partial_strip : 1);
        costs.back().push_back(keeps ? cost : std::numeric_limits<double>::infinity());
      }
    }
    std::vector<PairConstraint> constraints;
    for (const HandOver& over : hand_overs_) {
      const Choices &producers = rates_[over.producer], &consumers = rates_[over.consumer];
      constraints.push_back({over.producer, over.consumer, [&, time](std::size_t p, std::size_t c) {
                               const auto [pushing, taking] = over.intervals(p, c);
                               return producers[p].cycles_with(over.sender, pushing) <= time &&
                                      consumers[c].cycles_with(over.taker, taking) <= time;
                             }});
    }
    const auto chosen = cheapest_choices(costs, constraints);
    return chosen ? std::optional(pace_of(time, *chosen)) : std::nullopt;
  }

  Pace pace_of(double time, const std::vector<std::size_t>& chosen) const {
    Pace pace{time, 0, {}};
    for (std::size_t p = 0; p < rates_.size(); ++p) {
      pace.choices.push_back(rates_[p][chosen[p]]);
      pace.work += pace.choices.back().all_work();
    }
    return pace;
  }

  /// Where no choices fit together, each process at its fastest.
  Pace fastest() const {
    std::vector<std::size_t> last;
    double time = 0;
    for (const Choices& of_process : rates_) {
      last.push_back(of_process.size() - 1);
      time = std::max(time, of_process.back().all_cycles());
    }
    return pace_of(time, last);
  }

  const std::vector<Choices> rates_;
  const std::vector<HandOver> hand_overs_;
};

}  // namespace

std::vector<Pace> list_paces(const poly::Scop& as_written, const SumCycles& sum_cycles) {
  return PaceList(as_written, sum_cycles).list();
}

}  // namespace pom::driver
