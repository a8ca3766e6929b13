#include "dse/estimate/blocks/event_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace pom::dse::estimate;

namespace {

/// Two elements differ if an index of both has equal terms and another constant.
bool may_meet(const std::vector<Linear>& indices, const GraphAccess& a, const GraphAccess& b) {
  if (a.shape < 0 || b.shape < 0) return true;
  for (int d = 0; d < a.rank; ++d) {
    const Linear &x = indices[a.first_index + d], &y = indices[b.first_index + d];
    if (x.same_terms(y) && x.constant != y.constant) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("event index: finds exactly the accesses that a comparison of all pairs finds, in their order") {
  constexpr unsigned seed = 5;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
  int checked = 0;
  for (int round = 0; round < 40; ++round) {
    EventIndex index;
    std::vector<Linear> indices;
    std::vector<GraphAccess> accesses;
    std::vector<std::vector<int>> shapes;  // the loop that moves each index; 0: none
    for (int event = 0; event < 60; ++event) {
      GraphAccess access;
      access.rank = 3;
      access.first_index = static_cast<int>(indices.size());
      std::vector<int> shape;
      for (int d = 0; d < access.rank; ++d) {
        Linear linear;
        linear.constant = pick(3);
        shape.push_back(pick(2));
        if (shape.back() > 0) linear.add(shape.back(), 1);
        indices.push_back(linear);
      }
      const auto known = std::find(shapes.begin(), shapes.end(), shape);
      access.shape = pick(9) == 0 ? -1 : static_cast<int>(known - shapes.begin());
      if (access.shape >= 0 && known == shapes.end()) shapes.push_back(shape);
      std::vector<int> expected;
      for (int n = 0; n < event; ++n) {
        if (may_meet(indices, accesses[n], access)) expected.push_back(n);
      }
      CHECK(index.find(access, indices) == expected);
      checked += static_cast<int>(expected.size());
      accesses.push_back(access);
      index.add(event, &accesses.back(), indices);
    }
  }
  CHECK(checked > 1000);
}
