// Fourier transform of 64 complex numbers, radix 2: the inputs come by way of a table of reversed indices, the roots of
// unity from tables of their own. Each stage writes arrays of its own.
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  constexpr int n = 64, stages = 6;
  std::vector<double> cosines, sines;
  std::vector<int> reversed;
  for (int k = 0; k < n / 2; ++k) {
    const double angle = -2 * std::acos(-1.0) * k / n;
    cosines.push_back(std::cos(angle));
    sines.push_back(std::sin(angle));
  }
  for (int k = 0; k < n; ++k) {
    int turned = 0;
    for (int bit = 0; bit < stages; ++bit) turned |= (k >> bit & 1) << (stages - 1 - bit);
    reversed.push_back(turned);
  }

  init("fft");
  placeholder xr("xr", {n}, p_float32), xi("xi", {n}, p_float32), yr("yr", {n}, p_float32), yi("yi", {n}, p_float32),
      wr("wr", {n / 2}, p_float32), wi("wi", {n / 2}, p_float32), place("place", {n}, p_uint8);
  wr.values(cosines);
  wi.values(sines);
  place.values(reversed);
  std::vector<placeholder> re, im;
  for (int s = 0; s < stages; ++s) {
    const std::string stage = std::to_string(s);
    re.emplace_back("re" + stage, std::vector<std::int64_t>{n}, p_float32).local();
    im.emplace_back("im" + stage, std::vector<std::int64_t>{n}, p_float32).local();
  }
  re.push_back(yr);
  im.push_back(yi);

  var k("k", 0, n);
  compute load_r("load_r", {k}, xr(place(k)), re[0](k));
  compute load_i("load_i", {k}, xi(place(k)), im[0](k));
  load_i.after(load_r, k);
  std::vector<std::pair<compute, var>> innermost = {{load_r, k}};
  for (int s = 0; s < stages; ++s) {
    const auto in = static_cast<std::size_t>(s), out = in + 1;
    const int half = 1 << s, step = n / (2 * half);
    const std::string name = std::to_string(s);
    var g("g" + name, 0, step), j("j" + name, 0, half);
    const expr a = 2 * half * g + j, b = 2 * half * g + j + half;
    const expr tr = wr(step * j) * re[in](b) - wi(step * j) * im[in](b),
               ti = wr(step * j) * im[in](b) + wi(step * j) * re[in](b);
    compute upper_r("upper_r" + name, {g, j}, re[in](a) + tr, re[out](a));
    compute upper_i("upper_i" + name, {g, j}, im[in](a) + ti, im[out](a));
    compute lower_r("lower_r" + name, {g, j}, re[in](a) - tr, re[out](b));
    compute lower_i("lower_i" + name, {g, j}, im[in](a) - ti, im[out](b));
    upper_i.after(upper_r, j);
    lower_r.after(upper_i, j);
    lower_i.after(lower_r, j);
    innermost.emplace_back(upper_r, j);
  }
  // The schedule stands behind the program.
  for (auto& [statement, loop] : innermost) statement.pipeline(loop, 1);
  codegen();
}
