#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// What auto_DSE finds for the paper's programs, at several sizes, and for PolyBench with 80 % and with 50 % of the
/// device; compared with the JSON of an earlier run where `options.against` names one.
nlohmann::ordered_json bench_search_quality(BenchOptions);
