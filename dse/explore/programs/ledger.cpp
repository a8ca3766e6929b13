#include "dse/explore/programs/ledger.hpp"

#include <algorithm>

namespace pom::dse::explore {

SearchLedger::SearchLedger(const ExploreOptions& options, const devices::Target& target)
    : options_(options),
      goal_(options.objective, options.latency_target, *target.device),
      watch_(options.seconds, options.interrupted, {}) {}

ExploreOptions SearchLedger::in_time_left() const {
  ExploreOptions options = options_;
  options.seconds = std::max(0.0, options_.seconds - seconds());
  return options;
}

void SearchLedger::count(const Exploration& found) {
  candidates_ += found.candidates;
  ended_early_ = ended_early_ || found.ended_early;
}

void SearchLedger::drop(const Result<Exploration>& found) {
  if (found) {
    count(*found);
  } else {
    ended_early_ = ended_early_ || watch_.over();
  }
}

void SearchLedger::prove(double bound, bool exhaustive) {
  bound_ = std::min(bound_, bound);
  exhaustive_ = exhaustive_ && exhaustive;
}

void SearchLedger::add(const Exploration& found) {
  count(found);
  prove(found.bound, found.exhaustive);
}

bool SearchLedger::prefers(const Exploration& one, const Exploration& over, double least_gain) const {
  const auto rated = [](const Exploration& found, double part) {
    return Rated{found.qor.latency_average * part, found.qor.resources, !found.nothing_fits};
  };
  return goal_.prefers(rated(one, 1 + least_gain), rated(over, 1));
}

Exploration SearchLedger::close(Exploration best) const {
  best.ended_early = ended_early_ || watch_.ended_early();
  best.bound = bound_;
  best.exhaustive = exhaustive_ && !best.ended_early;
  best.candidates = candidates_;
  best.seconds = seconds();
  return best;
}

}  // namespace pom::dse::explore
