#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "dse/devices/tables/device.hpp"
#include "support/atomic_write.hpp"

using nlohmann::ordered_json;

void print(const Table& table, const BenchOptions& options) {
  std::printf("%s", to_text(table, options.format).c_str());
  std::fflush(stdout);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Measured attempt(const std::function<pom::Report()>& run) {
  Measured measured;
  try {
    measured.report = run();
    if (!measured.report.estimate.available) measured.failed = "no estimate: " + measured.report.estimate.reason;
  } catch (const pom::CompileError& error) {
    measured.failed = first_line(error.what());
    measured.code = error.diagnostics().front().code;
  } catch (const std::exception& error) {
    measured.failed = first_line(error.what());
  }
  return measured;
}

Measured explore(const Build& build, pom::DseOptions options, const BenchOptions& bench) {
  return attempt([&] {
    options.write = false;
    options.quiet = true;
    options.verify = bench.verify;
    options.confidence = bench.confidence;
    return build().auto_DSE(options);
  });
}

Measured estimate(const Build& build, pom::CompileOptions options) {
  return attempt([&] {
    options.write = options.verify = false;
    options.quiet = true;
    return build().codegen(options);
  });
}

std::string tiles_text(const pom::Exploration& found) {
  std::string text;
  std::set<std::string> seen;
  for (const pom::ExploredUnit& unit : found.units) {
    if (unit.parallelism <= 1) continue;
    std::string tile;
    for (const std::int64_t factor : unit.tiles) tile += (tile.empty() ? "[" : ",") + std::to_string(factor);
    tile += "]";
    if (seen.insert(tile).second) text += (text.empty() ? "" : " ") + tile;
  }
  constexpr std::size_t longest = 40;
  return text.size() > longest ? text.substr(0, text.rfind(' ', longest)) + " ..." : text;
}

std::int64_t parallelism(const pom::Exploration& found) {
  std::int64_t most = 1;
  for (const pom::ExploredUnit& unit : found.units) most = std::max(most, unit.parallelism);
  return most;
}

std::int64_t worst_interval(const pom::Estimate& estimate) {
  std::int64_t worst = 0;
  for (const pom::EstimatedLoop& loop : estimate.loops) worst = std::max(worst, loop.interval);
  return worst;
}

std::int64_t run_cycles(const pom::Estimate& estimate) {
  return estimate.run.available ? estimate.run.latency : estimate.latency;
}

bool fits(const pom::Estimate& estimate) {
  const auto device = pom::dse::devices::find_device(estimate.device);
  const pom::UpperBound& upper = estimate.upper;
  return device && upper.dsp <= static_cast<double>(device->dsp) && upper.lut <= static_cast<double>(device->lut) &&
         upper.ff <= static_cast<double>(device->ff) && upper.bram_18k <= static_cast<double>(device->bram_18k) &&
         upper.uram <= static_cast<double>(device->uram);
}

double ratio(double slow, double fast) { return fast > 0 ? slow / fast : 0; }

ordered_json to_json(const Measured& measured) {
  if (!measured.ok()) return {{"failed", measured.failed}};
  const pom::Report& report = measured.report;
  const pom::Estimate& design = report.estimate;
  ordered_json row = {{"latency", design.latency}, {"ii", worst_interval(design)},
                      {"dsp", design.dsp},         {"bram18", design.bram_18k},
                      {"lut", design.lut},         {"ff", design.ff},
                      {"uram", design.uram},       {"fits", fits(design)}};
  const pom::Exploration& found = report.exploration;
  if (!found.available) return row;
  row["baseline"] = found.baseline;
  row["automatic"] = found.automatic;
  row["bound"] = found.bound;
  row["gap"] = found.gap;
  row["exhaustive"] = found.exhaustive;
  row["nothing_fits"] = found.nothing_fits;
  row["port_banks"] = found.port_banks;
  row["speedup"] = found.speedup;
  row["tiles"] = tiles_text(found);
  row["parallelism"] = parallelism(found);
  row["dse_seconds"] = found.seconds;
  row["candidates"] = found.candidates;
  row["verified"] = report.verified;
  return row;
}

void keep(const nlohmann::ordered_json& measured, const BenchOptions& options) {
  if (options.json.empty()) return;
  const std::string text = measured.dump(2) + "\n";
  // A device or a pipe is no file that another one could replace.
  const bool is_file = !std::filesystem::exists(options.json) || std::filesystem::is_regular_file(options.json);
  const bool written = is_file ? !pom::write_file_atomically(options.json, text)
                               : static_cast<bool>(std::ofstream(options.json) << text << std::flush);
  if (!written) throw std::runtime_error("cannot write " + options.json);
}

int count_failed(const ordered_json& measured) {
  if (!measured.is_structured()) return 0;
  if (measured.contains("failed")) return 1;
  int failed = 0;
  for (const ordered_json& part : measured) failed += count_failed(part);
  return failed;
}
