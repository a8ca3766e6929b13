#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "fixture.hpp"

using namespace pom;

namespace {

constexpr int height = 32, width = 16;

/// The neighbour of a pixel, which stays inside of the picture: as an expression, and as a number.
struct Border {
  const char* name;
  std::function<expr(const expr&)> of_loop;
  std::function<int(int)> of_number;
};

const Border borders[] = {
    {"clamp", [](const expr& x) { return clamp(x, 0, width - 1); },
     [](int x) { return std::clamp(x, 0, width - 1); }},
    {"mirror", [](const expr& x) { return mirror(x, width); },
     [](int x) { return x < 0          ? -x
                        : x >= width ? 2 * (width - 1) - x
                                       : x; }},
    {"wrap", [](const expr& x) { return wrap(x, width); }, [](int x) { return (x + width) % width; }}};

Report compile(const std::function<void(placeholder&, placeholder&)>& declare) {
  function program("f");
  program.scope([&] {
    placeholder in("in", {height, width}, p_uint8), out("out", {height, width}, p_uint16);
    declare(in, out);
    in.partition({1, width}, "complete");
    out.partition({1, width}, "complete");
  });
  CompileOptions options;
  options.quiet = true;
  options.write = options.verify = false;
  return program.codegen(options);
}

}  // namespace

TEST_CASE("estimates: an index at a border is a number in each copy of an unrolled loop") {
  for (const Border& border : borders) {
    CAPTURE(border.name);
    const Report loop = compile([&](placeholder& in, placeholder& out) {
      var y("y", 0, height), x("x", 0, width);
      compute k("k", {y, x}, out(y, x) = in(y, border.of_loop(x - 1)) + 2 * in(y, x) + in(y, border.of_loop(x + 1)));
      k.pipeline(y, 1);
    });
    const Report numbers = compile([&](placeholder& in, placeholder& out) {
      var y("y", 0, height);
      std::vector<compute> all;
      for (int x = 0; x < width; ++x) {
        all.emplace_back("k" + std::to_string(x), std::vector<var>{y},
                         out(y, x) = in(y, border.of_number(x - 1)) + 2 * in(y, x) + in(y, border.of_number(x + 1)));
        if (x > 0) all[static_cast<std::size_t>(x)].after(all[static_cast<std::size_t>(x) - 1], y);
      }
      all.front().pipeline(y, 1);
    });
    CHECK(loop.estimate.latency == numbers.estimate.latency);
    CHECK(loop.estimate.lut == doctest::Approx(numbers.estimate.lut).epsilon(0.01));
  }
}

TEST_CASE("estimates: rows that move are read once in an iteration, wherever they are clamped") {
  const auto sum_of_rows = [](bool clamped) {
    return compile([&](placeholder& in, placeholder& out) {
      var y("y", 1, height - 1), x("x", 0, width);
      const auto row = [&](int by) -> expr { return clamped ? clamp(y + by, 0, height - 1) : expr(y + by); };
      compute k("k", {y, x},
                out(y, x) = in(row(-1), x) + in(row(1), x) + in(row(-1), clamp(x + 1, 0, width - 1)) +
                            in(row(1), clamp(x + 1, 0, width - 1)));
      k.pipeline(y, 1);
    });
  };
  CHECK(sum_of_rows(true).estimate.interval == sum_of_rows(false).estimate.interval);
}

TEST_CASE("auto_DSE: a picture is cut into columns where its rows are clamped") {
  const auto cycles = [](bool clamped) {
    function program("blur");
    program.scope([&] {
      var y("y", 0, height), x("x", 0, width);
      placeholder in("in", {height + 2, width + 2}, p_uint8), out("out", {height, width}, p_uint8);
      expr sum = 0;
      for (int dy = -1; dy < 2; ++dy) {
        for (int dx = -1; dx < 2; ++dx)
          sum = sum + (clamped ? expr(in(clamp(y + dy, 0, height - 1), clamp(x + dx, 0, width - 1)))
                               : expr(in(y + dy + 1, x + dx + 1)));
      }
      compute k("k", {y, x}, out(y, x) = cast(sum / 9, p_uint8));
    });
    DseOptions options;
    options.quiet = true;
    options.write = options.verify = false;
    return program.auto_DSE(options).estimate.latency;
  };
  // Three rows on two ports take two cycles.
  CHECK(cycles(true) <= 3 * cycles(false));
}
