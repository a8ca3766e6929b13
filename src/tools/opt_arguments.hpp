#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace pom::tools {

/// What pom-opt was asked for.
struct OptArguments {
  std::string input = "-", output = "-";
  std::string emit = "hls";  ///< "hls", "header", "mlir"; without effect when one of the next two is set
  bool estimate = false;
  std::string dump_after;  ///< a pass; empty: none
  bool json = false;
  std::string device = "xc7z020";
  double clock_ns = 10;
  double confidence = 0.9;  ///< of the estimate's upper bounds; 0: there are none
  std::map<std::string, std::int64_t> sizes;
};

/// Fills the arguments. Returns the exit status when there is nothing left to do: 0 after --help, 2 after a message
/// about what is wrong; -1: go on.
int parse_opt_arguments(int count, char** words, OptArguments&);

}  // namespace pom::tools
