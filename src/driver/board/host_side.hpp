#pragma once
#include <string>
#include <utility>
#include <vector>

#include "codegen/hls/testbench.hpp"
#include "driver/board/chosen_target.hpp"
#include "driver/pipeline/pipeline.hpp"

namespace pom::driver {

/// What a design on a board consists of beside the kernel.
struct HostSide {
  std::string obstacle;  ///< why there is none; empty: there is
  std::vector<std::pair<std::string, std::string>> files;
  std::string header;     ///< the kernel's, under its C name: in the place of the project's
  std::string emulation;  ///< how the host program went on this machine
  bool emulated = false;  ///< it ran, and its results were the reference's
};

/// Lets a processor start the function and set its scalars, through the AXI-Lite port that v++ and PYNQ look for, as
/// far as no directive says otherwise: what a board's host needs when all arrays lie in the board's memories.
void add_control_port(dsl::Function&, const ChosenTarget&);

/// Appends names of the program that its host program cannot have, if there will be one: it includes XRT's headers,
/// which kernels do not. Errors: `invalid-name`.
void check_host_names(const dsl::Function&, const ChosenTarget&, std::vector<Diagnostic>& wrong);

/// The host program, what v++ and make need, and the driver for PYNQ. Empty without a board.
HostSide make_host_side(const Compilation&, const ChosenTarget&, double tolerance, const backend::TestInputs&);

/// Compiles the host program against the emulation of XRT and the kernel, and runs it. Throws CompileError
/// (`emulation-failed`) when it is not compiled or its results are not the reference's.
void emulate(const Compilation&, HostSide&);

}  // namespace pom::driver
