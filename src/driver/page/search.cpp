#include <regex>

#include "driver/page/pareto.hpp"
#include "driver/page/parts.hpp"
#include "support/words.hpp"

namespace pom::driver {

using html::Json;
using html::number;

namespace {

/// The unit of a step of the trail, by the statement before the loop's name; null: there is none of as many loops.
const Json* unit_of(const Json& report, const std::string& label, std::size_t loops) {
  for (const Json& unit : report.at("units")) {
    if (unit.at("loops").size() != loops) continue;
    for (const Json& compute : unit.at("computes")) {
      if (label.starts_with(join_names({compute.get<std::string>(), ""}))) return &unit;
    }
  }
  return nullptr;
}

/// "k × 4, i × 2": the loops of which there are copies.
std::string copies_text(const Json& loops, const std::vector<std::string>& copies) {
  std::string text;
  for (std::size_t n = 0; n < copies.size(); ++n) {
    if (copies[n] == "1") continue;
    text += (text.empty() ? "" : ", ") + html::code(loops[n].get<std::string>()) + " × " + html::escape(copies[n]);
  }
  return text;
}

/// "unit update_j: [2, 1, 32], sums in LUTs" in words; other text as it is.
std::string in_words(const Json& report, const std::string& why) {
  static const std::regex unit("unit (\\w+): \\[([^\\]]*)\\](.*)"), comma(", *");
  std::smatch found;
  if (!std::regex_match(why, found, unit)) return html::prose(why);
  const std::string label = found[1], list = found[2], rest = found[3];
  const std::vector<std::string> copies(std::sregex_token_iterator(list.begin(), list.end(), comma, -1), {});
  const bool some = list.find_first_not_of("1, ") != std::string::npos;
  std::string text = "the pipeline at " + html::code(label);
  if (!some) return text + " stays one copy" + html::escape(rest);
  const Json* known = unit_of(report, label, copies.size());
  return text +
         (known ? " gets copies: " + copies_text(known->at("loops"), copies)
                : " gets " + html::escape(list) + " copies along its loops, outermost first") +
         html::escape(rest);
}

/// "interchange: s.reorder({k, i, j}) - why" as a word, code, and a reason.
std::string step_text(const Json& report, const std::string& step) {
  const std::size_t dash = step.find(" - ");
  const std::string act = step.substr(0, dash), why = dash == std::string::npos ? "" : step.substr(dash + 3);
  const std::size_t colon = act.find(": ");
  std::string text = "<b>" + html::escape(act.substr(0, colon)) + "</b>";
  if (colon != std::string::npos) text += " " + html::code(act.substr(colon + 2));
  return text + (why.empty() ? "" : "<span class=\"why\">" + in_words(report, why) + "</span>");
}

std::string trail(const Json& report) {
  std::string items;
  std::size_t n = 0;
  for (const Json& step : report.at("trail"))
    items += "<li id=\"step" + std::to_string(n++) + "\">" + step_text(report, step.get<std::string>()) + "</li>\n";
  return items.empty() ? ""
                       : "<h3>How it came to this design</h3>\n<p>The bottleneck is the pipeline that takes longest at "
                         "that point of the search.</p>\n<ol class=\"trail\">\n" +
                             items + "</ol>\n";
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

/// Empty where no cycles of the design can be told, and so none of the program are.
std::string as_written_text(const Json& report) {
  if (!report.contains("baseline")) return "";
  return "The program as written takes " + number(report.at("baseline").at("latency").get<double>()) +
         " cycles, with the tool’s own pipelining " + number(report.at("automatic").at("latency").get<double>()) + ".";
}

}  // namespace

bool is_searched(const Json& report) { return report.contains("pareto"); }

std::string page_search(const Json& report) {
  if (!is_searched(report)) return "";
  const std::string ended = report.at("ended_early");
  std::string text =
      "<p>" + number(report.at("candidates").get<double>()) + " designs were estimated in " +
      html::seconds(report.at("dse_seconds")) + ". " +
      (ended.empty() ? "" : "The search was " + html::escape(ended) + ": this is the best until then. ") +
      as_written_text(report) + "</p>\n";
  if (!report.at("pareto").empty()) {
    text += "<h3>Designs that none beats in cycles, DSP and LUT at once</h3>\n<div class=\"plots\">\n" +
            pareto_plot(report, "dsp", "DSP") + pareto_plot(report, "lut", "LUT") +
            "</div>\n<p class=\"readout\" id=\"readout\" role=\"status\">Point at a design or touch it, or use Tab and "
            "the arrow "
            "keys.</p>\n";
  }
  return html::section("search", "Search", text + units(report) + trail(report));
}

}  // namespace pom::driver
