#pragma once
#include <source_location>
#include <string>

#include "function.hpp"
#include "report.hpp"

namespace pom {

struct CompileOptions {
  std::string path;                ///< output directory; empty: "out/<name>/"
  std::string device = "xc7z020";  ///< a name from dse/devices
  double clock_ns = 10.0;          ///< the clock period that is asked for, 0.1 to 1000
  bool write = true;               ///< write the files
  bool verify = true;              ///< execute the design and compare with the program as written
  bool quiet = false;              ///< no summary on the terminal
};

/// Compiles the implicit function and writes the result. Throws CompileError.
Report codegen(std::source_location at = std::source_location::current());
Report codegen(const std::string& path, std::source_location at = std::source_location::current());
Report codegen(const CompileOptions&, std::source_location at = std::source_location::current());

/// Explores schedules of the implicit function, applies the best and writes the result. Throws CompileError.
Report auto_DSE(const std::string& path, std::source_location at = std::source_location::current());

/// Executes the implicit function as written, its affine module and its HLS C++, and compares their memories.
Verification verify(std::source_location at = std::source_location::current());

}  // namespace pom
