#include "bench/qor/judge/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace pom::dse::qor {

namespace {

double share(const std::vector<Sample>& samples, double within) {
  const auto near = [&](const Sample& sample) { return relative_error(sample) <= within + 1e-12; };
  return static_cast<double>(std::count_if(samples.begin(), samples.end(), near)) / static_cast<double>(samples.size());
}

bool ends_in(const std::string& text, const std::string& ending) {
  return !ending.empty() && text.size() > ending.size() && text.ends_with(ending) &&
         text[text.size() - ending.size() - 1] == '_';
}

/// "f", "f_Pipeline_x", "f_1", "Loop_x_proc1" for loops of f: pipelined loops become modules of their own.
bool is_module_of(const std::string& module, const std::string& function) {
  return module.empty() || function.empty() || module == function || module.starts_with(function + "_") ||
         module.starts_with("Loop_") || module.starts_with("dataflow_in_loop");
}

/// 3: the same name; 2: the estimate's is the innermost of a joined one, or the reverse; 0: another loop.
int likeness(const estimate::LoopEstimate& estimate, const TruthLoop& truth) {
  const std::string& name = estimate.label.empty() ? estimate.name : estimate.label;
  if (name.empty() || !is_module_of(truth.module, estimate.function)) return 0;
  if (name == truth.name) return 3;
  return ends_in(truth.name, name) || ends_in(name, truth.name) ? 2 : 0;
}

using Samples = std::map<std::string, std::vector<Sample>>;

void collect_loops(const Judged& judged, Samples& samples) {
  for (const LoopPair& pair : match_loops(judged.qor->loops, judged.truth.loops)) {
    const estimate::LoopEstimate& estimate = judged.qor->loops[pair.estimate];
    const TruthLoop& truth = judged.truth.loops[pair.truth];
    const std::string of = judged.id + " " + truth.module + "/" + truth.name;
    const auto put = [&](const char* metric, std::int64_t its, std::int64_t reported) {
      samples[metric].push_back({of, judged.family, static_cast<double>(its), static_cast<double>(reported)});
    };
    if (truth.pipelined && truth.interval) put("ii", estimate.pipelined ? estimate.interval : 0, *truth.interval);
    if (truth.iteration_latency) put("il", estimate.iteration_latency, *truth.iteration_latency);
  }
}

}  // namespace

double relative_error(const Sample& sample) {
  return std::abs(sample.estimate - sample.truth) / std::max(std::abs(sample.truth), 1.0);
}

Metric summarize(const std::vector<Sample>& samples) {
  Metric metric;
  metric.n = samples.size();
  if (samples.empty()) return metric;
  const double n = static_cast<double>(samples.size());
  metric.exact = share(samples, 0);
  metric.within_1 = share(samples, 0.01);
  metric.within_5 = share(samples, 0.05);
  metric.within_10 = share(samples, 0.10);
  metric.within_25 = share(samples, 0.25);
  const auto beside = [](const Sample& s) { return std::abs(s.estimate - s.truth) <= 1 + 1e-9; };
  metric.within_one = static_cast<double>(std::count_if(samples.begin(), samples.end(), beside)) / n;
  std::vector<double> errors;
  for (const Sample& sample : samples) errors.push_back(relative_error(sample));
  std::sort(errors.begin(), errors.end());
  const auto rank = [&](double part) {
    return errors[static_cast<std::size_t>(std::max(std::ceil(part * n), 1.0)) - 1];
  };
  metric.median = rank(0.5);
  metric.p90 = rank(0.9);
  return metric;
}

std::vector<LoopPair> match_loops(const std::vector<estimate::LoopEstimate>& estimates,
                                  const std::vector<TruthLoop>& truths) {
  std::vector<LoopPair> pairs;
  std::set<std::size_t> taken, found;
  // The best likeness first; among equals both lists' order, so that the k-th copy meets the k-th.
  for (const int wanted : {3, 2}) {
    for (std::size_t t = 0; t < truths.size(); ++t) {
      for (std::size_t e = 0; e < estimates.size() && !found.contains(t); ++e) {
        if (taken.contains(e) || likeness(estimates[e], truths[t]) != wanted) continue;
        taken.insert(e);
        found.insert(t);
        pairs.push_back({e, t});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const LoopPair& a, const LoopPair& b) { return a.truth < b.truth; });
  return pairs;
}

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = {"latency", "rtl", "ii", "il", "dsp", "bram18", "lut", "ff"};
  return names;
}

Samples collect_samples(const std::vector<Judged>& points) {
  Samples samples;
  for (const std::string& name : metric_names()) samples[name];
  for (const Judged& judged : points) {
    if (!judged.qor) continue;
    const Truth& truth = judged.truth;
    const auto put = [&](const char* metric, double estimate, const std::optional<double>& reported) {
      if (reported) samples[metric].push_back({judged.id, judged.family, estimate, *reported});
    };
    if (truth.latency_max)
      put("latency", static_cast<double>(judged.qor->latency_max), static_cast<double>(*truth.latency_max));
    if (truth.rtl_latency)
      put("rtl", static_cast<double>(judged.run.value_or(judged.qor->latency_max)),
          static_cast<double>(*truth.rtl_latency));
    const estimate::Resources& resources = judged.qor->resources;
    put("dsp", resources.dsp, truth.dsp);
    put("bram18", resources.bram_18k, truth.bram_18k);
    put("lut", resources.lut, truth.lut);
    put("ff", resources.ff, truth.ff);
    collect_loops(judged, samples);
  }
  return samples;
}

std::string split_of(const std::string& family) {
  // FNV-1a; std::hash may differ from build to build.
  std::uint64_t hash = 14695981039346656037ULL;
  for (const unsigned char c : family) hash = (hash ^ c) * 1099511628211ULL;
  return (hash >> 32) % 2 == 0 ? "fit" : "test";
}

}  // namespace pom::dse::qor
