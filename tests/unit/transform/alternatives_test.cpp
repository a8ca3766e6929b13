#include "fixture.hpp"
#include "polyhedral/primitives/loop_edit.hpp"

#include <algorithm>
#include <set>

using namespace pom;
using test::Transformed;

namespace {

constexpr int N = 32;

std::vector<dse::transform::TransformResult> alternatives(const Transformed& t) {
  return dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), t.options);
}

}  // namespace

TEST_CASE("alternatives: stage one's answer first, the program as written among them, none twice") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  });
  const auto all = alternatives(t);
  REQUIRE(all.size() == 2);
  std::set<std::string> orders;
  for (const dse::transform::TransformResult& one : all) {
    CHECK(orders.insert(t.order(one, "s")).second);
    t.apply(one.directives);  // throws when refused
  }
  CHECK(t.order(all[0], "s") == "k i j");
  CHECK(all[1].directives.empty());
}

TEST_CASE("alternatives: split sums merged, apart and as written") {
  const Transformed t([] { test::declare_two_sums(N); });
  const auto all = alternatives(t);
  REQUIRE(all.size() == 4);  // the fourth: wavefronts of both
  CHECK(t.order(all[0], "s2") == "j i");
  CHECK(all.back().directives.empty());
  CHECK(all.back().tight == 1);
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& one) { return one.tight == 0; }) == 3);
}

namespace {

/// Two products of one left side.
void declare_two_products() {
  var i("i", 0, N), j("j", 0, N), k("k", 0, N);
  placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N}), D("D", {N, N}), E("E", {N, N});
  compute s1("s1", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
  compute s2("s2", {i, j, k}, D(i, j) + A(i, k) * E(k, j), D(i, j));
}

}  // namespace

TEST_CASE("alternatives: choices for different nests can be applied together") {
  const Transformed t(declare_two_products);
  const auto all = alternatives(t);
  Schedule both;
  for (int s : {0, 1}) {
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](const dse::transform::TransformResult& one) {
      return one.statements == std::vector<int>{s} && !one.directives.empty();
    });
    REQUIRE(last != all.rend());
    both.insert(both.end(), last->directives.begin(), last->directives.end());
  }
  t.apply(both);
}

TEST_CASE("alternatives: neighbours fused take the place of both") {
  const Transformed t(declare_two_products);
  const auto all = dse::transform::transform_fused(t.as_written, t.graph(), t.options);
  REQUIRE(all.size() == 1);
  const poly::Scop fused = t.apply(all.front().directives);
  CHECK(all.front().statements == std::vector<int>{0, 1});
  CHECK(all.front().tight == 0);
  CHECK(poly::share_loop(fused.statements[0], fused.statements[1], 2));
  CHECK(t.order(all.front(), "s2") == "k i j");
}

TEST_CASE("alternatives: of a chain of nests all that follow each other closely are fused, others stay as they are") {
  const Transformed t([] {
    var i("i", 1, N - 1), j("j", 0, 4);
    placeholder A("A", {N}), B("B", {N}), C("C", {N}), D("D", {N}), e("e", {4});
    compute s1("s1", {i}, A(i - 1) + A(i + 1), B(i));
    compute s2("s2", {i}, B(i - 1) + B(i + 1), C(i));
    compute s3("s3", {i}, C(i - 1) + C(i + 1), D(i));
    compute last("last", {j}, D(j), e(j));
  });
  const auto all = dse::transform::transform_fused(t.as_written, t.graph(), t.options);
  REQUIRE(all.size() == 1);
  CHECK(all.front().statements == std::vector<int>{0, 1, 2});
  const poly::Scop fused = t.apply(all.front().directives);
  CHECK(test::keeps_all_conflicts(t.as_written, fused));
  CHECK(poly::share_loop(fused.statements[0], fused.statements[2], 0));
  CHECK_FALSE(poly::share_loop(fused.statements[0], fused.statements[3], 0));
}

TEST_CASE("alternatives: a clear, a sum and what finishes it share their outer loops, others stay as they are") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, 4), k("k", 0, 5), n("n", 0, 4);
    placeholder A("A", {N, 5}), B("B", {5, 4}), C("C", {N, 4}), D("D", {N, 4}), e("e", {4});
    compute clear("clear", {i, j}, C(i, j) = 0.0f);
    compute sum("sum", {i, j, k}, C(i, j) += A(i, k) * B(k, j));
    compute finish("finish", {i, j}, D(i, j) = p_max(C(i, j), 0.0f));
    compute last("last", {n}, e(n) = D(3, n));
  });
  const auto all = dse::transform::transform_shared(t.as_written, t.graph(), t.options, 5);
  REQUIRE(all.size() == 1);
  CHECK(all.front().statements == std::vector<int>{0, 1, 2});
  const poly::Scop shared = t.apply(all.front().directives);
  CHECK(test::keeps_all_conflicts(t.as_written, shared));
  CHECK(poly::share_loop(shared.statements[0], shared.statements[1], 1));
  CHECK(poly::share_loop(shared.statements[0], shared.statements[2], 1));
  CHECK_FALSE(poly::share_loop(shared.statements[0], shared.statements[3], 0));
  CHECK(dse::transform::transform_shared(t.as_written, t.graph(), t.options, 4).empty());
}

TEST_CASE("alternatives: nests that need all of what the one before makes share no loops") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N}), B("B", {N, N}), C("C", {N});
    compute first("first", {i}, A(i) = C(i) * 2.0f);
    compute second("second", {j, k}, B(j, k) = A(k));
  });
  CHECK(dse::transform::transform_shared(t.as_written, t.graph(), t.options, N).empty());
}

TEST_CASE("alternatives: what is left out beyond the number that is asked for is told") {
  const Transformed t([] { test::declare_two_sums(N); });
  dse::transform::TransformOptions options;
  bool gave_up = false;
  options.gave_up = [&] { gave_up = true; };
  dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), options);
  CHECK_FALSE(gave_up);
  options.alternatives_per_nest = 2;
  dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), options);
  CHECK(gave_up);
}

TEST_CASE("alternatives: no more than asked for") {
  const Transformed t([] { test::declare_two_sums(N); });
  dse::transform::TransformOptions options;
  options.alternatives_per_nest = 2;
  CHECK(dse::transform::transform_alternatives(t.program.record(), t.as_written, t.graph(), options).size() == 2);
  const Transformed fused([] {  // in several orders, of which none is as written
    var i("i", 0, N), j("j", 0, i);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute s1("s1", {i, j}, A(j, i) * 2.0f, B(i, j));
    compute s2("s2", {i, j}, B(i, j) + 1.0f, C(i, j));
  });
  CHECK(dse::transform::transform_fused(fused.as_written, fused.graph(), fused.options).size() > 1);
  options.alternatives_per_nest = 1;
  CHECK(dse::transform::transform_fused(fused.as_written, fused.graph(), options).size() == 1);
}

TEST_CASE("alternatives: free loops inside are as good in any order, but for bursts and where bounds move") {
  const auto orders = [](const std::function<void()>& declare) {
    const Transformed t(declare);
    std::string text;
    for (const dse::transform::TransformResult& one : alternatives(t))
      text += (text.empty() ? "" : ", ") + t.order(one, "s");
    return text;
  };
  CHECK(orders([] {
          var i("i", 0, N), j("j", 0, N);
          placeholder A("A", {N, N}), B("B", {N, N});
          compute s("s", {i, j}, A(i, j) * 2.0f, B(i, j));
        }) == "i j");
  CHECK(orders([] {  // across the rows
          var i("i", 0, N), j("j", 0, N);
          placeholder A("A", {N, N}), B("B", {N, N});
          compute s("s", {j, i}, A(i, j) * 2.0f, B(i, j));
        }) == "j i, i j");
  CHECK(orders([] {
          var i("i", 0, N), j("j", 0, i);
          placeholder A("A", {N, N}), B("B", {N, N});
          compute s("s", {i, j}, A(i, j) * 2.0f, B(i, j));
        }) == "i j, j i");
  CHECK(orders([] {  // a product with a triangle
          var i("i", 0, N), j("j", 0, N), k("k", 0, i);
          placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
          compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
        }) == "k i j, k j i, i k j, i j k");
  CHECK(orders([] {  // copies of rows do not wait for each other in a rectangle
          var i("i", 0, N), j("j", 0, N), k("k", 0, N);
          placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
          compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
        }) == "k i j, i j k");
}

TEST_CASE("alternatives: a free nest alone in its loops has more of them to unroll") {
  const Transformed t([] {
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N});
    compute scale("scale", {i, j}, C(i, j) * 1.5f, C(i, j));
    compute update("update", {i, k, j}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    update.after(scale, i);
  });
  CHECK(t.result.directives.empty());  // nothing is tight
  const auto all = alternatives(t);
  CHECK(t.order(all[0], "update") == "k i j");
  CHECK(t.info(all[0], "update").parallel_inner == 2);
  CHECK(t.info("update").parallel_inner == 1);
}

TEST_CASE("alternatives: a statement that depends on later ones goes behind them, and the loop is cut between them") {
  const Transformed t([] {  // symm
    var i("i", 0, N), j("j", 0, N), k("k", 0, i);
    placeholder A("A", {N, N}), B("B", {N, N}), C("C", {N, N}), T("T", {N, N});
    compute clear("clear", {i, j}, expr(0.0f), T(i, j));
    compute spread("spread", {i, j, k}, C(k, j) + B(i, j) * A(i, k), C(k, j));
    spread.after(clear, j);
    compute sum("sum", {i, j, k}, T(i, j) + B(k, j) * A(i, k), T(i, j));
    sum.after(spread, k);
    compute scale("scale", {i, j}, C(i, j) * 1.5f + T(i, j), C(i, j));
    scale.after(sum, j);
  });
  const auto directives = dse::transform::to_text(t.result.directives);
  CAPTURE(directives);
  CHECK(directives.find("spread.after(scale, i)") != std::string::npos);
  CHECK(t.info("spread").parallel_inner == 2);
  CHECK(t.info("sum").parallel_inner == 2);
  // In one of them all triangles have what carries directly around the innermost loop, which runs alike.
  std::set<std::string> orders;
  for (const dse::transform::TransformResult& one : alternatives(t))
    orders.insert(t.order(one, "spread") + ", " + t.order(one, "sum"));
  CHECK(orders.contains("k i j, i k j"));
  CHECK(t.result.tight == 0);
}
