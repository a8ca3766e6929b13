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
