#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>

#include "bench/qor/description/point.hpp"

namespace pom::dse::qor {

/// One line of a points file; otherwise why it cannot be expressed as a kernel.
std::variant<Point, std::string> import_point(const nlohmann::json&);
/// The same from the line's text, which may be no JSON at all.
std::variant<Point, std::string> import_point_text(const std::string& line);

}  // namespace pom::dse::qor
