#pragma once
#include <string>

namespace pom::backend {

/// What AMD's tools have to know of a design.
struct VitisSettings {
  std::string top;             ///< the kernel's function; files are <top>.cpp, <top>.h, <top>_tb.cpp
  std::string part;            ///< "xc7z020clg400-1"
  double clock_ns = 10.0;      ///< target period
  bool reorders_sums = false;  ///< the program permits that the tool adds floats in another order
};

/// A Tcl script for `vitis_hls -f` (2022.1 to 2023.2) and `vitis-run --mode hls --tcl` (2024.1 on): simulation,
/// synthesis, co-simulation, export.
std::string emit_run_script(const VitisSettings&);

/// The configuration file of the unified flow (`v++ -c --mode hls --config`, 2023.2 on) for the same steps.
std::string emit_config_file(const VitisSettings&);

}  // namespace pom::backend
