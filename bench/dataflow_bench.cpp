// Dataflow designs beside MING's (Bi, Schuetze, Castrillon: Table II, Vitis 2025.1, csynth reports).
#include "dataflow_bench.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "../dsl-examples/dataflow/ming.hpp"

using nlohmann::ordered_json;

namespace {

/// What somebody else's paper prints of a kernel.
struct Published {
  double cycles = 0, dsp = 0, bram_18k = 0;
};

struct Row {
  const char* name;
  std::function<void()> declare;
  Published ming;
  double goal = 0;  ///< cycles
};

std::vector<Row> rows_of_ming() {
  return {{"conv_relu 32", [] { ming::conv_relu(32, {2}); }, {1052, 246, 16}, 560},
          {"conv_relu 224", [] { ming::conv_relu(224, {2}); }, {50170, 246, 16}, 25400},
          {"cascade 32",
           [] {
             ming::cascade(32, {1}, {1, 2});
           },
           {32500, 183, 32},
           1150},
          {"cascade 224",
           [] {
             ming::cascade(224, {1}, {1, 2});
           },
           {1772000, 183, 32},
           50700},
          {"residual 32", [] { ming::residual(32, {1}, {1}); }, {27000, 259, 48}, 1200},
          {"residual 224", [] { ming::residual(224, {1}, {1}); }, {1650000, 259, 48}, 51000},
          {"linear 512", [] { ming::linear(8); }, {136000, 256, 64}, 10000},
          {"feed_forward 512", [] { ming::feed_forward(8, 4); }, {136100, 192, 96}, 20000}};
}

Measured measure(const Row& row, const BenchOptions& bench, double& seconds) {
  const auto start = std::chrono::steady_clock::now();
  Measured measured;
  try {
    pom::function program(std::string(row.name).substr(0, std::string(row.name).find(' ')));
    program.scope(row.declare);
    program.dataflow(pom::Channels::automatic);
    pom::CompileOptions options = ming::options();
    options.write = false;
    options.quiet = true;
    options.verify = bench.verify;
    options.confidence = bench.confidence;
    measured.report = program.codegen(options);
    if (!measured.report.estimate.available) measured.failed = "no estimate: " + measured.report.estimate.reason;
  } catch (const std::exception& error) {
    measured.failed = first_line(error.what());
  }
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return measured;
}

/// Of the run with its stalls, which is what the hardware takes; the estimate's own where that is not known.
std::int64_t cycles_of(const pom::Estimate& estimate) {
  return estimate.run.available ? estimate.run.latency : estimate.latency;
}

/// FIFOs count as they are built.
double block_ram(const pom::Estimate& estimate) { return estimate.bram_18k; }

ordered_json json_of(const Row& row, const Measured& ours) {
  ordered_json json = {{"name", row.name}, {"device", "xck26"}, {"clock_ns", 5}};
  if (!ours.ok()) {
    json["failed"] = ours.failed;
    return json;
  }
  const pom::Estimate& design = ours.report.estimate;
  json["cycles"] = cycles_of(design);
  json["dsp"] = std::ceil(design.dsp);
  json["bram18"] = std::ceil(block_ram(design));
  json["lut"] = std::ceil(design.lut);
  json["ff"] = std::ceil(design.ff);
  json["fits"] = fits(design);
  json["verified"] = ours.report.verified;
  return json;
}

std::vector<std::string> cells_of(const Row& row, const Measured& ours, double seconds) {
  if (!ours.ok()) return {row.name, "failed: " + ours.failed};
  const pom::Estimate& design = ours.report.estimate;
  const auto cycles = static_cast<double>(cycles_of(design));
  return {row.name,
          cycles_text(cycles),
          cycles_text(row.goal),
          number(std::ceil(design.dsp)),
          number(std::ceil(block_ram(design))),
          number(std::ceil(design.lut)),
          number(std::ceil(design.ff)),
          fits(design) ? "yes" : "no",
          ours.report.verified ? "yes" : "no",
          cycles_text(row.ming.cycles),
          number(row.ming.dsp),
          number(row.ming.bram_18k),
          number(row.ming.cycles / cycles, 4),
          number(seconds, 3)};
}

}  // namespace

ordered_json bench_dataflow(const BenchOptions& options) {
  Table table{
      "MING's kernels: streaming designs on xck26 at 5 ns (estimates, cycles of the simulated run; verified by "
      "execution)",
      "",
      {"kernel", "cycles", "goal", "DSP", "BRAM18", "LUT", "FF", "fits", "verified", "MING cycles", "MING DSP",
       "MING BRAM18", "x MING", "s"},
      {}};
  ordered_json rows = ordered_json::array();
  for (const Row& row : rows_of_ming()) {
    if (!options.wants(row.name)) continue;
    double seconds = 0;
    const Measured ours = measure(row, options, seconds);
    table.rows.push_back(cells_of(row, ours, seconds));
    rows.push_back(json_of(row, ours));
  }
  print(table, options);
  std::printf("\n");
  return rows;
}
