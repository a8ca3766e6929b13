#pragma once
#include <nlohmann/json_fwd.hpp>

/// How many estimates one core makes in a second, and how often each asks for memory.
nlohmann::ordered_json bench_estimates();
