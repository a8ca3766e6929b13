#pragma once
#include <set>
#include <utility>
#include <vector>

namespace pom::poly {

/// Whether links lead from one to the other, in whatever direction each is gone.
template <class Key>
bool are_joined(const std::vector<std::pair<Key, Key>>& links, const Key& from, const Key& to) {
  std::set<Key> reached = {from};
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [one, other] : links) {
      if (reached.contains(one) == reached.contains(other)) continue;
      reached.insert({one, other});
      grew = true;
    }
  }
  return reached.contains(to);
}

}  // namespace pom::poly
