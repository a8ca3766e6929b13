#include <doctest/doctest.h>

#include "fixture.hpp"
#include "polyhedral/buffers/place_buffers.hpp"

using namespace pom;
using namespace pom::poly;

namespace double_buffer_tests {

/// The program, scheduled, with its buffers.
struct Placed {
  test::Compiled program;
  Scop scheduled;
  Result<Buffered> buffered;

  explicit Placed(const std::function<void()>& body)
      : program(body), scheduled(*program.scheduled()), buffered(place_buffers(scheduled, program.context)) {}

  std::string refusal() const { return buffered ? "" : buffered.errors().front().message; }
  std::string loops() const { return to_string(*generate_loops(buffered->scop)); }
  std::string loop_refusal() const {
    const auto tree = generate_loops(buffered->scop);
    return tree ? "" : tree.errors().front().message;
  }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// B[i] = A[i + shift] in tiles of 16, with both on the chip.
std::function<void()> copied(const std::string& bundle_of_b, int begin = 0) {
  return [=] {
    var i("i", begin, 64), i0("i0"), i1("i1");
    placeholder A("A", {64}), B("B", {64}), C("C", {64});
    compute s("s", {i}, C(i) = A(i) + B(i));
    s.split(i, 16, i0, i1);
    A.interface("m_axi", "a");
    B.interface("m_axi", bundle_of_b);
    C.interface("m_axi", "c");
    A.buffer_at(s, i0);
    B.buffer_at(s, i0);
    C.buffer_at(s, i0);
    s.double_buffer(i0);
  };
}

/// A[i] = A[i - distance] + A[i], tile by tile, for each t.
std::function<void()> in_place(int distance) {
  return [=] {
    var t("t", 0, 4), i("i", 16, 80), i0("i0"), i1("i1");
    placeholder A("A", {80});
    compute s("s", {t, i}, A(i) = A(i - distance) + A(i));
    s.split(i, 16, i0, i1);
    A.buffer_at(s, i0);
    s.double_buffer(i0);
  };
}

/// The product of matrices in tiles, its sums in a buffer at `held`.
std::function<void()> product(const std::string& held) {
  return [=] {
    var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    placeholder A("A", {32, 32}), B("B", {32, 32}), C("C", {32, 32});
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    s.tile({i, j, k}, {8, 8, 8}, {i0, j0, k0}, {i1, j1, k1});
    A.buffer_at(s, k0);
    B.buffer_at(s, k0);
    C.buffer_at(s, held == "j0" ? j0 : k0);
    s.double_buffer(k0);
    if (held == "j0") s.double_buffer(j0);
  };
}

TEST_CASE("double_buffer: loads, work and stores are calls in the loop's body, which declares the buffers") {
  const Placed placed(copied("b"));
  REQUIRE(placed.refusal() == "");
  const std::string loops = placed.loops();
  CHECK(contains(loops, "for i0 in [0, 4) dataflow local(A_buffer) local(B_buffer) local(C_buffer)\n"));
  CHECK(contains(loops, "  load_A_process(i0, A, A_buffer)\n"));
  CHECK(contains(loops, "  load_B_process(i0, B, B_buffer)\n"));
  CHECK(contains(loops, "  s_i0_process(A_buffer, B_buffer, C_buffer)\n"));
  CHECK(contains(loops, "  store_C_process(i0, C_buffer, C)\n"));
  for (const PlacedBuffer& buffer : placed.buffered->buffers) CHECK(buffer.halves == 2);
}

TEST_CASE("double_buffer: arguments of one bundle are loaded by one process") {
  const Placed placed(copied("a"));
  REQUIRE(placed.refusal() == "");
  CHECK(contains(placed.loops(), "  load_A_process(i0, B, B_buffer, A, A_buffer)\n"));
  CHECK_FALSE(contains(placed.loops(), "load_B_process"));
}

TEST_CASE("double_buffer: what is loaded and changed has an array for the results, which the work fills first") {
  const Placed placed(product("k0"));
  // Each k0 loads what the one before has stored.
  CHECK(contains(placed.refusal(),
                 "C[0][0], which iteration (i0 = 0, j0 = 0, k0 = 0) stores, is loaded by iteration "
                 "(i0 = 0, j0 = 0, k0 = 1)"));
  const Placed around(product("j0"));
  REQUIRE(around.refusal() == "");
  const std::string loops = around.loops();
  CHECK(contains(loops, "load_C_process(i0, j0, C, C_loaded)"));
  CHECK(contains(loops, "take_C[i0, j0, C_0, C_1]"));
  // The inner region is part of the outer one's work, which alone uses the sums.
  CHECK(contains(loops, "s_j0_process(C_loaded, C_buffer, i0"));
  CHECK(contains(loops, "s_k0_process(C_buffer, A_buffer, B_buffer)"));
}

TEST_CASE("double_buffer: tiles in place overlap where no later one loads what an earlier one stores") {
  CHECK(Placed(in_place(0)).refusal() == "");
  CHECK(contains(Placed(in_place(1)).refusal(),
                 "A[31], which iteration (t = 0, i0 = 0) stores, is loaded by "
                 "iteration (t = 0, i0 = 1), which would run its load before"));
  // Further than to the next iteration, too: how far loads run ahead is the tool's business.
  CHECK(contains(Placed(in_place(16)).refusal(), "(t = 0, i0 = 1)"));
}

TEST_CASE("double_buffer: tiles that begin behind the array's first element count from 0") {
  CHECK(Placed(copied("b", 16)).loop_refusal() == "");
}

TEST_CASE("double_buffer: a loop that the tool runs no processes in is refused") {
  const auto rows = [](int begin, bool triangle) {
    return [=] {
      var i("i", begin, 8), j("j", 0, triangle ? i + 1 : expr(8)), k("k", 0, 16);
      placeholder A("A", {8, 16}), B("B", {8, 8});
      compute s("s", {i, j, k}, B(i, j) += A(j, k));
      A.buffer_at(s, triangle ? j : i);
      s.double_buffer(triangle ? j : i);
    };
  };
  CHECK(contains(Placed(rows(1, false)).loop_refusal(), "it does not begin with 0"));
  CHECK(contains(Placed(rows(0, true)).loop_refusal(), "is no constant and no argument"));
  CHECK(Placed(rows(0, false)).loop_refusal() == "");
}

}  // namespace double_buffer_tests
