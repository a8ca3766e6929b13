#include "fixture.hpp"

using namespace pom;

namespace products_tests {
using test::Transformed;

namespace {

constexpr int N = 64;
constexpr int few = 6;  // for tests that enumerate all instances

void declare_product(const std::string& name, const placeholder& to, const placeholder& a, const placeholder& b) {
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  compute s(name, {i, j, k}, to(i, j) + a(i, k) * b(k, j), to(i, j));
}

void declare_few_sums() { test::declare_two_sums(few); }

}  // namespace

TEST_CASE("stage one: a matrix product's sum goes outside, in one step with its reason") {
  const Transformed t([] {
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    declare_product("s", C, A, B);
  });
  CHECK(t.order("s") == "k i j");
  CHECK(t.steps() == "interchange");
  CHECK(t.result.trail[0].reason ==
        "loop k of s carries a reduction of distance 1 through C; loops i, j carry none: i, j go innermost");
  const dse::transform::NestInfo& nest = t.info("s");
  CHECK(test::describe(nest) == "k:r1* i:p j:p");
  CHECK(nest.parallel_inner == 2);
  CHECK(nest.tileable == 3);
  CHECK(t.result.tight_as_written == 1);
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: an order that leaves the most loops free already stays as written") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute s("s", {k, i, j}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  });
  CHECK(t.result.directives.empty());
  CHECK(t.info("s").parallel_inner == 2);
}

TEST_CASE("stage one: products one after the other are ordered each for itself") {
  const Transformed t([] {
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N}), D("D", {N, N}), E("E", {N, N}), F("F", {N, N}),
        G("G", {N, N});
    declare_product("s1", E, A, B);
    declare_product("s2", F, C, D);
    declare_product("s3", G, E, F);
  });
  for (const char* name : {"s1", "s2", "s3"}) CHECK(t.order(name) == "k i j");
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: two sums that want opposite orders are split, interchanged and merged") {
  const Transformed t(declare_few_sums);
  CHECK(t.steps() == "distribute interchange fuse");
  CHECK(t.order("s1") == "i j");
  CHECK(t.order("s2") == "j i");
  CHECK(t.share("s1", "s2", 1));
  CHECK(t.result.tight_as_written == 1);
  CHECK(t.result.tight == 0);
  CHECK(t.info("s2").parallel_inner == 1);
  CHECK(test::keeps_all_conflicts(t.as_written, t.scheduled));
}

TEST_CASE("stage one: without fusion the two sums stay apart, without distribution one of them stays tight") {
  dse::transform::TransformOptions options;
  options.strategies.erase(dse::transform::Strategy::fuse);
  const Transformed apart(declare_few_sums, options);
  CHECK(apart.steps() == "distribute interchange");
  CHECK_FALSE(apart.share("s1", "s2", 0));
  options.strategies.erase(dse::transform::Strategy::distribute);
  options.strategies.erase(dse::transform::Strategy::skew);  // which would find wavefronts
  const Transformed together(declare_few_sums, options);
  CHECK(together.result.directives.empty());
  CHECK(together.result.tight == 1);
  options.strategies = {};
  CHECK(Transformed(declare_few_sums, options).result.directives.empty());
}

TEST_CASE("stage one: sums of different extents stay apart") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N / 2);
    placeholder A("A", {N, N / 2}), p("p", {N / 2}), q("q", {N}), r("r", {N}), s("s", {N / 2});
    compute s1("s1", {i, j}, s(j) + A(i, j) * r(i), s(j));
    compute s2("s2", {i, j}, q(i) + A(i, j) * p(j), q(i));
    s2.after(s1, j);
  });
  CHECK(t.steps() == "distribute interchange");
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: the two sums of one row loop go outside together") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N);
    constant alpha("alpha"), beta("beta");
    placeholder A("A", {N, N}), B("B", {N, N}), x("x", {N}), y("y", {N}), v("v", {N});
    compute s1("s1", {i, j}, v(i) + A(i, j) * x(j), v(i));
    compute s2("s2", {i, j}, y(i) + B(i, j) * x(j), y(i));
    compute s3("s3", {i}, alpha * v(i) + beta * y(i), y(i));
    s2.after(s1, j);
  });
  CHECK(t.order("s1") == "j i");
  CHECK(t.order("s2") == "j i");
  CHECK(t.share("s1", "s2", 1));
  CHECK(t.steps() == "interchange");
  CHECK(t.result.tight == 0);
}

TEST_CASE("stage one: a sum is cut from the statement that clears it before it is reordered") {
  const Transformed t([] {
    var i("i", 0, few), j("j", 0, few), k("k", 0, few);
    placeholder A("A", {few, few}), B("B", {few, few}), C("C", {few, few});
    compute clear("clear", {i, j}, 0.0, C(i, j));
    compute sum("sum", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    compute scale("scale", {i, j}, C(i, j) * 2.0, C(i, j));
    sum.after(clear, j);
    scale.after(sum, j);
  });
  CHECK(t.order("sum") == "k i j");
  CHECK(t.steps() == "distribute distribute interchange");
  CHECK(t.info("sum").perfect == 3);
  CHECK(t.result.tight == 0);
  CHECK(test::keeps_all_conflicts(t.as_written, t.scheduled));
}

TEST_CASE("stage one: where sums may be reordered, the rounding's order does not tie the loops") {
  const auto declare = [](bool reassociate) {
    return [reassociate] {
      var i("i", 0, N), k("k", 0, N), l("l", 0, N);
      placeholder A("A", {N, N, N}), s("s", {N});
      compute sum("sum", {i, k, l}, s(i) + A(i, l, k), s(i));
      if (reassociate) pom::allow_reassociation();
    };
  };
  for (const bool reassociate : {false, true}) {
    CAPTURE(reassociate);
    const Transformed t(declare(reassociate));
    CHECK(t.order("sum") == "k l i");
    CHECK(t.info("sum").loops[0].reduction);
    CHECK(t.result.tight == 0);
  }
}

TEST_CASE("stage one: a sum that may be reordered still waits for itself along every loop that it sums over") {
  const Transformed t([] {
    var k("k", 0, few), i("i", 0, few), l("l", 0, few);
    placeholder A("A", {few, few, few}), s("s", {few}), q("q", {few, few});
    compute sum("sum", {k, i, l}, s(i) + A(i, l, k), s(i));
    compute read("read", {k, i}, s(i) * 2.0f, q(k, i));
    read.after(sum, i);
    pom::allow_reassociation();
  });
  CHECK_FALSE(t.info("sum").loops.back().tight);
  for (const dse::transform::LoopInfo& loop : t.info("sum").loops) CHECK(loop.parallel == (loop.name == "i"));
  CHECK(test::describe(t.info("read")).find("i:p") != std::string::npos);
}

}  // namespace products_tests
