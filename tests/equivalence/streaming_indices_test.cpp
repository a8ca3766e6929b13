#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

using Element = std::function<expr(const placeholder&, const var&)>;

/// A copy, and what `of` makes of it.
std::string difference_of(const Element& of, bool pipelined = false) {
  return difference(
      [&] {
        var i("i", 0, 8), j("j", 0, 8);
        placeholder A("A", {8}, p_int32), C("C", {8}, p_int32), D("D", {8}, p_int32);
        C.local();
        compute s("s", {i}, A(i), C(i));
        compute t("t", {j}, of(C, j), D(j));
        if (pipelined) t.pipeline(j, 1);
      },
      with_channels);
}

}  // namespace

TEST_CASE("automatic channels: an index that is clamped, mirrored or guarded reads a buffer of all elements") {
  const std::vector<Element> borders = {
      [](const placeholder& C, const var& j) { return C(j) + C(clamp(j - 1, 0, 7)); },
      [](const placeholder& C, const var& j) { return C(j) + C(mirror(j - 1, 8)); },
      [](const placeholder& C, const var& j) { return C(j) + select(j > 0, C(j - 1), 0); },
      [](const placeholder& C, const var& j) { return C(wrap(j + 3, 8)) * 2 + C(j); },
  };
  for (std::size_t n = 0; n < borders.size(); ++n) {
    CAPTURE(n);
    CHECK(difference_of(borders[n]) == "");
    CHECK(difference_of(borders[n], true) == "");
  }
}

TEST_CASE("automatic channels: a FIFO's elements are not taken at an index that is computed, however regular it is") {
  const Element same = [](const placeholder& C, const var& j) { return C(p_min(j, 7)) + 1; };
  CHECK(difference_of(same) == "");
  CHECK(difference_of(same, true) == "");
  const auto writes = [] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8}, p_int32), C("C", {8}, p_int32), D("D", {8}, p_int32);
    C.local();
    compute s("s", {i}, A(i), C(p_min(i, 7)));
    compute t("t", {j}, C(j) * 3, D(j));
  };
  CHECK(difference(writes, with_channels) == "");
}

TEST_CASE("automatic channels: an index that is a number names a cell of a smaller buffer") {
  const auto rows = [](const std::function<expr(const placeholder&, const var&)>& of) {
    return difference(
        [&] {
          var i("i", 0, 6);
          placeholder A("A", {6}, p_int32), Z("Z", {6}, p_int32), C("C", {6}, p_int32);
          C.local();
          compute s("s", {i}, A(i), C(i));
          s.split(i, 3);
          compute t("t", {i}, of(C, i), Z(i));
        },
        with_channels);
  };
  CHECK(rows([](const placeholder& C, const var& i) { return C(i) + C(3); }) == "");
  CHECK(rows([](const placeholder& C, const var& i) { return C(i) + C(5 - 0 * i); }) == "");
  const auto plane = [] {
    var i("i", 0, 6), j("j", 0, 5);
    placeholder A("A", {6, 5}, p_int32), Z("Z", {6, 5}, p_int32), C("C", {6, 5}, p_int32);
    C.local();
    compute s("s", {i, j}, A(i, j), C(i, j));
    s.split(i, 3);
    compute t("t", {i, j}, C(i, j) + C(3, j) - C(2, 1), Z(i, j));
  };
  CHECK(difference(plane, with_channels) == "");
}

TEST_CASE("automatic channels: elements of a diagonal pattern have cells of their own") {
  for (const bool pipelined : {false, true}) {
    CAPTURE(pipelined);
    const auto declare = [&] {
      var i("i", 0, 6), j("j", 0, 4), y("y", 0, 3), x("x", 0, 2);
      placeholder A("A", {6, 4}, p_int32), C("C", {6, 4}, p_int32), Z("Z", {3, 2}, p_int32);
      C.local();
      compute s("s", {i, j}, A(i, j), C(i, j));
      compute t("t", {y, x}, C(2 * y, 2 * x) * 3 - C(2 * y + 1, 2 * x + 1), Z(y, x));
      s.pipeline(j, 1);
      if (pipelined) t.pipeline(x, 1);
    };
    CHECK(difference(declare, with_channels) == "");
  }
}

TEST_CASE("automatic channels: remainders and quotients in indices take no longer than other orders") {
  const auto declare = [] {
    var i("i", 0, 9), j("j", 0, 6), k("k", 0, 6);
    placeholder A("A", {9, 6, 6}, p_int16), Z("Z", {9, 6, 6}, p_int32), C("C", {9, 6, 6}, p_int32),
        D("D", {9, 6, 6}, p_int32);
    C.local();
    D.local();
    compute s("s", {i, j, k}, A(i, j, k) + A(i / 3, j / 2, k), C(i, j, k));
    compute t("t", {i, j, k}, C(i, k, wrap(k + 3, 6)), D(i, j, k));
    compute r("r", {i, j, k}, D(k, 5 - j, j) + C(i % 2, j, 5 - k) + D(i, j, k), Z(i, j, k));
    t.reverse(k);
  };
  CHECK(difference(declare, with_channels) == "");
}

TEST_CASE("automatic channels: a shared loop is pipelined whichever of its statements says so") {
  for (const bool first : {false, true}) {
    CAPTURE(first);
    const auto declare = [&] {
      var i("i", 0, 3), j("j", 0, 5);
      placeholder A("A", {3, 5}, p_int32), Z("Z", {3, 5}, p_int32), Y("Y", {3, 5}, p_int32), C("C", {3, 5}, p_int32),
          D("D", {3, 5}, p_int32);
      C.local();
      D.local();
      compute a("a", {i, j}, A(i, j), C(i, j));
      compute b("b", {i, j}, A(i, j) * 2, D(i, j));
      b.after(a, i);
      compute c("c", {i, j}, C(i, j), Z(i, j));
      compute d("d", {i, j}, D(i, j / 2), Y(i, j));
      d.after(c, j);
      (first ? c : d).pipeline(j);
    };
    CHECK(difference(declare, with_channels) == "");
  }
}

TEST_CASE("automatic channels: a dataflow of declared channels is not one of found ones") {
  const auto both = [](function& program) {
    program.dataflow(Channels::automatic);
    program.dataflow();
  };
  const auto declare = [] {
    var i("i", 0, 8);
    placeholder A("A", {8}, p_int32), C("C", {8}, p_int32), D("D", {8}, p_int32);
    C.local();
    compute s("s", {i}, A(i), C(i));
    compute t("t", {i}, C(i), D(i));
  };
  CHECK(difference(declare, both).find("conflicting-mark") != std::string::npos);
  CHECK(difference(declare, [](function& program) {
          program.dataflow(Channels::automatic);
          program.dataflow(Channels::automatic);
        }) == "");
}

TEST_CASE("automatic channels: what several statements write in one iteration leaves it through one write") {
  const auto declare = [] {
    var i("i", 0, 6), j("j", 0, 7), y("y", 0, 8), x("x", 0, 9), v("v", 0, 8), u("u", 0, 9);
    placeholder A("A", {6, 7}, p_int32), C("C", {6, 7}, p_int32), P("P", {8, 9}, p_int32), Z("Z", {8, 9}, p_int32);
    C.local();
    P.local();
    compute s("s", {i, j}, A(i, j), C(i, j));
    compute frame("frame", {y, x}, -1, P(y, x));
    compute picture("picture", {y, x}, C(y - 1, x - 1), P(y, x));
    picture.where(y >= 1 && y <= 6 && x >= 1 && x <= 7);
    picture.after(frame, x);
    compute t("t", {v, u}, P(v, u) * 2, Z(v, u));
    s.pipeline(j, 1);
    frame.pipeline(x, 1);
    t.pipeline(u, 1);
  };
  CHECK(difference(declare, with_channels) == "");
  const std::string kernel = compile(declare, with_channels)->kernel;
  const std::size_t write = kernel.find("P_to_t.write(");
  REQUIRE(write != std::string::npos);
  CHECK(kernel.find("P_to_t.write(", write + 1) == std::string::npos);
}

TEST_CASE("automatic channels: where an order takes too much work to find, the array stays a memory") {
  const auto declare = [] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8}, p_int32), Z("Z", {8, 8}, p_int32), C0("C0", {8, 8}, p_int32), C1("C1", {8, 8}, p_int32),
        C2("C2", {8, 8}, p_int32);
    for (placeholder* C : {&C0, &C1, &C2}) C->local();
    compute s0("s0", {i, j}, A(i, j), C0(7 - i, 7 - j));
    compute s1("s1", {i, j}, C0(i, j) + C0(wrap(i - 1, 8), wrap(j + 1, 8)), C1(i, j));
    compute s2("s2", {i, j}, C1(i, j) + C0(7 - i, wrap(j + 3, 8)) + C0(7, 7 - j), C2(i, j));
    compute s3("s3", {i, j}, C2(i, 2), Z(i, j));
    s0.reverse(i);
    s1.shift(j, 1);
    s2.tile(i, j, 2, 3);
    s3.pipeline(i);
  };
  CHECK(difference(declare, with_channels) == "");
  const auto made = compile(declare, with_channels);
  CHECK(std::any_of(made->streamed.begin(), made->streamed.end(), [](const poly::StreamedChannel& channel) {
    return channel.memory.find("takes too much work to find") != std::string::npos;
  }));
}

TEST_CASE("automatic channels: accesses with strides in both dimensions that share no element are both served") {
  const unsigned seed = 20261126;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto from = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int n = 0; n < 20; ++n) {
    const int rows = from(2, 4), columns = from(2, 4), down = n == 0 ? 3 : from(2, 5), across = n == 0 ? 4 : from(2, 5);
    const int y0 = n == 0 ? 2 : from(0, 4), x0 = n == 0 ? 0 : from(0, 4), y1 = n == 0 ? 0 : from(0, 4),
              x1 = n == 0 ? 3 : from(0, 4);
    CAPTURE(down);
    CAPTURE(across);
    CAPTURE(y0);
    CAPTURE(x0);
    CAPTURE(y1);
    CAPTURE(x1);
    CHECK(difference(
              [&] {
                const int height = (rows - 1) * down + 5, width = (columns - 1) * across + 5;
                var i("i", 0, height), j("j", 0, width), y("y", 0, rows), x("x", 0, columns);
                placeholder A("A", {height, width}, p_int32), T("T", {height, width}, p_int32),
                    O("O", {rows, columns}, p_int32);
                T.local();
                compute a("a", {i, j}, A(i, j) * 3, T(i, j));
                compute b("b", {y, x}, T(down * y + y0, across * x + x0) - 2 * T(down * y + y1, across * x + x1),
                          O(y, x));
              },
              with_channels) == "");
  }
}
