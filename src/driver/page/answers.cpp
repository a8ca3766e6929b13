#include <algorithm>
#include <cmath>

#include "driver/page/parts.hpp"
#include "support/join_lines.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

/// Arms that no run took; one place may have two.
std::string arms_not_taken(const Json& verification) {
  const Json& never = verification.at("never_taken");
  if (never.empty()) return "";
  const auto places = static_cast<std::int64_t>(never.size());
  const std::int64_t arms =
      verification.at("arms").get<std::int64_t>() - verification.at("arms_taken").get<std::int64_t>();
  std::string text = "<details><summary>" + html::counted(std::max(arms, places), "arm") +
                     (arms > places ? " at " + html::counted(places, "place") : "") +
                     " that no input took</summary><ul>";
  for (const Json& arm : never) text += "<li>" + html::escape(arm.get<std::string>()) + "</li>";
  return text + "</ul></details> ";
}

/// How the host program of a board went.
std::string host_program(const Json& report) {
  if (!report.contains("board")) return "";
  const Json& host = report.at("board").at("host");
  if (host.contains("obstacle"))
    return "There is no host program: " + html::prose(host.at("obstacle").get<std::string>()) + ". ";
  if (!host.contains("emulation")) return "";
  const Json& emulation = host.at("emulation");
  const std::string detail = html::prose(emulation.at("detail").get<std::string>());
  return (emulation.at("passed").get<bool>() ? "The host program ran here with XRT emulated: " : "The host program: ") +
         detail + ". ";
}

std::string can_it_be_trusted(const Json& report) {
  const Json& verification = report.at("verification");
  std::string text = report.at("verified").get<bool>() ? "What it computes: yes, as far as it was executed. "
                                                       : "What it computes: not shown. ";
  const std::string sizes = verification.at("sizes"), detail = verification.at("detail");
  if (!detail.empty()) {
    text += html::prose(sizes.empty() ? detail
                                      : std::string(1, static_cast<char>(std::toupper(sizes[0]))) + sizes.substr(1) +
                                            ": " + detail) +
            ". ";
  }
  text += arms_not_taken(verification);
  const Json& constant = verification.at("constant_computes");
  if (!constant.empty())
    text += "These stored one value in every instance, so agreement says nothing of them: " +
            html::escape(html::join(constant, ", ")) + ". ";
  const Json& reassociated = report.at("reassociated");
  if (!reassociated.empty())
    text +=
        "Sums were taken in another order, as the program permits: " + html::escape(html::join(reassociated, ", ")) +
        ". ";
  if (report.contains("left_to_tool"))
    text += "The tool may take sums in another order than this C++, as the program permits: " +
            html::escape(html::join(report.at("left_to_tool"), ", ")) + ". The test bench allows for it. ";
  text += host_program(report);
  const double confidence = report.at("estimate").at("available").get<bool>()
                                ? report.at("estimate").at("upper").at("confidence").get<double>()
                                : 0;
  if (confidence > 0)
    text += "What it costs: an estimate. The vendor’s report stays within each “at most” in " + percent(confidence) +
            " of cases, each number for itself; nothing was synthesised.";
  return text;
}

/// Warnings of one code about one line stand there once.
std::string warnings(const Json& report) {
  std::string items;
  const Json& all = report.at("warnings");
  const auto is_such = [](const Json& a, const Json& b) {
    return a.at("code") == b.at("code") && a.at("at") == b.at("at");
  };
  for (auto one = all.begin(); one != all.end(); ++one) {
    const auto is_like_this = [&](const Json& other) { return is_such(*one, other); };
    if (std::any_of(all.begin(), one, is_like_this)) continue;
    const auto more = std::count_if(one + 1, all.end(), is_like_this);
    const std::string message = join_lines(html::prose(one->at("message").get<std::string>()), "<br>");
    items += "<li><b>" + html::escape(one->at("code").get<std::string>()) + "</b> at " +
             html::escape(one->at("at").get<std::string>()) +
             (more > 0 ? ", and " + number(static_cast<double>(more)) + " more such" : "") + "<br>" + message +
             "</li>\n";
  }
  return items.empty() ? "" : "<ul class=\"warnings\" aria-label=\"Warnings\">\n" + items + "</ul>\n";
}

}  // namespace

std::string page_answers(const Json& report) {
  return html::section("answers", "Reading it",
                       "<div class=\"answers\">\n<div><h3>What limits this design?</h3><p>" + what_limits(report) +
                           "</p></div>\n<div><h3>What would I change?</h3>" + what_to_change(report) +
                           "</div>\n<div><h3>Can I trust it?</h3><p>" + can_it_be_trusted(report) +
                           "</p></div>\n</div>\n" + warnings(report));
}

}  // namespace pom::driver
