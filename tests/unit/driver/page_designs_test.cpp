#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "page_fixture.hpp"

using namespace pom;
using namespace pom::test;

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
