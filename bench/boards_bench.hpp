#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// Designs whose arguments all lie behind m_axi, as auto_DSE finds them: rows of name, board, cycles, roofline, dsp,
/// bram18, uram, lut, ff, fits, verified, seconds. `roofline`: what no design of the search goes below, and at least
/// what the fullest bundle moves.
nlohmann::ordered_json bench_boards(const BenchOptions&);
