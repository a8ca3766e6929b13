#include "bench/qor/judge/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/qor/judge/format.hpp"
#include "dse/estimate/qor/upper_bound.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

/// Confidences that an option may ask for, besides those between, which are rounded up.
constexpr std::array confidences = {0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95};

/// The points of one family (kernels of one name) count as so many at most, because variants of a kernel repeat each
/// other's errors. With each family left out in turn, 6 covers 90 to 96 % of the gold points' LUTs and FFs with a
/// median slack of 25 and 30 %; 3 covers 94 to 96 % with 37 and 56 %, no limit 88 to 94 % with 20 and 30 %.
constexpr double most_of_a_family = 6;

/// Least weight of a group of its own: the 0.95 quantile of so many points is finite.
constexpr double least_weight = 19;

/// Smallest amount that matters: a flip-flop pipeline's worth of LUTs and FFs, a block, the states of a call.
constexpr std::array<double, devices::quantity_names.size()> resolutions = {4, 1, 1, 100, 100};

/// Kinds of designs: whether an iteration starts (almost) every cycle, whether units are shared, and whether registers
/// are shared too (from interval 9 on); small designs are mostly control, large ones mostly operators.
constexpr std::array<std::int64_t, 3> most_intervals = {2, 8, std::numeric_limits<std::int64_t>::max()};
constexpr std::array<double, 3> most_luts = {5000, 30000, std::numeric_limits<double>::infinity()};

struct Observed {
  std::string family;
  devices::DesignKind kind;
  double estimate = 0, report = 0, ratio = 1;
};

/// The points of which the quantity is reported.
std::vector<Observed> observe(const std::vector<Judged>& points, devices::Quantity quantity) {
  std::vector<Observed> observed;
  const double resolution = resolutions[static_cast<std::size_t>(quantity)];
  for (const Judged& judged : points) {
    if (!judged.qor) continue;
    const Truth& truth = judged.truth;
    const estimate::Resources& r = judged.qor->resources;
    const auto add = [&](double estimate, const std::optional<double>& report) {
      if (!report) return;
      observed.push_back({judged.family, estimate::kind_of(*judged.qor), estimate, *report,
                          (*report + resolution) / (estimate + resolution)});
    };
    if (quantity == devices::Quantity::latency && truth.latency_max)
      add(static_cast<double>(judged.qor->latency_max), static_cast<double>(*truth.latency_max));
    if (quantity == devices::Quantity::dsp) add(r.dsp, truth.dsp);
    if (quantity == devices::Quantity::bram_18k) add(r.bram_18k, truth.bram_18k);
    if (quantity == devices::Quantity::lut) add(r.lut, truth.lut);
    if (quantity == devices::Quantity::ff) add(r.ff, truth.ff);
  }
  return observed;
}

/// The quantiles of a group; empty if it has too little weight.
std::vector<double> quantiles(std::vector<const Observed*> group, double least) {
  std::map<std::string, double> sizes;
  for (const Observed* one : group) ++sizes[one->family];
  const auto weight = [&](const Observed* one) { return std::min(1.0, most_of_a_family / sizes[one->family]); };
  double total = 0;
  for (const Observed* one : group) total += weight(one);
  if (total < least) return {};
  std::sort(group.begin(), group.end(), [](const auto* a, const auto* b) { return a->ratio < b->ratio; });
  std::vector<double> found;
  double below = 0;
  auto next = group.begin();
  for (const double confidence : confidences) {
    double ratio = found.empty() ? 1 : found.back();
    while (next != group.end() && below < confidence * (total + 1) - 1e-9) {
      below += weight(*next);
      ratio = std::max(ratio, (*next++)->ratio);
    }
    found.push_back(ratio);
  }
  return found;
}

json describe_group(const devices::ErrorQuantiles& borders, const std::vector<const Observed*>& group,
                    const std::vector<double>& factors) {
  std::set<std::string> families;
  for (const Observed* one : group) families.insert(one->family);
  json text = {{"least_interval", borders.least_interval},
               {"least_lut", borders.least_lut},
               {"points", group.size()},
               {"families", families.size()},
               {"factors", json::array()}};
  if (borders.most_interval != most_intervals.back()) text["most_interval"] = borders.most_interval;
  if (std::isfinite(borders.most_lut)) text["most_lut"] = borders.most_lut;
  // Rounded up to four digits: a bound may not become smaller.
  for (const double factor : factors) text["factors"].push_back(std::ceil(factor * 1e4 - 1e-6) / 1e4);
  return text;
}

/// The kinds from the most special to the one of all designs.
std::vector<devices::ErrorQuantiles> all_kinds() {
  std::vector<devices::ErrorQuantiles> kinds, wide;
  std::int64_t least_interval = 0;
  for (const std::int64_t most_interval : most_intervals) {
    double least_lut = 0;
    for (const double most_lut : most_luts) {
      kinds.push_back({least_interval, most_interval, least_lut, most_lut, {}});
      least_lut = most_lut;
    }
    wide.push_back({least_interval, most_interval, 0, most_luts.back(), {}});
    if (most_interval == most_intervals.back()) break;  // it is the greatest number
    least_interval = most_interval + 1;
  }
  kinds.insert(kinds.end(), wide.begin(), wide.end());
  kinds.push_back({0, most_intervals.back(), 0, most_luts.back(), {}});
  return kinds;
}

json describe_groups(const std::vector<Observed>& observed) {
  json groups = json::array();
  const std::vector<devices::ErrorQuantiles> kinds = all_kinds();
  for (const devices::ErrorQuantiles& kind : kinds) {
    std::vector<const Observed*> group;
    for (const Observed& one : observed) {
      if (kind.describes(one.kind)) group.push_back(&one);
    }
    const bool all = &kind == &kinds.back();
    const std::vector<double> factors = quantiles(group, all ? 0 : least_weight);
    if (!factors.empty()) groups.push_back(describe_group(kind, group, factors));
  }
  return groups;
}

Coverage summarize_bounds(const std::vector<Observed>& observed, const std::vector<double>& bounds) {
  Coverage coverage;
  std::vector<double> slack;
  for (std::size_t n = 0; n < observed.size(); ++n) {
    const double report = observed[n].report;
    coverage.covered += report <= bounds[n] + 1e-9;
    slack.push_back((bounds[n] - report) / std::max(report, 1.0));
  }
  coverage.n = static_cast<int>(observed.size());
  if (slack.empty()) return coverage;
  coverage.covered /= coverage.n;
  std::nth_element(slack.begin(), slack.begin() + coverage.n / 2, slack.end());
  coverage.median_slack = slack[coverage.n / 2];
  return coverage;
}

Coverage cover_with(const std::vector<Observed>& observed, devices::Quantity quantity, double confidence,
                    const std::map<std::string, devices::Uncertainty>& known) {
  std::vector<double> bounds;
  for (const Observed& one : observed) {
    const devices::Uncertainty& uncertainty =
        known.count(one.family) ? known.at(one.family) : devices::model_uncertainty();
    const double bound = uncertainty.upper_bound(quantity, one.estimate, one.kind, confidence);
    bounds.push_back(std::max(one.estimate, std::floor(bound)));
  }
  return summarize_bounds(observed, bounds);
}

std::vector<Coverage> cover_each(const std::vector<Judged>& points, double confidence,
                                 const std::map<std::string, devices::Uncertainty>& known) {
  std::vector<Coverage> coverage;
  for (std::size_t n = 0; n < devices::quantity_names.size(); ++n) {
    const devices::Quantity quantity{static_cast<int>(n)};
    coverage.push_back(cover_with(observe(points, quantity), quantity, confidence, known));
  }
  return coverage;
}

}  // namespace

std::string calibrate(const std::vector<Judged>& points, const std::string& source) {
  std::string text = "{\n\"source\": " + json(source).dump() + ",\n\"confidences\": " + json(confidences).dump() +
                     ",\n\"quantities\": {";
  for (std::size_t n = 0; n < devices::quantity_names.size(); ++n) {
    const devices::Quantity quantity{static_cast<int>(n)};
    text += std::string(n > 0 ? "," : "") + "\n\"" + std::string(devices::quantity_names[n]) +
            "\": {\"resolution\": " + json(resolutions[n]).dump() + ", \"groups\": [";
    const json groups = describe_groups(observe(points, quantity));
    for (const json& group : groups) text += (&group == &groups.front() ? "\n  " : ",\n  ") + group.dump();
    text += "]}";
  }
  return text + "\n}}\n";
}

std::vector<Coverage> cover_left_out(const std::vector<Judged>& points, double confidence) {
  std::set<std::string> families;
  for (const Judged& judged : points) families.insert(judged.family);
  std::map<std::string, devices::Uncertainty> known;
  if (families.size() < 2) return {};
  for (const std::string& family : families) {
    std::vector<Judged> others;
    std::copy_if(points.begin(), points.end(), std::back_inserter(others),
                 [&](const Judged& judged) { return judged.family != family; });
    known.emplace(family, devices::read_uncertainty(calibrate(others, "without one family")));
  }
  return cover_each(points, confidence, known);
}

std::vector<Coverage> cover(const std::vector<Judged>& points, double confidence) {
  return cover_each(points, confidence, {});
}

std::string render_coverage(const std::vector<Judged>& points, double confidence) {
  std::string text = format("upper bounds, %.0f %%: covered and median slack\n%-10s %5s %18s %26s\n", 100 * confidence,
                            "", "n", "as shipped", "each family left out");
  const std::vector<Coverage> shipped = cover(points, confidence), left_out = cover_left_out(points, confidence);
  for (std::size_t n = 0; n < left_out.size(); ++n) {
    text += format("%-10s %5d %8.1f%% %7.1f%% %16.1f%% %7.1f%%\n", devices::quantity_names[n].data(), shipped[n].n,
                   100 * shipped[n].covered, 100 * shipped[n].median_slack, 100 * left_out[n].covered,
                   100 * left_out[n].median_slack);
  }
  return text;
}

}  // namespace pom::dse::qor
