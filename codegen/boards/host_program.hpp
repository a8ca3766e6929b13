#pragma once
#include <string>

#include "codegen/boards/board_design.hpp"
#include "codegen/hls/testbench.hpp"

namespace pom::backend {

/// A class that calls the kernel on the board through XRT: buffers in the banks of the design, arguments with their
/// types and numbers of elements, which it checks. With POM_EMULATION defined, through the emulation of XRT.
std::string emit_board_header(const dsl::Function&, const BoardDesign&);

/// The test bench's runs, on the board: same inputs, same reference, same comparison. Its exit status is 0 only when
/// all results agree.
std::string emit_host_program(const dsl::Function&, double tolerance, const TestInputs&);

/// What stands for the device's binary in emulation: the kernel, its arguments and the board's banks.
std::string emit_emulated_binary(const dsl::Function&, const BoardDesign&);

}  // namespace pom::backend
