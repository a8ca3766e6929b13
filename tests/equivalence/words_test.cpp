#include <doctest/doctest.h>

#include <array>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

TEST_CASE("words: where a guard leaves tiles out, those that are left begin with words") {
  for (const int residue : {0, 1}) {
    CHECK(difference([&] {
            var i("i", 0, 8), j("j", 0, 1);
            placeholder A("A", {8}, p_int32);
            compute s("s", {i, j}, expr(1), A(i));
            s.where(i % 2 == residue);
            A.interface("m_axi", "gmem");
            A.buffer_at(s, j);
            A.pack(2);
          }) == "");
  }
}

namespace {

/// y = 2 x + B by rows, of which each array has words from so many ports; with `tiles` in tiles of 32 columns.
void add_rows(std::int64_t row, const std::array<std::int64_t, 3>& ports, const char* rows, bool tiles) {
  var i("i", 0, 5), j("j", 0, row);
  placeholder x("x", {5, row}), B("B", {5, row}), y("y", {5, row});
  compute s("s", {i, j}, 2 * x(i, j) + B(i, j), y(i, j));
  const std::array<placeholder, 3> arrays = {x, B, y};
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    arrays[n].interface("m_axi", "bus_" + arrays[n].name());
    arrays[n].pack(4 * ports[n], rows, ports[n]);
  }
  const var j0("j0"), j1("j1");
  if (tiles) s.split(j, 32, j0, j1);
  for (const placeholder& array : arrays) {
    if (tiles)
      array.buffer_at(s, j0);
    else
      array.buffer();
  }
}

}  // namespace

TEST_CASE("words: ports that hand over a word together bring and take its parts in their order") {
  for (const std::array<std::int64_t, 3>& ports :
       {std::array<std::int64_t, 3>{2, 1, 1}, {1, 1, 4}, {4, 2, 8}, {8, 8, 2}}) {
    CAPTURE(ports[0]);
    CHECK(difference([&] { add_rows(64, ports, "whole", false); }) == "");
    CHECK(difference([&] { add_rows(64, ports, "whole", true); }) == "");
    CHECK(difference([&] { add_rows(37, ports, "padded", false); }) == "");
  }
}

TEST_CASE("words: processes take a word from several ports, and give one to several") {
  CHECK(difference([] {
          var i("i", 0, 16), w("w", 0, 4), l("l", 0, 8);
          placeholder A("A", {16, 32}), T("T", {16, 32}), B("B", {16, 32});
          T.local();
          compute s("s", {i, w, l}, 2 * A(i, 8 * w + l), T(i, 8 * w + l));
          compute t("t", {i, w, l}, T(i, 8 * w + l) + 1, B(i, 8 * w + l));
          A.interface("m_axi", "a");
          B.interface("m_axi", "b");
          A.pack(8, "whole", 2);
          B.pack(8, "whole", 4);
          s.unroll(l, -1), t.unroll(l, -1);
          dataflow(Channels::automatic);
        }) == "");
}

TEST_CASE("words: ports bring elements of any width, of arrays of any rank, and in tiles that begin in a word") {
  CHECK(difference([] {
          var i("i", 0, 100);
          placeholder A("A", {100}, p_int8), B("B", {100}, p_int8);
          compute s("s", {i}, cast(A(i) + B(i), p_int8), B(i));
          A.interface("m_axi", "a"), B.interface("m_axi", "b");
          A.buffer(), B.buffer();
          A.pack(16, "padded", 4), B.pack(8, "padded", 2);
        }) == "");
  CHECK(difference([] {
          var i("i", 0, 3), j("j", 0, 4), k("k", 0, 10);
          placeholder A("A_", {3, 4, 10}, p_float64), B("B", {3, 4, 10}, p_int16);
          compute s("s", {i, j, k}, cast(B(i, j, k), p_float64) * A(i, j, k), A(i, j, k));
          A.interface("m_axi", "a_"), B.interface("m_axi", "b");
          A.buffer(), B.buffer();
          A.pack(8, "padded", 4), B.pack(16, "padded", 2);
        }) == "");
  CHECK(difference([] {
          // Of the first and the last word of the tiles not all is written: the rest is loaded before.
          var i("i", 0, 4), j("j", 3, 61), j0("j0"), j1("j1");
          placeholder A("A", {4, 64}), B("B", {4, 64});
          compute s("s", {i, j}, A(i, j) * 2, B(i, j));
          A.interface("m_axi", "a"), B.interface("m_axi", "b");
          A.buffer_at(s, i), B.buffer_at(s, i);
          A.pack(16, "whole", 4), B.pack(16, "whole", 2);
        }) == "");
}

TEST_CASE("words: what is said of an array's dependences is said of each of its ports") {
  function program("doubled");
  program.scope([] {
    var i("i", 0, 16), j("j", 0, 32), w("w"), l("l");
    placeholder A("A", {16, 32}), B("B", {16, 32});
    compute s("s", {i, j}, 2 * A(i, j), B(i, j));
    s.split(j, 8, w, l);
    s.pipeline(w, 1), s.unroll(l, -1);
    s.dependence(w, B);
    B.interface("m_axi", "b");
    B.pack(8, "whole", 2);
  });
  CompileOptions options;
  options.write = false;
  options.quiet = true;
  const Report report = program.codegen(options);
  CHECK(report.verified);
  for (const char* port : {"B_0", "B_1"})
    CHECK(report.hls_cpp.find(std::string("#pragma HLS dependence variable=") + port + " ") != std::string::npos);
  CHECK(report.hls_cpp.find("variable=B ") == std::string::npos);
}
