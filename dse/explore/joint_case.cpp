#include "dse/explore/joint_case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace pom::dse {

namespace {

constexpr int area_steps = 96;

using Part = JointCase::Part;
using Origin = JointCase::Origin;
using Offer = JointCase::Offer;
using PartAsks = JointCase::PartAsks;

Ask to_ask(const UnitOption& option) { return {option.latency, option.built, option.users + option.beside}; }

double least_latency(const std::vector<Offer>& offers) {
  double least = std::numeric_limits<double>::infinity();
  for (const Offer& offer : offers) least = std::min(least, offer.latency);
  return least;
}

double least_latency(const Part& part) {
  double least = 0;
  for (const auto& offers : part.offers) least = std::max(least, least_latency(offers));
  if (part.areas.empty()) return least;
  least = std::numeric_limits<double>::infinity();
  for (const Ask& ask : part.areas) least = std::min(least, ask.latency);
  return least;
}

/// Two units that run at once: the longer one's cycles, the sum of all else. Of offers that are fast enough for a
/// number of cycles only those count than which none takes less.
class Together {
 public:
  Together(const Part& part, double dsp) : part_(part), dsp_(dsp) {
    for (std::size_t u = 0; u < 2; ++u) {
      for (std::size_t n = 0; n < part.offers[u].size(); ++n) order_.push_back({part.offers[u][n].latency, u, n});
    }
    std::sort(order_.begin(), order_.end());
  }

  PartAsks run() {
    for (const auto& [latency, u, n] : order_) {
      if (!insert(u, n)) continue;
      for (const std::size_t other : fronts_[1 - u]) add(latency, u, n, other);
    }
    return std::move(asks_);
  }

 private:
  bool insert(std::size_t u, std::size_t n) {
    const std::vector<Offer>& offers = part_.offers[u];
    const auto is_as_good = [&](std::size_t one, std::size_t other) {
      const Ask a = to_ask(offers[one]), b = to_ask(offers[other]);
      return a.built <= b.built && a.cost <= b.cost && offers[one].dsp <= offers[other].dsp;
    };
    std::vector<std::size_t>& front = fronts_[u];
    if (std::any_of(front.begin(), front.end(), [&](std::size_t other) { return is_as_good(other, n); })) return false;
    std::erase_if(front, [&](std::size_t other) { return is_as_good(n, other); });
    front.push_back(n);
    return true;
  }

  void add(double latency, std::size_t u, std::size_t n, std::size_t other) {
    if (part_.offers[u][n].dsp + part_.offers[1 - u][other].dsp > dsp_) return;
    const Ask one = to_ask(part_.offers[u][n]), two = to_ask(part_.offers[1 - u][other]);
    asks_.asks.push_back({latency, one.built + two.built, one.cost + two.cost});
    asks_.origins.push_back(u == 0 ? Origin{n, other} : Origin{other, n});
  }

  const Part& part_;
  double dsp_;
  std::vector<std::tuple<double, std::size_t, std::size_t>> order_;
  std::array<std::vector<std::size_t>, 2> fronts_;
  PartAsks asks_;
};

PartAsks asks_of(const Part& part, double dsp) {
  if (part.offers.empty()) return {part.areas, {}};
  if (part.offers.size() == 2) return Together(part, dsp).run();
  PartAsks all;
  for (std::size_t n = 0; n < part.offers.front().size(); ++n) {
    all.asks.push_back(to_ask(part.offers.front()[n]));
    all.origins.push_back({n, 0});
  }
  return all;
}

/// Without offers with which the others' fastest ones are too slow already.
void drop_slow(std::vector<Part>& parts, double slowest) {
  double sum = 0;
  for (const Part& part : parts) sum += least_latency(part);
  for (Part& part : parts) {
    const double others = sum - least_latency(part);
    for (auto& offers : part.offers)
      std::erase_if(offers, [&](const Offer& offer) { return others + offer.latency > slowest; });
  }
}

}  // namespace

void JointCase::start() {
  started_ = true;
  double sum = 0;
  for (const UnitGroup& group : setting_.groups) sum += least_cycles(group);
  for (const UnitGroup& group : setting_.groups) {
    const double slowest = limits_->incumbent - (sum - least_cycles(group));
    if (group.size() > 2) {
      parts_.push_back(overlap(group));
      continue;
    }
    Part part{group, {}, {}, {}};
    for (const UnitAlternatives& unit : group) {
      part.offers.emplace_back();
      part.seen.emplace_back();
      for (std::size_t n = 0; n < unit.size(); ++n) {
        part.seen.back().push_back(unit[n]->space->estimated_alone().size());
        add(part.offers.back(), unit, n,
            unit[n]->space->list_options(limits_->device, setting_.adders, setting_.user_lut, slowest));
      }
    }
    parts_.push_back(std::move(part));
  }
  drop_slow(parts_, limits_->incumbent);
}

/// Units that may run at once: whatever they do, the operators that are built work for so many cycles. In steps of
/// what is built, each with the least cycles of its upper end.
Part JointCase::overlap(const UnitGroup& units) const {
  Part part{units, {}, {}, {}};
  const double lut = limits_->device.lut;
  const double longest = least_cycles(units);
  double area = 0, least_of_users = 1, most_of_users = 0;
  for (const UnitAlternatives& unit : units) {
    area += least_area(unit) * lut;
    for (const UnitBound* one : unit) {
      for (const UnitOption& option : one->space->list_options(limits_->device, setting_.adders, setting_.user_lut)) {
        if (option.users <= 0) continue;
        least_of_users = std::min(least_of_users, option.users / (option.built + option.users));
        most_of_users = std::max(most_of_users, option.users / (option.built + option.users));
      }
    }
  }
  for (int n = 0; n < area_steps; ++n) {
    const double low = lut * n / area_steps, high = lut * (n + 1) / area_steps;
    part.areas.push_back(
        {std::max(area / high, longest), low * (1 - most_of_users), low * std::min(least_of_users, most_of_users)});
  }
  return part;
}

void JointCase::refine(long& budget) {
  if (!started_) start();
  std::vector<std::vector<Ask>> asks;
  std::vector<std::vector<Origin>> origins;
  for (Part& part : parts_) {
    refresh(part);
    PartAsks here = asks_of(part, limits_->device.dsp);
    asks.push_back(std::move(here.asks));
    origins.push_back(std::move(here.origins));
  }
  const LeastSum least = exact_ ? find_least_sum(asks, limits_->device.lut) : bound_sum(asks, limits_->device.lut);
  bound_ = std::max(bound_, least.cycles);
  if (bound_ >= limits_->incumbent || least.at.empty()) {
    bound_ = std::max(bound_, limits_->incumbent);
    settled_ = true;
    return;
  }
  bool fresh = false;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (std::size_t u = 0; u < parts_[p].offers.size(); ++u)
      fresh = learn(parts_[p], u, origins[p][least.at[p]][u], budget) || fresh;
  }
  if (fresh) return;
  settled_ = exact_ || parts_.size() > most_exact_parts;
  exact_ = true;
}

/// Estimates the choice, and those that build and take as much and would come next. False: nothing was left to do.
bool JointCase::learn(const Part& part, std::size_t u, std::size_t n, long& budget) const {
  const std::vector<Offer>& offers = part.offers[u];
  if (offers[n].known || budget <= 0 || part.units[u][offers[n].alternative]->space->is_over()) return false;
  const auto estimate = [&](const Offer& offer) {
    UnitSpace& space = *part.units[u][offer.alternative]->space;
    const std::int64_t before = space.effort_alone();
    const double beside = space.find_least(offer.choice).beside_lut;
    budget -= space.effort_alone() - before;
    return beside;
  };
  const double cost = offers[n].users + estimate(offers[n]);
  for (const Offer& other : offers) {
    const bool alike = other.latency == offers[n].latency && other.built == offers[n].built;
    if (alike && !other.known && other.users < cost && budget > 0) estimate(other);
  }
  return true;
}

/// All offers of a choice become what its estimate shows, whoever asked for it.
void JointCase::refresh(Part& part) const {
  for (std::size_t u = 0; u < part.offers.size(); ++u) {
    for (std::size_t n = 0; n < part.units[u].size(); ++n) {
      UnitSpace& space = *part.units[u][n]->space;
      const std::vector<UnitChoice>& estimated = space.estimated_alone();
      for (std::size_t& seen = part.seen[u][n]; seen < estimated.size(); ++seen) {
        const auto stale = [&](const Offer& offer) {
          return offer.alternative == n && offer.choice == estimated[seen];
        };
        if (std::erase_if(part.offers[u], stale) > 0)
          add(part.offers[u], part.units[u], n, space.options_of(estimated[seen], limits_->device, setting_.user_lut));
      }
    }
  }
}

void JointCase::add(std::vector<Offer>& to, const UnitAlternatives& unit, std::size_t alternative,
                    const std::vector<UnitOption>& options) const {
  const UnitBound& bound = *unit[alternative];
  for (const UnitOption& option : options) {
    Offer offer{option, alternative};
    offer.latency = std::max(offer.latency, bound.latency);
    for (const auto& [array, loops] : bound.elements) {
      double accesses = 1 / option.interval;
      for (std::size_t n = 0; n < option.choice.factors.size(); ++n) {
        if (loops >> n & 1U) accesses *= static_cast<double>(option.choice.factors[n]);
      }
      offer.users += accesses * setting_.access_lut.at(array);
    }
    to.push_back(std::move(offer));
  }
}

double least_cycles(const UnitAlternatives& unit) {
  double least = std::numeric_limits<double>::infinity();
  for (const UnitBound* one : unit) least = std::min(least, one->latency);
  return least;
}

double least_cycles(const UnitGroup& group) {
  double longest = 0;
  for (const UnitAlternatives& unit : group) longest = std::max(longest, least_cycles(unit));
  return longest;
}

double least_area(const UnitAlternatives& unit) {
  double least = std::numeric_limits<double>::infinity();
  for (const UnitBound* one : unit) least = std::min(least, one->lut_area);
  return least;
}

}  // namespace pom::dse
