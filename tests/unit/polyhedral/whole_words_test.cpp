#include "polyhedral/buffers/whole_words.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "fixture.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

using Numbers = std::vector<std::int64_t>;

/// for i in [0, rows), j in [first, last): out[i][j] = in[i * by_row][a i + b j + c], with j split, and the loops over
/// strips perhaps in front of i.
struct Case {
  int rows, first, last, by_row, a, b, c, factor;
  bool interchanged;

  void declare() const {
    var i("i", 0, rows), j("j", first, last), j0("j0"), j1("j1");
    placeholder in("in", {64, 512}, p_int32), out("out", {64, 64}, p_int32);
    compute s("s", {i, j}, in(i * by_row, i * a + j * b + c) + 1, out(i, j));
    if (factor > 1) s.split(j, factor, j0, j1);
    if (interchanged && factor > 1) s.interchange(i, j0);
  }

  /// By enumeration: the iterations that differ in the innermost loop only take one word, its elements in order.
  bool takes_words(std::int64_t lanes) const {
    std::map<Numbers, std::vector<Numbers>> by_outer;  // loops around -> { innermost loop, row, element }
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = first; j < last; ++j) {
        const std::int64_t row = i * by_row, x = a * i + b * j + c, inside = j - first;
        if (factor > 1)
          by_outer[{i, inside / factor}].push_back({inside % factor, row, x});
        else
          by_outer[{i}].push_back({j, row, x});
      }
    }
    return std::all_of(by_outer.begin(), by_outer.end(), [&](const auto& group) {
      const std::vector<Numbers>& taken = group.second;
      if (taken.size() != static_cast<std::size_t>(lanes) || taken.front()[2] % lanes != 0) return false;
      for (std::int64_t l = 0; l < lanes; ++l) {
        const Numbers& one = taken[static_cast<std::size_t>(l)];
        if (one[0] != l || one[1] != taken.front()[1] || one[2] != taken.front()[2] + l) return false;
      }
      return true;
    });
  }
};

}  // namespace

TEST_CASE("words: 1 000 random statements take whole words where enumeration says so") {
  const unsigned seed = 20261127;
  MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  int with_words = 0;
  for (int n = 0; n < 1000; ++n) {
    const int lanes = 1 << draw(1, 3), factor = draw(0, 3) ? lanes : draw(1, 6);
    const int first = draw(0, 3) ? 0 : draw(1, 5), count = draw(0, 3) ? factor * draw(1, 4) : draw(1, 20);
    const Case one{draw(1, 4),
                   first,
                   first + count,
                   draw(0, 2),
                   draw(0, 2) ? lanes * draw(0, 3) : draw(0, 5),
                   draw(0, 5) ? 1 : draw(0, 2),
                   draw(0, 2) ? lanes * draw(0, 2) : draw(0, 9),
                   factor,
                   draw(0, 1) == 1};
    const test::Compiled program([&] { one.declare(); });
    const Scop scheduled = *program.scheduled();
    const bool found = takes_whole_words(scheduled.statements.front(), scheduled.program->find_array("in"), lanes);
    CAPTURE(n);
    CHECK(found == one.takes_words(lanes));
    with_words += found ? 1 : 0;
  }
  CHECK(with_words > 50);
}

TEST_CASE("words: a statement takes them without a buffer") {
  const auto doubled = [](int factor) {
    return [=] {
      var i("i", 0, 64), i0("i0"), i1("i1");
      placeholder A("A", {64}), B("B", {64});
      compute s("s", {i}, B(i) = A(i) * 2);
      s.split(i, factor, i0, i1);
      s.pipeline(i0, 1);
      A.interface("m_axi", "gmem");
      A.pack(8);
    };
  };
  const test::Compiled words(doubled(8)), others(doubled(16));
  CHECK(place_buffers(*words.scheduled(), words.context));
  const Result<Buffered> refused = place_buffers(*others.scheduled(), others.context);
  REQUIRE_FALSE(refused);
  CHECK(refused.errors().front().code == "bad-pack");
}

TEST_CASE("words: what is read behind a write of the same loop is no word of the memory") {
  const auto refused = [](bool writes_first) {
    const test::Compiled program([&] {
      var i("i", 0, 64), i0("i0"), i1("i1");
      placeholder A("A", {64}), B("B", {64}), C("C", {64});
      const auto write = [&] { return compute("write", {i}, A(i) = B(i) + 1); };
      const auto read = [&] { return compute("read", {i}, C(i) = A(i) * 2); };
      compute first = writes_first ? write() : read(), second = writes_first ? read() : write();
      second.after(first, i);
      for (compute* each : {&first, &second}) each->split(i, 8, i0, i1);
      second.after(first, i1);
      A.interface("m_axi", "gmem");
      A.pack(8);
    });
    return !place_buffers(*program.scheduled(), program.context);
  };
  CHECK(refused(true));
  CHECK_FALSE(refused(false));
}

TEST_CASE("words: a loop that is peeled within a word takes single elements, and none that is peeled between two") {
  const auto refused = [](int peeled) {
    const test::Compiled program([&] {
      var i("i", 0, 16), i0("i0"), i1("i1");
      placeholder A("A", {16}), B("B", {16});
      compute s("s", {i}, B(i) = A(i) + 1);
      s.split(i, 4, i0, i1);
      s.peel(peeled, 1);
      A.interface("m_axi", "gmem");
      A.pack(4);
    });
    return !place_buffers(*program.scheduled(), program.context);
  };
  CHECK_FALSE(refused(0));
  CHECK(refused(1));
}

TEST_CASE("words: statements of one loop have the same iterations in it") {
  const auto refused = [](int rows) {
    const test::Compiled program([&] {
      var i("i", 0, 2), j("j", 0, 4), k("k", 0, rows);
      placeholder A("A", {2, 4}), B("B", {3, 4});
      compute s("s", {i, j}, A(i, j) = 1.0f);
      compute t("t", {k, j}, B(k, j) = 2.0f);
      t.after(s, j);
      A.interface("m_axi", "gmem");
      A.pack(4);
    });
    return !place_buffers(*program.scheduled(), program.context);
  };
  CHECK_FALSE(refused(2));
  CHECK(refused(3));
}

TEST_CASE("words: an index that divides is refused, though the quotient is the same in each word") {
  const test::Compiled program([] {
    var i("i", 0, 2);
    placeholder A("A", {1, 2}, p_int32), B("B", {2}, p_int32);
    compute s("s", {i}, B(i) = A(i / 3, i));
    s.split(0, 2);
    A.interface("m_axi", "gmem");
    A.pack(2);
  });
  const Result<Buffered> placed = place_buffers(*program.scheduled(), program.context);
  REQUIRE_FALSE(placed);
  CHECK(placed.errors().front().code == "bad-pack");
}

TEST_CASE("buses: accesses in the order of addresses, each element once at most, are long bursts") {
  const auto order_of = [](const std::function<void(const compute&, const var&, const var&)>& schedule) {
    const test::Compiled program([&] {
      var i("i", 0, 6), j("j", 1, 9);
      placeholder in("in", {8, 16}, p_int32), out("out", {16, 8}, p_int32);
      compute s("s", {i, j}, out(j, i) = in(i, j) + in(i, j + 1));
      schedule(s, i, j);
    });
    const Scop scheduled = *program.scheduled();
    return std::pair(is_in_order(scheduled, scheduled.program->find_array("in")),
                     is_in_order(scheduled, scheduled.program->find_array("out")));
  };
  CHECK(order_of([](const compute&, const var&, const var&) {}) == std::pair(false, false));
  CHECK(order_of([](compute s, const var& i, const var& j) { s.interchange(i, j); }) == std::pair(false, true));
}
