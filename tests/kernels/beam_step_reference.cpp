#include "beam_step.h"

#include <algorithm>
#include <vector>

#include "reference.hpp"

int main() {
  constexpr int beams = 4, words = 32;
  Contents contents;
  Comparison comparison;
  for (int round = 0; round < rounds; ++round) {
    std::int16_t score[beams], gain[beams][words];
    std::int32_t expected[beams], expected_origin[beams], actual[beams], actual_origin[beams];
    const long long width = round % 2 == 0 ? 5 : 32'767;
    contents.fill(score, -width, width);
    contents.fill(gain, -width, width);
    struct Candidate {
      int score, origin;
    };
    std::vector<Candidate> all;
    for (int n = 0; n < beams * words; ++n) all.push_back({score[n / words] + gain[n / words][n % words], n});
    // Of equal scores the one that came first stays in front.
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    for (int n = 0; n < beams; ++n) {
      expected[n] = all[n].score;
      expected_origin[n] = all[n].origin;
    }
    beam_step(score, gain, actual, actual_origin);
    comparison.equal("best", expected, actual);
    comparison.equal("origin", expected_origin, actual_origin);
  }
  return comparison.result();
}
