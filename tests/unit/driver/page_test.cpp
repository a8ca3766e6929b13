#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "driver/page/layout.hpp"
#include "driver/page/page.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::test;

namespace {

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// The page without what stands between the tags of one kind. A std::regex over a whole script overflows the stack.
std::string without(std::string page, const std::string& tag) {
  const std::string begin = "<" + tag + ">", end = "</" + tag + ">";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at))
    page.erase(at, page.find(end, at) + end.size() - at);
  return page;
}

/// The first element that is closed by another one, or never; empty: all nest.
std::string first_unbalanced(const std::string& page) {
  static const std::set<std::string> single = {"meta", "link", "br", "!doctype"};
  std::vector<std::string> open;
  const std::string body = without(without(page, "style"), "script");
  const std::regex tag("<(/?)([!a-zA-Z0-9]+)[^>]*?(/?)>");
  for (std::sregex_iterator match(body.begin(), body.end(), tag), end; match != end; ++match) {
    const std::string name = (*match)[2];
    if (single.count(name) || (*match)[3] == "/") continue;
    if ((*match)[1] != "/") {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

/// A product that auto_DSE found a design for: its report and its page.
struct Designed {
  Scratch scratch;
  std::string json, page;
  Designed() {
    function program("product");
    program.scope([] {
      var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
      placeholder A("A", {16, 16}), B("B", {16, 16}), C("C", {16, 16});
      compute s("s", {i, j, k}, C(i, j) + A(i, k) * B(k, j), C(i, j));
    });
    DseOptions options;
    options.path = scratch / "product";
    options.quiet = true;
    program.auto_DSE(options);
    json = read(scratch / "product/report.json");
    page = read(scratch / "product/report.html");
  }
};

}  // namespace

TEST_CASE("page: is written beside the kernel, from the text of report.json alone") {
  const Designed designed;
  CHECK(designed.page == driver::make_page(designed.json));
}

TEST_CASE("page: asks for no other file and no network") {
  const std::string page = Designed().page;
  for (const char* word : {"http://", "https://", "src=", "url(", "@import", "fetch("}) {
    CAPTURE(word);
    const std::string without_arrow = std::regex_replace(page, std::regex("url\\(#arrow-[a-z]+\\)"), "");
    CHECK(without_arrow.find(word) == std::string::npos);
  }
  CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("page: elements nest, names are unique, and every link leads somewhere") {
  const std::string page = Designed().page;
  CHECK(first_unbalanced(page) == "");
  const std::vector<std::string> ids = all_matches(page, " id=\"([^\"]*)\"");
  const std::set<std::string> unique(ids.begin(), ids.end());
  CHECK(unique.size() == ids.size());
  for (const std::string& link : all_matches(page, "href=\"#([^\"]*)\"")) {
    CAPTURE(link);
    CHECK(unique.count(link) == 1);
  }
}

TEST_CASE("page: shows every pragma with what made it, and every design of the Pareto front twice") {
  const Designed designed;
  const auto report = nlohmann::json::parse(designed.json);
  CHECK(count(designed.page, "class=\"origin\"") == report["kernel"]["pragmas"].size());
  CHECK(count(designed.page, "data-point=") == 2 * report["pareto"].size());
  CHECK(count(designed.page, "point chosen") == 2);
}

TEST_CASE("page: a line of the kernel and a line of the program stand beside what limits a loop") {
  Scratch scratch;
  function program("total");
  program.scope([] {
    var i("i", 0, 64);
    placeholder x("x", {64}), sum("sum", {1});
    compute s("s", {i}, sum(0) + x(i), sum(0));
    s.pipeline(i, 1);
  });
  program.codegen(quiet(scratch / "total"));
  const auto report = nlohmann::json::parse(read(scratch / "total/report.json"));
  const auto& loop = report["estimate"]["loops"][0];
  CHECK(loop["limit"] == "recurrence");
  CHECK(loop["array"] == "sum");
  CHECK(loop["limit_at"].get<std::string>().starts_with("page_test.cpp:"));
  std::istringstream kernel(report["kernel"]["text"].get<std::string>());
  std::string line;
  for (int n = 0; n < loop["limit_line"].get<int>(); ++n) std::getline(kernel, line);
  CHECK(line.find("sum[0] = sum[0] + x[i]") != std::string::npos);
  CHECK(read(scratch / "total/report.html").find("<b>recurrence</b>") != std::string::npos);
}

TEST_CASE("page: without Graphviz the graph is a list") {
  const Designed designed;
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const std::string page = driver::make_page(designed.json);
  setenv("PATH", path.c_str(), 1);
  CHECK(page.find("<ul class=\"edges\"") != std::string::npos);
  CHECK(page.find("class=\"node\"") == std::string::npos);
}

TEST_CASE("page: a step of the search that chooses copies is told in words") {
  auto report = nlohmann::ordered_json::parse(Designed().json);
  report["trail"] = {"bottleneck - unit s_j: [2, 1, 32], sums in LUTs", "bottleneck - unit t_k: [1, 1]",
                     "interchange: s.reorder({k, i}) - loop k carries a < b"};
  const std::string page = driver::make_page(report.dump());
  const std::string loop = report["units"][0]["loops"][0], inner = report["units"][0]["loops"][2];
  CHECK(page.find("the pipeline at <code>s_j</code> gets copies: <code>" + loop + "</code> × 2, <code>" + inner +
                  "</code> × 32, sums in LUTs") != std::string::npos);
  CHECK(page.find("the pipeline at <code>t_k</code> stays one copy") != std::string::npos);
  CHECK(page.find("loop k carries a &lt; b") != std::string::npos);
}

TEST_CASE("page: of many dependences those are drawn that no way along others implies, and the table has all") {
  constexpr int statements = 9;  // each reads what all before it wrote: 36 flow dependences, a chain of 8 implies them
  Scratch scratch;
  function program("chain");
  program.scope([] {
    var i("i", 0, 8);
    std::vector<placeholder> arrays;
    for (int n = 0; n <= statements; ++n) arrays.push_back(placeholder("a" + std::to_string(n), {8}));
    for (int n = 1; n <= statements; ++n) {
      expr sum = arrays[0](i);
      for (int before = 1; before < n; ++before) sum = sum + arrays[before](i);
      compute("s" + std::to_string(n), {i}, sum, arrays[n](i));
    }
  });
  program.codegen(quiet(scratch / "chain"));
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const std::string page = driver::make_page(read(scratch / "chain/report.json"));
  setenv("PATH", path.c_str(), 1);
  const std::size_t begin = page.find("<ul class=\"edges\"");
  const std::string list = page.substr(begin, page.find("</ul>", begin) - begin);
  CHECK(count(list, "<li>") == statements - 1);
  CHECK(page.find("All 36 dependences") != std::string::npos);
}

TEST_CASE("layout: Graphviz's plain text is read with the origin at the top left; anything else is refused") {
  const driver::Graph graph{{{"a", ""}, {"b", ""}}, {{0, 1, "x", true}}};
  const std::string plain =
      "graph 1 2 3\nnode 0 1 2.5 0.7 0.4 \"\" solid box black lightgrey\nnode 1 1 0.5 0.7 0.4 \"\" solid box black "
      "lightgrey\n"
      "edge 0 1 4 1 2.3 1 2 1 1 1 0.8 x 1.2 1.5 solid black\nstop\n";
  const auto layout = driver::read_layout(plain, graph);
  REQUIRE(layout);
  CHECK(layout->width == 2);
  CHECK(layout->nodes[0].centre.second == doctest::Approx(0.5));
  CHECK(layout->edges[0].points.size() == 4);
  CHECK(layout->edges[0].label->second == doctest::Approx(1.5));
  CHECK_FALSE(driver::read_layout(plain.substr(0, plain.size() - 5), graph));
  CHECK_FALSE(driver::read_layout("graph 1 2 3\nnode 7 1 1 1 1\nstop\n", graph));
  CHECK_FALSE(driver::read_layout("graph 1 2 3\nedge 0 1 4 1 x\nstop\n", graph));
}
