// Dataflow designs beside MING's (Bi, Schuetze, Castrillon: Table II, Vitis 2025.1, csynth reports) and Stream-HLS's
// (Basalama, Cong: Vitis 2023.2, RTL cycles of co-simulation), and those of CODO's artefact (Vitis 2023.2, csynth
// reports).
#include "dataflow_bench.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "../dsl-examples/dataflow/stream_hls.hpp"
#include "dataflow_kernels.hpp"
#include "network_bench.hpp"

using nlohmann::ordered_json;

namespace {

using namespace peers;

Measured measure(const MingRow& row, Schedules wanted, const BenchOptions& bench, double& seconds) {
  const std::clock_t start = std::clock();
  Measured measured = attempt([&] {
    pom::function program(std::string(row.name).substr(0, std::string(row.name).find(' ')));
    program.scope([&] { row.declare(wanted); });
    program.dataflow(pom::Channels::automatic);
    pom::DseOptions options;
    static_cast<pom::CompileOptions&>(options) = ming::options();
    options.write = false;
    options.quiet = true;
    options.verify = bench.verify;
    options.confidence = bench.confidence;
    options.lut = 0.8;
    if (row.most_dsp > 0) options.dsp_blocks = row.most_dsp;
    return wanted == Schedules::none ? program.auto_DSE(options) : program.codegen(options);
  });
  seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return measured;
}

/// FIFOs count as they are built.
double block_ram(const pom::Estimate& estimate) { return estimate.bram_18k; }

/// The device, and what the search was told to keep.
bool keeps_limits(const Measured& ours) { return fits(ours.report.estimate) && !ours.report.exploration.nothing_fits; }

ordered_json json_of(const MingRow& row, const Measured& ours) {
  ordered_json json = {{"name", row.name}, {"device", "xck26"}, {"clock_ns", 5}};
  if (!ours.ok()) {
    json["failed"] = ours.failed;
    return json;
  }
  const pom::Estimate& design = ours.report.estimate;
  json["cycles"] = run_cycles(design);
  json["dsp"] = std::ceil(design.dsp);
  json["bram18"] = std::ceil(block_ram(design));
  json["lut"] = std::ceil(design.lut);
  json["ff"] = std::ceil(design.ff);
  json["fits"] = keeps_limits(ours);
  json["verified"] = ours.report.verified;
  return json;
}

std::vector<std::string> cells_of(const MingRow& row, const Measured& ours, double seconds) {
  if (!ours.ok()) return {row.name, "failed: " + ours.failed};
  const pom::Estimate& design = ours.report.estimate;
  const auto cycles = static_cast<double>(run_cycles(design));
  return {row.name,
          cycles_text(cycles),
          cycles_text(row.goal),
          number(std::ceil(design.dsp)),
          number(std::ceil(block_ram(design))),
          number(std::ceil(design.lut)),
          number(std::ceil(design.ff)),
          keeps_limits(ours) ? "yes" : "no",
          ours.report.verified ? "yes" : "no",
          cycles_text(row.ming.cycles),
          number(row.ming.dsp),
          number_or_nothing(row.ming.bram_18k),
          number(row.ming.cycles / cycles, 4),
          number(seconds, 3)};
}

ordered_json bench_table(const std::string& title, const std::vector<MingRow>& kernels, Schedules wanted,
                         const BenchOptions& options) {
  Table table{title,
              "",
              {"kernel", "cycles", "goal", "DSP", "BRAM18", "LUT", "FF", "fits", "verified", "MING cycles", "MING DSP",
               "MING BRAM18", "x MING", "s"},
              {}};
  ordered_json rows = ordered_json::array();
  for (const MingRow& row : kernels) {
    if (!options.wants(row.name)) continue;
    double seconds = 0;
    const Measured ours = measure(row, wanted, options, seconds);
    table.rows.push_back(cells_of(row, ours, seconds));
    rows.push_back(json_of(row, ours));
    rows.back()["schedule"] = wanted == Schedules::none ? "auto_DSE" : "by hand";
  }
  print(table, options);
  std::printf("\n");
  return rows;
}

Measured measure(const Peer& peer, const PeerRow& row, const BenchOptions& bench, double& seconds) {
  const std::clock_t start = std::clock();
  const auto build = [&] {
    pom::function program("kernel");
    program.scope(row.declare);
    program.dataflow(pom::Channels::automatic);
    program.allow_reassociation();
    return program;
  };
  pom::DseOptions options;
  static_cast<pom::CompileOptions&>(options) = stream_hls::options();
  options.clock_ns = peer.clock_ns;
  options.dsp_blocks = peer.limit_of(row);
  Measured measured = explore(build, options, bench);
  seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return measured;
}

std::vector<std::string> cells_of(const PeerRow& row, const Measured& ours, double seconds) {
  if (!ours.ok()) return {row.name, "failed: " + ours.failed};
  const pom::Estimate& design = ours.report.estimate;
  const auto cycles = static_cast<double>(run_cycles(design));
  return {row.name,
          cycles_text(cycles),
          number(std::ceil(design.dsp)),
          number(std::ceil(block_ram(design))),
          number(std::ceil(design.lut)),
          number(std::ceil(design.ff)),
          keeps_limits(ours) ? "yes" : "no",
          ours.report.verified ? "yes" : "no",
          cycles_text(row.theirs.cycles),
          number_or_nothing(row.theirs.dsp),
          number(row.theirs.bram_18k),
          number(row.theirs.cycles / cycles, 4),
          number(seconds, 3)};
}

ordered_json json_of(const Peer& peer, const PeerRow& row, const Measured& ours) {
  ordered_json json = json_of(MingRow{row.name, {}, row.theirs}, ours);
  json["device"] = "xcu280";
  json["clock_ns"] = peer.clock_ns;
  json["schedule"] = "auto_DSE";
  return json;
}

void bench_peer(const Peer& peer, const BenchOptions& options, ordered_json& rows) {
  Table table{peer.title,
              "",
              {"kernel", "cycles", "DSP", "BRAM18", "LUT", "FF", "fits", "verified", "its cycles", "its DSP",
               "its BRAM18", "x", "s"},
              {}};
  for (const PeerRow& row : peer.rows) {
    if (!options.wants(row.name)) continue;
    double seconds = 0;
    const Measured ours = measure(peer, row, options, seconds);
    table.rows.push_back(cells_of(row, ours, seconds));
    rows.push_back(json_of(peer, row, ours));
  }
  print(table, options);
  std::printf("\n");
}

}  // namespace

ordered_json bench_dataflow(const BenchOptions& options) {
  const std::string ruler =
      "streaming designs on xck26 at 5 ns (estimates, cycles of the simulated run; verified by execution; s: of the "
      "processor, without the host's compiler)";
  ordered_json rows = bench_table("MING's kernels: " + ruler, rows_of_ming(), Schedules::by_hand, options);
  std::vector<MingRow> searched = rows_of_ming();
  for (MingRow& row : rows_with_caps()) searched.push_back(std::move(row));
  for (ordered_json& row :
       bench_table("The same by auto_DSE, within 80 % of the LUTs", searched, Schedules::none, options))
    rows.push_back(std::move(row));
  for (const Peer& peer : {stream_hls_peer(), codo_peer()}) bench_peer(peer, options, rows);
  for (ordered_json& row : bench_networks(options)) rows.push_back(std::move(row));
  return rows;
}
