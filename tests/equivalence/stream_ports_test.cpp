#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

namespace {

/// The sum of two streams, element by element, the second times a constant.
std::function<void()> sum(const std::string& first, const std::string& second, const std::string& result) {
  return [=] {
    var i("i", 0, 6), j("j", 0, 10);
    placeholder A("A", {6, 10}, p_int16), B("B", {6, 10}, p_int16), C("C", {6, 10}, p_int16);
    constant k("k", p_int16);
    compute s("s", {i, j}, C(i, j) = cast(A(i, j) + B(i, j) * k, p_int16));
    s.pipeline(j, 1);
    A.interface(first);
    B.interface(second);
    C.interface(result);
  };
}

/// A window over a stream of pixels.
void declare_window() {
  var y("y", 0, 8), x("x", 0, 6);
  placeholder in("in", {10, 8}), out("out", {8, 6});
  compute s("s", {y, x}, out(y, x) = in(y, x) + in(y + 1, x + 1) * 2.0 - in(y + 2, x));
  in.interface("axis");
  out.interface("axis");
}

/// A product of matrices that come as streams.
void declare_product() {
  var i("i", 0, 6), j("j", 0, 6), k("k", 0, 6);
  placeholder A("A", {6, 6}, p_int32), B("B", {6, 6}, p_int32), C("C", {6, 6}, p_int32);
  compute zero("zero", {i, j}, C(i, j) = 0);
  compute mul("mul", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
  mul.after(zero, j);
  A.interface("axis");
  B.interface("ap_fifo");
  C.interface("axis");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("stream ports: streams of elements and of beats, beside memories") {
  CHECK(difference(sum("axis", "ap_fifo", "axis")) == "");
  CHECK(difference(sum("ap_memory", "axis", "ap_fifo")) == "");
  const std::string kernel = compile(sum("axis", "ap_fifo", "axis"))->kernel;
  CHECK(contains(kernel, "hls::stream<hls::axis<int16_t, 0, 0, 0>>& A, hls::stream<int16_t>& B"));
  CHECK(contains(kernel, "A.read().data"));
  CHECK(contains(kernel, "i == 5 && j == 9"));
}

TEST_CASE("stream ports: the elements of every type come through") {
  for (const Type type : {p_uint8, p_int(5), p_int64, p_int(100), p_half, p_float64, p_fixed(12, 4)}) {
    CAPTURE(to_string(type));
    CHECK(difference([&] {
            var i("i", 0, 9);
            placeholder A("A", {9}, type), B("B", {9}, type);
            compute s("s", {i}, B(i) = A(i));
            A.interface("axis");
            B.interface("axis");
          }) == "");
  }
}

TEST_CASE("stream ports: automatic channels keep the lines that a window reads again") {
  CHECK(contains(difference(declare_window), "cannot be a stream"));
  CHECK(difference(declare_window, with_channels) == "");
  CHECK(contains(compile(declare_window, with_channels)->kernel, "read_in"));
}

TEST_CASE("stream ports: buffers of whole arguments are filled and emptied in order") {
  const auto buffered = [] {
    var i("i", 0, 6), j("j", 0, 8);
    placeholder A("A", {8, 6}, p_int32), B("B", {6, 8}, p_int32);
    compute s("s", {i, j}, B(i, j) = A(7 - j, i) * 3);
    A.interface("axis");
    B.interface("axis");
    A.buffer();
  };
  CHECK(difference(buffered) == "");
}

TEST_CASE("stream ports: auto_DSE buffers what it computes with, and streams channels") {
  for (const bool channels : {false, true}) {
    function program(channels ? "window" : "product");
    program.scope(channels ? declare_window : declare_product);
    if (channels) program.dataflow(Channels::automatic);
    const Report report = program.auto_DSE(silent());
    CHECK(report.verified);
    CHECK(report.exploration.speedup > 2);
    CHECK(contains(report.exploration.schedule, "A.buffer()") == !channels);
  }
}

TEST_CASE("stream ports: a loop whose order the schedule mends is a stream") {
  const auto turned = [](bool mended) {
    return difference([=] {
      var i("i", 0, 5), j("j", 0, 7);
      placeholder A("A", {7, 5}, p_int32), B("B", {5, 7}, p_int32);
      compute s("s", {i, j}, B(i, j) = A(j, i));
      A.interface("axis");
      if (mended) s.interchange(i, j);
    });
  };
  CHECK(contains(turned(false), "reads A[1,0] before"));
  CHECK(turned(true) == "");
}

TEST_CASE("stream ports: an element is taken once, however often a statement uses it") {
  CHECK(difference([] {
          var i("i", 0, 9);
          placeholder A("A", {9}), B("B", {9});
          compute s("s", {i}, B(i) = A(i) + A(i) * A(i));
          A.interface("ap_fifo");
        }) == "");
}

TEST_CASE("stream ports: auto_DSE keeps a program that uses its streams in order, where no buffers make it faster") {
  const auto declare = [] {
    var y("y", 0, 32), x("x", 0, 32);
    placeholder A("A", {32, 32}, p_uint8), O("O", {32, 32}, p_uint8);
    compute s("s", {y, x}, O(y, x) = 255 - A(y, x));
    A.interface("axis");
    O.interface("axis");
  };
  function written("f"), searched("f");
  written.scope(declare);
  searched.scope(declare);
  const Report as_written = written.codegen(silent<CompileOptions>()), found = searched.auto_DSE(silent());
  CHECK(found.verified);
  CHECK(found.estimate.latency <= as_written.estimate.latency);
  CHECK(found.exploration.automatic == as_written.estimate.latency);
  CHECK(found.exploration.schedule.find("buffer") == std::string::npos);
}

TEST_CASE("stream ports: auto_DSE keeps the buffer that the program asks for where no design with it fits") {
  function program("f");
  program.scope([] {
    const int rows = 10, columns = 12;
    var y("y", 0, rows), x("x", 0, columns);
    placeholder in("in", {rows, columns}, p_int32), out("out", {rows, columns}, p_int32);
    const auto at = [&](int dy, int dx) { return in(clamp(y + dy, 0, rows - 1), clamp(x + dx, 0, columns - 1)); };
    compute m("m", {y, x}, out(y, x) = p_max(p_max(at(-1, -1), at(-1, 0)), p_max(at(-1, 1), in(y, x))));
    in.interface("axis");
    in.buffer();
  });
  const Report found = program.auto_DSE(silent());
  CHECK(found.verified);
  CHECK(found.exploration.schedule.find("in.buffer()") != std::string::npos);
  CHECK(found.estimate.latency <= found.exploration.automatic);
}

TEST_CASE("stream ports: what nobody reads of a stream is taken all the same") {
  const auto later = [](const std::function<void(placeholder&)>& how) {
    return [=] {
      var i("i", 0, 56);
      placeholder A("A", {64}, p_int32), B("B", {56}, p_int32);
      compute s("s", {i}, B(i) = A(i + 3));
      A.interface("axis");
      how(A);
    };
  };
  CHECK(difference(later([](placeholder& A) { A.buffer(); })) == "");
  CHECK(difference(later([](placeholder& A) { A.convert(); })) == "");
  CHECK(difference(later([](placeholder&) {}), with_channels) == "");
  function program("later");
  program.scope(later([](placeholder&) {}));
  CHECK(program.auto_DSE(silent()).verified);
  CHECK(difference([] {
          parameter S("S", 0, 7);
          var i("i", 0, 57);
          placeholder A("A", {64}, p_int32), B("B", {57}, p_int32);
          compute s("s", {i}, B(i) = A(i + S));
          A.interface("axis");
          A.buffer();
        }) == "");
}

TEST_CASE("stream ports: what is said of them beside their declaration begins no schedule") {
  const auto made = compile([] {
    var i("i", 0, 8), j("j", 0, 4);
    placeholder A("A", {8, 4}, p_int32), S("S", {8}, p_int32), B("B", {8}, p_int32);
    A.interface("axis");
    S.local();
    S.bind_storage("ram_2p", "lutram");
    compute z("z", {i}, S(i) = 0), s("s", {i, j}, S(i) += A(i, j)), b("b", {i}, B(i) = S(i));
    s.after(z, i);
    b.after(s, i);
  });
  for (const Diagnostic& warning : made->warnings) CHECK(warning.code != "after-in-program");
}
