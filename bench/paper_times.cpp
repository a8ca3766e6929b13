// How the time of auto_DSE grows: over the size of the POM paper's programs, and over the length of a program.
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "paper/figures.hpp"
#include "paper_bench.hpp"

using nlohmann::ordered_json;

namespace {

constexpr int rounds = 7;

constexpr std::array sizes = {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};

/// Of the searches of all rows at all sizes; by row. In rounds over everything, so that a while in which the machine is
/// slow meets all of them alike, and the least is of different whiles.
std::vector<std::vector<Measured>> search_in_rounds(const std::vector<const paper::PrintedRow*>& rows,
                                                    const BenchOptions& options) {
  std::vector<std::vector<Measured>> fastest(rows.size(), std::vector<Measured>(sizes.size()));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t n = 0; n < sizes.size(); ++n) {
        Measured ours = explore(as_written(rows[r]->program, sizes[n]), {}, options);
        Measured& before = fastest[r][n];
        const bool is_faster = ours.report.exploration.seconds < before.report.exploration.seconds;
        if (round == 0 || !ours.ok() || is_faster) before = std::move(ours);
      }
    }
  }
  return fastest;
}

ordered_json bench_search_times(const BenchOptions& options) {
  Table table{"Seconds of auto_DSE over the size",
              "of the search alone; least of " + std::to_string(rounds) + " runs",
              {"program"},
              {}};
  for (const int size : sizes) table.headers.push_back(std::to_string(size));
  table.headers.emplace_back("most / least");
  std::vector<const paper::PrintedRow*> rows;
  for (const paper::PrintedRow& row : paper::printed_rows()) {
    if (row.size == paper::paper_size) rows.push_back(&row);  // a network's size is a number of channels
  }
  const std::vector<std::vector<Measured>> fastest = search_in_rounds(rows, options);
  ordered_json json = ordered_json::array();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> cells = {rows[r]->name};
    double least = INFINITY, most = 0;
    for (std::size_t n = 0; n < sizes.size(); ++n) {
      const Measured& ours = fastest[r][n];
      const double seconds = ours.report.exploration.seconds;
      least = std::min(least, seconds);
      most = std::max(most, seconds);
      cells.push_back(ours.ok() ? number(seconds, 2) : "failed: " + ours.failed);
      json.push_back({{"name", rows[r]->name}, {"size", sizes[n]}, {"ours", to_json(ours)}});
    }
    cells.push_back(number(ratio(most, least), 3));
    table.rows.push_back(std::move(cells));
  }
  print(table, options);
  return json;
}

/// Processor time, so that other work on the machine does not count; least of two.
double processor_seconds(const std::function<void()>& work) {
  double least = 0;
  for (int n = 0; n < 2; ++n) {
    const std::clock_t start = std::clock();
    work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    least = n == 0 ? seconds : std::min(least, seconds);
  }
  return least;
}

ordered_json bench_chain(const BenchOptions& options) {
  Table table{"Chains of convolutions: time of auto_DSE over the number of layers",
              "xcvu9p, on which 160 layers fit; processor seconds; L log L: against 10 layers and growth like L log L",
              {"layers", "cycles", "x written", "fits", "s", "ms a layer", "L log L"},
              {}};
  ordered_json json = ordered_json::array();
  double first = 0;
  const auto growth = [](int layers) { return layers * std::log(layers); };
  constexpr int fewest = 10;
  pom::DseOptions dse;
  dse.device = "xcvu9p";
  dse.seconds = 600;
  for (const int layers : {fewest, 20, 40, 80, 160}) {
    Measured ours;
    const double seconds =
        processor_seconds([&] { ours = explore(as_written(paper::convolutions, layers), dse, options); });
    if (layers == fewest) first = seconds / growth(layers);
    json.push_back({{"layers", layers}, {"processor_seconds", seconds}, {"ours", to_json(ours)}});
    if (!ours.ok()) {
      table.rows.push_back({std::to_string(layers), "failed: " + ours.failed});
      continue;
    }
    const pom::Estimate& e = ours.report.estimate;
    table.rows.push_back({std::to_string(layers), cycles_text(static_cast<double>(e.latency_max)),
                          number(ours.report.exploration.speedup, 4), fits(e) ? "yes" : "no", number(seconds, 3),
                          number(1000 * seconds / layers, 3), number(seconds / growth(layers) / first, 3)});
  }
  print(table, options);
  return json;
}

}  // namespace

ordered_json bench_paper_times(const BenchOptions& options) {
  ordered_json json;
  BenchOptions quick = options;
  quick.verify = false;  // the same designs as in the tables, at other sizes: estimates
  if (options.wants("seconds")) json["seconds_over_size"] = bench_search_times(quick);
  if (options.wants("chain")) json["chain"] = bench_chain(quick);
  return json;
}
