// Designs for boards: every argument behind a bundle of its own, and auto_DSE finds what lies on the chip.
#include "boards_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "boards_rows.hpp"

using nlohmann::ordered_json;

namespace {

using Cells = std::vector<std::string>;

const char* yes(bool is) { return is ? "yes" : "no"; }

/// What all rows of a table come to.
struct Counts {
  int failed = 0, unverified = 0, slower = 0, designs = 0, beside = 0;
  double bound_logs = 0, rival_logs = 0;
  std::string too_large;  ///< a line for each program that the board has no memory for

  void add(const Measured& ours, const Rival& rival) {
    const pom::Exploration& found = ours.report.exploration;
    const auto cycles = static_cast<double>(run_cycles(ours.report.estimate));
    ++designs;
    unverified += !ours.report.verified;
    slower += cycles > static_cast<double>(found.automatic);
    bound_logs += std::log(std::clamp(ratio(found.bound, cycles), 1e-9, 1.0));
    if (rival.cycles <= 0) return;
    ++beside;
    rival_logs += std::log(ratio(rival.cycles, cycles));
  }
};

/// An array larger than the board's memory: nobody can run that program there.
bool is_too_large(const Measured& ours) { return ours.code == "larger-than-bank"; }

Cells cells_of(const BoardRow& row, const Measured& ours, const Rival& rival, bool has_rival) {
  if (!ours.ok()) return {row.name, row.board(), is_too_large(ours) ? "too large" : "failed: " + ours.failed};
  const pom::Estimate& design = ours.report.estimate;
  const pom::Exploration& found = ours.report.exploration;
  const auto cycles = static_cast<double>(run_cycles(design));
  Cells cells = {row.name,
                 row.board(),
                 cycles_text(cycles),
                 cycles_text(static_cast<double>(found.automatic)),
                 cycles_text(std::round(found.bound)),
                 percent(found.gap),
                 found.transfers > 0 ? cycles_text(std::round(found.transfers)) : ""};
  if (has_rival) {
    const bool known = rival.cycles > 0;
    cells.push_back(known ? cycles_text(rival.cycles) : rival.failed.empty() ? "" : "failed: " + rival.failed);
    cells.push_back(known ? number(ratio(rival.cycles, cycles), 3) : "");
  }
  for (const double amount : {design.dsp, design.bram_18k, design.uram, design.lut, design.ff})
    cells.push_back(number(std::ceil(amount)));
  cells.push_back(number(found.seconds, 3));
  cells.push_back(yes(fits(design)));
  cells.push_back(yes(ours.report.verified));
  return cells;
}

ordered_json json_of(const BoardRow& row, const Measured& ours, const Rival& rival, const std::string& rival_key) {
  ordered_json json = {{"name", row.name}, {"board", row.board()}};
  if (!ours.ok()) {
    json[is_too_large(ours) ? "too_large" : "failed"] = ours.failed;
    return json;
  }
  const pom::Estimate& design = ours.report.estimate;
  const pom::Exploration& found = ours.report.exploration;
  json["cycles"] = run_cycles(design);
  json["roofline"] = found.bound;
  json["transfers"] = found.transfers;
  json["as_written"] = found.automatic;
  if (!rival_key.empty()) json[rival_key] = rival.cycles;
  if (!rival.failed.empty()) json[rival_key + "_missing"] = rival.failed;
  json["dsp"] = design.dsp;
  json["bram18"] = design.bram_18k;
  json["uram"] = design.uram;
  json["lut"] = design.lut;
  json["ff"] = design.ff;
  json["seconds"] = found.seconds;
  json["fits"] = fits(design);
  json["verified"] = ours.report.verified;
  return json;
}

void print_counts(const Counts& all, const BoardTable& table) {
  std::string text = std::to_string(all.designs) + (all.designs == 1 ? " design: " : " designs: ") +
                     std::to_string(all.unverified) + " not verified, " + std::to_string(all.slower) +
                     " slower than as written with the tool's own pipelining";
  if (all.failed > 0) text += "; " + std::to_string(all.failed) + " failed";
  if (all.designs > 0)
    text += "; geometric mean of the share of the bound " + percent(std::exp(all.bound_logs / all.designs));
  if (all.beside > 0)
    text += ", of the speed beside " + table.rival + " " + number(std::exp(all.rival_logs / all.beside), 3);
  std::printf("%s%s\n\n", all.too_large.c_str(), text.c_str());
}

void bench_table(const BoardTable& rows, const BenchOptions& options, ordered_json& json) {
  const bool has_rival = !rows.rival.empty();
  Table table{rows.title, "", {"program", "board", "cycles", "as written", "bound", "gap", "buses at least"}, {}};
  if (has_rival) table.headers.insert(table.headers.end(), {rows.rival, "x"});
  table.headers.insert(table.headers.end(), {"DSP", "BRAM18", "URAM", "LUT", "FF", "s", "fits", "verified"});
  Counts counts;
  for (const BoardRow& row : rows.rows) {
    if (!options.wants(row.title())) continue;
    const Measured ours = explore([&] { return on_bus(row.build()); }, row.options, options);
    const Rival rival = ours.ok() && row.rival ? row.rival() : Rival{};
    table.rows.push_back(cells_of(row, ours, rival, has_rival));
    json.push_back(json_of(row, ours, rival, rows.rival_key));
    keep({{"rows", json}}, options);  // all rows take hours
    if (ours.ok()) {
      counts.add(ours, rival);
    } else if (is_too_large(ours)) {
      counts.too_large += row.title() + " cannot be deployed: " + ours.failed + "\n";
    } else {
      ++counts.failed;
    }
  }
  if (table.rows.empty()) return;
  print(table, options);
  print_counts(counts, rows);
}

}  // namespace

ordered_json bench_boards(const BenchOptions& options) {
  ordered_json json = ordered_json::array();
  for (const BoardTable& table : board_tables(options)) bench_table(table, options, json);
  return json;
}
