// Tables III, V, VI and VII of the POM paper: printed numbers, published schedules through our estimator, and ours.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "paper/figures.hpp"
#include "paper_bench.hpp"

using nlohmann::ordered_json;
using paper::PrintedDesign;
using paper::PrintedRow;

namespace {

using Cells = std::vector<std::string>;

const Cells headers = {"design", "cycles",   "x written", "x automatic", "DSP", "FF",      "LUT", "II",
                       "tiles",  "parallel", "bound",     "gap",         "s",   "outside", "fits"};

Cells printed_cells(const char* who, const PrintedDesign& design) {
  return {who,
          cycles_text(std::round(design.cycles)),
          number(design.speedup, 4),
          "",
          number_or_nothing(design.dsp),
          number_or_nothing(design.ff),
          number_or_nothing(design.lut),
          design.interval,
          design.tiles,
          number_or_nothing(design.parallelism),
          "",
          "",
          number_or_nothing(design.seconds, 3),
          "",
          design.fits ? "" : "no"};
}

/// `baseline`, `automatic`: cycles of the program as written by the same estimator.
Cells estimated_cells(const char* who, const Measured& measured, double baseline, double automatic) {
  if (!measured.ok()) return {who, "failed: " + measured.failed};
  const pom::Estimate& e = measured.report.estimate;
  const auto cycles = static_cast<double>(e.latency);
  return {who,
          cycles_text(cycles),
          number(ratio(baseline, cycles), 4),
          number(ratio(automatic, cycles), 4),
          number(std::ceil(e.dsp)),
          number(std::ceil(e.ff)),
          number(std::ceil(e.lut)),
          number(static_cast<double>(worst_interval(e))),
          "",
          "",
          "",
          "",
          "",
          "",
          fits(e) ? "yes" : "no"};
}

Cells our_cells(const char* what, const Measured& ours, double baseline, double automatic) {
  Cells cells = estimated_cells(what, ours, baseline, automatic);
  if (!ours.ok()) return cells;
  const pom::Exploration& found = ours.report.exploration;
  cells[8] = tiles_text(found);
  cells[9] = std::to_string(parallelism(found));
  cells[10] = cycles_text(std::round(found.bound));
  cells[11] = percent(found.gap);
  cells[12] = number(found.seconds, 3);
  cells[13] = std::to_string(found.port_banks);
  return cells;
}

/// Products of ratios, for geometric means.
struct Mean {
  double logs = 0;
  int count = 0;
  void add(double ratio) {
    if (!(ratio > 0)) return;
    logs += std::log(ratio);
    ++count;
  }
  double value() const { return count > 0 ? std::exp(logs / count) : 0; }
};

/// Parts of the device that designs are also searched for: what others leave to the rest of a system.
constexpr std::array parts = {0.7, 0.8};

struct Means {
  Mean over_pom, over_pom_here, over_scalehls, over_scalehls_here;
  /// The same over POM's schedules through our estimator, with less than the whole device.
  Mean at_equal_cost;
  std::array<Mean, parts.size()> with_part;
};

void add_means(Means& means, const PrintedRow& row, const Measured& pom, const Measured& scalehls,
               const Measured& ours) {
  if (!ours.ok()) return;
  const auto cycles = static_cast<double>(ours.report.estimate.latency);
  means.over_pom.add(ratio(row.pom.cycles, cycles));
  means.over_scalehls.add(ratio(row.scalehls.cycles, cycles));
  if (pom.ok()) means.over_pom_here.add(ratio(static_cast<double>(pom.report.estimate.latency), cycles));
  if (scalehls.ok()) means.over_scalehls_here.add(ratio(static_cast<double>(scalehls.report.estimate.latency), cycles));
}

/// Within what POM's design takes: both by the upper bounds of the same estimator.
pom::DseOptions cost_of(const pom::Estimate& design) {
  pom::DseOptions dse;
  dse.dsp_blocks = static_cast<std::int64_t>(design.upper.dsp);
  dse.luts = static_cast<std::int64_t>(design.upper.lut);
  dse.ffs = static_cast<std::int64_t>(design.upper.ff);
  return dse;
}

/// Rows at the cost of POM's design, and with parts of the device.
ordered_json run_with_less(const Build& build, const Measured& pom, const BenchOptions& options, Table& table,
                           Means& means, double baseline, double automatic) {
  ordered_json json;
  const auto run = [&](const std::string& name, const pom::DseOptions& dse, Mean& mean) {
    const Measured ours = explore(build, dse, options);
    table.rows.push_back(our_cells(name.c_str(), ours, baseline, automatic));
    json[name] = to_json(ours);
    if (!ours.ok()) return;
    const double pom_cycles = pom.ok() ? static_cast<double>(pom.report.estimate.latency) : 0;
    mean.add(ratio(pom_cycles, static_cast<double>(ours.report.estimate.latency)));
  };
  if (pom.ok())
    run("ours, at the DSP, LUT and FF of POM's schedule", cost_of(pom.report.estimate), means.at_equal_cost);
  for (std::size_t n = 0; n < parts.size(); ++n) {
    pom::DseOptions dse;
    dse.dsp = dse.lut = dse.ff = dse.bram = parts[n];
    run("ours, with " + percent(parts[n]) + " of the device", dse, means.with_part[n]);
  }
  return json;
}

ordered_json run_row(const PrintedRow& row, const BenchOptions& options, Means& means) {
  const auto build = [&](paper::Design design) { return [&row, design] { return row.program(design, row.size); }; };
  const Measured missing{{}, "the paper publishes no schedule"};
  const Measured pom = row.has_pom_schedule ? estimate(build(paper::Design::pom)) : missing;
  const Measured scalehls = row.has_scalehls_schedule ? estimate(build(paper::Design::scalehls)) : missing;
  const Measured ours = explore(build(paper::Design::as_written), {}, options);
  const Measured in_order =
      row.in_order ? explore([&] { return row.in_order(paper::Design::as_written, row.size); }, {}, options) : missing;
  const auto baseline = static_cast<double>(ours.report.exploration.baseline);
  const auto automatic = static_cast<double>(ours.report.exploration.automatic);
  Table table{std::string(row.name) + " (" + row.table + ", size " + std::to_string(row.size) + ")", "", headers, {}};
  table.rows.push_back({"as written, paper", cycles_text(row.as_written), "1"});
  if (row.scalehls.cycles > 0) table.rows.push_back(printed_cells("ScaleHLS, paper", row.scalehls));
  table.rows.push_back(printed_cells("POM, paper", row.pom));
  table.rows.push_back({"as written, our estimate", cycles_text(baseline), "1", number(ratio(automatic, baseline), 4)});
  table.rows.push_back(
      {"automatic pipelining, our estimate", cycles_text(automatic), number(ratio(baseline, automatic), 4), "1"});
  if (row.has_scalehls_schedule)
    table.rows.push_back(estimated_cells("ScaleHLS's schedule, our estimate", scalehls, baseline, automatic));
  if (row.has_pom_schedule)
    table.rows.push_back(estimated_cells("POM's schedule, our estimate", pom, baseline, automatic));
  if (row.in_order)
    table.rows.push_back(our_cells("ours, sums in the order as written", in_order, baseline, automatic));
  table.rows.push_back(our_cells(row.in_order ? "ours, sums in any order" : "ours", ours, baseline, automatic));
  const ordered_json with_less =
      run_with_less(build(paper::Design::as_written), pom, options, table, means, baseline, automatic);
  print(table, options);
  add_means(means, row, pom, scalehls, ours);
  ordered_json json = {{"name", row.name}, {"table", row.table}, {"size", row.size}};
  json["paper"] = {{"as_written", row.as_written},
                   {"pom",
                    {{"cycles", row.pom.cycles},
                     {"speedup", row.pom.speedup},
                     {"dsp", row.pom.dsp},
                     {"ff", row.pom.ff},
                     {"lut", row.pom.lut},
                     {"seconds", row.pom.seconds}}},
                   {"scalehls",
                    {{"cycles", row.scalehls.cycles},
                     {"speedup", row.scalehls.speedup},
                     {"dsp", row.scalehls.dsp},
                     {"ff", row.scalehls.ff},
                     {"lut", row.scalehls.lut},
                     {"seconds", row.scalehls.seconds}}}};
  json["pom_schedule"] = to_json(pom);
  json["scalehls_schedule"] = to_json(scalehls);
  json["ours"] = to_json(ours);
  json["with_less"] = with_less;
  if (row.in_order) json["ours_in_order"] = to_json(in_order);
  return json;
}

Cells mean_cells(const char* what, const Mean& mean) {
  return {what, number(mean.value(), 3), std::to_string(mean.count)};
}

}  // namespace

ordered_json bench_paper_tables(const BenchOptions& options) {
  ordered_json json = ordered_json::array();
  Means means;
  for (const PrintedRow& row : paper::printed_rows()) {
    if (options.wants(row.name) || options.wants(row.table)) json.push_back(run_row(row, options, means));
  }
  if (json.empty()) return json;
  Table table{"Geometric means: so many times fewer cycles than", "", {"compared with", "x", "rows"}, {}};
  table.rows.push_back(mean_cells("POM, paper", means.over_pom));
  table.rows.push_back(mean_cells("POM's schedules, our estimate", means.over_pom_here));
  table.rows.push_back(mean_cells("ScaleHLS, paper", means.over_scalehls));
  table.rows.push_back(mean_cells("ScaleHLS's schedules, our estimate", means.over_scalehls_here));
  table.rows.push_back(
      mean_cells("POM's schedules, our estimate, at the DSP, LUT and FF that they take", means.at_equal_cost));
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const std::string what = "POM's schedules, our estimate, with " + percent(parts[n]) + " of the device";
    table.rows.push_back(mean_cells(what.c_str(), means.with_part[n]));
  }
  print(table, options);
  return json;
}
