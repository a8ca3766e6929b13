#include <regex>

#include "driver/page/pareto.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;

namespace {

/// "unit update_j: [2, 1, 32], sums in LUTs" in words; other text as it is.
std::string in_words(const std::string& why) {
  static const std::regex unit("unit (\\w+): \\[([^\\]]*)\\](.*)");
  std::smatch found;
  if (!std::regex_match(why, found, unit)) return html::escape(why);
  const std::string copies = found[2];
  const bool some = copies.find_first_not_of("1, ") != std::string::npos;
  return "the pipeline at " + html::code(found[1]) +
         (some ? " gets " + copies + " copies along its loops, outermost first" : " stays one copy") +
         html::escape(found[3]);
}

/// "interchange: s.reorder({k, i, j}) - why" as a word, code, and a reason.
std::string step_text(const std::string& step) {
  const std::size_t dash = step.find(" - ");
  const std::string act = step.substr(0, dash), why = dash == std::string::npos ? "" : step.substr(dash + 3);
  const std::size_t colon = act.find(": ");
  std::string text = "<b>" + html::escape(act.substr(0, colon)) + "</b>";
  if (colon != std::string::npos) text += " " + html::code(act.substr(colon + 2));
  return text + (why.empty() ? "" : "<span class=\"why\">" + in_words(why) + "</span>");
}

std::string trail(const Json& report) {
  std::string items;
  std::size_t n = 0;
  for (const Json& step : report.at("trail"))
    items += "<li id=\"step" + std::to_string(n++) + "\">" + step_text(step.get<std::string>()) + "</li>\n";
  return items.empty() ? "" : "<h3>How it came to this design</h3>\n<ol class=\"trail\">\n" + items + "</ol>\n";
}

std::string units(const Json& report) {
  html::Rows rows;
  for (const Json& unit : report.at("units")) {
    std::string loops;
    for (std::size_t n = 0; n < unit.at("loops").size(); ++n) {
      const std::int64_t copies = unit.at("tiles")[n];
      loops +=
          (n ? ", " : "") + unit.at("loops")[n].get<std::string>() + (copies > 1 ? " × " + std::to_string(copies) : "");
    }
    rows.push_back({html::code(html::join(unit.at("computes"), ", ")), html::escape(loops),
                    number(unit.at("parallelism").get<double>())});
  }
  return rows.empty() ? ""
                      : html::table("What runs as one pipeline, and how many copies of its body there are",
                                    {"statements", "loops × copies", "#copies in all"}, rows);
}

}  // namespace

std::string page_search(const Json& report) {
  if (!report.contains("pareto")) return "";
  const std::string ended = report.at("ended_early");
  std::string text =
      "<p>" + number(report.at("candidates").get<double>()) + " designs were estimated in " +
      html::seconds(report.at("dse_seconds")) + ". " +
      (ended.empty() ? "" : "The search was " + html::escape(ended) + ": this is the best until then. ") +
      "The program as written takes " + number(report.at("baseline").at("latency").get<double>()) +
      " cycles, with the tool’s own pipelining " + number(report.at("automatic").at("latency").get<double>()) +
      ".</p>\n";
  if (!report.at("pareto").empty()) {
    text += "<h3>Designs that none beats in cycles, DSP and LUT at once</h3>\n<div class=\"plots\">\n" +
            pareto_plot(report, "dsp", "DSP") + pareto_plot(report, "lut", "LUT") +
            "</div>\n<p class=\"readout\" id=\"readout\" role=\"status\">Point at a design, or use Tab and the arrow "
            "keys.</p>\n";
  }
  return html::section("search", "Search", text + units(report) + trail(report));
}

}  // namespace pom::driver
