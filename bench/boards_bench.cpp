// Designs for boards: every argument behind a bundle of its own, and auto_DSE finds what lies on the chip.
#include "boards_bench.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <tuple>

#include "boards_kernels.hpp"
#include "dsl/model/function.hpp"
#include "paper/programs.hpp"

using nlohmann::ordered_json;

namespace {

struct Row {
  std::string name, board;  ///< a board, or "" for the default chip alone
  Build build;
  double others = 0;  ///< cycles that somebody else reports of the kernel; 0: nobody
};

/// Each argument of the program behind a bundle of its own, as if the program said so.
pom::function on_bus(pom::function program) {
  pom::dsl::Function& record = *program.record();
  for (const int array : record.array_arguments()) {
    const std::string& name = record.arrays[array]->name;
    record.schedule.push_back({pom::Interface{name, "m_axi", "gmem_" + name}, record.at});
  }
  return program;
}

std::vector<Row> list_rows() {
  std::vector<Row> rows;
  for (const int size : {64, 256}) {
    rows.push_back({"product " + std::to_string(size), "", [=] { return boards::product(size); }});
  }
  // Prometheus (Pouget et al.), PolyBench MEDIUM, float, RTL simulation on the U55C at 220 MHz, transfers included.
  rows.push_back({"gemm MEDIUM", "u55c", boards::gemm, 16'700});
  rows.push_back({"2mm MEDIUM", "u55c", boards::two_mm, 26'100});
  rows.push_back({"3mm MEDIUM", "u55c", boards::three_mm, 27'200});
  rows.push_back({"atax MEDIUM", "u55c", boards::atax, 39'500});
  rows.push_back({"bicg MEDIUM", "u55c", boards::bicg, 9'100});
  rows.push_back({"gesummv MEDIUM", "u55c", boards::gesummv, 5'400});
  rows.push_back({"mvt MEDIUM", "u55c", boards::mvt, 9'600});
  rows.push_back({"symm MEDIUM", "u55c", boards::symm, 25'100});
  rows.push_back({"syr2k MEDIUM", "u55c", boards::syr2k, 28'600});
  rows.push_back({"syrk MEDIUM", "u55c", boards::syrk, 24'200});
  rows.push_back({"trmm MEDIUM", "u55c", boards::trmm, 10'900});
  using Paper = pom::function (*)(paper::Design, int);
  // The pictures, of three colours, are larger than the memory of a PYNQ-Z2.
  const std::vector<std::tuple<std::string, std::string, Paper>> all = {{"GEMM", "pynq_z2", paper::gemm},
                                                                        {"BICG", "pynq_z2", paper::bicg},
                                                                        {"GESUMMV", "pynq_z2", paper::gesummv},
                                                                        {"2MM", "pynq_z2", paper::two_mm},
                                                                        {"3MM", "pynq_z2", paper::three_mm},
                                                                        {"Blur", "zcu104", paper::blur},
                                                                        {"EdgeDetect", "zcu104", paper::edge_detect},
                                                                        {"Gaussian", "zcu104", paper::gaussian}};
  for (const auto& [name, board, program] : all) {
    rows.push_back(
        {name + " 4096", board, [program = program] { return program(paper::Design::as_written, paper::paper_size); }});
  }
  return rows;
}

/// The clock of the published designs.
constexpr double prometheus_clock_ns = 4.55;
/// Of the LUTs of the device: the published designs that take more do not route.
constexpr double routable_lut = 0.7;

}  // namespace

ordered_json bench_boards(const BenchOptions& options) {
  Table table{
      "Every argument behind m_axi, in a bundle of its own (estimates; MEDIUM: rows padded on the host, upper bounds "
      "within 70 % of the LUTs; others: Prometheus by RTL)",
      "",
      {"program", "board", "cycles", "bound", "gap", "buses at least", "others", "DSP", "BRAM18", "LUT", "FF", "s",
       "fits", "verified"},
      {}};
  ordered_json json = ordered_json::array();
  for (const Row& row : list_rows()) {
    if (!options.wants(row.name)) continue;
    pom::DseOptions dse;
    dse.board = row.board;
    dse.architecture = pom::Architecture::automatic;
    // The others' hosts pad rows to words of 16 floats too.
    if (row.others > 0) dse.clock_ns = prometheus_clock_ns, dse.host_layout = true, dse.lut = routable_lut;
    const Measured ours = explore([&] { return on_bus(row.build()); }, dse, options);
    const std::string board = row.board.empty() ? "xc7z020" : row.board;
    if (!ours.ok()) {
      table.rows.push_back({row.name, board, "failed: " + ours.failed});
      json.push_back({{"name", row.name}, {"board", board}, {"failed", ours.failed}});
      continue;
    }
    const pom::Estimate& design = ours.report.estimate;
    const pom::Exploration& found = ours.report.exploration;
    table.rows.push_back({row.name, board, cycles_text(static_cast<double>(design.latency)),
                          cycles_text(std::round(found.bound)), percent(found.gap),
                          cycles_text(std::round(found.transfers)), row.others > 0 ? cycles_text(row.others) : "",
                          number(std::ceil(design.dsp)), number(std::ceil(design.bram_18k)),
                          number(std::ceil(design.lut)), number(std::ceil(design.ff)), number(found.seconds, 3),
                          fits(design) ? "yes" : "no", ours.report.verified ? "yes" : "no"});
    json.push_back({{"name", row.name},
                    {"board", board},
                    {"cycles", design.latency},
                    {"roofline", found.bound},
                    {"transfers", found.transfers},
                    {"others", row.others},
                    {"dsp", design.dsp},
                    {"bram18", design.bram_18k},
                    {"uram", design.uram},
                    {"lut", design.lut},
                    {"ff", design.ff},
                    {"seconds", found.seconds},
                    {"fits", fits(design)},
                    {"verified", ours.report.verified}});
  }
  print(table, options);
  return json;
}
