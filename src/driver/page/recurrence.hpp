#pragma once
#include <string>

#include "driver/page/html.hpp"

namespace pom::driver {

/// What would shorten the interval of a loop that a recurrence limits, by the dependences of the program; as HTML.
std::string advice_for_recurrence(const html::Json& report, const html::Json& loop);

}  // namespace pom::driver
