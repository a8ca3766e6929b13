#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "driver/page/html.hpp"
#include "driver/page/page.hpp"
#include "page_fixture.hpp"

using namespace pom;
using namespace pom::test;

/// What the page answers, for classes of designs.
namespace page_answers_tests {

/// What `advice()` says of a statement A(i, j) = value over loops i and j.
std::string advice_for(const std::function<expr(placeholder&, var&, var&)>& value) {
  return Page([&] {
           var i("i", 1, 32), j("j", 1, 32);
           placeholder A("A", {32, 32});
           compute s("s", {i, j}, value(A, i, j), A(i, j));
         })
      .advice();
}

}  // namespace page_answers_tests
using namespace page_answers_tests;

TEST_CASE("page: of a recurrence it names the loop that carries nothing, and the directive that puts it innermost") {
  const std::string advice = advice_for([](auto& A, auto& i, auto& j) { return A(i, j - 1) * 0.5 + A(i, j); });
  CHECK(has(advice, "Loop i carries nothing of it: put it innermost: s.interchange(i, j)"));
  CHECK_FALSE(has(advice, "rfactor"));
}

TEST_CASE("page: where every loop carries the recurrence by constant distances it says skew") {
  const std::string advice = advice_for([](auto& A, auto& i, auto& j) { return A(i - 1, j) * 0.5 + A(i, j - 1); });
  CHECK(has(advice, "skew"));
  CHECK_FALSE(has(advice, "rfactor"));
}

TEST_CASE("page: a recurrence of one loop that is no sum is called the program's own") {
  const std::string advice = Page([] {
                               var i("i", 1, 64);
                               placeholder A("A", {64});
                               compute s("s", {i}, A(i - 1) * 0.5 + A(i), A(i));
                             }).advice();
  CHECK(has(advice, "the program’s own"));
  for (const char* refused : {"interchange", "skew", "rfactor", "reorder"}) CHECK_FALSE(has(advice, refused));
}

TEST_CASE("page: a sum over its only loop may be split, of floats with a word about their rounding") {
  const std::string advice = Page([] {
                               var i("i", 0, 64);
                               placeholder x("x", {64}), sum("sum", {1});
                               compute s("s", {i}, sum(0) + x(i), sum(0));
                             }).advice();
  CHECK(has(advice, "s.rfactor(i, 4"));
  CHECK(has(advice, "allow_reassociation()"));
}

TEST_CASE("page: where other statements share the loops it gives no interchange, which would be refused") {
  const std::string advice = Page([] {
                               var i("i", 0, 32), j("j", 1, 32);
                               placeholder A("A", {32, 32}), B("B", {32, 32});
                               compute s("s", {i, j}, B(i, j - 1) * 0.5, A(i, j));
                               compute t("t", {i, j}, A(i, j) + 1, B(i, j));
                               t.after(s, j);
                             }).advice();
  CHECK(has(advice, "declare s, t with it as the innermost loop"));
  CHECK_FALSE(has(advice, "interchange"));
}

TEST_CASE("page: where all copies touch one element it does not advise more banks") {
  const Page page([] {
    parameter n("n", 1, 32);
    var i("i", 0, 32), j("j", 0, n), j0("j0"), j1("j1");
    placeholder x("x", {32, 32}, p_int32), sum("sum", {32}, p_int32);
    compute s("s", {i, j}, sum(i) + x(i, j), sum(i));
    s.split(j, 4, j0, j1);
    s.pipeline(j0, 1);
    x.partition({1, 4}, "cyclic");
  });
  REQUIRE(has(page.limits(), "a bank of sum has fewer ports"));
  CHECK(has(page.advice(), "touch the one element sum[i], so banks do not help"));
  CHECK_FALSE(has(page.advice(), "partition"));
}

TEST_CASE("page: of an array larger than the chip it says so first, and that it belongs outside") {
  const Page page([] {
    var i("i", 0, 2048), j("j", 0, 2048);
    placeholder A("A", {2048, 2048}), T("T", {2048, 2048}), B("B", {2048, 2048});
    T.local();
    compute s("s", {i, j}, A(i, j) + 1, T(i, j));
    compute t("t", {i, j}, T(j, i) + 1, B(i, j));
  });
  CHECK(has(page.limits().substr(0, 60), "It does not fit"));
  CHECK(has(page.limits(), "The largest array inside is T with 16\u202fMiB"));
  CHECK(has(page.advice(), "Keep T off the chip"));
  CHECK_FALSE(has(page.advice(), "options."));
  CHECK_FALSE(has(page.advice(), "unroll more"));
  const auto report = nlohmann::json::parse(page.json);
  CHECK(has(report["warnings"][0]["message"], "\"T\" has 16 MiB"));
}

TEST_CASE("page: where no nest dominates it does not say that most of the time goes into one") {
  const Page page([] {
    std::vector<placeholder> arrays;
    for (int n = 0; n <= 8; ++n) arrays.push_back(placeholder("a" + std::to_string(n), {64}));
    var i("i", 0, 64);
    for (int n = 1; n <= 8; ++n) compute("s" + std::to_string(n), {i}, arrays[n - 1](i) + 1, arrays[n](i));
  });
  CHECK(has(page.limits(), "No nest dominates: the longest of 8"));
  CHECK_FALSE(has(page.limits(), "Most of the time"));
}

namespace page_answers_tests {

/// Three processes: the middle one waits for two lines of its input.
Page make_dataflow() {
  return Page(
      [] {
        var y("y", 0, 16), x("x", 0, 16), v("v", 0, 14), u("u", 0, 16), p("p", 0, 14), q("q", 0, 16);
        placeholder in("in", {16, 16}, p_int32), a("a", {16, 16}, p_int32), b("b", {14, 16}, p_int32),
            out("out", {14, 16}, p_int32);
        a.local();
        b.local();
        compute first("first", {y, x}, in(y, x), a(y, x));
        compute second("second", {v, u}, a(v, u) + a(v + 2, u), b(v, u));
        compute third("third", {p, q}, b(p, q) * 3, out(p, q));
        first.pipeline(x, 1);
        second.pipeline(u, 1);
        third.pipeline(q, 1);
      },
      {}, [](function& program) { program.dataflow(Channels::automatic); });
}

}  // namespace page_answers_tests

TEST_CASE("page: of a dataflow the simulated run is the latency, and the vendor's number stands beside it") {
  const Page page = make_dataflow();
  const auto report = nlohmann::ordered_json::parse(page.json);
  const std::string run = driver::html::number(report["estimate"]["run"]["latency"].get<double>());
  const std::string vendor = driver::html::number(report["estimate"]["latency"]["average"].get<double>());
  CHECK(has(page.top(), "Latency" + run + " cycles"));
  CHECK(has(page.top(), "the vendor’s report will say " + vendor));
  CHECK(page.text.find("<dt>Latency") == page.text.rfind("<dt>Latency"));
  CHECK_FALSE(has(page.top(), "Run, waiting included"));
}

TEST_CASE("page: of a dataflow it speaks of the slowest process and never of auto_DSE") {
  const Page page = make_dataflow();
  CHECK(has(page.limits(), "the slowest decides: "));
  CHECK(has(page.advice(), "more elements a cycle in "));
  CHECK(has(page.advice(), "with in"));
  CHECK_FALSE(has(page.text, "auto_DSE"));
}

TEST_CASE(
    "page: the dependence graph of a dataflow has the program's statements alone, and its loops name them first") {
  const Page page = make_dataflow();
  const auto report = nlohmann::ordered_json::parse(page.json);
  CHECK(report["statements"].size() == 3);
  CHECK(report["computes"].size() > 3);
  const std::string graph = said(page.text, "<section id=\"graphs\"", "Processes and their channels");
  CHECK(has(graph, "second"));
  for (const auto& compute : report["computes"]) {
    const std::string name = compute["name"];
    if (name != "first" && name != "second" && name != "third") CHECK_FALSE(has(graph, name));
  }
  CHECK(std::regex_search(page.text, std::regex("class=\"sub\">second and \\d+ helpers")));
  CHECK(has(said(page.text, "<section id=\"graphs\"", "<section id=\"memory\""), " waiting"));
}

TEST_CASE("page: two graphs have arrows of their own") {
  const std::string page = make_dataflow().text;
  const bool drawn = has(page, "<svg role=\"img\" aria-label=\"Process network\"");  // not without Graphviz
  for (const char* name : {"id=\"arrow-processes\"", "id=\"arrow-dependences\""}) {
    CAPTURE(name);
    CHECK(has(page, name) == drawn);
    CHECK(page.find(name) == page.rfind(name));
  }
}

TEST_CASE("page: a board stands in the headline, and what was made for it is not called found by a search") {
  CompileOptions options;
  options.board = "kv260";
  const Page page(
      [] {
        var i("i", 0, 64);
        placeholder A("A", {64}), B("B", {64});
        compute s("s", {i}, A(i) * 2, B(i));
        A.interface("m_axi", "a");
        B.interface("m_axi", "b");
      },
      options);
  CHECK(has(page.text, "on <b>AMD Kria KV260"));
  CHECK(has(page.text, "made for the board"));
  CHECK_FALSE(has(page.text, "found by auto_DSE"));
  CHECK_FALSE(has(page.text, "get_implicit_function"));
  CHECK(has(said(page.text, "Can I trust it?", "</section>"), "The host program"));
  CHECK(has(page.limits(), "Of the board’s memories DDR is the busiest"));
}

TEST_CASE("page: what was executed in part only is not called verified in green") {
  auto report = nlohmann::ordered_json::parse(make_dataflow().json);
  CHECK(has(driver::make_page(report.dump()), "class=\"figure good\"><dt>Verified"));
  report["verification"]["reduced"] = true;
  report["verification"]["share_executed"] = 0.0009;
  const std::string thin = driver::make_page(report.dump());
  CHECK(has(thin, "class=\"figure thin\"><dt>Verified"));
  CHECK(has(thin, "on 0.09\u202f% of the instances"));
  report["verification"]["share_executed"] = 0.5;
  report["verification"]["arms"] = 18;
  report["verification"]["arms_taken"] = 13;
  report["verification"]["never_taken"] = {"a.cpp:1: x", "a.cpp:2: y", "a.cpp:2: z"};
  const std::string arms = driver::make_page(report.dump());
  CHECK(has(arms, "class=\"figure thin\"><dt>Verified"));
  CHECK(has(arms, "5 arms at 3 places that no input took"));
}

TEST_CASE("page: warnings of one code about one line stand there once") {
  auto report = nlohmann::ordered_json::parse(make_dataflow().json);
  for (int n = 0; n < 6; ++n) report["warnings"].push_back({{"code", "odd"}, {"message", "m"}, {"at", "a.cpp:5"}});
  report["warnings"].push_back({{"code", "odd"}, {"message", "m"}, {"at", "a.cpp:6"}});
  const std::string page = driver::make_page(report.dump());
  const std::regex box("<b>odd</b>");
  CHECK(std::distance(std::sregex_iterator(page.begin(), page.end(), box), {}) == 2);
  CHECK(has(page, "a.cpp:5, and 5 more such"));
}

TEST_CASE("page: a number of a sentence does not break, and words keep their blanks") {
  CHECK(driver::html::prose("219 600 of 16 842 752") == "219\u202f600 of 16\u202f842\u202f752");
  CHECK(driver::html::prose("3 of 4, x 123 b 1 2") == "3 of 4, x 123 b 1 2");
  CHECK(driver::html::prose("a < 1 000") == "a &lt; 1\u202f000");
  CHECK(driver::html::percent(0.00001) == "&lt;\u202f0.01\u202f%");
}

TEST_CASE("page: a nest is named by what takes longest in it, and its buffers' pragmas by the argument's directive") {
  const Page page([] {
    var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32), i0("i0"), i1("i1");
    placeholder A("A", {32, 32}), B("B", {32, 32}), C("C", {32, 32});
    compute update("update", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    for (placeholder* array : {&A, &B, &C}) array->interface("m_axi", "bus");
    update.split(i, 8, i0, i1);
    update.reorder({i0, k, i1, j});
    A.buffer_at(update, i0);
    C.buffer_at(update, i0);
    B.buffer();
    A.partition({1, 4}, "cyclic");
  });
  const std::string timeline = page.text.substr(page.text.find("<section id=\"timeline\""));
  CHECK(has(timeline, "<span class=\"who\">update</span>"));
  const auto report = nlohmann::json::parse(page.json);
  bool found = false;
  for (const auto& pragma : report["kernel"]["pragmas"]) {
    if (!has(pragma["text"], "array_partition variable=A_buffer")) continue;
    found = true;
    REQUIRE(pragma["directive"].is_number());
    CHECK(has(report["directives"][pragma["directive"].get<std::size_t>()]["text"], "A.partition("));
  }
  CHECK(found);
}

TEST_CASE("codegen: the summary of a dataflow begins with the run, and gives the tool's number beside it") {
  const Page page = make_dataflow();
  const auto report = nlohmann::json::parse(page.json);
  const std::string run = report["estimate"]["run"]["latency"].dump();
  const std::string vendor = report["estimate"]["latency"]["average"].dump();
  CHECK(has(page.summary, "estimated: " + run + " cycles, waiting included (in the tool's report " + vendor));
}
