#include <doctest/doctest.h>

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
