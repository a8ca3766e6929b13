// auto_DSE over PolyBench: programs that nobody has tuned it for.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "../dsl-examples/polybench/polybench.hpp"
#include "polybench.hpp"

using nlohmann::ordered_json;

namespace {

std::vector<std::string> cells_of(const char* name, const Measured& ours) {
  if (!ours.ok()) return {name, "failed: " + ours.failed};
  const pom::Exploration& found = ours.report.exploration;
  const pom::Estimate& design = ours.report.estimate;
  const auto cycles = static_cast<double>(design.latency);
  return {name,
          cycles_text(static_cast<double>(found.baseline)),
          cycles_text(static_cast<double>(found.automatic)),
          cycles_text(cycles),
          number(found.speedup, 4),
          number(ratio(static_cast<double>(found.automatic), cycles), 4),
          cycles_text(std::round(found.bound)),
          percent(found.gap),
          number(std::ceil(design.dsp)),
          number(std::ceil(design.lut)),
          number(std::ceil(design.ff)),
          number(found.seconds, 3),
          fits(design) ? "yes" : "no",
          ours.report.verified ? "yes" : "no"};
}

}  // namespace

ordered_json bench_polybench_dse(const BenchOptions& options) {
  Table table{"PolyBench at LARGE: auto_DSE on xc7z020 at 10 ns (estimates; verified by execution at a reduced size)",
              "",
              {"kernel", "as written", "automatic", "design", "x written", "x automatic", "bound", "gap", "DSP", "LUT",
               "FF", "s", "fits", "verified"},
              {}};
  ordered_json json = ordered_json::array();
  int slower = 0, unverified = 0, failed = 0;
  double logs = 0;
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    if (!options.wants(kernel.name)) continue;
    const Measured ours =
        explore([&] { return kernel.build(polybench::Dataset::large, polybench::Plan::as_written); }, {}, options);
    table.rows.push_back(cells_of(kernel.name, ours));
    ordered_json row = to_json(ours);
    row["name"] = kernel.name;
    json.push_back(std::move(row));
    failed += !ours.ok();
    if (!ours.ok()) continue;
    slower += ours.report.estimate.latency > ours.report.exploration.baseline;
    unverified += !ours.report.verified;
    logs += std::log(std::max(ours.report.exploration.speedup, 1e-9));
  }
  print(table, options);
  const auto count = static_cast<double>(table.rows.size() - static_cast<std::size_t>(failed));
  std::printf(
      "%zu kernels: %d failed, %d not verified, %d slower than as written; geometric mean of the speed-ups %s\n\n",
      table.rows.size(), failed, unverified, slower, number(count > 0 ? std::exp(logs / count) : 0, 4).c_str());
  return json;
}
