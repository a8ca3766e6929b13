#include "polyhedral/buffers/words.hpp"

#include <doctest/doctest.h>

#include "fixture.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/ir/isl_extras.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

/// The program, scheduled, with its buffers and words.
struct Packed {
  test::Compiled program;
  Scop scheduled;
  Result<Buffered> buffered;

  explicit Packed(const std::function<void()>& body)
      : program(body), scheduled(*program.scheduled()), buffered(place_buffers(scheduled, program.context)) {}

  std::string loops() const { return to_string(*generate_loops(buffered->scop)); }
  std::string refusal() const { return buffered ? "" : buffered.errors().front().message; }
  const dsl::Array& array(const std::string& name) const {
    const dsl::Function& placed = *buffered->scop.program;
    return *placed.arrays[placed.find_array(name)];
  }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A[i] = A[i] * 2 in tiles of so many elements, from `begin` on, behind a port of words.
std::function<void()> doubled(int begin, int tile, int lanes, int shift = 0) {
  return [=] {
    var i("i", begin, 64 - shift), i0("i0"), i1("i1");
    placeholder A("A", {64}), B("B", {64});
    compute s("s", {i}, B(i) = A(i + shift) * 2);
    s.split(i, tile, i0, i1);
    A.interface("m_axi", "gmem");
    A.buffer_at(s, i0);
    A.pack(lanes);
  };
}

}  // namespace

TEST_CASE("words: a copy runs over words, and over their elements at once") {
  const Packed packed(doubled(0, 32, 16));
  REQUIRE(packed.refusal() == "");
  CHECK(contains(packed.loops(), "for A_0 in [0, 2) pipeline(1)\n    load_A_A_lane: for A_lane in [0, 16) unroll(0)"));
  CHECK(packed.array("A").lanes == 16);
  CHECK(packed.array("A_buffer").lanes == 1);
  // A bank for each element of a word.
  CHECK(contains(packed.loops(), "partition A_buffer dim 1 cyclic factor 16"));
}

TEST_CASE("words: a tile that begins inside of a word is loaded from the word's beginning") {
  const Packed packed(doubled(0, 32, 16, 1));
  REQUIRE(packed.refusal() == "");
  // Elements 32 i + 1 to 32 i + 32 are parts of three words.
  CHECK(packed.array("A_buffer").shape == std::vector<std::int64_t>{48});
}

TEST_CASE("words: tiles that begin at different places of words are refused") {
  CHECK(contains(Packed(doubled(0, 20, 16)).refusal(), "begins at different places of a word"));
}

namespace {

/// B[i][j] = A[i][j] * 2 for the columns from `first` to before `end` of 16, whose words have 8.
std::function<void()> columns(int first, int end) {
  return [=] {
    var i("i", 0, 8), j("j", first, end);
    placeholder A("A", {8, 16}), B("B", {8, 16});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    B.interface("m_axi", "gmem");
    B.buffer_at(s, i);
    B.pack(8);
  };
}

}  // namespace

TEST_CASE("words: what is not written of a word is loaded before, and stored as it was") {
  const Packed packed(columns(3, 9));
  REQUIRE(packed.refusal() == "");
  REQUIRE(packed.buffered->buffers.size() == 1);
  CHECK(packed.buffered->buffers[0].load >= 0);
  CHECK(packed.buffered->buffers[0].store >= 0);
}

TEST_CASE("words: whole words that are written are not loaded") {
  const Packed packed(columns(0, 16));
  REQUIRE(packed.refusal() == "");
  CHECK_FALSE(packed.buffered->buffers[0].load >= 0);
}

TEST_CASE("words: rows that are padded are longer at the port, and in the buffer") {
  const Packed packed([] {
    var i("i", 0, 8), j("j", 0, 20);
    placeholder A("A", {8, 20}), B("B", {8, 20});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    A.interface("m_axi", "gmem");
    A.buffer();
    A.pack(16, "padded");
  });
  REQUIRE(packed.refusal() == "");
  CHECK(packed.array("A").shape == std::vector<std::int64_t>{8, 32});
  CHECK(packed.array("A_buffer").shape == std::vector<std::int64_t>{8, 32});
}

TEST_CASE("words: an access outside of buffers, and a port that is no bus, are refused") {
  const auto program = [](bool bus) {
    return [bus] {
      var i("i", 0, 64);
      placeholder A("A", {64}), B("B", {64});
      compute s("s", {i}, B(i) = A(i) * 2);
      if (bus) A.interface("m_axi", "gmem");
      if (!bus) A.buffer();
      A.pack(16);
    };
  };
  CHECK(contains(Packed(program(true)).refusal(), "\"s\" accesses single elements"));
  CHECK(contains(Packed(program(false)).refusal(), "its port is not m_axi"));
}

TEST_CASE("words: no guard stands inside of a word where the last tile has fewer") {
  const Packed packed([] {
    var i("i", 1, 127), i0("i0"), i1("i1");
    placeholder A("A", {128}), B("B", {128});
    compute s("s", {i}, B(i) = A(i - 1) * A(i + 1));
    s.split(i, 16, i0, i1);
    A.interface("m_axi", "gmem");
    A.buffer_at(s, i0);
    A.pack(8);
  });
  REQUIRE(packed.refusal() == "");
  CHECK_FALSE(contains(packed.loops(), "unroll(0)\n      if"));
  CHECK_FALSE(contains(packed.loops(), "unless"));
}
