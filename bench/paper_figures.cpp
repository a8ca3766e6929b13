// Fig. 11, 12, 14 and 15 of the POM paper.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "paper/figures.hpp"
#include "paper_bench.hpp"

using nlohmann::ordered_json;
using Program = pom::function (*)(paper::Design, int);

namespace {

struct Named {
  const char* name;
  Program program;
};

std::string speedup_text(const Measured& measured) {
  return measured.ok() ? number(measured.report.exploration.speedup, 4) : "failed";
}

ordered_json bench_resources(const BenchOptions& options) {
  Table table{"Fig. 11: 2MM under a part of the device (size 4096)",
              "",
              {"share", "cycles", "x written", "DSP", "FF", "LUT", "bound", "gap", "s"},
              {}};
  ordered_json json = ordered_json::array();
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    pom::DseOptions dse;
    dse.dsp = dse.lut = dse.ff = dse.bram = share;
    const Measured ours = explore(as_written(paper::two_mm, paper::paper_size), dse, options);
    const std::string name = number(100 * share) + " %";
    json.push_back({{"share", share}, {"ours", to_json(ours)}});
    if (!ours.ok()) {
      table.rows.push_back({name, "failed: " + ours.failed});
      continue;
    }
    const pom::Estimate& e = ours.report.estimate;
    const pom::Exploration& found = ours.report.exploration;
    table.rows.push_back({name, cycles_text(static_cast<double>(e.latency)), number(found.speedup, 4), number(e.dsp),
                          number(e.ff), number(e.lut), cycles_text(found.bound), percent(found.gap),
                          number(found.seconds, 3)});
  }
  print(table, options);
  return json;
}

ordered_json bench_sizes(const BenchOptions& options) {
  const std::vector<Named> programs = {{"GEMM", paper::gemm},
                                       {"BICG", paper::bicg},
                                       {"GESUMMV", paper::gesummv},
                                       {"2MM", paper::two_mm},
                                       {"3MM", paper::three_mm}};
  const std::vector<int> sizes = {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
  ordered_json json = ordered_json::array();
  for (const Named& program : programs) {
    Table table{std::string("Fig. 12: ") + program.name + ", speed-up over the size",
                "the published schedules are those of size 4096, through our estimator; times their cycles as written",
                {"size", "cycles", "x written", "x automatic", "POM's schedule", "ScaleHLS's", "s"},
                {}};
    for (const int size : sizes) {
      const Measured ours = explore(as_written(program.program, size), {}, options);
      const Measured pom = estimate([&] { return program.program(paper::Design::pom, size); });
      const Measured scalehls = estimate([&] { return program.program(paper::Design::scalehls, size); });
      json.push_back({{"name", program.name},
                      {"size", size},
                      {"ours", to_json(ours)},
                      {"pom_schedule", to_json(pom)},
                      {"scalehls_schedule", to_json(scalehls)}});
      if (!ours.ok()) {
        table.rows.push_back({std::to_string(size), "failed: " + ours.failed});
        continue;
      }
      const pom::Exploration& found = ours.report.exploration;
      const auto baseline = static_cast<double>(found.baseline);
      const auto other = [&](const Measured& m) {
        return m.ok() ? number(ratio(baseline, static_cast<double>(m.report.estimate.latency)), 4) : "failed";
      };
      const auto cycles = static_cast<double>(ours.report.estimate.latency);
      table.rows.push_back({std::to_string(size), cycles_text(cycles), number(found.speedup, 4),
                            number(ratio(static_cast<double>(found.automatic), cycles), 4), other(pom), other(scalehls),
                            number(found.seconds, 3)});
    }
    print(table, options);
  }
  return json;
}

/// A type of strategies, and how it is switched off.
struct StrategyType {
  const char* name;
  std::vector<bool pom::DseOptions::*> options;
};

std::vector<StrategyType> strategy_types() {
  using Options = pom::DseOptions;
  return {{"interchange", {&Options::interchange}},
          {"distribution", {&Options::distribute}},
          {"skewing", {&Options::skew}},
          {"fusion", {&Options::fuse}},
          {"pipelining", {&Options::pipeline}},
          {"unrolling", {&Options::unroll}},
          {"splitting", {&Options::split}},
          {"partitioning", {&Options::partition}},
          {"binding", {&Options::bind_operators}}};
}

void allow(pom::DseOptions& options, const StrategyType& type, bool on) {
  for (bool pom::DseOptions::*option : type.options) options.*option = on;
}

std::vector<Named> ablated_programs() {
  return {{"GEMM", paper::gemm},
          {"BICG", paper::bicg},
          {"GESUMMV", paper::gesummv},
          {"2MM", paper::two_mm},
          {"EdgeDetect", paper::edge_detect},
          {"Jacobi-1d", paper::jacobi_1d},
          {"Seidel", paper::seidel}};
}

ordered_json run_ablation(Table table, const std::vector<std::pair<std::string, pom::DseOptions>>& columns,
                          const BenchOptions& options) {
  table.headers = {"program"};
  for (const auto& [name, dse] : columns) table.headers.push_back(name);
  ordered_json json = ordered_json::array();
  for (const Named& program : ablated_programs()) {
    std::vector<std::string> cells = {program.name};
    for (const auto& [name, dse] : columns) {
      const Measured ours = explore(as_written(program.program, paper::paper_size), dse, options);
      cells.push_back(speedup_text(ours));
      json.push_back({{"name", program.name}, {"allowed", name}, {"ours", to_json(ours)}});
    }
    table.rows.push_back(std::move(cells));
  }
  print(table, options);
  return json;
}

ordered_json bench_strategies(const BenchOptions& options) {
  pom::DseOptions growing;
  for (const StrategyType& type : strategy_types()) allow(growing, type, false);
  std::vector<std::pair<std::string, pom::DseOptions>> added = {{"none", growing}}, without;
  for (const StrategyType& type : strategy_types()) {
    allow(growing, type, true);
    added.emplace_back(std::string("+ ") + type.name, growing);
    pom::DseOptions all_but_one;
    allow(all_but_one, type, false);
    without.emplace_back(type.name, all_but_one);
  }
  ordered_json json;
  json["added"] = run_ablation({"Fig. 14: speed-up over the program as written, one type of strategies after the other "
                                "(size 4096)",
                                "none: the tool's own pipelining",
                                {},
                                {}},
                               added, options);
  json["without"] = run_ablation({"Fig. 14: speed-up over the program as written without one type of strategies "
                                  "(size 4096)",
                                  "without pipelining nothing is unrolled either; without splitting loops are unrolled "
                                  "completely or not at all",
                                  {},
                                  {}},
                                 without, options);
  return json;
}

/// Lines of code: neither empty nor only a comment.
int code_lines(std::istream& text) {
  int count = 0;
  for (std::string line; std::getline(text, line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line.compare(first, 2, "//") != 0) ++count;
  }
  return count;
}

ordered_json bench_lines(const BenchOptions& options) {
  Table table{"Fig. 15: lines of DSL with auto_DSE against lines of the HLS C++ that it writes",
              "whole programs, without empty lines and comments; the DSL's are in dsl-examples/auto_dse",
              {"program", "DSL", "HLS C++", "DSL / HLS C++"},
              {}};
  ordered_json json = ordered_json::array();
  const std::vector<std::pair<Named, const char*>> programs = {{{"GEMM", paper::gemm}, "gemm"},
                                                               {{"BICG", paper::bicg}, "bicg"},
                                                               {{"GESUMMV", paper::gesummv}, "gesummv"},
                                                               {{"2MM", paper::two_mm}, "2mm"},
                                                               {{"3MM", paper::three_mm}, "3mm"}};
  for (const auto& [program, file] : programs) {
    std::ifstream source(options.root + "/dsl-examples/auto_dse/" + file + ".cpp");
    const int dsl = code_lines(source);
    const Measured ours = explore(as_written(program.program, paper::paper_size), {}, options);
    if (!ours.ok() || dsl == 0) {
      const std::string why = ours.ok() ? "no source" : ours.failed;
      table.rows.push_back({program.name, "failed: " + why});
      json.push_back({{"name", program.name}, {"failed", why}});
      continue;
    }
    std::istringstream kernel(ours.report.hls_cpp);
    const int hls = code_lines(kernel);
    table.rows.push_back({program.name, std::to_string(dsl), std::to_string(hls), number(ratio(dsl, hls), 2)});
    json.push_back({{"name", program.name}, {"dsl_lines", dsl}, {"hls_lines", hls}});
  }
  print(table, options);
  return json;
}

}  // namespace

ordered_json bench_paper_figures(const BenchOptions& options) {
  ordered_json json;
  if (options.wants("Fig. 11")) json["fig11_resources"] = bench_resources(options);
  BenchOptions quick = options;
  quick.verify = false;  // the same designs as above, at other sizes: estimates
  if (options.wants("Fig. 12")) json["fig12_sizes"] = bench_sizes(quick);
  if (options.wants("Fig. 14")) json["fig14_strategies"] = bench_strategies(quick);
  if (options.wants("Fig. 15")) json["fig15_lines"] = bench_lines(quick);
  return json;
}
