#include <algorithm>

#include "driver/page/nests.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;

namespace {

std::string quoted_places(int line, const std::string& at) {
  std::string text = html::line_link(line);
  if (!at.empty()) text += (text.empty() ? "" : ", ") + html::code(at);
  return text;
}

/// Who wanted the loop pipelined: a line of the program, the search, libpom, or only the vendor's tool.
std::string asked_by(const Json& report, const Json& loop) {
  if (const std::string at = loop.value("pipelined_at", ""); !at.empty()) return "as asked for at " + html::code(at);
  return has_pragma(report, loop, "#pragma HLS pipeline") ? "as asked for" : "pipelined by the tool itself";
}

/// Why the interval is what it is, with the lines that say so.
std::string reason(const Json& report, const Json& loop) {
  const std::string limit = loop.at("limit");
  const std::int64_t interval = loop.at("ii");
  if (interval == 0) return "not pipelined: iterations follow each other";
  if (limit.empty()) {
    return asked_by(report, loop) + "; nothing stands in its way";
  }
  std::string text = "<b>" + std::string(limit == "ports" ? "ports" : "recurrence") +
                     "</b>: " + html::prose(loop.at("reason").get<std::string>());
  const std::string places = quoted_places(loop.value("limit_line", 0), loop.value("limit_at", ""));
  return text + (places.empty() ? "" : " (" + places + ")");
}

/// What the most of all entries does not say of a loop that loops around bound.
std::string trips_apart(const Json& loop) {
  if (loop.at("trip_min") == loop.at("trip")) return "";
  return " <span class=\"sub\">at most; " + number(loop.at("trip_min").get<double>()) + " at least, " +
         number(loop.at("trip_average").get<double>()) + " on average</span>";
}

std::vector<std::string> row(const Json& report, const Json& loop) {
  const std::int64_t interval = loop.at("ii");
  const auto figure = [&](const char* key) { return number(loop.at(key).get<double>()); };
  return {html::code(loop.at("name").get<std::string>()) + " <span class=\"sub\">" + computes_text(report, loop) +
              "</span>",
          figure("trip") + trips_apart(loop),
          interval > 0 ? figure("ii") : "–",
          figure("il"),
          figure("cycles"),
          reason(report, loop),
          quoted_places(loop.value("line", 0), loop.value("at", ""))};
}

}  // namespace

std::string page_loops(const Json& report) {
  const Json& estimate = report.at("estimate");
  if (!estimate.at("available").get<bool>() || estimate.at("loops").empty()) return "";
  html::Rows rows;
  for (const Json& loop : estimate.at("loops")) rows.push_back(row(report, loop));
  std::string note =
      "<p>Loops that run as one stand in one row. The interval is the number of cycles from the start of an iteration "
      "to the start of the next; the last column says where the loop stands in the kernel and in your program.";
  const bool helpers = std::any_of(estimate.at("loops").begin(), estimate.at("loops").end(), [&](const Json& loop) {
    return loop.contains("computes") && own_computes(report, loop).size() < loop.at("computes").size();
  });
  if (helpers) note += " Helpers are statements that libpom made: they move data between processes or to buffers.";
  note += "</p>\n";
  if (const std::string formula = estimate.value("latency_formula", ""); !formula.empty())
    note += "<p>Cycles for any size: " + html::code(formula) + "</p>\n";
  const std::vector<std::string> columns = {"loop",       "#trip count",       "#interval", "#one iteration",
                                            "#one entry", "why this interval", "where"};
  std::string remarks;
  for (const Json& remark : estimate.at("remarks"))
    remarks += "<li>" + html::prose(remark.get<std::string>()) + "</li>";
  if (!remarks.empty()) remarks = "<h3>What the estimate assumes</h3><ul>" + remarks + "</ul>\n";
  return html::section(
      "loops", "Loops",
      note + html::table("All loops that take time, in the order of the program; times in cycles", columns, rows) +
          remarks);
}

}  // namespace pom::driver
