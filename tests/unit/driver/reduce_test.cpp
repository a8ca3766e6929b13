#include <doctest/doctest.h>

#include "driver/verify/reduce.hpp"
#include "driver/verify/reduce_by_dimension.hpp"
#include "dsl/execute/interpret.hpp"
#include "fixture.hpp"

using namespace pom;

namespace {

std::int64_t upper(const dsl::Function& program, int loop) { return program.computes[0].loops[loop].upper->integer; }

std::shared_ptr<dsl::Function> product(int size, const std::function<void(compute&)>& schedule) {
  function program("product");
  program.scope([&] {
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    placeholder A("A", {size, size}), B("B", {size, size}), C("C", {size, size});
    compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    schedule(s);
  });
  return program.record();
}

CompileOptions unwritten() {
  CompileOptions options = test::quiet("unused/");
  options.write = false;
  return options;
}

}  // namespace

TEST_CASE("reduce: trip counts keep their remainder by the split factors") {
  const auto program = product(4093, [](compute& s) { s.tile(0, 1, 4, 10).unroll(2, 2); });
  const driver::Reduction reduction = driver::reduce(*program, 200'000);
  // All three loops end at one constant, so they are clipped by a multiple of lcm(4, 10).
  CHECK((4093 - upper(*reduction.program, 0)) % 20 == 0);
  CHECK(upper(*reduction.program, 0) >= 40);
  CHECK(upper(*reduction.program, 0) == upper(*reduction.program, 2));
}

TEST_CASE("reduce: strips without a common measure do not keep the program large") {
  const auto program = product(4096, [](compute& s) { s.tile(0, 1, 27, 50); });
  const driver::Reduction reduction = driver::reduce(*program, 400'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000'000) <= 10'000'000);
  CHECK(upper(*reduction.program, 0) % 50 != 0);  // a partial strip is among them
}

TEST_CASE("reduce: strips of coprime lengths in a deep nest leave a program that can be executed") {
  function program("f");
  program.scope([] {
    std::vector<var> v;
    for (int n = 0; n < 5; ++n) v.emplace_back("i" + std::to_string(n), 0, 64);
    placeholder A("A", {64, 64, 64}), B("B", {64, 64, 64}), C("C", {64, 64});
    compute s("s", v, C(v[0], v[1]) + A(v[0], v[2], v[3]) * B(v[3], v[4], v[1]), C(v[0], v[1]));
    s.split(v[3], 11);
    s.split(v[0], 5);
  });
  const driver::Reduction reduction = driver::reduce(*program.record(), 1'000'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000'000) <= 1'000'000);
  CHECK(upper(*reduction.program, 0) > 11);  // a whole strip and a partial one
}

TEST_CASE("reduce: the instances fit the budget, the arrays what is accessed") {
  const auto program = product(4096, [](compute&) {});
  const driver::Reduction reduction = driver::reduce(*program, 100'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000) <= 100'000);
  CHECK(reduction.program->arrays[0]->shape ==
        std::vector<std::int64_t>{upper(*reduction.program, 0), upper(*reduction.program, 1)});
  CHECK(program->arrays[0]->shape == std::vector<std::int64_t>{4096, 4096});
}

TEST_CASE("reduce: an array does not become smaller than its partition") {
  function program("f");
  program.scope([] {
    var i("i", 0, 4000), j("j", 0, 4000);
    placeholder A("A", {4000, 4000});
    compute s("s", {i, j}, A(i, j) * 2.0, A(i, j));
    A.partition({1, 100}, "cyclic");
  });
  CHECK(driver::reduce(*program.record(), 1000).program->arrays[0]->shape[1] == 100);
}

TEST_CASE("reduce: a parameter that begins far from 0 keeps some sizes above its least one") {
  function program("f");
  program.scope([] {
    parameter N("N", 5000, 5000000);
    var i("i", 0, N - 4999), j("j", 0, N - 4999);
    placeholder A("A", {64}, p_int32);
    compute s("s", {i, j}, A(i % 64) + j, A(i % 64));
  });
  const driver::Reduction reduction = driver::reduce(*program.record(), 10'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000) > 1000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000) <= 10'000);
}

TEST_CASE("reduce: a triangle stays a triangle") {
  function program("f");
  program.scope([] {
    var i("i", 0, 5000), j("j", i, 5000);
    placeholder A("A", {5000, 5000});
    compute s("s", {i, j}, A(i, j) * 2.0, A(i, j));
  });
  const driver::Reduction reduction = driver::reduce(*program.record(), 10'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000) <= 10'000);
  CHECK(upper(*reduction.program, 0) == upper(*reduction.program, 1));
}

TEST_CASE("reduce: programs too large to execute are verified and say at which size") {
  function program("f");
  program.scope([] {
    var i("i", 0, 4096), j("j", 0, 4096), k("k", 0, 4096);
    placeholder A("A", {4096, 4096}), B("B", {4096, 4096}), C("C", {4096, 4096});
    compute s("s", {i, j, k}, A(i, j) + B(i, k) * C(k, j), A(i, j));
    s.interchange(j, k).tile(0, 2, 6, 16).pipeline(2, 1);
  });
  const Verification result = program.verify();
  CHECK(result.agreed);
  CHECK(result.reduced);
  CHECK(result.sizes.find("of 68 719 476 736 instances") != std::string::npos);
}

TEST_CASE("reduce: a program that does not fit into memory at any size is not executed, and says so") {
  function program("f");
  program.scope([] {
    var i("i", 2'000'000'000, 2'000'000'008);
    placeholder A("A", {2'100'000'000}), B("B", {2'100'000'000});
    compute s("s", {i}, A(i) * 2.0, B(i));
  });
  const Verification result = program.verify();
  CHECK(!result.agreed);
  CHECK(result.sizes == "not executed");
  CHECK(result.detail.find("too large") != std::string::npos);
}

TEST_CASE("reduce: a chain of windows over a local array keeps what the windows leave of each other") {
  function program("f");
  program.scope([] {
    var i("i", 0, 2000), j("j", 0, 1998), k("k", 0, 1996), c("c", 0, 500);
    placeholder in("in", {2000, 500}, p_int32), a("a", {2000, 500}, p_int32), b("b", {1998, 500}, p_int32),
        out("out", {1996, 500}, p_int32);
    a.local();
    b.local();
    compute s("s", {i, c}, in(i, c) + 1, a(i, c));
    compute t("t", {j, c}, a(j, c) + a(j + 2, c), b(j, c));
    compute r("r", {k, c}, b(k, c) - b(k + 2, c), out(k, c));
  });
  const Verification result = program.verify();
  CHECK(result.agreed);
  CHECK(result.reduced);
}

TEST_CASE("reduce: a loop that is split ten times is verified, whatever the product of its factors") {
  function program("f");
  program.scope([] {
    var i("i", 0, 1 << 20);
    placeholder A("A", {1 << 20});
    compute s("s", {i}, A(i) + 1.0, A(i));
    for (int n = 0; n < 10; ++n) s.split(n, 1 << (19 - n));
  });
  CHECK(program.verify().agreed);
}

TEST_CASE("reduce: a loop keeps more iterations than its reduction has partial results") {
  const auto sum = [](int size, const std::function<void(compute&)>& schedule) {
    function program("sum");
    program.scope([&] {
      var k("k", 0, size), m("m", 0, 4000);
      placeholder x("x", {size}, p_int32), y("y", {4000}, p_int32), A("A", {2}, p_int32);
      compute s("s", {k}, A(0) += x(k));
      compute t("t", {m}, A(1) += y(m));
      schedule(s);
    });
    return program.record();
  };
  const auto once = sum(4'000'005, [](compute& s) { s.rfactor(0, 64); });
  const std::int64_t trips = upper(*driver::reduce(*once, 400).program, 0);
  CHECK(trips > 64);
  CHECK((4'000'005 - trips) % 64 == 0);
  const auto twice = sum(4'096'000, [](compute& s) {
    const var k0("k0"), k1("k1");
    s.split(0, 32, k0, k1);
    s.rfactor(k1, 32, "p").combine.rfactor(k0, 8, "q");
  });
  const std::int64_t strips = upper(*driver::reduce(*twice, 400).program, 0) / 32;
  CHECK(strips > 8);
  CHECK(strips % 8 == 0);
}

TEST_CASE("reduce: a chain of windows with clamped and mirrored borders over local arrays is verified") {
  const auto verified = [](const std::function<expr(const expr&)>& border) {
    function program("f");
    program.scope([&] {
      const int n = 512;
      var y("y", 0, n), x("x", 0, n), r("r", -1, 2);
      placeholder A("A", {n, n}, p_int32), B("B", {n, n}, p_int32), C("C", {n, n}, p_int32);
      B.local();
      compute clear("clear", {y, x}, B(y, x) = 0);
      compute rows("rows", {y, x, r}, B(y, x) += A(border(y + r), x));
      compute start("start", {y, x}, C(y, x) = 0);
      compute columns("columns", {y, x, r}, C(y, x) += B(border(y + r), border(x + r)));
    });
    return program.verify();
  };
  for (const auto& border : std::vector<std::function<expr(const expr&)>>{
           [](const expr& at) { return clamp(at, 0, 511); }, [](const expr& at) { return mirror(at, 512); }}) {
    const Verification result = verified(border);
    INFO(result.detail);
    CHECK(result.agreed);
    CHECK(result.reduced);
  }
}

TEST_CASE("reduce: strips of strips keep no more of a loop than the strips do") {
  function program("f");
  program.scope([] {
    const int n = 256;
    var i("i", 0, n), j("j", 0, n), k("k", 0, n), i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    placeholder A("A", {n, n}, p_int32), B("B", {n, n}, p_int32), C("C", {n, n}, p_int32);
    compute s("s", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    s.tile(i, j, k, 64, 64, 64, i0, j0, k0, i1, j1, k1);
    s.split(j1, 16).split(k1, 8);
  });
  const Verification result = program.verify();
  CHECK(result.agreed);
  CHECK(result.reduced);
}

TEST_CASE("reduce: pictures of half the size, and borders beside as many channels as half their rows, are verified") {
  function pyramid("pyramid");
  pyramid.scope([] {
    const int rows = 2160, columns = 3840;
    var y("y", 0, rows), x("x", 0, columns), sy("sy", 0, rows / 2), sx("sx", 0, columns / 2), v("v", 0, rows),
        u("u", 0, columns);
    placeholder I("I", {rows, columns}, p_int16), T("T", {rows, columns}, p_int16),
        S("S", {rows / 2, columns / 2}, p_int16), O("O", {rows, columns}, p_int16);
    T.local();
    S.local();
    compute t("t", {y, x}, T(y, x) = p_max(I(y, x), 0));
    compute s("s", {sy, sx}, S(sy, sx) = cast(T(2 * sy, 2 * sx) / 2 + T(2 * sy + 1, 2 * sx + 1) / 2, p_int16));
    compute o("o", {v, u}, O(v, u) = cast(T(v, u) / 2 - S(v / 2, u / 2) / 2, p_int16));
  });
  CHECK(pyramid.codegen(unwritten()).verified);

  function layer("layer");
  layer.scope([] {
    const int channels = 16, rows = 33;
    var c("c", 0, channels), k("k", 0, channels), y("y", 0, rows), x("x", 0, rows), p("p", 0, 3), q("q", 0, 3);
    placeholder I("I", {channels, rows, rows}, p_int8), T("T", {channels, rows, rows}, p_int8),
        W("W", {channels, channels, 3, 3}, p_int8), U("U", {channels, rows, rows}, p_int32);
    T.local();
    compute t("t", {k, y, x}, T(k, y, x) = p_max(I(k, y, x), 0));
    const expr pixel = T(k, clamp(y + p - 1, 0, rows - 1), clamp(x + q - 1, 0, rows - 1));
    compute u("u", {c, y, x, k, p, q}, U(c, y, x) += pixel * W(c, k, p, q));
  });
  CHECK(layer.codegen(unwritten()).verified);
}

namespace {

/// Pictures of `size` pixels in a frame of zeros, summed over 3 x 3 pixels of all channels, and halved, until one pixel
/// is left.
void halved_pictures(int size, int channels) {
  placeholder last("in", {size, size, channels}, p_int16);
  for (; size > 1; size /= 2) {
    const std::string number = std::to_string(size);
    var y("y", 0, size), x("x", 0, size), f("f", 0, channels), r("r", 0, 3), q("q", 0, 3), c("c", 0, channels),
        v("v", 0, size + 2), u("u", 0, size + 2), h("h", 0, size / 2), w("w", 0, size / 2);
    placeholder framed("framed" + number, {size + 2, size + 2, channels}, p_int16),
        sum("sum" + number, {size, size, channels}, p_int16),
        half(size == 2 ? "out" : "half" + number, {size / 2, size / 2, channels}, p_int16);
    framed.local();
    sum.local();
    if (size > 2) half.local();
    compute frame("frame" + number, {v, u, c}, 0, framed(v, u, c));
    compute picture("picture" + number, {v, u, c}, last(v - 1, u - 1, c), framed(v, u, c));
    picture.where(v >= 1 && v <= size && u >= 1 && u <= size);
    compute start("start" + number, {y, x, f}, 0, sum(y, x, f));
    compute add("add" + number, {y, x, f, r, q, c}, cast(sum(y, x, f) + framed(y + r, x + q, c) * (f - c), p_int16),
                sum(y, x, f));
    compute pool("pool" + number, {h, w, c}, p_max(sum(2 * h, 2 * w, c), sum(2 * h + 1, 2 * w + 1, c)), half(h, w, c));
    last = half;
  }
}

}  // namespace

TEST_CASE("reduce: pictures in frames that are halved to one pixel keep their sizes, and lose channels") {
  function program("pictures");
  program.scope([] { halved_pictures(32, 64); });
  const driver::Reduction reduction = driver::reduce_by_dimension(*program.record(), 100'000);
  CHECK(dsl::count_instances(*reduction.program, 1'000'000) <= 100'000);
  const int framed = reduction.program->find_array("framed32"), out = reduction.program->find_array("out");
  CHECK(reduction.program->arrays[framed]->shape[0] >= 33);
  CHECK(reduction.program->arrays[out]->shape[0] == 1);
  CHECK(reduction.program->arrays[out]->shape[2] < 64);
  const Verification result = program.verify();
  INFO(result.detail);
  CHECK(result.agreed);
  CHECK(result.reduced);
}

TEST_CASE("reduce: a program that no reduction keeps valid is executed as it is, where that takes seconds") {
  function program("pictures");
  program.scope([] { halved_pictures(32, 12); });
  const Verification result = program.verify();
  INFO(result.detail);
  CHECK(result.agreed);
  CHECK(!result.reduced);
  CHECK(result.sizes == "at full size");
}
