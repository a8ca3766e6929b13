#pragma once
#include <string>

#include "codegen/boards/board_design.hpp"

namespace pom::backend {

/// The configuration with which v++ links the kernel: one compute unit, the clock, a port of the board for each
/// argument.
std::string emit_link_config(const dsl::Function&, const BoardDesign&);

/// Builds and runs the host program: `emulate` on this machine against the emulation of XRT; with v++ for
/// TARGET=sw_emu|hw_emu|hw, as far as the board's flow has it.
std::string emit_board_makefile(const dsl::Function&, const BoardDesign&);

/// A driver in Python for boards that run PYNQ: a class that takes numpy arrays, and a program that reads and writes
/// .npy files.
std::string emit_pynq_driver(const dsl::Function&, const BoardDesign&);

}  // namespace pom::backend
