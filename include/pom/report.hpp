#pragma once
#include <string>
#include <vector>

#include "diagnostic.hpp"

namespace pom {

/// What `verify` found. `agreed` is true only when all executions ran and agreed.
struct Verification {
  bool agreed = false;
  bool reduced = false;       ///< true: a smaller instance of the same program was executed
  std::string sizes;          ///< what was executed: "full size", or "reduced: 68 719 476 736 → 64 000 instances …"
  std::string detail;         ///< how the executions were compared, or the first difference
};

/// What a compilation produced.
struct Report {
  std::string name;           ///< the generated function
  std::string directory;      ///< where the files are; empty: nothing was written
  std::vector<std::string> files;
  std::string hls_cpp;        ///< the kernel's text
  std::vector<Diagnostic> warnings;
  Verification verification;
  bool verified = false;      ///< verification was asked for and agreed
  std::string summary;        ///< what was printed on the terminal
};

}  // namespace pom
