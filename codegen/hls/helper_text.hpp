#pragma once
#include <string>

namespace pom::backend {

/// The definition of a macro or function that a kernel uses, by its name.
std::string helper_text(const std::string& helper);

}  // namespace pom::backend
