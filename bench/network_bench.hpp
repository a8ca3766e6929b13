#pragma once
#include <nlohmann/json_fwd.hpp>

#include "measure.hpp"

/// Convolutional networks as streaming designs that auto_DSE finds.
nlohmann::ordered_json bench_networks(const BenchOptions&);
