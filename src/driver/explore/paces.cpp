#include "driver/explore/paces.hpp"

#include <algorithm>
#include <iterator>
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
  PaceList(const poly::Scop& as_written, const SumCycles& sum_cycles, const RateDirectives& allowed)
      : rates_(list_rates(as_written, sum_cycles, allowed)), hand_overs_(list_hand_overs(as_written, rates_)) {}

  std::vector<Pace> list(const std::function<bool()>& is_over) const {
    std::vector<Pace> paces;
    const std::set<double> all = times();
    for (auto time = all.begin(); time != all.end(); ++time) {
      if (is_over && is_over()) time = std::prev(all.end());
      std::optional<Pace> pace = pace_at(*time);
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
    for (std::size_t n = 0; n < hand_overs_.size(); ++n) {
      const HandOver& over = hand_overs_[n];
      constraints.push_back({over.producer, over.consumer, [this, n, time](std::size_t p, std::size_t c) {
                               return cycles_together(n, p, c) <= time;
                             }});
    }
    const auto chosen = cheapest_choices(costs, constraints);
    return chosen ? std::optional(pace_of(time, *chosen)) : std::nullopt;
  }

  /// Of the slower one of two processes with these choices, between which a hand-over lies. It is asked for every time.
  double cycles_together(std::size_t hand_over, std::size_t of_producer, std::size_t of_consumer) const {
    constexpr double unknown = -1;
    constexpr std::size_t most_known = 500'000;  // 4 MiB for each hand-over
    const HandOver& over = hand_overs_[hand_over];
    const std::size_t producers = rates_[over.producer].size(), consumers = rates_[over.consumer].size();
    if (producers * consumers > most_known) return find_cycles(over, of_producer, of_consumer);
    std::vector<double>& all = cycles_[hand_over];
    if (all.empty()) all.assign(producers * consumers, unknown);
    double& cycles = all[of_producer * consumers + of_consumer];
    if (cycles == unknown) cycles = find_cycles(over, of_producer, of_consumer);
    return cycles;
  }

  double find_cycles(const HandOver& over, std::size_t of_producer, std::size_t of_consumer) const {
    const auto [pushing, taking] = over.intervals(of_producer, of_consumer);
    return std::max(rates_[over.producer][of_producer].cycles_with(over.sender, pushing),
                    rates_[over.consumer][of_consumer].cycles_with(over.taker, taking));
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
  mutable std::vector<std::vector<double>> cycles_{hand_overs_.size()};  ///< by hand-over: cycles_together
};

}  // namespace

std::vector<Pace> list_paces(const poly::Scop& as_written, const SumCycles& sum_cycles, const RateDirectives& allowed,
                             const std::function<bool()>& is_over) {
  return PaceList(as_written, sum_cycles, allowed).list(is_over);
}

}  // namespace pom::driver
