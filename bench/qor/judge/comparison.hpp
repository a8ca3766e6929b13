#pragma once
#include <string>

#include "bench/qor/judge/accuracy.hpp"

namespace pom::dse::qor {

/// Estimate and truth of one point side by side: the design, its loops, the modules that both name.
std::string render_comparison(const Judged&);

}  // namespace pom::dse::qor
