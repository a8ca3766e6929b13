#pragma once
#include <string>
#include <vector>

#include "programs.hpp"

namespace paper {

/// A design as the paper prints it. 0 and "": not printed.
struct PrintedDesign {
  double speedup = 0;  ///< over the program as written
  double cycles = 0;   ///< printed, or the program as written's cycles / speed-up
  int dsp = 0, ff = 0, lut = 0;
  std::string interval = "", tiles = "";
  int parallelism = 0;
  double seconds = 0;  ///< of its search
  bool fits = true;
};

/// One row of the evaluation of POM (HPCA 2024), XC7Z020 at 100 MHz, float.
struct PrintedRow {
  const char* name;
  const char* table;  ///< where it is printed
  pom::function (*program)(Design, int size);
  int size = 0;
  double as_written = 0;  ///< cycles of the paper's program without directives
  PrintedDesign scalehls, pom;
  bool has_pom_schedule = false, has_scalehls_schedule = false;  ///< `program` knows them
  /// Where `program` may take sums in any order: the same with the order as written.
  pom::function (*in_order)(Design, int size) = nullptr;
};

const std::vector<PrintedRow>& printed_rows();

}  // namespace paper
