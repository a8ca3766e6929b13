#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// Tells of an assumption about a function, once.
inline void add_note(std::vector<std::string>& notes, const Function& function, const std::string& text) {
  const std::string whole = function.name + ": " + text;
  if (std::find(notes.begin(), notes.end(), whole) == notes.end()) notes.push_back(whole);
}

}  // namespace pom::dse::qor
