#include "k_nearest.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "reference.hpp"

int main() {
  constexpr int n = 64, k = 5;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    static std::int16_t point[n][3], query[3];
    std::int64_t expected[k], actual[k];
    std::int32_t expected_number[k], actual_number[k];
    // Few different values in some rounds, so that distances are equal: the point that came first stays in front.
    const long long width = round % 2 == 0 ? 4 : 32'767;
    contents.fill(point, -width, width);
    contents.fill(query, -width, width);
    std::vector<std::pair<std::int64_t, int>> all;
    for (int p = 0; p < n; ++p) {
      std::int64_t squared = 0;
      for (int d = 0; d < 3; ++d)
        squared += static_cast<std::int64_t>(point[p][d] - query[d]) * (point[p][d] - query[d]);
      all.emplace_back(squared, p);
    }
    std::sort(all.begin(), all.end());
    for (int s = 0; s < k; ++s) std::tie(expected[s], expected_number[s]) = all[s];
    k_nearest(point, query, actual, actual_number);
    comparison.equal("distance", expected, actual);
    comparison.equal("number", expected_number, actual_number);
  }
  return comparison.result();
}
