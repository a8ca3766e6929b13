// Small VGG-16, ResNet-18 and MobileNet of 8 bits, whole networks as one dataflow each.
#include "network_bench.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "../dsl-examples/dataflow/networks.hpp"

using nlohmann::ordered_json;

namespace {

struct Row {
  const char* name;
  void (*declare)(int size, int width, int classes);
};

constexpr int image_size = 32, width = 4, classes = 10;

Measured measure(const Row& row, const BenchOptions& bench, double& seconds) {
  const std::clock_t start = std::clock();
  const auto build = [&] {
    pom::function program("network");
    program.scope([&] { row.declare(image_size, width, classes); });
    program.dataflow(pom::Channels::automatic);
    return program;
  };
  Measured measured = explore(build, networks::options(), bench);
  seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return measured;
}

ordered_json json_of(const Row& row, const Measured& ours) {
  ordered_json json = {{"name", row.name}, {"device", "xck26"}, {"clock_ns", 5}, {"schedule", "auto_DSE"}};
  if (!ours.ok()) {
    json["failed"] = ours.failed;
    return json;
  }
  const pom::Estimate& design = ours.report.estimate;
  json["cycles"] = run_cycles(design);
  json["simulated"] = design.run.available;
  json["dsp"] = std::ceil(design.dsp);
  json["bram18"] = std::ceil(design.bram_18k);
  json["lut"] = std::ceil(design.lut);
  json["ff"] = std::ceil(design.ff);
  json["fits"] = fits(design) && !ours.report.exploration.nothing_fits;
  json["verified"] = ours.report.verified;
  return json;
}

std::vector<std::string> cells_of(const ordered_json& row, double seconds) {
  if (row.contains("failed")) return {row["name"], "failed: " + row["failed"].get<std::string>()};
  const auto yes = [&](const char* key) { return row[key].get<bool>() ? "yes" : "no"; };
  const auto count = [&](const char* key) { return number(row[key].get<double>()); };
  return {row["name"],      cycles_text(row["cycles"].get<double>()),
          yes("simulated"), count("dsp"),
          count("bram18"),  count("lut"),
          count("ff"),      yes("fits"),
          yes("verified"),  number(seconds, 3)};
}

}  // namespace

ordered_json bench_networks(const BenchOptions& options) {
  Table table{"Convolutional networks of 8 bits by auto_DSE on xck26 at 5 ns: 32 x 32 pixels, 4 filters at first",
              "",
              {"network", "cycles", "simulated", "DSP", "BRAM18", "LUT", "FF", "fits", "verified", "s"},
              {}};
  ordered_json rows = ordered_json::array();
  for (const Row& row :
       {Row{"VGG-16", networks::vgg16}, Row{"ResNet-18", networks::resnet18}, Row{"MobileNet", networks::mobilenet}}) {
    if (!options.wants(row.name)) continue;
    double seconds = 0;
    const Measured ours = measure(row, options, seconds);
    rows.push_back(json_of(row, ours));
    table.rows.push_back(cells_of(rows.back(), seconds));
  }
  print(table, options);
  std::printf("\n");
  return rows;
}
