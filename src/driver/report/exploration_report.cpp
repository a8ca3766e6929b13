#include "driver/report/exploration_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "driver/report/estimate_report.hpp"
#include "driver/report/speedup_report.hpp"
#include "dsl/print/print_program.hpp"
#include "support/classic_stream.hpp"
#include "support/number_text.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

/// "1037 cycles", with the tool's number behind it where its report does not say what a run takes.
std::string latency_of_run(const Estimate& design) {
  const std::string run = std::to_string(cycles_of_run(design)), reported = std::to_string(design.latency);
  return run == reported ? run + " cycles" : waiting_text(run, reported);
}

std::string schedule_text(const dsl::Function& designed, const Report& report) {
  std::string text = "// The schedule that auto_DSE found for \"" + designed.name +
                     "\": to be pasted behind the program's declarations,\n"
                     "// with codegen() in the place of auto_DSE(). Estimated: " +
                     latency_of_run(report.estimate) + " on " + report.estimate.device + ".\n";
  return text + dsl::schedule_source(designed);
}

ordered_json describe_point(const DesignPoint& point) {
  return {
      {"latency", point.latency}, {"dsp", point.dsp}, {"lut", point.lut}, {"ff", point.ff}, {"bram18", point.bram_18k}};
}

/// Millions without an exponent, as the cycles of the design beside them.
std::string cycles_text(double cycles) {
  constexpr double million = 1e6;
  return cycles < million ? number_text(cycles, 6) : number_text(std::round(cycles), 15);
}

std::string pareto_csv(const std::vector<DesignPoint>& points) {
  ClassicStream out;
  out.precision(15);
  out << "latency,dsp,lut,ff,bram18\n";
  for (const DesignPoint& p : points)
    out << p.latency << "," << p.dsp << "," << p.lut << "," << p.ff << "," << p.bram_18k << "\n";
  return out.str();
}

std::string pareto_json(const Report& report) {
  ordered_json file;
  file["name"] = report.name;
  file["note"] = "estimates; no design that was estimated beats one of these in latency, DSP and LUT at once";
  file["device"] = report.estimate.device;
  file["clock_ns"] = report.estimate.clock_ns;
  file["points"] = ordered_json::array();
  for (const DesignPoint& point : report.exploration.pareto) file["points"].push_back(describe_point(point));
  return file.dump(2) + "\n";
}

std::string trail_text(const Report& report) {
  std::string text = "How auto_DSE came to the design of \"" + report.name + "\"; all cycles are estimates.\n\n";
  for (const std::string& step : report.exploration.trail) text += step + "\n";
  return text;
}

}  // namespace

void measure_run(Report& report, bool streams) {
  Exploration& found = report.exploration;
  if (!found.available || !report.estimate.available || !(report.estimate.run.available || streams)) return;
  const std::int64_t cycles = cycles_of_run(report.estimate);
  found.speedup = cycles_ratio(found.baseline, cycles);
  found.bound = std::min(found.bound, static_cast<double>(cycles));
  found.gap = cycles > 0 ? (static_cast<double>(cycles) - found.bound) / static_cast<double>(cycles) : 0;
}

ProjectFiles exploration_files(const dsl::Function& designed, const Report& report) {
  if (!report.exploration.available) return {};
  return {{"schedule.cpp", schedule_text(designed, report)},
          {"pareto.csv", pareto_csv(report.exploration.pareto)},
          {"pareto.json", pareto_json(report)},
          {"trail.txt", trail_text(report)}};
}

void describe_exploration(const Report& result, ordered_json& report) {
  const Exploration& found = result.exploration;
  if (!found.available) return;
  const Estimate& design = result.estimate;
  // The gap and the speed-up speak of a run.
  report["design"] = {
      {"latency", cycles_of_run(design)}, {"reported_latency", design.latency},   {"ii", worst_interval(design)},
      {"dsp", std::ceil(design.dsp)},     {"bram18", std::ceil(design.bram_18k)}, {"lut", std::ceil(design.lut)},
      {"ff", std::ceil(design.ff)},       {"uram", std::ceil(design.uram)},       {"note", "an estimate"}};
  if (design.available) {
    report["bound"] = found.bound;
    report["gap"] = found.gap;
  }
  report["least_transfer_cycles"] = found.transfers;
  report["exhaustive"] = found.exhaustive;
  report["nothing_fits"] = found.nothing_fits;
  report["port_banks"] = found.port_banks;
  report["dse_seconds"] = found.seconds;
  report["candidates"] = found.candidates;
  report["units"] = ordered_json::array();
  for (const ExploredUnit& unit : found.units) {
    report["units"].push_back(
        {{"computes", unit.computes}, {"loops", unit.loops}, {"tiles", unit.tiles}, {"parallelism", unit.parallelism}});
  }
  report["pareto"] = ordered_json::array();
  for (const DesignPoint& point : found.pareto) report["pareto"].push_back(describe_point(point));
  report["trail"] = found.trail;
  report["seed"] = found.seed;
  report["ended_early"] = found.ended_early;
}

std::vector<SummaryPart> exploration_parts(const Report& report) {
  const Exploration& found = report.exploration;
  if (!found.available) return {};
  std::vector<SummaryPart> parts;
  if (found.nothing_fits) {
    parts.push_back({Worth::needed, {"  bound    none: no design that was found fits, the program is left as it is"}});
  } else if (report.estimate.available) {
    parts.push_back({Worth::needed,
                     {"  bound    " + cycles_text(found.bound) + " cycles, gap " + number_text(100 * found.gap, 3) +
                      " %" + (found.exhaustive ? ", the search was exhaustive within its space" : "")}});
  }
  if (found.transfers > 0)
    parts.push_back({Worth::bus,
                     {"  bus      " + cycles_text(found.transfers) +
                      " cycles at least, with each element that is needed moved once, a word a cycle and bundle"}});
  parts.push_back({Worth::outside,
                   {"  outside  " + std::to_string(found.port_banks) +
                    " memories in the design around this one: each bank of an array argument is one"}});
  const std::string search =
      "  search   " + std::to_string(found.candidates) + " candidates in " + number_text(found.seconds, 3) + " s";
  if (found.ended_early.empty()) {
    parts.push_back({Worth::search, {search}});
  } else {
    parts.push_back({Worth::needed, {search + ", " + found.ended_early + ": the best design until then"}});
  }
  return parts;
}

}  // namespace pom::driver
