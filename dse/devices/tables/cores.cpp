#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "dse/devices/tables/operator_parts.hpp"

namespace pom::dse::devices {

namespace {

using Configurations = std::span<const CoreConfiguration>;

constexpr double uneven_stages = 1.5;  ///< factor on the total delay before the shallowest configuration, see core_cost
constexpr double same_clock = 0.05;    ///< relative tolerance: a report at 10.4 ns holds for 10 ns
constexpr int most_stages = 1000;

Configurations with_binding(const std::vector<CoreConfiguration>& all, Binding binding) {
  const auto is_it = [binding](const CoreConfiguration& c) { return c.binding == binding; };
  const auto first = std::find_if(all.begin(), all.end(), is_it);
  return {first, std::find_if_not(first, all.end(), is_it)};
}

/// Selects the configurations that bind_op's `impl` asks for. The default binding comes first in the list: an empty
/// name selects it, "dsp" selects the first binding with a DSP.
Configurations asked_for(const std::vector<CoreConfiguration>& all, const std::string& implementation) {
  if (implementation.empty()) return with_binding(all, all.front().binding);
  if (implementation == "fabric" || implementation == "nodsp") return with_binding(all, Binding::fabric);
  if (implementation == "fulldsp") return with_binding(all, Binding::fulldsp);
  if (implementation == "meddsp") return with_binding(all, Binding::meddsp);
  if (implementation == "maxdsp") return with_binding(all, Binding::maxdsp);
  if (implementation == "primitivedsp") return with_binding(all, Binding::primitive);
  const auto has_dsp = std::find_if(all.begin(), all.end(), [](const CoreConfiguration& c) { return c.dsp > 0; });
  return with_binding(all, has_dsp == all.end() ? all.front().binding : has_dsp->binding);
}

bool contains(const std::vector<double>& clocks_ns, double clock_ns) {
  return std::any_of(clocks_ns.begin(), clocks_ns.end(),
                     [&](double clock) { return std::abs(clock - clock_ns) <= same_clock * clock; });
}

/// Tells whether a report (or the file's estimate) shows the configuration at this clock.
bool is_for_clock(const CoreConfiguration& c, double clock_ns) { return contains(c.clocks_ns, clock_ns); }

double total_ns(const CoreConfiguration& c) { return c.stages * c.delay_ns; }

int divided(double total, double budget) {
  return std::clamp(static_cast<int>(std::ceil(std::min(total / std::max(budget, 0.01), 1e6))), 1, most_stages);
}

struct Choice {
  const CoreConfiguration* like;
  int stages;
  double delay_ns;
};

/// Interpolates the stages between a configuration that is too slow and the next one, which fits.
Choice between(const CoreConfiguration& slow, const CoreConfiguration& fits, double budget) {
  for (int stages = slow.stages + 1; stages < fits.stages; ++stages) {
    const double part = double(stages - slow.stages) / (fits.stages - slow.stages);
    const double delay = std::lerp(total_ns(slow), total_ns(fits), part) / stages;
    if (delay <= budget) return {&fits, stages, delay};
  }
  return {&fits, fits.stages, fits.delay_ns};
}

Choice choose(Configurations all, double budget, double clock_ns) {
  const auto fits =
      std::find_if(all.begin(), all.end(), [&](const CoreConfiguration& c) { return c.delay_ns <= budget; });
  if (fits == all.end()) {
    const CoreConfiguration& last = all.back();
    const int stages = std::max(last.stages, divided(total_ns(last), budget));
    return {&last, stages, total_ns(last) / stages};
  }
  if (is_for_clock(*fits, clock_ns)) return {&*fits, fits->stages, fits->delay_ns};
  if (fits != all.begin()) return between(*(fits - 1), *fits, budget);
  const double total = total_ns(*fits) * uneven_stages;
  const int stages = divided(total, budget);
  if (stages >= fits->stages) return {&*fits, fits->stages, fits->delay_ns};
  return {&*fits, stages, total / stages};
}

Choice choose_bound(Configurations all, int stages) {
  const auto distance = [stages](const CoreConfiguration& c) { return std::abs(c.stages - stages); };
  const auto nearest =
      std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return {&*nearest, stages, total_ns(*nearest) / stages};
}

bool is_seen(const Choice& choice, double clock_ns) {
  const CoreConfiguration& c = *choice.like;
  return !c.estimated && c.stages == choice.stages && is_for_clock(c, clock_ns);
}

/// Finds a configuration of the binding that a report shows at this clock; `clocks` selects reports of this speed grade
/// or of all.
const CoreConfiguration* find_seen(const std::vector<CoreConfiguration>& all, Binding binding, double clock_ns,
                                   std::vector<double> CoreConfiguration::*clocks) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const CoreConfiguration& c) {
    return c.binding == binding && !c.estimated && contains(c.*clocks, clock_ns);
  });
  return at == all.end() ? nullptr : &*at;
}

/// Derives the binding's configuration from the default binding's, see core_cost. Returns nothing if no clock shows
/// both bindings, or if a report shows this one.
std::optional<CoreConfiguration> by_default_binding(const std::vector<CoreConfiguration>& all, Binding binding,
                                                    double clock_ns) {
  const Binding usual = all.front().binding;
  const CoreConfiguration* here = find_seen(all, usual, clock_ns, &CoreConfiguration::clocks_ns);
  if (!here || usual == binding || find_seen(all, binding, clock_ns, &CoreConfiguration::clocks_ns)) return {};
  const CoreConfiguration *mine = nullptr, *its = nullptr;
  const auto distance = [&](double clock) { return std::abs(std::log(clock / clock_ns)); };
  double nearest = std::numeric_limits<double>::infinity();
  for (const CoreConfiguration& c : all) {
    if (c.binding != binding || c.estimated) continue;
    for (const double clock : c.shown_ns) {
      const CoreConfiguration* other = find_seen(all, usual, clock, &CoreConfiguration::shown_ns);
      if (!other || distance(clock) >= nearest) continue;
      nearest = distance(clock);
      mine = &c;
      its = other;
    }
  }
  if (!mine) return {};
  CoreConfiguration like = *mine;
  like.stages = std::max(1, static_cast<int>(std::lround(double(here->stages) * mine->stages / its->stages)));
  like.delay_ns = here->delay_ns * mine->delay_ns / its->delay_ns;
  like.lut = std::max(here->lut, mine->lut);
  like.ff = std::max(here->ff, mine->ff);
  like.estimated = true;
  return like;
}

const std::vector<CoreConfiguration>& configurations_of(const Target& target, Core core, int bits) {
  return tables_of(target).operators.cores[bits <= 16 ? 0 : bits <= 32 ? 1 : 2][static_cast<std::size_t>(core)];
}

}  // namespace

bool has_core(const Target& target, Core core, int bits) { return !configurations_of(target, core, bits).empty(); }

OperatorCost core_cost(const Target& target, Core core, int bits, const OperatorKey& key) {
  const OperatorTable& table = tables_of(target).operators;
  const auto& all = configurations_of(target, core, bits);
  if (all.empty()) return {.estimated = true};
  const Configurations asked = asked_for(all, key.implementation);
  const Configurations used = asked.empty() ? with_binding(all, all.front().binding) : asked;
  const auto sibling = by_default_binding(all, used.front().binding, target.clock_ns);
  const bool fits = sibling && sibling->delay_ns <= target.budget_ns();
  const Choice choice = key.bound_latency < 0 ? fits ? Choice{&*sibling, sibling->stages, sibling->delay_ns}
                                                     : choose(used, target.budget_ns(), target.clock_ns)
                                              : choose_bound(used, std::clamp(key.bound_latency + 1, 1, most_stages));
  const CoreConfiguration& like = *choice.like;
  OperatorCost cost;
  cost.latency = choice.stages - 1;
  cost.delay_ns = choice.delay_ns;
  cost.delay_in_ns = cost.latency > 0 ? choice.delay_ns : 0;
  cost.dsp = like.dsp;
  cost.lut = like.lut;
  cost.ff = choice.stages == like.stages
                ? like.ff
                : static_cast<int>(std::lround(double(like.ff) * (choice.stages - 1) / std::max(like.stages - 1, 1)));
  const bool free = table.reported_free[static_cast<int>(core)] && target.version >= table.reported_free_from;
  cost.reported_lut = free ? 0 : cost.lut;
  cost.reported_ff = free ? 0 : cost.ff;
  cost.shared = true;
  cost.estimated = asked.empty() || !is_seen(choice, target.clock_ns);
  return cost;
}

}  // namespace pom::dse::devices
