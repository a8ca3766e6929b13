#include <doctest/doctest.h>

#include <random>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

enum class Border { clamped, mirrored, zero, guarded, zero_in_front };

/// Reads T in a window of so many rows and columns around each pixel, whatever lies beyond the picture.
struct Picture {
  int rows = 8, columns = 10;
  int above = 1, below = 1, left = 1, right = 1;
  Border border = Border::clamped;
  int pixels = 1;  ///< at once

  std::string name() const {
    std::string text = std::to_string(rows) + " x " + std::to_string(columns) + ", border " +
                       std::to_string(static_cast<int>(border)) + ", reach";
    for (const int reach : {above, below, left, right}) text += " " + std::to_string(reach);
    return text + ", " + std::to_string(pixels) + " at once";
  }

  expr neighbour(const placeholder& T, const var& v, const var& u, int dv, int du) const {
    const expr y = v + dv, x = u + du;
    const expr inside = y >= 0 && y < rows && x >= 0 && x < columns;
    switch (border) {
      case Border::clamped:
        return T(clamp(y, 0, rows - 1), clamp(x, 0, columns - 1));
      case Border::mirrored:
        return T(mirror(y, rows), mirror(x, columns));
      case Border::zero:
        return select(inside, T(y, x), 0);
      case Border::guarded:
        return select(inside, T(y, x), T(v, u));
      case Border::zero_in_front:
        return select(y >= 0 && x >= 0, T(p_min(y, rows - 1), p_min(x, columns - 1)), 0);
    }
    return 0;
  }

  void declare() const {
    var y("y", 0, rows), x("x", 0, columns), v("v", 0, rows), u("u", 0, columns), outer("outer"), inner("inner");
    placeholder I("I", {rows, columns}, p_int32), T("T", {rows, columns}, p_int32), O("O", {rows, columns}, p_int32);
    T.local();
    compute a("a", {y, x}, I(y, x) * 3, T(y, x));
    a.pipeline(x, 1);
    expr sum = 0;
    for (int dv = -above; dv <= below; ++dv) {
      for (int du = -left; du <= right; ++du) sum = sum * 3 + neighbour(T, v, u, dv, du);
    }
    compute b("b", {v, u}, sum, O(v, u));
    if (pixels == 1) {
      b.pipeline(u, 1);
    } else {
      b.split(u, pixels, outer, inner);
      b.pipeline(outer, 1);
    }
  }

  Report streamed() const {
    function program("f");
    program.scope([&] { declare(); });
    program.dataflow(Channels::automatic);
    return program.codegen(silent<CompileOptions>());
  }
};

/// Elements that the consumer keeps.
std::int64_t kept(const Report& report) {
  const std::string before = "keeps ";
  const std::size_t at = report.summary.find(before);
  return at == std::string::npos ? 0 : std::stoll(report.summary.substr(at + before.size()));
}

/// A picture with a frame of zeros around it, all channels of a pixel at once, of which so many are sent in a cycle.
Report framed(int frame, int channels, int sent_at_once) {
  function program("f");
  program.scope([&] {
    const int rows = 8, columns = 10;
    var y("y", 0, rows), x("x", 0, columns), c("c", 0, channels), c0("c0"), c1("c1");
    var v("v", 0, rows + 2 * frame), u("u", 0, columns + 2 * frame), d("d", 0, channels);
    placeholder I("I", {rows, columns, channels}, p_int32), T("T", {rows, columns, channels}, p_int32),
        O("O", {rows + 2 * frame, columns + 2 * frame, channels}, p_int32);
    T.local();
    compute a("a", {y, x, c}, I(y, x, c) * 3, T(y, x, c));
    a.split(c, sent_at_once, c0, c1);
    a.pipeline(c0, 1);
    const expr inside = v >= frame && v < rows + frame && u >= frame && u < columns + frame;
    compute b("b", {v, u, d}, select(inside, T(v - frame, u - frame, d), 0), O(v, u, d));
    b.pipeline(u, 1);
  });
  program.dataflow(Channels::automatic);
  return program.codegen(silent<CompileOptions>());
}

}  // namespace

TEST_CASE("borders: a window keeps lines, whatever is read beyond the picture") {
  for (const Border border :
       {Border::clamped, Border::mirrored, Border::zero, Border::guarded, Border::zero_in_front}) {
    Picture picture;
    picture.border = border;
    CAPTURE(picture.name());
    const Report report = picture.streamed();
    CHECK(report.verified);
    CHECK(report.hls_cpp.find("T_window_of_b") != std::string::npos);
    CHECK(kept(report) <= 9 + 2 * (picture.columns + 2));
    CHECK(report.estimate.latency < 2 * picture.rows * picture.columns);
  }
}

TEST_CASE("borders: wide ones have iterations of their own") {
  for (const Border border : {Border::clamped, Border::mirrored}) {
    const Picture picture{12, 14, 2, 2, 2, 2, border, 1};
    CAPTURE(picture.name());
    const Report report = picture.streamed();
    CHECK(report.verified);
    CHECK(kept(report) <= 25 + 4 * (picture.columns + 4));
  }
}

TEST_CASE("borders: several pixels at once") {
  for (const Border border : {Border::clamped, Border::zero}) {
    const Picture picture{8, 12, 1, 1, 1, 1, border, 4};
    CAPTURE(picture.name());
    const Report report = picture.streamed();
    CHECK(report.verified);
    CHECK(report.hls_cpp.find("T_window_of_b") != std::string::npos);
  }
}

TEST_CASE("borders: a frame of zeros keeps what one iteration takes, which is used where the condition holds") {
  for (const int frame : {1, 2}) {
    for (const int channels : {1, 4}) {
      CAPTURE(frame);
      CAPTURE(channels);
      const Report report = framed(frame, channels, channels);
      CHECK(report.verified);
      CHECK(kept(report) == channels);
    }
    // Two of four in a cycle: a row comes while the row before is used.
    const Report slower = framed(frame, 4, 2);
    CHECK(slower.verified);
    CHECK(kept(slower) < 8 * 10 * 4);
  }
}

TEST_CASE("borders: pictures of a megapixel keep two lines") {
  const Picture picture{1024, 1024, 1, 1, 1, 1, Border::clamped, 1};
  CHECK(kept(picture.streamed()) <= 9 + 2 * 1026);
}

TEST_CASE("borders: random windows compute what their programs say") {
  const unsigned seed = 20261126;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int n = 0; n < 24; ++n) {
    const Picture picture{pick(1, 9), 2 * pick(1, 5), pick(0, 2),         pick(0, 2),
                          pick(0, 2), pick(0, 2),     Border(pick(0, 3)), pick(1, 2)};
    CAPTURE(picture.name());
    // A mirror shows one picture only.
    const bool seen = std::max(picture.above, picture.below) < picture.rows &&
                      std::max(picture.left, picture.right) < picture.columns;
    if (picture.border == Border::mirrored && !seen) continue;
    CHECK(picture.streamed().verified);
  }
}

TEST_CASE("borders: a buffer behind a bus has those of its argument") {
  for (const int tile : {2, 4}) {
    CHECK(difference([&] {
            var i("i", 0, 8), i0("i0"), i1("i1");
            placeholder A("A", {8}, p_int32), B("B", {8}, p_int32);
            compute s("s", {i}, select(i > 1, A(i - 2), 7) + A(clamp(i + 1, 0, 7)), B(i));
            s.split(i, tile, i0, i1);
            A.interface("m_axi", "gmem");
            A.buffer_at(s, i0);
          }) == "");
  }
}

TEST_CASE("borders: an index that data choose lies beside a guarded one, and is left as it is") {
  for (const bool behind_bus : {false, true}) {
    CAPTURE(behind_bus);
    CHECK(difference([&] {
            var i("i", 0, 2), j("j", 0, 2), k("k", 0, 2);
            placeholder A("A", {3, 2}, p_int32), D("D", {2}, p_int32);
            D.assume(0, 1);
            const expr chosen = 1 - i + D(k);
            compute s("s", {i, j, k}, select(j > 0, A(chosen, p_min(j - 1, 1)), 0) + 1, A(chosen, j));
            if (behind_bus)
              A.interface("m_axi", "gmem").buffer_at(s, j);
            else
              s.accumulate_at(A, k);
          }) == "");
  }
}

TEST_CASE("borders: a picture of a stream that is too large to be executed is verified at a reduced size") {
  const int rows = 1080, columns = 1920;
  function program("f");
  program.scope([&] {
    var y("y", 0, rows), x("x", 0, columns);
    placeholder A("A", {rows, columns}, p_int32), T("T", {rows, columns}, p_int32), O("O", {rows, columns}, p_int32);
    T.local();
    compute c("c", {y, x}, T(y, x) = A(y, x) + A(clamp(y + 1, 0, rows - 1), x));
    compute d("d", {y, x}, O(y, x) = T(y, x) + T(mirror(y + 1, rows), clamp(x + 1, 0, columns - 1)));
    d.pipeline(x, 1);
    O.interface("axis");
  });
  program.dataflow(Channels::automatic);
  CHECK(program.codegen(silent<CompileOptions>()).verified);
}

TEST_CASE("borders: what a nest reads of a channel in no instance does not come to it") {
  const auto declare = [](bool reads_elsewhere) {
    var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8), l("l", 0, 1);
    placeholder A("A", {8, 8}, p_int32), B("B", {8, 8}, p_int32), C("C", {8, 8}, p_int32), T("T", {8, 8}, p_int32);
    placeholder argument("D", {8}, p_int32);
    T.local();
    compute a("a", {i, j}, A(i, j) * 3, T(i, j));
    compute b("b", {i, k}, T(i, k) + 1, B(i, k));
    const expr never = select(l - 2 >= 0 && l - 2 < 8, T(i, l - 2), 5) + select(l > 0, argument(l - 1), 1);
    compute c("c", {i, l}, reads_elsewhere ? never + T(i, 7 - l) : never + i, C(i, l));
    a.pipeline(j, 1);
    b.pipeline(k, 1);
  };
  for (const bool reads_elsewhere : {false, true}) {
    CAPTURE(reads_elsewhere);
    function program("f");
    program.scope([&] { declare(reads_elsewhere); });
    program.dataflow(Channels::automatic);
    const Report report = program.codegen(silent<CompileOptions>());
    CHECK(report.verified);
    CHECK((report.hls_cpp.find("T_to_c") != std::string::npos) == reads_elsewhere);
  }
}
