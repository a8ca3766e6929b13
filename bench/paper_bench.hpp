#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"
#include "paper/programs.hpp"

/// The evaluation of the POM paper: Tables III, V, VI and VII …
nlohmann::ordered_json bench_paper_tables(const BenchOptions&);
/// … Fig. 11 (resources), Fig. 12 (sizes), Fig. 14 (strategies) and Fig. 15 (lines).
nlohmann::ordered_json bench_paper_figures(const BenchOptions&);
/// How long the search takes: over sizes 32 … 8192, and for chains of 10 … 160 convolutions.
nlohmann::ordered_json bench_paper_times(const BenchOptions&);

/// The program without a schedule.
inline Build as_written(pom::function (*program)(paper::Design, int), int size) {
  return [=] { return program(paper::Design::as_written, size); };
}
