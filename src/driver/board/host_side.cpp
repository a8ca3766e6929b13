#include "driver/board/host_side.hpp"

#include <algorithm>
#include <set>

#include "codegen/boards/board_files.hpp"
#include "codegen/boards/host_program.hpp"
#include "codegen/execute/host.hpp"
#include "codegen/hls/kernel.hpp"
#include "driver/board/traffic.hpp"
#include "dsl/model/names.hpp"
#include "dsl/model/ports.hpp"
#include "support/findings.hpp"
#include "support/interruption.hpp"

namespace pom::driver {

namespace {

/// The bundle in which v++ puts the addresses of buffers; scalars and the control register must be there, too.
constexpr const char* control_bundle = "control";

/// The ports of the function that are no arrays.
std::vector<std::string> control_ports(const dsl::Function& program) {
  std::vector<std::string> ports = {"return"};
  for (const int scalar : program.scalar_arguments()) ports.push_back(program.scalars[scalar]->name);
  return ports;
}

bool is_off_chip(const ChosenTarget& target, const std::string& array) {
  return std::any_of(target.off_chip.begin(), target.off_chip.end(),
                     [&](const OffChip& one) { return one.array == array; });
}

/// The first array argument that is not in the board's memories; empty: all are.
std::string array_elsewhere(const dsl::Function& program, const ChosenTarget& target) {
  for (const int array : program.array_arguments()) {
    const std::string& name = program.arrays[array]->name;
    if (!is_off_chip(target, name)) return name;
  }
  return "";
}

std::string find_obstacle(const dsl::Function& program, const ChosenTarget& target) {
  // What no interface mends comes before what lacks one: a returned value is refused m_axi.
  const std::string lasting = backend::host_obstacle(program);
  if (!lasting.empty()) return lasting;
  const std::string elsewhere = array_elsewhere(program, target);
  if (!elsewhere.empty()) return "\"" + elsewhere + "\" has no interface m_axi, and a board's host reaches memory only";
  for (const std::string& port : control_ports(program)) {
    const Interface* interface = dsl::find_interface(program, port);
    const bool is_control = interface && interface->mode == "s_axilite" &&
                            (interface->bundle.empty() || interface->bundle == control_bundle);
    if (!is_control)
      return (port == "return" ? "the function's control" : "\"" + port + "\"") + " is not on the AXI-Lite port \"" +
             control_bundle + "\", which a host starts kernels by";
  }
  return "";
}

backend::BoardFlow flow_of(dse::boards::Flow flow) {
  if (flow == dse::boards::Flow::vitis_pcie) return backend::BoardFlow::vitis_pcie;
  return flow == dse::boards::Flow::vivado ? backend::BoardFlow::vivado : backend::BoardFlow::vitis_embedded;
}

backend::BoardDesign design_of(const dsl::Function& program, const ChosenTarget& target) {
  const dse::boards::Board& board = *target.board;
  backend::BoardDesign design{board.name,          board.title,     board.part, board.platform,
                              flow_of(board.flow), target.clock_ns, {}};
  for (const int array : program.array_arguments()) {
    for (const OffChip& off_chip : target.off_chip) {
      if (off_chip.array != program.arrays[array]->name) continue;
      const dse::boards::Port& port = board.ports[off_chip.port];
      const dse::boards::Memory& memory = board.memories[port.memory];
      design.buffers.push_back({off_chip.argument, port.tag, bank_of(board, off_chip.port), memory.bank_bytes});
    }
  }
  return design;
}

}  // namespace

void add_control_port(dsl::Function& program, const ChosenTarget& target) {
  if (!target.board || !array_elsewhere(program, target).empty() || !backend::host_obstacle(program).empty()) return;
  for (const std::string& port : control_ports(program)) {
    if (!dsl::find_interface(program, port))
      program.schedule.push_back({Interface{port, "s_axilite", control_bundle}, Location{}});
  }
}

void check_host_names(const dsl::Function& program, const ChosenTarget& target, std::vector<Diagnostic>& wrong) {
  if (!target.board) return;
  dsl::Function started = program;
  add_control_port(started, target);
  if (!find_obstacle(started, target).empty()) return;
  std::set<std::string> seen;  // computes may share a loop's name
  const auto check = [&](const std::string& what, const std::string& name, const Location& at) {
    if (!seen.insert(name).second) return;
    if (auto error = dsl::check_host_name(what, name, at)) wrong.push_back(*std::move(error));
  };
  check("function", program.name, program.at);
  for (const int array : program.used_arrays()) {
    const dsl::Array& declared = *program.arrays[array];
    check(declared.shape.empty() ? "scalar" : "array", declared.name, declared.at);
  }
  for (const int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    check(declared.is_parameter() ? "parameter" : "constant", declared.name, declared.at);
  }
  for (const dsl::Compute& compute : program.computes) {
    for (const dsl::Loop& loop : compute.loops) check("loop", loop.name, loop.at);
  }
}

HostSide make_host_side(const Compilation& made, const ChosenTarget& target, double tolerance,
                        const backend::TestInputs& inputs) {
  HostSide side;
  if (!target.board) return side;
  const dsl::Function& program = *made.program;
  side.obstacle = find_obstacle(program, target);
  if (!side.obstacle.empty()) return side;
  Result<std::string> header = backend::emit_header(*made.module, backend::Linkage::c);
  if (!header) throw CompileError(header.errors());
  side.header = *std::move(header);
  const backend::BoardDesign design = design_of(program, target);
  const std::string& name = program.name;
  side.files = {{name + "_board.h", backend::emit_board_header(program, design)},
                {name + "_host.cpp", backend::emit_host_program(program, tolerance, inputs)},
                {name + "_emulation.cpp", backend::emit_emulated_binary(program, design)},
                {"Makefile", backend::emit_board_makefile(program, design)}};
  if (design.flow != backend::BoardFlow::vivado)
    side.files.emplace_back(name + "_link.cfg", backend::emit_link_config(program, design));
  if (design.flow != backend::BoardFlow::vitis_pcie)
    side.files.emplace_back(name + "_pynq.py", backend::emit_pynq_driver(program, design));
  return side;
}

void emulate(const Compilation& made, HostSide& side) {
  const dsl::Function& program = *made.program;
  std::vector<std::pair<std::string, std::string>> files = {{program.name + ".cpp", made.kernel},
                                                            {program.name + ".h", side.header}};
  std::copy_if(side.files.begin(), side.files.end(), std::back_inserter(files),
               [](const auto& file) { return file.first.ends_with(".cpp") || file.first.ends_with(".h"); });
  const backend::ProgramRun run = backend::run_program(files, {"POM_EMULATION"});
  if (run.compiled.outcome == backend::HostOutcome::no_compiler) {
    side.emulation = "not run: " + run.compiled.compiler_output;
    return;
  }
  std::string said = run.compiled.outcome == backend::HostOutcome::rejected ? run.compiled.compiler_output : run.output;
  while (said.ends_with('\n')) said.pop_back();
  const bool rejected = run.compiled.outcome == backend::HostOutcome::rejected;
  side.emulated = !rejected && run.status == 0;
  if (!side.emulated && Interruption::requested()) {  // which ended the compiler, or the program, too
    side.emulation = "not run: interrupted";
    return;
  }
  if (!side.emulated)
    throw CompileError({make_error(
        "emulation-failed",
        (rejected ? "the host's compiler refuses the host program of \"" : "the host program does not pass on \"") +
            program.name + "\"\n" + said,
        program.at)});
  side.emulation = "its results are the reference's";
}

}  // namespace pom::driver
