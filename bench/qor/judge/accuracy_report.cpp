#include "bench/qor/judge/accuracy_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/qor/judge/format.hpp"
#include "dse/estimate/qor/upper_bound.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

std::vector<Judged> half(const std::vector<Judged>& points, const std::string& which) {
  std::vector<Judged> chosen;
  std::copy_if(points.begin(), points.end(), std::back_inserter(chosen),
               [&](const Judged& judged) { return split_of(judged.family) == which; });
  return chosen;
}

std::string render_half(const std::vector<Judged>& points, const std::string& title) {
  std::string text = format("%-10s %5s %7s %7s %7s %7s %7s %8s %8s\n", title.c_str(), "n", "exact", "<=1%", "<=5%",
                            "<=10%", "<=25%", "median", "p90");
  const auto samples = collect_samples(points);
  for (const std::string& name : metric_names()) {
    const Metric m = summarize(samples.at(name));
    text +=
        format("%-10s %5zu %6.1f%% %6.1f%% %6.1f%% %6.1f%% %6.1f%% %7.1f%% %7.1f%%", name.c_str(), m.n, 100 * m.exact,
               100 * m.within_1, 100 * m.within_5, 100 * m.within_10, 100 * m.within_25, 100 * m.median, 100 * m.p90);
    text += name == "il" || name == "ii" ? format("   within one: %.1f%%\n", 100 * m.within_one) : "\n";
  }
  return text;
}

json describe(const Metric& m) {
  return {{"n", m.n},
          {"exact", m.exact},
          {"within_1", m.within_1},
          {"within_5", m.within_5},
          {"within_10", m.within_10},
          {"within_25", m.within_25},
          {"within_one", m.within_one},
          {"median", m.median},
          {"p90", m.p90}};
}

json describe_metrics(const std::vector<Judged>& points) {
  json metrics = json::object();
  for (const auto& [name, samples] : collect_samples(points)) metrics[name] = describe(summarize(samples));
  return metrics;
}

json describe(const std::optional<double>& value) { return value ? json(*value) : json(); }

json describe_numbers(const json& latency, const estimate::Resources& r) {
  return {{"latency", latency}, {"dsp", r.dsp}, {"bram18", r.bram_18k}, {"lut", r.lut}, {"ff", r.ff}};
}

json describe_pair(const Judged& judged, double confidence) {
  const estimate::Qor& qor = *judged.qor;
  const Truth& truth = judged.truth;
  const estimate::QorBound upper = estimate::upper_bound(qor, confidence);
  return {{"id", judged.id},
          {"estimate", describe_numbers(qor.latency_max, qor.resources)},
          {"upper", describe_numbers(upper.latency_max, upper.resources)},
          {"truth",
           {{"latency", truth.latency_max ? json(*truth.latency_max) : json()},
            {"dsp", describe(truth.dsp)},
            {"bram18", describe(truth.bram_18k)},
            {"lut", describe(truth.lut)},
            {"ff", describe(truth.ff)},
            {"rtl", truth.rtl_latency ? json(*truth.rtl_latency) : json()}}}};
}

std::size_t count_supported(const std::vector<Judged>& points) {
  return static_cast<std::size_t>(std::count_if(points.begin(), points.end(), [](const Judged& j) { return !!j.qor; }));
}

// Metrics are means over few points: less than this is the last digit of a printed table.
constexpr double negligible = 0.0005;

bool is_worse(const json& now, const json& before) {
  const auto falls = [&](const char* key) {
    return now.at(key).get<double>() < before.at(key).get<double>() - negligible;
  };
  const bool errs_more = now.at("median").get<double>() > before.at("median").get<double>() + negligible;
  return falls("exact") || falls("within_10") || falls("within_25") || errs_more;
}

std::string difference_of_points(const json& now, const json& before) {
  std::string text;
  std::map<std::string, json> earlier;
  for (const json& pair : before.at("estimates")) earlier[pair.at("id").get<std::string>()] = pair.at("estimate");
  for (const json& pair : now.at("estimates")) {
    const std::string id = pair.at("id");
    const auto found = earlier.find(id);
    for (const auto& [metric, value] : pair.at("estimate").items()) {
      const json was = found == earlier.end() ? json() : found->second.value(metric, json());
      if (was == value) continue;
      text += format("  %-32s %-8s %14s -> %14s (truth %s)\n", id.c_str(), metric.c_str(), was.dump().c_str(),
                     value.dump().c_str(), pair.at("truth").value(metric, json()).dump().c_str());
    }
  }
  return text.empty() ? "  no estimate changed\n" : text;
}

}  // namespace

std::string render_accuracy(const std::vector<Judged>& points) {
  std::string text = format("%zu points, %zu supported\n\n", points.size(), count_supported(points));
  text += render_half(points, "all");
  for (const char* which : {"fit", "test"}) text += "\n" + render_half(half(points, which), which);
  std::map<std::string, std::vector<std::string>> reasons;
  for (const Judged& judged : points) {
    if (!judged.qor) reasons[judged.reason].push_back(judged.id);
  }
  if (!reasons.empty()) text += "\nnot supported:\n";
  for (const auto& [reason, ids] : reasons) {
    text += format("  %3zu  %s (%s%s)\n", ids.size(), reason.c_str(), ids.front().c_str(), ids.size() > 1 ? " …" : "");
  }
  return text;
}

json describe_accuracy(const std::vector<Judged>& points, double confidence) {
  json unsupported = json::array(), estimates = json::array();
  for (const Judged& judged : points) {
    if (judged.qor)
      estimates.push_back(describe_pair(judged, confidence));
    else
      unsupported.push_back({{"id", judged.id}, {"reason", judged.reason}});
  }
  return {{"points", points.size()},
          {"supported", count_supported(points)},
          {"unsupported", unsupported},
          {"metrics", describe_metrics(points)},
          {"fit", describe_metrics(half(points, "fit"))},
          {"test", describe_metrics(half(points, "test"))},
          {"estimates", estimates}};
}

std::string render_worst(const std::vector<Judged>& points, std::size_t count) {
  std::string text;
  auto samples = collect_samples(points);
  for (const std::string& name : metric_names()) {
    auto& of = samples[name];
    std::stable_sort(of.begin(), of.end(),
                     [](const Sample& a, const Sample& b) { return relative_error(a) > relative_error(b); });
    text += "\nworst " + name +
            format(" %*s %14s %10s\n", 62 - static_cast<int>(name.size()), "estimate", "truth", "error");
    for (std::size_t n = 0; n < std::min(count, of.size()); ++n) {
      text += format("  %-52s %14.0f %14.0f %9.1f%%\n", of[n].of.c_str(), of[n].estimate, of[n].truth,
                     100 * relative_error(of[n]));
    }
  }
  return text;
}

Difference compare_with_baseline(const std::vector<Judged>& points, const json& baseline) {
  const json now = describe_accuracy(points);
  Difference difference;
  std::string& table = difference.table;
  table = format("%-10s %16s %16s %16s %16s\n", "metric", "exact", "<=10%", "<=25%", "median");
  for (const std::string& name : metric_names()) {
    const json &is = now.at("metrics").at(name), &was = baseline.at("metrics").at(name);
    const auto both = [&](const char* key) {
      return format("%.1f > %.1f", 100 * was.at(key).get<double>(), 100 * is.at(key).get<double>());
    };
    const bool worse = is_worse(is, was);
    difference.regressed = difference.regressed || worse;
    table += format("%-10s %16s %16s %16s %16s%s\n", name.c_str(), both("exact").c_str(), both("within_10").c_str(),
                    both("within_25").c_str(), both("median").c_str(), worse ? "  worse" : "");
  }
  const auto supported = now.at("supported").get<std::size_t>(), before = baseline.at("supported").get<std::size_t>();
  difference.regressed = difference.regressed || supported < before;
  table += format("supported: %zu > %zu\n", before, supported) + difference_of_points(now, baseline);
  return difference;
}

}  // namespace pom::dse::qor
