#include "dse/explore/least_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pom::dse {

namespace {

using Parts = std::vector<std::vector<Ask>>;

/// Multipliers in cycles a LUT, relative to all cycles over all LUTs.
constexpr double first_multiplier = 0.05, multiplier_step = 1.3;
constexpr int multipliers = 24;

constexpr double infinite = std::numeric_limits<double>::infinity();

double sum_of_fastest(const Parts& parts) {
  double sum = 0;
  for (const auto& asks : parts) {
    double least = infinite;
    for (const Ask& ask : asks) least = std::min(least, ask.latency);
    sum += least;
  }
  return sum;
}

/// Goes through all numbers of LUTs that serve all parts, each with the asks that need no more.
class Sweep {
 public:
  Sweep(const Parts& parts, double lut) : parts_(parts), next_(parts.size()) {
    for (const auto& asks : parts) {
      std::vector<std::size_t> order(asks.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return asks[a].built < asks[b].built; });
      for (const std::size_t n : order) built_.push_back(asks[n].built);
      order_.push_back(std::move(order));
    }
    std::sort(built_.begin(), built_.end());
    built_.erase(std::unique(built_.begin(), built_.end()), built_.end());
    std::erase_if(built_, [lut](double built) { return built > lut; });
  }

  const std::vector<double>& steps() const { return built_; }

  /// Calls `take(part, number of the ask)` for those that come in with the step.
  template <typename Take>
  void advance(double built, const Take& take) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (; next_[p] < order_[p].size() && parts_[p][order_[p][next_[p]]].built <= built; ++next_[p])
        take(p, order_[p][next_[p]]);
    }
  }

 private:
  const Parts& parts_;
  std::vector<std::vector<std::size_t>> order_;  ///< by part: asks by what is built
  std::vector<double> built_;
  std::vector<std::size_t> next_;  ///< by part, in its order
};

class Relaxation {
 public:
  Relaxation(const Parts& parts, double lut) : parts_(parts), lut_(lut) {
    const double scale = sum_of_fastest(parts) / std::max(lut, 1.0);
    for (int n = 0; n < multipliers; ++n)
      multiplier_.push_back(n == 0 ? 0 : scale * first_multiplier * std::pow(multiplier_step, n));
    best_.assign(parts.size(), std::vector<Best>(multiplier_.size()));
  }

  LeastSum run() {
    LeastSum least;
    Sweep sweep(parts_, lut_);
    for (const double built : sweep.steps()) {
      sweep.advance(built, [this](std::size_t p, std::size_t n) { take(p, n); });
      const auto [cycles, with] = bound_with(built);
      if (cycles >= least.cycles) continue;
      least.cycles = cycles;
      least.at.clear();
      for (const auto& of_part : best_) least.at.push_back(of_part[with].at);
    }
    return least;
  }

 private:
  struct Best {
    double cost = infinite;
    std::size_t at = 0;
  };

  void take(std::size_t p, std::size_t n) {
    const Ask& ask = parts_[p][n];
    for (std::size_t m = 0; m < multiplier_.size(); ++m) {
      const double cost = ask.latency + multiplier_[m] * ask.cost;
      if (cost < best_[p][m].cost) best_[p][m] = {cost, n};
    }
  }

  /// The multiplier that proves most.
  std::pair<double, std::size_t> bound_with(double built) const {
    double most = -1;
    std::size_t with = 0;
    for (std::size_t m = 0; m < multiplier_.size(); ++m) {
      double cost = multiplier_[m] * (built - lut_);
      for (const auto& of_part : best_) cost += of_part[m].cost;
      if (cost > most) most = cost, with = m;
    }
    return {most, with};
  }

  const Parts& parts_;
  double lut_;
  std::vector<double> multiplier_;
  std::vector<std::vector<Best>> best_;  ///< by part and multiplier, of the asks taken
};

/// Asks of which none is both slower and dearer than another: costs rise, latencies fall.
class Front {
 public:
  struct Entry {
    double cost = 0, latency = 0;
    std::size_t at = 0;
  };

  /// False: another one is as good.
  bool insert(const Ask& ask, std::size_t at) {
    auto place = std::upper_bound(entries_.begin(), entries_.end(), ask.cost,
                                  [](double cost, const Entry& entry) { return cost < entry.cost; });
    if (place != entries_.begin() && std::prev(place)->latency <= ask.latency) return false;
    if (place != entries_.begin() && std::prev(place)->cost == ask.cost) --place;
    auto end = place;
    while (end != entries_.end() && end->latency >= ask.latency) ++end;
    place = entries_.erase(place, end);
    entries_.insert(place, {ask.cost, ask.latency, at});
    return true;
  }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

class ExactSum {
 public:
  ExactSum(const Parts& parts, double lut) : parts_(parts), lut_(lut), fronts_(parts.size()) {}

  LeastSum run() {
    Sweep sweep(parts_, lut_);
    for (const double built : sweep.steps()) {
      bool changed = false;
      sweep.advance(built, [&](std::size_t p, std::size_t n) {
        if (fronts_[p].insert(parts_[p][n], n)) changed = true;
      });
      if (changed) solve(0, lut_ - built, 0);
    }
    return std::move(least_);
  }

 private:
  /// All choices of the first parts, for the last one the fastest that fits.
  void solve(std::size_t p, double left, double cycles) {
    at_.resize(parts_.size());
    const auto& entries = fronts_[p].entries();
    if (p + 1 == parts_.size()) {
      const auto end = std::upper_bound(entries.begin(), entries.end(), left,
                                        [](double cost, const Front::Entry& entry) { return cost < entry.cost; });
      if (end == entries.begin() || cycles + std::prev(end)->latency >= least_.cycles) return;
      at_[p] = std::prev(end)->at;
      least_ = {cycles + std::prev(end)->latency, at_};
      return;
    }
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      if (cycles + entry->latency >= least_.cycles) break;
      at_[p] = entry->at;
      solve(p + 1, left - entry->cost, cycles + entry->latency);
    }
  }

  const Parts& parts_;
  double lut_;
  std::vector<Front> fronts_;
  std::vector<std::size_t> at_;
  LeastSum least_;
};

}  // namespace

LeastSum bound_sum(const Parts& parts, double lut) {
  return parts.empty() ? LeastSum{0, {}} : Relaxation(parts, lut).run();
}

LeastSum find_least_sum(const Parts& parts, double lut) {
  return parts.empty() ? LeastSum{0, {}} : ExactSum(parts, lut).run();
}

}  // namespace pom::dse
