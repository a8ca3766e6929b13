#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// The evaluation of the POM paper: Tables III, V, VI and VII …
nlohmann::ordered_json bench_paper_tables(const BenchOptions&);
/// … Fig. 11 (resources), Fig. 12 (sizes), Fig. 14 (strategies) and Fig. 15 (lines).
nlohmann::ordered_json bench_paper_figures(const BenchOptions&);
