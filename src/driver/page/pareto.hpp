#pragma once
#include "driver/page/html.hpp"

namespace pom::driver {

/// Latency against one resource, for each design that no other one beats; the chosen one stands out. Points take the
/// keyboard's focus.
std::string pareto_plot(const html::Json& report, const char* key, const char* title);

}  // namespace pom::driver
