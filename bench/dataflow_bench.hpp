#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// Streaming designs of dsl-examples/dataflow, each verified by execution, beside published ones: rows of name, device,
/// clock_ns, cycles, dsp, bram18, lut, ff, fits, verified.
nlohmann::ordered_json bench_dataflow(const BenchOptions&);
