// Dataflow designs beside MING's (Bi, Schuetze, Castrillon: Table II, Vitis 2025.1, csynth reports) and Stream-HLS's
// (Basalama, Cong: Vitis 2023.2, RTL cycles of co-simulation), and those of CODO's artefact (Vitis 2023.2, csynth
// reports).
#include "dataflow_bench.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <vector>

#include "../dsl-examples/dataflow/ming.hpp"
#include "../dsl-examples/dataflow/stream_hls.hpp"
#include "../dsl-examples/dataflow/stream_hls_convolutions.hpp"
#include "network_bench.hpp"

using nlohmann::ordered_json;

namespace {

/// What somebody else's paper prints of a kernel.
struct Published {
  double cycles = 0, dsp = 0, bram_18k = 0;
};

using ming::Schedules;

struct Row {
  const char* name;
  std::function<void(Schedules)> declare;
  Published ming;
  double goal = 0;             ///< cycles
  std::int64_t most_dsp = {};  ///< 0: the device's
};

/// The schedules of a pixel's or a row's filters in parts, with loops that all of a layer's statements share.
constexpr layers::Rate in_parts = {1, 2};

std::vector<Row> rows_of_ming() {
  const auto conv_relu = [](int size) {
    return [=](Schedules wanted) {
      ming::conv_relu(size, wanted == Schedules::none ? in_parts : layers::Rate{2}, wanted);
    };
  };
  const auto cascade = [](int size) {
    return [=](Schedules wanted) {
      const bool found = wanted == Schedules::none;
      ming::cascade(size, found ? in_parts : layers::Rate{1}, found ? in_parts : layers::Rate{1}, wanted);
    };
  };
  const auto residual = [](int size) {
    return [=](Schedules wanted) {
      const layers::Rate rate = wanted == Schedules::none ? in_parts : layers::Rate{1};
      ming::residual(size, rate, rate, wanted);
    };
  };
  return {{"conv_relu 32", conv_relu(32), {1052, 246, 16}, 560},
          {"conv_relu 224", conv_relu(224), {50170, 246, 16}, 25400},
          {"cascade 32", cascade(32), {32500, 183, 32}, 1150},
          {"cascade 224", cascade(224), {1772000, 183, 32}, 50700},
          {"residual 32", residual(32), {27000, 259, 48}, 1200},
          {"residual 224", residual(224), {1650000, 259, 48}, 51000},
          {"linear 512", [](Schedules wanted) { ming::linear(8, wanted); }, {136000, 256, 64}, 10000},
          {"feed_forward 512", [](Schedules wanted) { ming::feed_forward(8, 4, wanted); }, {136100, 192, 96}, 20000}};
}

/// Its Table IV: fewer DSP blocks, where at least five times its speed is the goal.
std::vector<Row> rows_with_caps() {
  Row row = rows_of_ming().front();
  std::vector<Row> rows;
  for (const auto& [most, cycles, dsp] : {std::tuple(250, 27700.0, 76.0), std::tuple(50, 149700.0, 21.0)}) {
    row.name = most == 250 ? "conv_relu 32, 250 DSP" : "conv_relu 32, 50 DSP";
    row.ming = {cycles, dsp, 0};
    row.goal = cycles / 5;
    row.most_dsp = most;
    rows.push_back(row);
  }
  return rows;
}

Measured measure(const Row& row, Schedules wanted, const BenchOptions& bench, double& seconds) {
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

/// Of the run with its stalls, which is what the hardware takes; the estimate's own where that is not known.
std::int64_t cycles_of(const pom::Estimate& estimate) {
  return estimate.run.available ? estimate.run.latency : estimate.latency;
}

/// FIFOs count as they are built.
double block_ram(const pom::Estimate& estimate) { return estimate.bram_18k; }

/// The device, and what the search was told to keep.
bool keeps_limits(const Measured& ours) { return fits(ours.report.estimate) && !ours.report.exploration.nothing_fits; }

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
  json["fits"] = keeps_limits(ours);
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
          keeps_limits(ours) ? "yes" : "no",
          ours.report.verified ? "yes" : "no",
          cycles_text(row.ming.cycles),
          number(row.ming.dsp),
          number_or_nothing(row.ming.bram_18k),
          number(row.ming.cycles / cycles, 4),
          number(seconds, 3)};
}

ordered_json bench_table(const std::string& title, const std::vector<Row>& kernels, Schedules wanted,
                         const BenchOptions& options) {
  Table table{title,
              "",
              {"kernel", "cycles", "goal", "DSP", "BRAM18", "LUT", "FF", "fits", "verified", "MING cycles", "MING DSP",
               "MING BRAM18", "x MING", "s"},
              {}};
  ordered_json rows = ordered_json::array();
  for (const Row& row : kernels) {
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

/// A kernel of somebody else's evaluation, for auto_DSE.
struct PeerRow {
  const char* name;
  std::function<void()> declare;
  Published theirs;
};

/// An evaluation in floats, on xcu280.
struct Peer {
  const char* title;
  double clock_ns;
  std::optional<std::int64_t> most_dsp;  ///< of all kernels; nothing: what the other design of each takes
  std::vector<PeerRow> rows;
};

std::function<void()> chain(const std::vector<int>& sizes) {
  return [=] { stream_hls::chain(sizes); };
}

Peer stream_hls_peer() {
  using stream_hls::Activation;
  Peer peer{
      "Stream-HLS's kernels by auto_DSE on xcu280 at 3.33 ns, at most 2 560 DSP, sums in any order (its cycles: RTL)",
      3.33,
      stream_hls::most_dsp,
      {}};
  peer.rows = {{"gemm", chain({200, 240, 220}), {24051, 2552, 176}},
               {"2mm", chain({180, 210, 190, 220}), {36352, 1942, 288}},
               {"3mm", stream_hls::three_products, {49092, 2507, 357}},
               {"atax", stream_hls::atax, {2180, 1502, 150}},
               {"bicg", stream_hls::bicg, {1112, 1501, 0}},
               {"mvt", stream_hls::mvt, {667, 2306, 256}},
               {"gesummv", [] { stream_hls::gesummv(250); }, {673, 922, 0}},
               {"7mm balanced", chain(std::vector<int>(9, 64)), {5684, 0, 224}},
               {"7mm imbalanced", chain({64, 32, 64, 64, 128, 128, 64, 32, 16}), {10036, 0, 216}},
               {"feed forward", chain({512, 128, 256, 128}), {65997, 0, 1360}},
               {"autoencoder",
                [] {
                  stream_hls::autoencoder(32, {784, 256, 128, 64, 128, 256, 784}, Activation::sigmoid);
                },
                {39178, 3124, 2396}},
               {"residual MLP", [] { stream_hls::residual_mlp(8); }, {39782, 2354, 1368}},
               {"self-attention",
                [] {
                  stream_hls::self_attention({64, 128, 8});
                },
                {35143, 3249, 976}},
               {"residual block", [] { stream_hls::residual_block(56, 16); }, {2092531, 300, 934}},
               {"DWSConv", [] { stream_hls::depthwise_separable(112, 8); }, {134541, 572, 532}}};
  return peer;
}

/// Of each kernel the fastest design of its artefact: Stream-HLS's but for 3Conv (Allo's) and the residual block
/// (HIDA's). Of CODO's own designs there are no reports.
Peer codo_peer() {
  using stream_hls::Activation;
  Peer peer{
      "CODO's kernels by auto_DSE on xcu280 at 5 ns, with no more DSP than the fastest design of its artefact, sums in "
      "any order (the other cycles: csynth)",
      5,
      std::nullopt,
      {}};
  peer.rows = {{"CODO gemm", chain({200, 240, 220}), {70496, 834, 180}},
               {"CODO 3mm", stream_hls::three_products, {136836, 653, 388}},
               {"CODO atax", stream_hls::atax, {2249, 752, 75}},
               {"CODO mvt", stream_hls::mvt, {2170, 801, 88}},
               {"CODO gesummv", [] { stream_hls::gesummv(250); }, {1309, 542, 0}},
               {"CODO attention",
                [] {
                  stream_hls::self_attention({16, 512, 8});
                },
                {401681, 739, 2615}},
               {"CODO feed forward", chain({512, 128, 256, 128}), {524365, 320, 680}},
               {"CODO autoencoder",
                [] {
                  stream_hls::autoencoder(128, {512, 256, 128, 64, 128, 256, 512}, Activation::none);
                },
                {524648, 872, 752}},
               {"CODO residual MLP", [] { stream_hls::residual_mlp(8); }, {65737, 864, 1752}},
               {"CODO 3Conv",
                [] {
                  stream_hls::convolutions(32, {3, 32, 32, 32});
                },
                {625655, 1440, 1216}},
               {"CODO DwsConv", [] { stream_hls::depthwise_separable(112, 64); }, {4394136, 238, 6496}},
               {"CODO residual block", [] { stream_hls::residual_block(112, 32); }, {7258613, 713, 22}}};
  return peer;
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
  options.dsp_blocks = peer.most_dsp.value_or(static_cast<std::int64_t>(row.theirs.dsp));
  Measured measured = explore(build, options, bench);
  seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return measured;
}

std::vector<std::string> cells_of(const PeerRow& row, const Measured& ours, double seconds) {
  if (!ours.ok()) return {row.name, "failed: " + ours.failed};
  const pom::Estimate& design = ours.report.estimate;
  const auto cycles = static_cast<double>(cycles_of(design));
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
  ordered_json json = json_of(Row{row.name, {}, row.theirs}, ours);
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
  std::vector<Row> searched = rows_of_ming();
  for (Row& row : rows_with_caps()) searched.push_back(std::move(row));
  for (ordered_json& row :
       bench_table("The same by auto_DSE, within 80 % of the LUTs", searched, Schedules::none, options))
    rows.push_back(std::move(row));
  for (const Peer& peer : {stream_hls_peer(), codo_peer()}) bench_peer(peer, options, rows);
  for (ordered_json& row : bench_networks(options)) rows.push_back(std::move(row));
  return rows;
}
