#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// Designs whose arguments all lie behind m_axi, as auto_DSE finds them: rows of name, board, cycles, roofline, dsp,
/// bram18, uram, lut, ff, fits, verified, seconds, and as_written: the same program behind the buses with the tool's
/// own pipelining. `roofline`: what no design of the search goes below, and at least what the fullest bundle moves.
/// Beside them, where there are any, the cycles of others, pom (POM's schedule behind the same buses) or on_chip;
/// too_large: why the board cannot have the program.
nlohmann::ordered_json bench_boards(const BenchOptions&);
