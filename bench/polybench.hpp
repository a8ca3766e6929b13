#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// PolyBench's kernels at LARGE, under their schedules: from DSL to HLS C++, and the legality of one directive alone.
nlohmann::ordered_json bench_polybench();

/// What auto_DSE finds for them, as written, on the default device.
nlohmann::ordered_json bench_polybench_dse(const BenchOptions&);
