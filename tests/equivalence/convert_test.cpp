#include <doctest/doctest.h>

#include "execution.hpp"

using namespace pom;
using namespace pom::test;

TEST_CASE("convert: a transpose between two processes becomes a process, and what it hands on a FIFO") {
  const auto transpose = [](bool converts) {
    return [=] {
      var i("i", 0, 6), j("j", 0, 4), y("y", 0, 4), x("x", 0, 6);
      placeholder A("A", {6, 4}), a("a", {6, 4}), C("C", {4, 6});
      a.local();
      compute first("first", {i, j}, a(i, j) = A(i, j) + 1), g("g", {y, x}, C(y, x) = a(x, y) * 2);
      if (converts) {
        auto [copy, converter] = a.convert();
        copy.stream(2);
      }
    };
  };
  const auto dataflow = [](function& program) { program.dataflow(); };
  CHECK(difference(transpose(false)) == "");
  CHECK(difference(transpose(true), dataflow) == "");
  CHECK(difference([&] { transpose(false)(); }, with_channels) == "");
  CHECK(difference(
            [] {
              var i("i", 0, 6), y("y", 0, 3), x("x", 0, 6);
              placeholder A("A", {6, 6}), B("B", {3, 6});
              compute g("g", {y, x}, B(y, x) = A(x, 2 * y));
              A.convert();
            },
            with_channels) == "");
}

TEST_CASE("convert: a nest brings out what a program writes of an argument, and nothing else of it") {
  const auto product = [](bool converts) {
    return [=] {
      var i("i", 0, 6), j("j", 0, 5), k("k", 0, 4);
      placeholder A("A", {6, 4}), B("B", {4, 5}), C("C", {6, 5}), D("D", {5, 6});
      compute clear("clear", {i, j}, C(i, j) = 0), add("add", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
      compute turned("turned", {i, j}, D(j, i) = C(i, j) + 1);
      if (converts) C.convert(), D.convert("turned_round");
      add.after(clear, j);
    };
  };
  CHECK(difference(product(true)) == "");
  CHECK(compile(product(true))->kernel.find("D[D_0][D_1] = turned_round[D_0][D_1];") != std::string::npos);
  CHECK(difference([] {
          var i("i", 0, 6), j("j", 0, i + 1);
          placeholder A("A", {6, 6}), L("L", {6, 6});
          compute lower("lower", {i, j}, L(i, j) = A(i, j) * 2);
          L.convert();
        }) == "");
  CHECK(difference([] {
          parameter N("N", 1, 6);
          var i("i", 0, N), j("j", 0, N);
          placeholder A("A", {N, N}), T("T", {N, N});
          compute turn("turn", {i, j}, T(j, i) = A(i, j) * 2);
          T.convert();
        }) == "");
}

TEST_CASE("channels: a sum, a transpose and a copy further down go into a stream port by a nest of their own") {
  const auto product = [](bool further) {
    return [=] {
      var i("i", 0, 6), j("j", 0, 5), k("k", 0, 4);
      placeholder A("A", {6, 4}), B("B", {4, 5}), a("a", {6, 4}), C("C", {6, 5}), D("D", {6, 5});
      a.local();
      compute scale("scale", {i, k}, a(i, k) = A(i, k) * 2);
      compute clear("clear", {i, j}, C(i, j) = 0), add("add", {i, j, k}, C(i, j) += a(i, k) * B(k, j));
      if (further) compute("shift", {i, j}, D(i, j) = C(i, j) + 1);
      add.after(clear, j);
      A.interface("axis"), C.interface("axis");
    };
  };
  for (const bool further : {false, true}) CHECK(difference(product(further), with_channels) == "");
  CHECK(difference(
            [] {
              var i("i", 0, 6), j("j", 0, 5);
              placeholder A("A", {6, 5}), T("T", {5, 6});
              compute turn("turn", {i, j}, T(j, i) = A(i, j) * 2);
              T.interface("ap_fifo");
            },
            with_channels) == "");
}
