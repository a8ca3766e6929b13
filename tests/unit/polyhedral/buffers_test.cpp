#include "polyhedral/buffers/place_buffers.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fixture.hpp"
#include "polyhedral/buffers/footprint.hpp"
#include "polyhedral/buffers/write_as_scheduled.hpp"
#include "polyhedral/ir/isl_extras.hpp"

using namespace pom;
using namespace pom::poly;

namespace {

/// The program, scheduled, with its buffers.
struct Placed {
  test::Compiled program;
  Scop scheduled;
  Result<Buffered> buffered;

  explicit Placed(const std::function<void()>& body)
      : program(body), scheduled(*program.scheduled()), buffered(place_buffers(scheduled, program.context)) {}

  std::string loops() const { return to_string(*generate_loops(buffered->scop)); }
  std::string refusal() const { return buffered ? "" : buffered.errors().front().message; }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::int64_t> shape_of(const Placed& placed, const std::string& name) {
  const dsl::Function& program = *placed.buffered->scop.program;
  return program.arrays[program.find_array(name)]->shape;
}

/// How many elements one iteration of the outermost loop loads and stores at most, counted one by one.
std::pair<std::size_t, std::size_t> most_copied(const Placed& placed, const std::string& array) {
  std::pair<std::size_t, std::size_t> most;
  const Scop& scop = placed.buffered->scop;
  for (const Statement& statement : scop.statements) {
    const bool loads = statement.name == "load_" + array, stores = statement.name == "store_" + array;
    if (!loads && !stores) continue;
    const isl::set outer = keep_first(statement.domain, 1);
    for (std::int64_t at = *minimum(outer, 0); at <= *maximum(outer, 0); ++at) {
      const isl::set one = bound_above(bound_below(statement.domain, 0, at), 0, at);
      std::size_t count = 0;
      one.foreach_point([&](const isl::point&) { ++count; });
      (loads ? most.first : most.second) = std::max(loads ? most.first : most.second, count);
    }
  }
  return most;
}

}  // namespace

TEST_CASE("buffers: a stencil's tile has its halo, is loaded once and not stored") {
  const Placed placed([] {
    var i("i", 1, 127), i0("i0"), i1("i1");
    placeholder A("A", {128}), B("B", {128});
    compute s("s", {i}, B(i) = A(i - 1) + A(i) + A(i + 1));
    s.split(i, 16, i0, i1);
    A.buffer_at(s, i0);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(shape_of(placed, "A_buffer") == std::vector<std::int64_t>{18});
  CHECK(most_copied(placed, "A") == std::pair<std::size_t, std::size_t>{18, 0});
  REQUIRE(placed.buffered->buffers.size() == 1);
  CHECK(placed.buffered->buffers[0].load >= 0);
  CHECK_FALSE(placed.buffered->buffers[0].store >= 0);
}

TEST_CASE("buffers: what is written before it is read is not loaded") {
  const Placed placed([] {
    var i("i", 0, 4), j("j", 0, 8);
    placeholder A("A", {4, 8}), B("B", {4, 8}), C("C", {4, 8});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    compute t("t", {i, j}, C(i, j) = B(i, j) + 1);
    t.after(s, i);
    B.buffer_at(s, i);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(most_copied(placed, "B") == std::pair<std::size_t, std::size_t>{0, 8});
}

TEST_CASE("buffers: elements that are perhaps not written are loaded, so that all can be stored") {
  const Placed placed([] {
    var i("i", 0, 4), j("j", 0, 8);
    placeholder h("h", {16}, p_int32), x("x", {4, 8}, p_uint(4));
    compute s("s", {i, j}, h(x(i, j)) = i);
    h.buffer_at(s, i);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(most_copied(placed, "h") == std::pair<std::size_t, std::size_t>{16, 16});
}

TEST_CASE("buffers: every second element that is written is stored alone, and not what lies between") {
  const Placed placed([] {
    var i("i", 0, 4), j("j", 0, 8);
    placeholder A("A", {4, 16}), B("B", {4, 8});
    compute s("s", {i, j}, A(i, 2 * j) = B(i, j));
    A.buffer_at(s, i);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(most_copied(placed, "A") == std::pair<std::size_t, std::size_t>{0, 8});
  CHECK(shape_of(placed, "A_buffer") == std::vector<std::int64_t>{1, 15});
}

TEST_CASE("buffers: indices of a tile are those of the loops in it") {
  const Placed placed([] {
    var i("i", 0, 64), j("j", 0, 64), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    placeholder A("A", {64, 64}), B("B", {64, 64});
    compute s("s", {i, j}, B(j, i) = A(i, j));
    s.tile(i, j, 16, 8, i0, j0, i1, j1);
    A.buffer_at(s, j0);
    B.buffer_at(s, j0);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(shape_of(placed, "B_buffer") == std::vector<std::int64_t>{8, 16});
  const dsl::Compute& s = placed.buffered->scop.program->computes[0];
  CHECK(s.store.indices[0]->op == dsl::Op::loop);
  CHECK(s.store.indices[0]->index == 3);
  CHECK(s.store.indices[1]->index == 2);
}

TEST_CASE(
    "buffers: a buffer has the banks that a pipelined loop asks for, or those that directives give the argument") {
  const auto body = [](bool given) {
    return [given] {
      var i("i", 0, 8), j("j", 0, 16);
      placeholder A("A", {8, 16}), B("B", {8, 16});
      compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
      A.interface("m_axi", "gmem0");
      A.buffer_at(s, i);
      s.pipeline(j, 1).unroll(j, 4);
      if (given) A.partition({1, 2}, "block");
    };
  };
  for (const bool given : {false, true}) {
    const Placed placed(body(given));
    REQUIRE(placed.refusal() == "");
    const auto& marks = placed.buffered->scop.hardware.partitions;
    CHECK(std::count_if(marks.begin(), marks.end(), [&](const PartitionMark& mark) {
            return placed.buffered->scop.program->arrays[mark.array]->name == "A_buffer" &&
                   mark.kind == PartitionKind::block && mark.factor == 2;
          }) == (given ? 1 : 0));
  }
}

TEST_CASE("buffers: a loop whose iterations run at once, or that accesses nothing, has none") {
  const auto refusal = [](const std::function<void(compute&, compute&, placeholder&, var&, var&)>& directives) {
    return Placed([&] {
             var i("i", 0, 8), j("j", 0, 16);
             placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8, 16});
             compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
             compute t("t", {i, j}, C(i, j) = B(i, j) + 1);
             directives(s, t, A, i, j);
           })
        .refusal();
  };
  CHECK(contains(refusal([](compute& s, compute&, placeholder& A, var& i, var&) {
                   A.buffer_at(s, i);
                   s.pipeline(i, 1);
                 }),
                 "is pipelined"));
  CHECK(contains(refusal([](compute& s, compute&, placeholder& A, var& i, var& j) {
                   A.buffer_at(s, j);
                   s.unroll(i);
                 }),
                 "is unrolled"));
  CHECK(contains(refusal([](compute&, compute& t, placeholder& A, var& i, var&) { A.buffer_at(t, i); }),
                 "no statement in the loop accesses it"));
}

TEST_CASE("buffers: a size of the run bounds the loops that are left, and stays an argument") {
  const Placed placed([] {
    parameter K("K", 1, 8);
    var i("i", 0, 10), j("j", 0, K);
    placeholder B("B", {10, 8}, p_int32);
    compute a("a", {i, j}, B(i, j) = 1);
    B.buffer_at(a, i);
  });
  REQUIRE(placed.refusal() == "");
  CHECK(placed.buffered->scop.program->parameters().size() == 1);
  CHECK(contains(placed.loops(), "for j in [0, K)"));
}

TEST_CASE("buffers: an index that a clamp by a size computes moves with the buffer") {
  const Placed placed([] {
    parameter M("M", 1, 18);
    var i("i", 1, 19), j("j", 0, M);
    placeholder A("A", {20, M}, p_int32);
    compute s("s", {i, j}, A(i, j) = A(i - 1, j) - A(i, clamp(j - 1, 0, M - 1)));
    A.buffer_at(s, j);
  });
  CHECK(placed.refusal() == "");
}

TEST_CASE("buffers: the whole function's is loaded before all nests and stored behind them, once") {
  const Placed placed([] {
    var i("i", 0, 4), j("j", 0, 8);
    placeholder A("A", {4, 8}), B("B", {4, 8}), x("x", {8});
    compute s("s", {i, j}, B(i, j) = A(i, j) * x(j));
    compute t("t", {i, j}, x(j) = x(j) + B(i, j));
    A.buffer();
    B.buffer();
    x.buffer();
  });
  REQUIRE(placed.refusal() == "");
  REQUIRE(placed.buffered->buffers.size() == 3);
  const auto moves = [&](std::size_t n) {
    return std::pair(placed.buffered->buffers[n].load >= 0, placed.buffered->buffers[n].store >= 0);
  };
  CHECK(moves(0) == std::pair(true, false));
  CHECK(moves(1) == std::pair(false, true));
  CHECK(moves(2) == std::pair(true, true));
  const std::string loops = placed.loops();
  CHECK(loops.find("load_x") < loops.find("s[i, j]"));
  CHECK(loops.find("store_B") > loops.find("t[i, j]"));
}

TEST_CASE("buffers: a program written as it is scheduled has the schedule's loops, and computes the same") {
  const Placed placed([] {
    var i("i", 0, 40), j("j", 0, 64), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    placeholder A("A", {40, 64}), B("B", {40, 64}), y("y", {40});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    compute t("t", {i, j}, y(i) = y(i) + B(i, j));
    s.tile(i, j, 16, 8, i0, j0, i1, j1);
    A.buffer_at(s, j0);
    y.buffer();
  });
  REQUIRE(placed.refusal() == "");
  const auto program = write_as_scheduled(placed.buffered->scop, placed.program.context);
  REQUIRE(program != nullptr);
  const Scop written = extract_scop(program, placed.program.context);
  CHECK(written.statements[0].loops[2].name == "i1");
  CHECK(count_shared(written.statements[0], written.statements[2]) == 2);
  // Rows of tiles: the third one has eight of sixteen.
  for (std::size_t s = 0; s < written.statements.size(); ++s) {
    const Statement& scheduled = placed.buffered->scop.statements[s];
    const unsigned loops = dimension_count(written.statements[s].domain);
    CHECK(keep_first(written.statements[s].domain, loops)
              .is_equal(scheduled.loop_map.intersect_domain(scheduled.domain).range()));
  }
}

namespace {

/// Four neighbours in a buffer of 64 × 64.
void declare_cross(int banks) {
  var y("y", 1, 63), x("x", 1, 63);
  placeholder A("A", {64, 64}, p_int32), B("B", {64, 64}, p_int32);
  compute s("s", {y, x}, A(y - 1, x) + A(y + 1, x) + A(y, x - 1) + A(y, x + 1), B(y, x));
  A.interface("m_axi", "gmem");
  A.buffer();
  s.pipeline(x, 1);
  if (banks > 0) A.partition({banks, banks}, "cyclic");
}

}  // namespace

TEST_CASE("buffers: two accesses a bank and iteration choose the banks, in powers of two") {
  const Placed placed([] { declare_cross(0); });
  REQUIRE(placed.refusal() == "");
  const auto& partitions = placed.buffered->scop.hardware.partitions;
  REQUIRE(partitions.size() == 1);  // even and odd columns: two of each
  CHECK(partitions[0].dimension == 1);
  CHECK(partitions[0].factor == 2);
}

TEST_CASE("buffers: banks that a directive names are the buffer's, one bank too") {
  for (const int banks : {1, 2}) {
    const Placed placed([&] { declare_cross(banks); });
    REQUIRE(placed.refusal() == "");
    CHECK(placed.buffered->scop.hardware.partitions.size() == (banks == 1 ? 0 : 2));
  }
}

TEST_CASE("buffers: banks of one with a name are its own, and the other one chooses as if there were none") {
  const Placed placed([] {
    var i("i", 0, 8), j("j", 0, 16), k("k", 0, 16);
    placeholder A("A", {8, 16}), B("B", {8, 16}), C("C", {8});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    compute t("t", {i, k}, C(i) += A(i, k));
    A.interface("m_axi", "gmem");
    const placeholder tile = A.buffer_at(s, i, "tile");
    A.buffer_at(t, i);
    tile.partition({1, 4}, "block").bind_storage("ram_2p", "lutram");
  });
  REQUIRE(placed.refusal() == "");
  const Scop& scop = placed.buffered->scop;
  const int tile = scop.program->find_array("tile");
  REQUIRE(tile >= 0);
  REQUIRE(scop.program->find_array("A_buffer") >= 0);
  REQUIRE(scop.hardware.partitions.size() == 1);
  CHECK(scop.hardware.partitions[0].array == tile);
  CHECK(scop.hardware.partitions[0].kind == PartitionKind::block);
  REQUIRE(scop.hardware.storages.size() == 1);
  CHECK(scop.hardware.storages[0].array == tile);
}

TEST_CASE("buffers: one with a name takes the banks of its array where nothing is said of its own") {
  const Placed placed([] {
    var i("i", 0, 8), j("j", 0, 16);
    placeholder A("A", {8, 16}), B("B", {8, 16});
    compute s("s", {i, j}, B(i, j) = A(i, j) * 2);
    A.interface("m_axi", "gmem");
    A.buffer_at(s, i, "tile");
    A.partition({1, 2}, "cyclic");
  });
  REQUIRE(placed.refusal() == "");
  REQUIRE(placed.buffered->scop.hardware.partitions.size() == 1);
  CHECK(placed.buffered->scop.hardware.partitions[0].factor == 2);
}

TEST_CASE("buffers: banks of what every index clamps or wraps are asked for with few steps") {
  constexpr unsigned long steps = 3'000'000;  // of isl; without bounds it took several times as many
  const auto clamped = [] {
    parameter N("N", 0, 13);
    var i("i", 0, 13), j("j", 0, 13);
    placeholder a("a", {13, 13}, p_int8), t("t", {11, 13}, p_int8);
    compute s("s", {i, j},
              a(j, j) = cast(t(wrap(j - 3, 11), wrap(i, 13)) + t(wrap(j + i - 4, 11), j) + t(clamp(i + i, 0, 10), 0) +
                                 t(clamp(i, 0, 10), clamp(N - j, 0, 12)),
                             p_int8));
    t.buffer_at(s, i);
  };
  test::Compiled program(clamped);
  const Scop scheduled = *program.scheduled();
  CHECK(try_within(program.context.get(), steps, [&] { CHECK(place_buffers(scheduled, program.context)); }));
}
