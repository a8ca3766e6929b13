#pragma once
#include <string>

namespace pom::dse::qor {

/// One line of a report, as printf; at most 511 characters.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

}  // namespace pom::dse::qor
