// What auto_DSE finds with parts of the device, and how that compares with an earlier run: what a change of the search
// is judged by.
#include "search_quality.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <tuple>

#include "../dsl-examples/polybench/polybench.hpp"
#include "paper/figures.hpp"
#include "paper_bench.hpp"
#include "yardstick.hpp"

using nlohmann::ordered_json;

namespace {

/// Of the device: at the whole of it, designs differ by the last LUTs of a model that errs by thousands.
constexpr std::array shares = {0.8, 0.5};

constexpr std::array sizes = {32, 128, 512, 2048, 8192};

struct Program {
  const char* set;
  std::string name;
  Build build;
};

std::vector<Program> programs() {
  std::vector<Program> all;
  for (const paper::PrintedRow& row : paper::printed_rows())
    all.push_back({"rows", row.name, as_written(row.program, row.size)});
  for (const paper::PrintedRow& row : paper::printed_rows()) {
    if (row.size != paper::paper_size) continue;  // a network's size is a number of channels
    for (const int size : sizes)
      all.push_back({"sizes", row.name + (" " + std::to_string(size)), as_written(row.program, size)});
  }
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    all.push_back({"polybench", kernel.name,
                   [kernel] { return kernel.build(polybench::Dataset::large, polybench::Plan::as_written); }});
  }
  return all;
}

ordered_json search(const Program& program, double share, const BenchOptions& options) {
  pom::DseOptions dse;
  dse.dsp = dse.lut = dse.ff = dse.bram = share;
  const Measured ours = explore(program.build, dse, options);
  ordered_json row = {{"set", program.set}, {"name", program.name}, {"share", share}};
  if (!ours.ok()) {
    row["failed"] = ours.failed;
    return row;
  }
  const pom::Estimate& design = ours.report.estimate;
  const pom::Exploration& found = ours.report.exploration;
  row["latency"] = design.latency;
  row["bound"] = found.bound;
  row["gap"] = found.gap;
  row["seconds"] = found.seconds;
  row["candidates"] = found.candidates;
  return row;
}

using Key = std::tuple<std::string, std::string, double>;

Key key_of(const ordered_json& row) {
  return {row.at("set").get<std::string>(), row.at("name").get<std::string>(), row.at("share").get<double>()};
}

ordered_json read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return ordered_json::parse(file);
}

/// The programs of one set under one share, now against before.
struct Comparison {
  int programs = 0, failed = 0, wider = 0;
  double logs = 0, worst = 0, seconds = 0, seconds_before = 0;
  std::string worst_name;
};

/// A gap is wider when it is so by more than a hundredth.
constexpr double same_gap = 0.01;

void add(Comparison& all, const ordered_json& now, const ordered_json& before) {
  if (now.contains("failed") || before.contains("failed")) {
    all.failed += now.contains("failed") && !before.contains("failed");
    return;
  }
  const double change = ratio(now.at("latency").get<double>(), before.at("latency").get<double>());
  ++all.programs;
  all.logs += std::log(std::max(change, 1e-9));
  all.wider += now.at("gap").get<double>() > before.at("gap").get<double>() + same_gap;
  all.seconds += now.at("seconds").get<double>();
  all.seconds_before += before.at("seconds").get<double>();
  if (change > all.worst) {
    all.worst = change;
    all.worst_name = now.at("name").get<std::string>();
  }
}

void compare(const ordered_json& now, const ordered_json& before, const BenchOptions& options) {
  std::map<Key, const ordered_json*> known;
  for (const ordered_json& row : before.at("rows")) known[key_of(row)] = &row;
  std::map<std::pair<std::string, double>, Comparison> sets;
  for (const ordered_json& row : now.at("rows")) {
    const auto found = known.find(key_of(row));
    if (found != known.end()) add(sets[{row.at("set"), row.at("share")}], row, *found->second);
  }
  // Both machines, or both whiles of one, took a fixed task.
  const double machine = now.at("yardstick_seconds").get<double>() / before.at("yardstick_seconds").get<double>();
  Table table{"Against " + options.against,
              "cycles now / before: geometric mean, worst; gaps wider by more than 1 %; seconds now / before, by the "
              "yardstick",
              {"set", "share", "programs", "failed now", "mean", "worst", "which", "wider gaps", "seconds"},
              {}};
  for (const auto& [set, all] : sets) {
    table.rows.push_back({set.first, percent(set.second), std::to_string(all.programs), std::to_string(all.failed),
                          number(all.programs ? std::exp(all.logs / all.programs) : 0, 5), number(all.worst, 5),
                          all.worst_name, std::to_string(all.wider),
                          number(ratio(all.seconds / machine, all.seconds_before), 3)});
  }
  print(table, options);
}

}  // namespace

ordered_json bench_search_quality(BenchOptions options) {
  options.verify = false;
  ordered_json all;
  all["yardstick_seconds"] = yardstick_seconds();
  Table table{"auto_DSE with a part of the device", "", {"set", "program", "share", "cycles", "gap", "s"}, {}};
  for (const Program& program : programs()) {
    if (!options.wants(program.name)) continue;
    for (const double share : shares) {
      const ordered_json row = search(program, share, options);
      std::vector<std::string> cells = {program.set, program.name, percent(share)};
      if (row.contains("failed")) {
        cells.push_back("failed: " + row.at("failed").get<std::string>());
      } else {
        cells.push_back(cycles_text(row.at("latency").get<double>()));
        cells.push_back(percent(row.at("gap").get<double>()));
        cells.push_back(number(row.at("seconds").get<double>(), 3));
      }
      table.rows.push_back(std::move(cells));
      all["rows"].push_back(row);
    }
  }
  print(table, options);
  if (!options.against.empty()) compare(all, read(options.against), options);
  return all;
}
