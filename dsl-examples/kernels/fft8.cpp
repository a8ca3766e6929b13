// Fourier transforms of 8 points with constant factors: three stages of four butterflies each, which a C++ loop
// records. Factors 1 and -i cost no multiplication. The input stands in bit-reversed order; each stage has an array of
// its own, so that frames follow each other through the stages.
#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int frames = 16, points = 8;
  init("fft8");
  placeholder_complex in("in", {frames, points}), first("first", {frames, points}), second("second", {frames, points});
  placeholder_complex out("out", {frames, points});
  first.local();
  second.local();

  const placeholder_complex stages[] = {in, first, second, out};
  for (int stage = 0; stage < 3; ++stage) {
    const int half = 1 << stage;
    const placeholder_complex &from = stages[stage], &to = stages[stage + 1];
    var f(std::string("f").append(std::to_string(stage)), 0, frames);
    std::vector<assignment> butterflies;
    for (int n = 0; n < points; ++n) {
      if (n & half) continue;
      const complex_expr upper = from(f, n), turned = from(f, n + half) * twiddle(n % half, 2 * half);
      butterflies.push_back({to(f, n), upper + turned});
      butterflies.push_back({to(f, n + half), upper - turned});
    }
    simultaneous all(std::string("stage").append(std::to_string(stage)), {f}, butterflies);
    all.front().pipeline(f, 1);
  }
  for (placeholder_complex array : stages) array.partition({1, points}, "complete");
  codegen();
}
