#include <algorithm>
#include <cmath>

#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

std::string figure(const std::string& name, const std::string& value, const std::string& unit,
                   const std::string& detail, const std::string& mood = "") {
  return "<div class=\"figure" + (mood.empty() ? "" : " " + mood) + "\"><dt>" + name +
         "</dt><dd><span class=\"value\">" + value + "</span>" +
         (unit.empty() ? "" : " <span class=\"unit\">" + unit + "</span>") + "<span class=\"detail\">" + detail +
         "</span></dd></div>\n";
}

/// "12.9 µs at 5 ns", and for which sizes.
std::string time_text(const Json& report, double cycles) {
  const double period = report.at("clock_ns").get<double>() * 1e-9;
  const std::string sizes = report.at("estimate").value("sizes", "");
  return html::seconds(cycles * period) + " at " + number(report.at("clock_ns").get<double>()) + " ns" +
         (sizes.empty() ? "" : ", for " + html::prose(sizes));
}

/// Of processes that were simulated, the run: the tool's own estimate of a dataflow sees little of the waiting.
std::string latency_figure(const Json& report) {
  const Json& estimate = report.at("estimate");
  const double reported = estimate.at("latency").at("average");
  const double most = estimate.at("upper").at("latency").at("average");
  const std::string bound = most > reported ? "at most " + number(most) : "";
  const Json* run = simulated_run(report);
  if (!run)
    return figure("Latency", number(reported), "cycles",
                  time_text(report, reported) + (bound.empty() ? "" : "; " + bound));
  const std::string vendor = "the vendor’s report will say " + number(reported) + (bound.empty() ? "" : ", " + bound);
  if (run->contains("deadlock"))
    return figure("Latency", "never ends", "", html::prose(run->at("deadlock").get<std::string>()) + "; " + vendor,
                  "bad");
  const double cycles = run->at("latency"), least = run->at("least_latency");
  std::string detail = time_text(report, cycles) + ", waiting included; ";
  if (least < cycles) detail += "with deeper FIFOs " + number(least) + "; ";
  return figure("Latency", number(cycles), "cycles",
                detail + vendor + (reported < cycles ? ": it sees little of the waiting" : ""));
}

std::string speedup_figures(const Json& report) {
  if (!report.contains("speedup")) return "";
  const double speedup = report.at("speedup"), automatic = report.at("speedup_over_automatic");
  const std::string over =
      figure("Speed-up", number(speedup), "×",
             "over the program as written; " + number(automatic) + "\u00a0× over the tool’s own pipelining");
  if (!is_searched(report)) return over;
  const double gap = report.at("gap");
  const std::string search = report.at("exhaustive").get<bool>() ? "; the search was exhaustive" : "";
  if (report.at("nothing_fits").get<bool>())
    return over + figure("Gap to the bound", "none", "", "no design that was found fits: the program is left as it is");
  return over + figure("Gap to the bound", percent(std::max(gap, 0.0)), "",
                       "no design of this space takes fewer than " +
                           number(std::floor(report.at("bound").get<double>())) + " cycles" + search);
}

/// "program, module and kernel agree on 0.09 % of the instances; 3 input sets; 13 of 18 arms taken"
std::string coverage_text(const Json& verification) {
  const double share = verification.at("share_executed");
  std::string text = "program, affine module and HLS C++ agree";
  if (!verification.at("reduced").get<bool>()) {
    text += " at full size";
  } else {
    text += share > 0 && share < 1 ? " on " + percent(share) + " of the instances" : " at a reduced size";
  }
  text += "; " + html::counted(verification.at("input_sets"), "input set");
  const std::int64_t arms = verification.at("arms"), taken = verification.at("arms_taken");
  if (arms > 0) text += "; " + number(static_cast<double>(taken)) + " of " + html::counted(arms, "arm") + " taken";
  return text;
}

/// Much of the program was not executed: a green word alone would say too much.
bool is_thin(const Json& verification) {
  constexpr double least_share = 0.01;
  const double share = verification.at("share_executed");
  return verification.at("arms_taken") < verification.at("arms") || (share > 0 && share < least_share);
}

std::string verified_figure(const Json& report) {
  const Json& verification = report.at("verification");
  const std::string detail = verification.at("detail");
  if (!report.at("verified").get<bool>()) {
    const std::string why = detail.empty() ? "nobody asked for it" : detail;
    return figure("Verified", "no", "", html::prose(why), "bad");
  }
  const bool exact = detail.find("relative error") == std::string::npos;
  return figure("Verified", exact ? "bit for bit" : "within a bound", "", coverage_text(verification),
                is_thin(verification) ? "thin" : "good");
}

/// One resource: what is used, how much more the bound allows for, and the whole device.
std::string resource_bar(const Json& report, const ResourceName& resource) {
  const Json& estimate = report.at("estimate");
  const double has = report.at("device_resources").at(resource.key);
  const double used = std::ceil(estimate.at(resource.key).get<double>());
  const double most = std::max(used, std::ceil(estimate.at("upper").at(resource.key).get<double>()));
  if (has <= 0 && most <= 0) return "";
  const double whole = std::max({has, most, 1.0});
  const auto width = [&](double part) { return std::to_string(100 * part / whole); };
  const bool over = most > has;
  std::string share = has > 0 ? percent(used / has) : "none on the device";
  std::string detail = number(used) + " of " + number(has);
  if (most > used) detail += ", at most " + number(most) + (has > 0 ? " (" + percent(most / has) + ")" : "");
  return "<tr" + std::string(over ? " class=\"over\"" : "") + "><th scope=\"row\">" + resource.title +
         "</th><td class=\"n\">" + share +
         "</td><td class=\"bar\"><span class=\"track\" aria-hidden=\"true\"><span class=\"used\" style=\"width:" +
         width(used) + "%\"></span><span class=\"most\" style=\"width:" + width(most - used) + "%\"></span>" +
         (over && has > 0 ? "<span class=\"end\" style=\"left:" + width(has) + "%\"></span>" : "") +
         "</span></td><td>" + detail +
         (over ? used > has ? " <strong>does not fit</strong>" : " <strong>may not fit</strong>" : "") + "</td></tr>\n";
}

std::string resources(const Json& report) {
  std::string rows;
  for (const ResourceName& resource : resource_names) rows += resource_bar(report, resource);
  const double confidence = report.at("estimate").at("upper").at("confidence");
  const std::string bound =
      confidence > 0 ? " Hatched: up to what the vendor’s report stays within in " + percent(confidence) + " of cases."
                     : "";
  return "<table class=\"resources\"><caption>Share of the device." + bound +
         "</caption><thead class=\"quiet\"><tr><th scope=\"col\">resource</th><th scope=\"col\">share</th><th "
         "scope=\"col\">bar</th>"
         "<th scope=\"col\">amount</th></tr></thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

}  // namespace

std::string page_headline(const Json& report) {
  std::string text =
      "<header>\n<p class=\"kicker\">libpom report</p>\n<h1>" + html::escape(report.at("name").get<std::string>()) +
      "</h1>\n<p class=\"lead\">for <b>" + html::escape(report.at("part").get<std::string>()) + "</b> at " +
      number(report.at("clock_ns").get<double>()) + " ns" +
      (report.contains("board") ? " on <b>" + html::escape(report.at("board").at("title").get<std::string>()) + "</b>"
                                : "") +
      ". Cycles and resources are estimates.</p>\n<dl class=\"figures\">\n";
  if (!report.at("estimate").at("available").get<bool>()) {
    return text +
           figure("Estimate", "none", "", html::escape(report.at("estimate").at("reason").get<std::string>()), "bad") +
           verified_figure(report) + "</dl>\n</header>\n";
  }
  return text + latency_figure(report) + speedup_figures(report) + verified_figure(report) + "</dl>\n" +
         resources(report) + "</header>\n";
}

}  // namespace pom::driver
