// What `pom-bench boards` measures.
#include "boards_rows.hpp"

#include <variant>

#include "../dsl-examples/polybench/polybench.hpp"
#include "boards_kernels.hpp"
#include "dataflow_kernels.hpp"
#include "dsl/model/function.hpp"
#include "paper/figures.hpp"

pom::function on_bus(pom::function program) {
  pom::dsl::Function& record = *program.record();
  for (const int array : record.array_arguments()) {
    const std::string& name = record.arrays[array]->name;
    std::erase_if(record.schedule, [&](const pom::Directive& directive) {
      const auto* banks = std::get_if<pom::Partition>(&directive.primitive);
      return banks && banks->array == name;
    });
    record.schedule.push_back({pom::Interface{name, "m_axi", "gmem_" + name}, record.at});
  }
  return program;
}

namespace {

pom::DseOptions options_for(const std::string& board) {
  pom::DseOptions options;
  options.board = board;
  options.architecture = pom::Architecture::automatic;
  return options;
}

std::function<Rival()> reported(double cycles) {
  return [=] { return Rival{cycles}; };
}

BoardTable products() {
  BoardTable table{"Every argument behind m_axi, in a bundle of its own (estimates): products of matrices", {}, "", ""};
  for (const int size : {64, 256})
    table.rows.push_back({"product " + std::to_string(size), [=] { return boards::product(size); }, options_for("")});
  return table;
}

/// Prometheus (Pouget et al.), PolyBench MEDIUM, float, RTL simulation on the U55C, transfers included. Its hosts pad
/// rows to words of 16 floats too, and its designs that take more of the LUTs do not route.
BoardTable beside_prometheus() {
  BoardTable table{
      "The same beside Prometheus (by RTL): PolyBench at MEDIUM, rows padded on the host, upper bounds within 70 % of "
      "the LUTs",
      {},
      "Prometheus",
      "others"};
  pom::DseOptions options = options_for("u55c");
  options.clock_ns = 4.55;
  options.host_layout = true;
  options.lut = 0.7;
  const auto add = [&](const std::string& name, pom::function (*build)(), double cycles) {
    table.rows.push_back({name + " MEDIUM", build, options, reported(cycles)});
  };
  add("gemm", boards::gemm, 16'700);
  add("2mm", boards::two_mm, 26'100);
  add("3mm", boards::three_mm, 27'200);
  add("atax", boards::atax, 39'500);
  add("bicg", boards::bicg, 9'100);
  add("gesummv", boards::gesummv, 5'400);
  add("mvt", boards::mvt, 9'600);
  add("symm", boards::symm, 25'100);
  add("syr2k", boards::syr2k, 28'600);
  add("syrk", boards::syrk, 24'200);
  add("trmm", boards::trmm, 10'900);
  return table;
}

/// POM's published schedule, with the arguments where ours has them: each access goes over the bus.
Rival pom_design(const paper::PrintedRow& row, const std::string& board) {
  pom::CompileOptions options;
  options.board = board;
  const Measured pom = estimate([&] { return on_bus(row.program(paper::Design::pom, row.size)); }, options);
  if (!pom.ok()) return {0, pom.failed};
  return {static_cast<double>(run_cycles(pom.report.estimate))};
}

BoardTable paper_on(const std::string& board) {
  BoardTable table{"The programs of the POM paper on " + board + ", beside POM's schedule behind the same buses",
                   {},
                   "POM's",
                   "pom"};
  for (const paper::PrintedRow& row : paper::printed_rows()) {
    if (row.size != paper::paper_size) continue;  // the networks
    table.rows.push_back({std::string(row.name) + " " + std::to_string(row.size),
                          [&row] { return row.program(paper::Design::as_written, row.size); }, options_for(board),
                          [&row, board] { return pom_design(row, board); }});
  }
  return table;
}

BoardTable polybench_on(const std::string& board) {
  BoardTable table{"PolyBench at LARGE on " + board + " (verified by execution at a reduced size)", {}, "", ""};
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    table.rows.push_back({std::string(kernel.name) + " LARGE",
                          [&kernel] { return kernel.build(polybench::Dataset::large, polybench::Plan::as_written); },
                          options_for(board)});
  }
  return table;
}

/// A network beside its design with all arrays in ports of the chip, under the same limits.
BoardRow network(const std::string& name, const Build& build, const pom::DseOptions& options, const std::string& chip,
                 const BenchOptions& bench) {
  const auto on_chip = [=] {
    pom::DseOptions alone = options;
    alone.device = chip;
    alone.board.clear();
    BenchOptions estimated = bench;
    estimated.verify = false;
    const Measured design = explore(build, alone, estimated);
    if (!design.ok()) return Rival{0, design.failed};
    return Rival{static_cast<double>(run_cycles(design.report.estimate))};
  };
  return {name, build, options, on_chip};
}

BoardTable networks_of_ming(const BenchOptions& bench) {
  BoardTable table{
      "MING's networks with weights and activations in the memory of kv260, at 5 ns within 80 % of the LUTs, beside "
      "the "
      "design of auto_DSE with all of them in ports of the chip",
      {},
      "on the chip",
      "on_chip"};
  pom::DseOptions options = options_for("kv260");
  options.clock_ns = ming::options().clock_ns;
  options.lut = 0.8;
  for (const peers::MingRow& row : peers::rows_of_ming()) {
    const auto build = [row] {
      pom::function program("network");
      program.scope([&] { row.declare(peers::Schedules::none); });
      program.dataflow(pom::Channels::automatic);
      return program;
    };
    table.rows.push_back(network(std::string("MING ") + row.name, build, options, "xck26", bench));
  }
  return table;
}

BoardTable networks_of_codo(const BenchOptions& bench) {
  const peers::Peer codo = peers::codo_peer();
  BoardTable table{
      "CODO's networks with weights and activations in the memories of u280, at 5 ns with no more DSP than the fastest "
      "design of its artefact, sums in any order, beside the design of auto_DSE with all of them in ports of the chip",
      {},
      "on the chip",
      "on_chip"};
  for (const peers::PeerRow& row : codo.rows) {
    const auto build = [row] {
      pom::function program("network");
      program.scope(row.declare);
      program.dataflow(pom::Channels::automatic);
      program.allow_reassociation();
      return program;
    };
    pom::DseOptions options = options_for("u280");
    options.clock_ns = codo.clock_ns;
    options.dsp_blocks = codo.limit_of(row);
    table.rows.push_back(network(row.name, build, options, "xcu280", bench));
  }
  return table;
}

}  // namespace

std::vector<BoardTable> board_tables(const BenchOptions& bench) {
  std::vector<BoardTable> tables = {products(), beside_prometheus()};
  for (const char* board : {"pynq_z2", "zcu104", "u280"}) tables.push_back(paper_on(board));
  for (const char* board : {"u280", "kv260"}) tables.push_back(polybench_on(board));
  tables.push_back(networks_of_ming(bench));
  tables.push_back(networks_of_codo(bench));
  return tables;
}
