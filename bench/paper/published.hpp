#pragma once
#include <cstdint>
#include <vector>

#include "programs.hpp"

namespace paper {

/// One published design (or baseline). Cycles known by a rounded speed-up are a range. 0: not published.
struct Row {
  const char* name;
  pom::function (*program)(Design, int size);
  Design design;
  std::int64_t least_cycles, most_cycles;
  int dsp = 0, lut = 0, ff = 0;
  bool exact = false;  ///< the cycles have to be met exactly, else within 1 %
  int size = paper_size;
  bool automatic = true;  ///< designs: the tool pipelines other innermost loops by itself

  pom::function build(Design as) const { return program(as, size); }
};

/// POM (HPCA 2024), tables III, V and VII, XC7Z020 at 100 MHz, Vitis HLS 2022.1.
const std::vector<Row>& published();

/// POM's designs as others ran them through Vitis HLS 2022.2 for XC7A100T (speed grade 1) at 100 MHz: the reports in
/// the public repository Shirely351/pom_pro, samples/*/test_*_4096/…/syn/report.
const std::vector<Row>& reproduced();

}  // namespace paper
