#include "polyhedral/dataflow/stream_ports.hpp"

#include <doctest/doctest.h>

#include <random>

#include "fixture.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

/// One nest i in [0, rows), j in [0, columns) that reads in[a i + b j + c], an array of so many elements.
struct Access {
  int rows, columns, a, b, c, elements;
  bool interchanged;

  void declare() const {
    var i("i", 0, rows), j("j", 0, columns);
    placeholder in("in", {elements}, p_int32), out("out", {rows, columns}, p_int32);
    compute s("s", {i, j}, in(i * a + j * b + c) + 1, out(i, j));
    in.interface("ap_fifo");
    if (interchanged) s.interchange(i, j);
  }

  /// The elements, as they are read.
  std::vector<int> order() const {
    std::vector<int> read;
    for (int x = 0; x < (interchanged ? columns : rows); ++x) {
      for (int y = 0; y < (interchanged ? rows : columns); ++y)
        read.push_back(interchanged ? a * y + b * x + c : a * x + b * y + c);
    }
    return read;
  }

  bool streams() const {
    std::vector<int> all(static_cast<std::size_t>(elements));
    for (int n = 0; n < elements; ++n) all[static_cast<std::size_t>(n)] = n;
    return order() == all;
  }

  bool inside() const {
    const std::vector<int> read = order();
    return std::all_of(read.begin(), read.end(), [&](int index) { return index >= 0 && index < elements; });
  }
};

std::string refusal_of(const std::function<void()>& body) {
  const test::Compiled program(body);
  const std::vector<Diagnostic> errors = check_stream_ports(*program.scheduled());
  return errors.empty() ? "" : errors.front().message;
}

bool has_text(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("stream ports: 1 500 random orders are streams where enumeration says so") {
  const unsigned seed = 20261126;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  int tried = 0, streams = 0;
  while (tried < 1500) {
    Access access{draw(1, 4), draw(1, 4), draw(-1, 4), draw(-1, 4), draw(0, 1) * draw(0, 12), 0, draw(0, 1) == 1};
    // Half of them have the coefficients of rows or of columns, so that some are streams.
    if (draw(0, 1)) {
      access.a = draw(0, 1) ? access.columns : 1;
      access.b = access.a == 1 ? access.rows : 1;
      access.c = 0;
    }
    access.elements = access.rows * access.columns + draw(0, 3) / 3;
    if (!access.inside()) continue;
    ++tried;
    CAPTURE(access.rows);
    CAPTURE(access.columns);
    CAPTURE(access.a);
    CAPTURE(access.b);
    CAPTURE(access.c);
    CAPTURE(access.elements);
    CAPTURE(access.interchanged);
    streams += access.streams();
    REQUIRE((refusal_of([&] { access.declare(); }) == "") == access.streams());
  }
  CHECK(streams > 200);
  CHECK(streams < 1200);
}

TEST_CASE("stream ports: a refusal names two instances, and what brings the elements into order") {
  const auto turned = [] {
    var i("i", 0, 4), j("j", 0, 8);
    placeholder A("A", {8, 4}), B("B", {4, 8});
    compute s("s", {i, j}, B(i, j) = A(j, i));
    A.interface("axis");
  };
  const std::string message = refusal_of(turned);
  CHECK(has_text(message, "s[0,1] reads A[1,0] before s[1,0] reads A[0,1]"));
  CHECK(has_text(message, "A.buffer() reads it in order first"));
}

TEST_CASE("stream ports: statements of one nest take turns") {
  const auto in_turn = [](int first, int second) {
    return refusal_of([=] {
      var i("i", 0, 8);
      placeholder A("A", {16}), B("B", {8}), C("C", {8});
      compute s("s", {i}, B(i) = A(2 * i + first)), t("t", {i}, C(i) = A(2 * i + second));
      t.after(s, i);
      A.interface("axis");
    });
  };
  CHECK(in_turn(0, 1) == "");
  CHECK(has_text(in_turn(1, 0), "s[0] reads A[1] before t[0] reads A[0]"));
}

TEST_CASE("stream ports: what tiles change is judged behind the schedule") {
  const auto tiled = [](bool rows_apart) {
    return refusal_of([=] {
      var i("i", 0, 8), j("j", 0, 8), i0("i0"), i1("i1"), j0("j0"), j1("j1");
      placeholder A("A", {8, 8}), B("B", {8, 8});
      compute s("s", {i, j}, B(i, j) = A(i, j));
      B.interface("ap_fifo");
      if (rows_apart)
        s.tile(i, j, 2, 4, i0, j0, i1, j1);
      else
        s.split(j, 4, j0, j1);
    });
  };
  CHECK(tiled(false) == "");
  CHECK(has_text(tiled(true), "s[1,0] writes B[1,0] before s[0,4] writes B[0,4]"));
}
