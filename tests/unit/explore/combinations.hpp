#pragma once
#include <cstddef>
#include <vector>

namespace pom::test {

/// The next of all combinations of one element of every group, `at` by group, which starts with zeros. False: that was
/// the last one. No group is empty.
template <typename Group>
bool next_combination(std::vector<std::size_t>& at, const std::vector<Group>& groups) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (++at[g] < groups[g].size()) return true;
    at[g] = 0;
  }
  return false;
}

}  // namespace pom::test
