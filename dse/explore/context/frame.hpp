#pragma once
#include <map>
#include <set>
#include <string>

namespace pom::dse::explore {

/// What a search leaves as it is written, by names of computes: copies between chip and bus run as they stand, and so
/// many loops around a compute hold them.
struct Frame {
  std::set<std::string> copies;
  std::set<std::string> words;  ///< copies whose innermost loop runs over the elements of a word, and is built whole
  std::map<std::string, int> loops;

  bool is_copy(const std::string& compute) const { return copies.contains(compute); }
};

}  // namespace pom::dse::explore
