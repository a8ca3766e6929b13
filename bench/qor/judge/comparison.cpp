#include "bench/qor/judge/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "bench/qor/judge/format.hpp"

namespace pom::dse::qor {

namespace {

std::string number(const std::optional<double>& value) { return value ? format("%.0f", *value) : "-"; }
std::string number(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "-"; }

std::string side_by_side(const char* name, double estimate, const std::optional<double>& truth) {
  const std::string error = truth ? format("%+.1f%%", 100 * (estimate - *truth) / std::max(std::abs(*truth), 1.0)) : "";
  return format("  %-10s %14.0f %14s %10s\n", name, estimate, number(truth).c_str(), error.c_str());
}

std::string compare_loops(const estimate::Qor& qor, const Truth& truth) {
  std::string text;
  text += format("\n  %-44s %12s %12s %16s %20s\n", "loop", "trip", "ii", "il", "latency");
  const auto pairs = match_loops(qor.loops, truth.loops);
  const auto matched = [&](std::size_t n) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const LoopPair& p) { return p.estimate == n; });
  };
  for (std::size_t t = 0; t < truth.loops.size(); ++t) {
    const auto pair = std::find_if(pairs.begin(), pairs.end(), [&](const LoopPair& p) { return p.truth == t; });
    const estimate::LoopEstimate* e = pair == pairs.end() ? nullptr : &qor.loops[pair->estimate];
    const TruthLoop& r = truth.loops[t];
    const auto both = [&](std::int64_t estimate::LoopEstimate::*its, const std::optional<std::int64_t>& reported) {
      return (e ? std::to_string(e->*its) : "?") + "|" + number(reported);
    };
    text += format("  %-44s %12s %12s %16s %20s%s\n", (r.module + "/" + r.name).c_str(),
                   both(&estimate::LoopEstimate::trip, r.trip).c_str(),
                   both(&estimate::LoopEstimate::interval, r.interval).c_str(),
                   both(&estimate::LoopEstimate::iteration_latency, r.iteration_latency).c_str(),
                   both(&estimate::LoopEstimate::latency_max, r.latency).c_str(),
                   e ? "" : "  no such loop in the estimate");
    if (e && !e->reason.text.empty()) text += "      " + e->reason.text + "\n";
  }
  for (std::size_t n = 0; n < qor.loops.size(); ++n) {
    const estimate::LoopEstimate& loop = qor.loops[n];
    if (matched(n)) continue;
    text +=
        format("  %-44s %12lld %12lld %16lld %20lld  not in the report\n", (loop.function + "/" + loop.label).c_str(),
               static_cast<long long>(loop.trip), static_cast<long long>(loop.interval),
               static_cast<long long>(loop.iteration_latency), static_cast<long long>(loop.latency_max));
  }
  return text;
}

/// "top_f" and "f_Pipeline_x" may be the report's names for f and the pipelined loop x.
bool is_named(const TruthModule& module, const std::string& estimate) {
  return module.name == estimate || module.name.ends_with("_" + estimate);
}

std::string compare_modules(const estimate::Qor& qor, const std::vector<TruthModule>& truths) {
  std::string text;
  for (const TruthModule& truth : truths) {
    const auto e =
        std::find_if(qor.functions.begin(), qor.functions.end(),
                     [&](const estimate::FunctionEstimate& function) { return is_named(truth, function.name); });
    if (e == qor.functions.end()) continue;
    const auto both = [](double estimate, const std::optional<double>& reported) {
      return number(std::optional(estimate)) + "|" + number(reported);
    };
    const std::string latency = std::to_string(e->latency_max) + "|" + number(truth.latency);
    text += format("  %-44s %24s %12s %14s %16s %16s\n", truth.name.c_str(), latency.c_str(),
                   both(e->resources.dsp, truth.dsp).c_str(), both(e->resources.bram_18k, truth.bram_18k).c_str(),
                   both(e->resources.lut, truth.lut).c_str(), both(e->resources.ff, truth.ff).c_str());
  }
  if (text.empty()) return text;
  return format("\n  %-44s %24s %12s %14s %16s %16s\n", "module", "latency", "dsp", "bram18", "lut", "ff") + text;
}

}  // namespace

std::string render_comparison(const Judged& judged) {
  if (!judged.qor) return judged.id + ": not supported: " + judged.reason + "\n";
  const estimate::Qor& qor = *judged.qor;
  const Truth& truth = judged.truth;
  std::string text = format("%-12s %14s %14s %10s\n", judged.id.c_str(), "estimate", "truth", "error");
  const auto cycles = [](const auto& v) { return v ? std::optional(static_cast<double>(*v)) : std::nullopt; };
  text += side_by_side("latency", static_cast<double>(qor.latency_max), cycles(truth.latency_max));
  text += side_by_side("interval", static_cast<double>(qor.interval), cycles(truth.interval));
  text += side_by_side("dsp", qor.resources.dsp, truth.dsp);
  text += side_by_side("bram18", qor.resources.bram_18k, truth.bram_18k);
  text += side_by_side("uram", qor.resources.uram, truth.uram);
  text += side_by_side("lut", qor.resources.lut, truth.lut);
  text += side_by_side("ff", qor.resources.ff, truth.ff);
  text += compare_loops(qor, truth) + compare_modules(qor, truth.modules);
  if (!qor.shares.empty()) text += format("\n  %-16s %8s %8s %8s %8s\n", "share", "dsp", "bram18", "lut", "ff");
  for (const estimate::ResourceShare& share : qor.shares) {
    const estimate::Resources& r = share.resources;
    text += format("  %-16s %8.0f %8.0f %8.0f %8.0f\n", share.cause.c_str(), r.dsp, r.bram_18k, r.lut, r.ff);
  }
  for (const std::string& remark : qor.remarks) text += "  remark: " + remark + "\n";
  return text;
}

}  // namespace pom::dse::qor
