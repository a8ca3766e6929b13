#include "bench/qor/description/csynth_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/qor/description/xml.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

std::optional<double> number_at(const XmlElement& element, std::string_view path) {
  const std::string text = element.text_at(path);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> count_at(const XmlElement& element, std::string_view path) {
  const auto value = number_at(element, path);
  return value && std::abs(*value) < 9e15 ? std::optional<std::int64_t>(std::llround(*value)) : std::nullopt;
}

/// Loops are elements named after themselves, nested as the loops are. A range of trip counts has children.
void read_loops(const XmlElement& summary, const std::string& module, std::vector<TruthLoop>& loops, int depth) {
  if (depth > 50) return;
  for (const XmlElement& element : summary.children) {
    if (!element.child("TripCount")) continue;
    TruthLoop loop;
    loop.module = module;
    const std::string name = element.text_at("Name");
    loop.name = name.empty() ? element.name : name;
    const auto upper = [&](const std::string& path) {
      const auto range = count_at(element, path + "/range/max");
      return range ? range : count_at(element, path);
    };
    loop.trip = upper("TripCount");
    loop.latency = upper("Latency");
    loop.iteration_latency = upper("IterationLatency");
    loop.interval = count_at(element, "PipelineII");
    loop.pipelined = loop.interval.has_value() || element.text_at("PipelineType") == "yes";
    if (!loop.iteration_latency) loop.iteration_latency = count_at(element, "PipelineDepth");
    loops.push_back(loop);
    read_loops(element, module, loops, depth + 1);
  }
}

std::string row(const std::string& name, const std::optional<double>& estimate, const std::optional<double>& truth) {
  char line[160];
  const auto shown = [](const std::optional<double>& v) {
    return v ? std::to_string(std::llround(*v)) : std::string("-");
  };
  std::string error;
  if (estimate && truth) {
    char text[32];
    std::snprintf(text, sizeof text, "%+.1f%%", 100 * (*estimate - *truth) / std::max(std::abs(*truth), 1.0));
    error = text;
  }
  std::snprintf(line, sizeof line, "%-40.80s %14s %14s %10s\n", name.c_str(), shown(estimate).c_str(),
                shown(truth).c_str(), error.c_str());
  return line;
}

std::optional<double> member(const json& object, const char* name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string name_of(const json& loop) {
  for (const char* key : {"label", "name"}) {
    const auto found = loop.is_object() ? loop.find(key) : loop.end();
    if (loop.is_object() && found != loop.end() && found->is_string() && !found->get<std::string>().empty())
      return found->get<std::string>();
  }
  return "";
}

std::string loop_rows(const json& loops, const std::vector<TruthLoop>& truths) {
  std::string text;
  for (const TruthLoop& truth : truths) {
    const auto same = [&](const json& loop) {
      const std::string name = name_of(loop);
      return !name.empty() && (name == truth.name || truth.name.ends_with("_" + name));
    };
    const auto found = std::find_if(loops.begin(), loops.end(), same);
    const json none, &loop = found == loops.end() ? none : *found;
    const auto as_double = [](const auto& v) { return v ? std::optional(static_cast<double>(*v)) : std::nullopt; };
    text += row(truth.name + " trip", member(loop, "trip"), as_double(truth.trip));
    if (truth.interval) text += row(truth.name + " ii", member(loop, "ii"), as_double(truth.interval));
    text += row(truth.name + " il", member(loop, "il"), as_double(truth.iteration_latency));
  }
  return text;
}

}  // namespace

std::variant<CsynthReport, std::string> read_csynth(std::string_view text) {
  const auto parsed = parse_xml(text);
  if (const auto* wrong = std::get_if<std::string>(&parsed)) return "no XML: " + *wrong;
  const XmlElement& root = std::get<XmlElement>(parsed);
  if (root.name != "profile" || !root.child("PerformanceEstimates"))
    return std::string("no report of synthesis: there is no profile/PerformanceEstimates");
  CsynthReport report;
  report.tool_version = root.text_at("ReportVersion/Version");
  report.part = root.text_at("UserAssignments/Part");
  report.top = root.text_at("UserAssignments/TopModelName");
  report.clock_ns = number_at(root, "UserAssignments/TargetClockPeriod").value_or(0);
  Truth& truth = report.truth;
  const std::string overall = "PerformanceEstimates/SummaryOfOverallLatency/";
  truth.latency_min = count_at(root, overall + "Best-caseLatency");
  truth.latency_max = count_at(root, overall + "Worst-caseLatency");
  truth.interval = count_at(root, overall + "Interval-max");
  const std::string resources = "AreaEstimates/Resources/";
  truth.bram_18k = number_at(root, resources + "BRAM_18K");
  truth.dsp = number_at(root, resources + "DSP");
  if (!truth.dsp) truth.dsp = number_at(root, resources + "DSP48E");  // versions before 2020
  truth.ff = number_at(root, resources + "FF");
  truth.lut = number_at(root, resources + "LUT");
  truth.uram = number_at(root, resources + "URAM");
  if (const XmlElement* loops = root.find("PerformanceEstimates/SummaryOfLoopLatency"))
    read_loops(*loops, report.top, truth.loops, 0);
  if (const XmlElement* modules = root.find("ModuleInformation")) {
    for (const XmlElement& module : modules->children) {
      const XmlElement* loops = module.find("PerformanceEstimates/SummaryOfLoopLatency");
      const std::string name = module.text_at("Name");
      if (loops && name != report.top) read_loops(*loops, name, truth.loops, 0);
    }
  }
  return report;
}

Comparison compare_with_report(const json& design, const CsynthReport& report) {
  if (!design.is_object() || !design.contains("estimate") || !design["estimate"].is_object())
    return {"", "the design's report holds no estimate"};
  const json& estimate = design["estimate"];
  const Truth& truth = report.truth;
  Comparison comparison;
  std::string& table = comparison.table;
  char title[160];
  std::snprintf(title, sizeof title, "%-40.40s %14s %14s %10s\n", report.top.c_str(), "estimate", "report", "error");
  table = title;
  const auto cycles = [](const auto& v) { return v ? std::optional(static_cast<double>(*v)) : std::nullopt; };
  table += row("latency", member(estimate, "latency"), cycles(truth.latency_max));
  table += row("interval", member(estimate, "ii"), cycles(truth.interval));
  table += row("dsp", member(estimate, "dsp"), truth.dsp);
  table += row("bram18", member(estimate, "bram18"), truth.bram_18k);
  table += row("lut", member(estimate, "lut"), truth.lut);
  table += row("ff", member(estimate, "ff"), truth.ff);
  const json none = json::array();
  const json& loops = estimate.contains("loops") ? estimate["loops"]
                      : design.contains("loops") ? design["loops"]
                                                 : none;
  if (loops.is_array()) table += loop_rows(loops, truth.loops);
  return comparison;
}

}  // namespace pom::dse::qor
