#include <doctest/doctest.h>

#include <algorithm>

#include "driver/report/summary_parts.hpp"
#include "fixture.hpp"

using namespace pom;
using namespace pom::driver;

namespace summary_tests {

constexpr long most_lines = 10;

long count_lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

SummaryPart list(Worth worth, const std::string& name, int count) {
  SummaryPart part{worth, {}, name + "s"};
  for (int n = 0; n < count; ++n) part.lines.push_back(name + std::to_string(n));
  return part;
}

/// Tables, inputs, outputs, channels, guarded arms: as many kinds of lines as a program can have.
void declare_all_kinds() {
  const var i("i", 0, 64);
  const std::vector<std::int64_t> numbers(64, 3);
  std::vector<placeholder> arrays;
  for (int n = 0; n < 4; ++n) {
    arrays.push_back(placeholder("a" + std::to_string(n), {64}, p_int32));
    if (n > 0 && n < 3) arrays.back().local();
  }
  placeholder offsets("offsets", {64}, p_int32);
  offsets.values(numbers);
  for (int n = 1; n < 4; ++n) {
    const placeholder other("b" + std::to_string(n), {64}, p_int32);
    const expr value = arrays[n - 1](i) + offsets(i);
    compute("s" + std::to_string(n), {i}, select(value > 1000000000, value - other(i), value), arrays[n](i));
  }
  dataflow();
}

}  // namespace summary_tests
using namespace summary_tests;

TEST_CASE("summary: what has room is shown as it is") {
  const FittedSummary fitted = fit_summary({{Worth::needed, {"head"}}, list(Worth::ports, "port", 3)}, 4, "below");
  CHECK(fitted.text == "head\nport0\nport1\nport2\n");
  CHECK(fitted.complete);
}

TEST_CASE("summary: the longest list is cut first, and says how many lines are gone") {
  const FittedSummary fitted =
      fit_summary({list(Worth::ports, "port", 3), list(Worth::channels, "channel", 9)}, 6, "below");
  CHECK(fitted.text == "port0\nport1\nport2\nchannel0\nchannel1\n           … and 7 more, below\n");
  CHECK_FALSE(fitted.complete);
}

TEST_CASE("summary: a list with room for one line is one, and then what is worth least goes") {
  const std::vector<SummaryPart> parts = {{Worth::needed, {"head"}},
                                          list(Worth::ports, "port", 3),
                                          {Worth::outside, {"outside"}},
                                          {Worth::search, {"search"}}};
  CHECK(fit_summary(parts, 4, "").text == "head\nports\noutside\nsearch\n");
  CHECK(fit_summary(parts, 3, "").text == "head\nports\nsearch\n");
  CHECK(fit_summary(parts, 2, "").text == "head\nsearch\n");
  CHECK(fit_summary(parts, 0, "").text == "head\n");
}

TEST_CASE("codegen: a summary has ten lines at most, and says where the rest is") {
  const test::Scratch scratch;
  function program("kinds");
  program.scope(declare_all_kinds);
  CompileOptions options = test::quiet(scratch / "kinds");
  const std::string summary = program.codegen(options).summary;
  INFO(summary);
  CHECK(count_lines(summary) <= most_lines);
  for (const char* kind : {"libpom: kinds for ", "  port", "  channel", "  estimated: ", "  verified at full size",
                           "  inputs   ", "report.html says all of it"})
    CHECK(says(summary, kind));
}

TEST_CASE("auto_DSE: a summary has ten lines at most, too, and keeps what the search found") {
  const test::Scratch scratch;
  function program("kinds");
  program.scope(declare_all_kinds);
  DseOptions options;
  options.path = scratch / "kinds";
  options.quiet = true;
  const std::string summary = program.auto_DSE(options).summary;
  INFO(summary);
  CHECK(count_lines(summary) <= most_lines);
  for (const char* kind : {"  speed-up ", "  bound ", "  verified at full size", "  written  "})
    CHECK(says(summary, kind));
}

TEST_CASE("codegen: where nothing is written, a cut list points to no file") {
  function program("many");
  program.scope([] {
    const var i("i", 0, 8);
    std::vector<placeholder> arrays;
    for (int n = 0; n < 19; ++n) arrays.push_back(placeholder("a" + std::to_string(n), {8}));
    for (int n = 1; n < 19; ++n) compute("s" + std::to_string(n), {i}, arrays[n - 1](i) + 1, arrays[n](i));
  });
  CompileOptions options = test::quiet("");
  options.write = options.verify = false;
  const std::string summary = program.codegen(options).summary;
  CHECK(count_lines(summary) == most_lines);
  CHECK(says(summary, " more\n"));
  CHECK_FALSE(says(summary, "report.html"));
}
