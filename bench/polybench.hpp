#pragma once
#include <nlohmann/json_fwd.hpp>

/// PolyBench's kernels at LARGE, under their schedules: from DSL to HLS C++, and the legality of one directive alone.
nlohmann::ordered_json bench_polybench();
