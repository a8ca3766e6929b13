#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace reuse_equivalence {

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Nine neighbours of each pixel: `far` apart, at every `step`th pixel.
expr neighbours(const placeholder& A, const var& y, const var& x, int far = 1, int step = 1) {
  expr sum = A(step * y, step * x);
  for (int n = 1; n < 9; ++n) sum = sum + A(step * y + far * (n / 3), step * x + far * (n % 3)) * n;
  return sum;
}

const EstimatedLoop* find_loop(const Estimate& estimate, const std::string& ending) {
  for (const EstimatedLoop& loop : estimate.loops) {
    if (loop.name.ends_with(ending)) return &loop;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("reuse_at: windows of all distances and strides compute the same, or are refused where nothing is shared") {
  for (const int far : {1, 2}) {
    for (const int step : {1, 2, 3}) {
      for (const bool lines : {false, true}) {
        for (const bool pipelined : {false, true}) {
          CAPTURE(far);
          CAPTURE(step);
          CAPTURE(lines);
          CAPTURE(pipelined);
          const std::string different = difference([&] {
            var y("y", 0, 6), x("x", 0, 7);
            placeholder A("A", {24, 26}, p_int32), B("B", {6, 7}, p_int32);
            compute s("s", {y, x}, B(y, x) = neighbours(A, y, x, far, step));
            if (pipelined) s.pipeline(x, 1);
            s.reuse_at(A, lines ? y : x);
          });
          if (far == 1 && step == 3)
            CHECK(different.find("no iteration finds what an earlier one read") != std::string::npos);
          else
            CHECK(different == "");
        }
      }
    }
  }
}

TEST_CASE("reuse_at: an element of an argument is loaded once by a window with lines") {
  const auto blur = [](bool lines) {
    return [=] {
      var y("y", 0, 30), x("x", 0, 30);
      placeholder A("A", {32, 32}, p_int32), B("B", {30, 30}, p_int32);
      compute s("s", {y, x}, B(y, x) = neighbours(A, y, x));
      s.pipeline(x, 1);
      s.reuse_at(A, lines ? y : x);
    };
  };
  for (const bool lines : {false, true}) CHECK(difference(blur(lines)) == "");
  CHECK(count(compile(blur(true))->kernel, "= A[") == 1);
  CHECK(compile(blur(true))->kernel.find("A_lines_of_s[2][32]") != std::string::npos);
  CHECK(compile(blur(false))->kernel.find("lines") == std::string::npos);
}

TEST_CASE("reuse_at: borders, taps in loops, several statements, tiles and strips of a pixel row") {
  CHECK(difference([] {
          var y("y", 0, 9), x("x", 0, 11);
          placeholder A("A", {9, 11}, p_int32), B("B", {9, 11}, p_int32);
          const auto at = [&](int dy, int dx) { return A(clamp(y + dy, 0, 8), clamp(x + dx, 0, 10)); };
          compute s("s", {y, x}, B(y, x) = at(-1, -1) + 2 * at(0, 0) + at(1, 1) + at(-1, 1));
          s.pipeline(x, 1);
          s.reuse_at(A, y);
        }) == "");
  CHECK(difference([] {
          var y("y", 0, 6), x("x", 0, 7), r("r", 0, 3), q("q", 0, 3);
          placeholder A("A", {8, 9}), w("w", {3, 3}), B("B", {6, 7});
          compute clear("clear", {y, x}, B(y, x) = 0.0F);
          compute s("s", {y, x, r, q}, B(y, x) += A(y + r, x + q) * w(r, q));
          s.after(clear, x);
          s.pipeline(x, 1);
          s.reuse_at(A, y);
        }) == "");
  CHECK(difference([] {
          var y("y", 0, 6), x("x", 0, 7);
          placeholder A("A", {8, 9}), B("B", {6, 7}), C("C", {6, 7});
          compute s("s", {y, x}, B(y, x) = A(y, x + 2) - A(y, x));
          compute t("t", {y, x}, C(y, x) = A(y + 2, x) - A(y, x));
          t.after(s, x);
          s.pipeline(x, 1);
          t.reuse_at(A, y);
        }) == "");
  CHECK(difference([] {
          var y("y", 0, 8), x("x", 0, 12), x0("x0"), x1("x1");
          placeholder A("A", {10, 14}), B("B", {8, 12});
          compute s("s", {y, x}, B(y, x) = A(y, x) + A(y + 1, x + 1) + A(y + 2, x + 2));
          s.split(x, 4, x0, x1);
          s.pipeline(x0, 1).unroll(x1);
          s.reuse_at(A, y);
        }) == "");
}

TEST_CASE("reuse_at: tables, local arrays, and a port that streams") {
  CHECK(difference([] {
          var i("i", 0, 10);
          placeholder W("W", {12}, p_int32), B("B", {10}, p_int32);
          W.values(std::vector<int>{1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12});
          compute s("s", {i}, B(i) = W(i) * W(i + 2));
          s.reuse_at(W, i);
        }) == "");
  CHECK(difference([] {
          var i("i", 0, 12), j("j", 0, 10);
          placeholder A("A", {12}), a("a", {12}), B("B", {10});
          a.local();
          compute s("s", {i}, a(i) = A(i) * 2);
          compute t("t", {j}, B(j) = a(j) + a(j + 2));
          t.reuse_at(a, j);
        }) == "");
  for (const char* mode : {"axis", "ap_fifo"}) {
    CHECK(difference([&] {
            var y("y", 0, 6), x("x", 0, 7);
            placeholder A("A", {8, 9}, p_int32), B("B", {6, 7}, p_int32);
            compute s("s", {y, x}, B(y, x) = neighbours(A, y, x));
            A.interface(mode);
            B.interface(mode);
            s.pipeline(x, 1);
            s.reuse_at(A, y);
          }) == "");
  }
}

TEST_CASE("reuse_at: of a stream, an iteration that wants two elements takes the first one first") {
  CHECK(difference([] {
          constexpr int samples = 31, taps = 5;
          var m("m", 0, (samples - taps) / 2 + 1);
          placeholder A("A", {samples}, p_int16), B("B", {(samples - taps) / 2 + 1}, p_int16);
          expr sum = A(2 * m);
          for (int n = 1; n < taps; ++n) sum = sum + A(2 * m + n);
          compute s("s", {m}, B(m) = cast(sum / taps, p_int16));
          A.interface("axis");
          s.pipeline(m, 1);
          s.reuse_at(A, m);
        }) == "");
}

TEST_CASE("reuse_at: a FIFO between processes serves a window that it could not serve without") {
  const auto two = [](bool reuses) {
    return [=] {
      var y("y", 0, 8), x("x", 0, 9), v("v", 0, 6), u("u", 0, 7);
      placeholder A("A", {8, 9}, p_int32), a("a", {8, 9}, p_int32), B("B", {6, 7}, p_int32);
      a.local();
      compute s("s", {y, x}, a(y, x) = A(y, x) * 3);
      compute t("t", {v, u}, B(v, u) = neighbours(a, v, u));
      t.pipeline(u, 1);
      if (reuses) t.reuse_at(a, v);
      a.stream(2);
    };
  };
  const auto flows = [](function& program) { program.dataflow(); };
  const std::string refused = difference(two(false), flows);
  CHECK(refused.find("not-a-stream") != std::string::npos);
  CHECK(refused.find("t.reuse_at(a, a loop)") != std::string::npos);
  CHECK(difference(two(true), flows) == "");
}

TEST_CASE("reuse_at: a stencil behind one port takes one element a cycle") {
  function program("f");
  program.scope([] {
    var y("y", 0, 62), x("x", 0, 62);
    placeholder A("A", {64, 64}, p_int32), B("B", {62, 62}, p_int32);
    compute s("s", {y, x}, B(y, x) = neighbours(A, y, x));
    A.interface("m_axi", "in");
    B.interface("m_axi", "out");
    s.pipeline(x, 1);
    s.reuse_at(A, y);
  });
  const Report report = program.codegen(silent<CompileOptions>());
  REQUIRE(report.verified);
  const EstimatedLoop* loop = find_loop(report.estimate, "_x");
  REQUIRE(loop != nullptr);
  CHECK(loop->interval == 1);
}

TEST_CASE("accumulate_at: sums in registers and rows, written once") {
  const auto product = [](int level, bool pipelined) {
    return [=] {
      var i("i", 0, 5), j("j", 0, 6), k("k", 0, 7);
      placeholder A("A", {5, 7}), B("B", {7, 6}), C("C", {5, 6});
      compute clear("clear", {i, j}, C(i, j) = 0.0F);
      compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
      s.after(clear, j);
      if (pipelined) s.pipeline(j, 1);
      s.accumulate_at(C, level);
    };
  };
  for (const int level : {0, 1, 2}) {
    for (const bool pipelined : {false, true}) {
      CAPTURE(level);
      CAPTURE(pipelined);
      CHECK(difference(product(level, pipelined)) == "");
    }
  }
  CHECK(count(compile(product(1, true))->kernel, "C[i][j] =") == 1);
}

TEST_CASE("accumulate_at: what a FIFO gets is written once, at the end of its sum") {
  const auto flows = [](bool keeps) {
    return [=] {
      var i("i", 0, 5), j("j", 0, 6), k("k", 0, 7);
      placeholder A("A", {5, 7}), B("B", {7, 6}), C("C", {5, 6}), D("D", {5, 6});
      C.local();
      compute clear("clear", {i, j}, C(i, j) = 0.0F);
      compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
      s.after(clear, j);
      compute t("t", {i, j}, D(i, j) = C(i, j) * 2);
      if (keeps) s.accumulate_at(C, j);
      C.stream(2);
    };
  };
  const auto dataflow = [](function& program) { program.dataflow(); };
  CHECK(difference(flows(false), dataflow).find("not-a-stream") != std::string::npos);
  CHECK(difference(flows(true), dataflow) == "");
}

TEST_CASE("process: nests in one process, joined to others by a FIFO, with declared and automatic channels") {
  for (const Channels channels : {Channels::declared, Channels::automatic}) {
    const auto three = [&] {
      var i("i", 0, 16);
      placeholder A("A", {16}), a("a", {16}), c("c", {16}), C("C", {16});
      a.local();
      c.local();
      compute first("first", {i}, a(i) = A(i) + 1), g("g", {i}, c(i) = a(i) * 2), h("h", {i}, C(i) = c(i) - 3);
      if (channels == Channels::declared) c.stream(2);
    };
    const auto grouped = [&](function& program) {
      program.dataflow(channels);
      program.set_schedule([&] {
        Schedule schedule = program.schedule();
        schedule.push_back({ProcessGroup{"front", {"first", "g"}}, {}});
        return schedule;
      }());
    };
    CHECK(difference(three, grouped) == "");
    const std::string kernel = compile(three, grouped)->kernel;
    CHECK(kernel.find("static void front(") != std::string::npos);
    CHECK(kernel.find("g_process") == std::string::npos);
  }
}

}  // namespace reuse_equivalence

TEST_CASE("reuse_at: a function may have many windows") {
  const int nests = 18, columns = 40;
  CHECK(difference([&] {
          std::vector<placeholder> rows;
          for (int n = 0; n <= nests; ++n)
            rows.emplace_back("T" + std::to_string(n), std::vector<int>{columns - n}, p_int32);
          for (int n = 0; n < nests; ++n) {
            if (n > 0) rows[n].local();
            var x("x", 0, columns - n - 1);
            compute c("c" + std::to_string(n), {x}, rows[n](x) * 3 + rows[n](x + 1), rows[n + 1](x));
            c.pipeline(x, 1);
            c.reuse_at(rows[n], x);
          }
        }) == "");
}

TEST_CASE("buffers: a matrix that is read by rows and by columns at once keeps one memory of two ports") {
  function program("f");
  program.scope([] {
    const int size = 16;
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), C("C", {size, size});
    compute clear("clear", {i, j}, 0.0, C(i, j)), add("add", {i, j, k}, C(i, j) + A(i, k) * A(k, j), C(i, j));
    add.after(clear, j);
    add.pipeline(k, 1);
    A.interface("m_axi", "g0");
    A.buffer();
  });
  const Report report = program.codegen(silent<CompileOptions>());
  CHECK(report.verified);
  CHECK(report.hls_cpp.find("array_partition variable=A_buffer") == std::string::npos);
}
