#include <algorithm>
#include <cmath>
#include <iterator>

#include "dse/explore/unit_space.hpp"

/// What choices ask of the device at least, for bounds of several units together.
namespace pom::dse {

namespace {

/// Longer intervals count as so long, with no operators at all.
constexpr int longest_interval = 5;

}  // namespace

double UnitSpace::beside_one() { return evaluate(one_copy(unit_)).beside_lut; }

std::vector<UnitOption> UnitSpace::options_of(const UnitChoice& choice, const Limits& limits, double user_lut) {
  std::vector<UnitOption> options;
  // Operators that are smaller than their multiplexers (the tool reports quotients as free) count as shared for
  // nothing.
  const double count = work_.count_operators(choice, user_lut), lut = work_.operators(choice).lut;
  const auto add = [&](double interval, double latency, double beside, bool known) {
    const double part = interval < longest_interval || known ? 1 / interval : 0;
    UnitOption option;
    option.choice = choice;
    option.latency = latency;
    option.interval = interval < longest_interval || known ? interval : INFINITY;
    option.users = part * user_lut * count;
    option.built = std::max(part * (lut - user_lut * count), 0.0);
    option.beside = beside;
    option.known = known;
    options.push_back(std::move(option));
  };
  const double least_beside = -beside_one();
  const auto at = known_.find(key_of(choice));
  const bool known = at != known_.end();
  if (known && !limits.hold(at->second.resources)) return options;
  const double beside = known ? at->second.beside_lut + least_beside : least_beside;
  if (known && !at->second.waits_for_ports) {
    add(at->second.interval, at->second.latency, beside, true);
    return options;
  }
  const double at_once = bound_of(choice, limits), each = iterations_of(choice);
  for (int interval = 1; interval <= longest_interval; ++interval)
    add(interval, std::max(at_once, each * interval), beside, known);
  return options;
}

std::vector<UnitOption> UnitSpace::list_options(const Limits& limits, double user_lut) {
  std::vector<UnitOption> all;
  for (const Adders adders : {Adders::dsp, Adders::fabric}) {
    if (adders == Adders::fabric && !has_sums()) continue;
    for (const Candidate& candidate : enumerate(limits, adders)) {
      std::vector<UnitOption> options = options_of(candidate.choice, limits, user_lut);
      all.insert(all.end(), std::make_move_iterator(options.begin()), std::make_move_iterator(options.end()));
    }
  }
  return all;
}

}  // namespace pom::dse
