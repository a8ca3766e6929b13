#include "dse/transform/rewritings.hpp"

#include "fixture.hpp"

using namespace pom;

namespace {

std::vector<std::string> expansions(const std::function<void()>& body) {
  const test::Compiled program(body);
  std::vector<std::string> reasons;
  for (const auto& choice :
       dse::transform::propose_expansions(program.as_written, program.dependences, program.context))
    reasons.push_back(choice.reason);
  return reasons;
}

std::vector<std::string> partial_results(const std::function<void()>& body, const std::vector<std::int64_t>& counts) {
  const test::Compiled program(body);
  std::vector<std::string> reasons;
  for (const auto& choice :
       dse::transform::propose_partial_results(program.as_written, program.dependences, program.context, counts))
    reasons.push_back(choice.reason);
  return reasons;
}

}  // namespace

TEST_CASE("rewritings: a scalar accumulator has copies along the loops around its sum, not along the sum") {
  CHECK(expansions([] {
          var r("r", 0, 4), i("i", 0, 8), j("j", 0, i);
          placeholder L("L", {8, 8}), B("B", {4, 8}), X("X", {4, 8});
          scalar t("t");
          compute c("c", {r, i}, t = B(r, i));
          compute a("a", {r, i, j}, t -= L(i, j) * X(r, j));
          compute w("w", {r, i}, X(r, i) = t / L(i, i));
          a.after(c, i);
          w.after(a, i);
        }) == std::vector<std::string>{"\"t\" has a copy for each iteration of r",
                                       "\"t\" has a copy for each iteration of r and i"});
}

TEST_CASE(
    "rewritings: no copies where values flow between iterations, or where iterations have elements of their own") {
  CHECK(expansions([] {
          var i("i", 0, 8);
          placeholder x("x", {8}), y("y", {8}), own("own", {8});
          own.local();
          scalar last("last");
          compute start("start", {}, last = 0);
          compute keep("keep", {i}, own(i) = x(i));
          compute store("store", {i}, y(i) = last + own(i));
          compute next("next", {i}, last = x(i));
          store.after(keep, i);
          next.after(store, i);
        }).empty());
}

TEST_CASE("rewritings: partial results of reductions that may have them, fewer than iterations") {
  const auto dot = [] {
    var k("k", 0, 64);
    placeholder x("x", {64}), y("y", {64}), A("A", {1});
    compute s("s", {k}, A(0) += x(k) * y(k));
  };
  CHECK(partial_results(dot, {8}).empty());
  CHECK(partial_results(
            [&] {
              allow_reassociation();
              dot();
            },
            {8, 32, 64}) ==
        std::vector<std::string>{"\"s\" has 8 partial results along k", "\"s\" has 32 partial results along k"});
  CHECK(partial_results(
            [] {
              var i("i", 0, 8), k("k", 0, 64), j("j", 0, 4);
              placeholder A("A", {8, 64}, p_int32), B("B", {64, 4}, p_int32), C("C", {8, 4}, p_int32);
              compute s("s", {i, k, j}, C(i, j) += A(i, k) * B(k, j));
              compute t("t", {i, k}, A(i, k) = 2);
            },
            {8}) == std::vector<std::string>{"\"s\" has 8 partial results along k"});
}

TEST_CASE("rewritings: each is analyzed only if there is time, and the list ends where there is none") {
  const test::Compiled program([] {
    var r("r", 0, 4), i("i", 0, 8), j("j", 0, i);
    placeholder L("L", {8, 8}), B("B", {4, 8}), X("X", {4, 8});
    scalar t("t");
    compute c("c", {r, i}, t = B(r, i));
    compute a("a", {r, i, j}, t -= L(i, j) * X(r, j));
    compute w("w", {r, i}, X(r, i) = t / L(i, i));
    a.after(c, i);
    w.after(a, i);
  });
  int asked = 0, most = 0;
  const auto propose = [&] {
    asked = 0;
    return dse::transform::propose_expansions(program.as_written, program.dependences, program.context,
                                              [&] { return ++asked > most; });
  };
  CHECK(propose().empty());
  most = 1;  // the first one is one directive, the second two
  CHECK(propose().size() == 1);
  most = 2;
  CHECK(propose().size() == 1);
  most = 3;
  CHECK(propose().size() == 2);
}
