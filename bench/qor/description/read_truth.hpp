#pragma once
#include <nlohmann/json_fwd.hpp>

#include "bench/qor/description/point.hpp"

namespace pom::dse::qor {

/// The `truth` of a point; what is missing or of another type stays absent.
Truth read_truth(const nlohmann::json& point);

}  // namespace pom::dse::qor
