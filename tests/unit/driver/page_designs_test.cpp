#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "page_fixture.hpp"

using namespace pom;
using namespace pom::test;

TEST_CASE("page: of double buffers the slowest process limits, and not what stands beside the region") {
  const Page page([] {
    var i("i", 0, 64), j("j", 0, 64), k("k", 0, 64), i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    placeholder A("A", {64, 64}), B("B", {64, 64}), C("C", {64, 64});
    compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    for (placeholder* array : {&A, &B, &C})
      array->interface("m_axi", "gmem_" + std::string(array == &A ? "a" : array == &B ? "b" : "c"));
    s.tile({i, j, k}, {16, 16, 16}, {i0, j0, k0}, {i1, j1, k1});
    A.buffer_at(s, k0);
    B.buffer_at(s, k0);
    C.buffer_at(s, j0);
    s.double_buffer(k0);
    s.reorder({k1, i1, j1});
    s.pipeline(i1, 1).unroll(j1);
  });
  CHECK(has(page.limits(), "Most of the time goes into loop k0"));
  CHECK(has(page.limits(), "the slowest decides: s_k0_process"));
  CHECK(has(page.limits(), "of s: 256 iterations, one a cycle"));
  CHECK(has(page.advice(), "Handle more elements a cycle in s"));
  CHECK(has(page.advice(), "one element a cycle of A, B"));
}

TEST_CASE("page: nests that need nothing of each other start together, as in the estimate") {
  const Page page([] {
    var i("i", 0, 1024);
    placeholder A("A", {1024}), B("B", {1024}), X("X", {1024}), Y("Y", {1024}), Z("Z", {1024});
    compute a("a", {i}, A(i) * 2.0, X(i)), b("b", {i}, B(i) * 3.0, Y(i)), c("c", {i}, X(i) + Y(i), Z(i));
  });
  const std::string timeline = page.text.substr(page.text.find("<section id=\"timeline\""));
  CHECK(has(timeline, "start together"));
  const std::string first = "<span class=\"iteration\" style=\"left:0.000000%;";
  CHECK(has(timeline, "<span class=\"who\">a</span><span class=\"track\">" + first));
  CHECK(has(timeline, "<span class=\"who\">b</span><span class=\"track\">" + first));
  CHECK_FALSE(has(timeline, "<span class=\"who\">c</span><span class=\"track\">" + first));
  const auto report = nlohmann::json::parse(page.json);
  double sum = 0;
  for (const auto& step : report["course"]["steps"]) sum += step["cycles"].get<double>();
  CHECK(sum > 1.3 * report["estimate"]["latency"]["average"].get<double>());
}

TEST_CASE("page: which dimensions of an array are to be cut is said by the elements that an iteration touches") {
  const Page page([] {
    var i("i", 1, 63), j("j", 1, 63);
    placeholder A("A", {64, 64}), B("B", {64, 64});
    compute s("s", {i, j}, A(i, j) + A(i - 1, j) + A(i + 1, j) + A(i, j - 1) + A(i, j + 1), B(i, j));
  });
  CHECK(
      has(page.advice(), "an iteration touches 5 elements, which differ in dimensions 1, 2, and a bank has two ports"));
}

TEST_CASE("page: a loop that nobody asked to be pipelined is said to be the tool's own") {
  const auto page = [](bool pipelined) {
    return Page([&] {
             var i("i", 0, 64);
             placeholder A("A", {64}), B("B", {64});
             compute s("s", {i}, A(i) * 2.0, B(i));
             if (pipelined) s.pipeline(i, 1);
           })
        .text;
  };
  CHECK(has(page(false), "pipelined by the tool itself; nothing stands in its way"));
  CHECK_FALSE(has(page(true), "pipelined by the tool itself"));
  CHECK(has(page(true), "as asked for at"));
}

TEST_CASE("page: what is larger than the device does not fit") {
  const auto page = [](int copies) {
    return Page([&] {
             var i("i", 0, 64), j("j", 0, 64), k("k", 0, 64), j0("j0"), j1("j1"), i0("i0"), i1("i1");
             placeholder A("A", {64, 64}), B("B", {64, 64}), C("C", {64, 64});
             compute s("s", {k, i, j}, C(i, j) + A(i, k) * B(k, j), C(i, j));
             s.tile(i, j, 4, copies, i0, j0, i1, j1);
             s.pipeline(j0, 1).unroll(i1).unroll(j1);
             A.partition({4, 1}, "cyclic");
             B.partition({1, copies}, "cyclic");
             C.partition({4, copies}, "cyclic");
           })
        .text;
  };
  CHECK(has(page(32), "<strong>does not fit</strong>"));
  CHECK_FALSE(has(page(2), "fit</strong>"));
}

TEST_CASE("page: lines of nothing but numbers are folded, and those behind them keep their numbers") {
  const Page page([] {
    const var i("i", 0, 512);
    placeholder T("T", {512}, p_int32), x("x", {512}, p_int32);
    std::vector<std::int64_t> values;
    for (int n = 0; n < 512; ++n) values.push_back(1000000 + n);
    T.values(values);
    compute s("s", {i}, x(i) + T(i), x(i));
    s.pipeline(i, 1);
  });
  const auto report = nlohmann::json::parse(page.json);
  CHECK(has(page.text, " lines of numbers</summary>"));
  CHECK(has(page.text, "1000511"));
  const std::string pragma =
      "id=\"L" + report["kernel"]["pragmas"].back()["line"].dump() + "\"><b>#pragma HLS pipeline";
  CHECK(has(page.text, pragma));
  std::size_t rows = 0, folded = 0;
  for (std::size_t at = page.text.find("<span class=\"row"); at != std::string::npos;
       at = page.text.find("<span class=\"row", at + 1))
    ++rows;
  std::smatch count;
  REQUIRE(std::regex_search(page.text, count, std::regex("counter-increment:line (\\d+)")));
  folded = std::stoul(count[1]);
  const std::string kernel = report["kernel"]["text"];
  CHECK(rows + folded == static_cast<std::size_t>(std::count(kernel.begin(), kernel.end(), '\n')));
}
