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

std::string latency_figure(const Json& report) {
  const Json& estimate = report.at("estimate");
  const double cycles = estimate.at("latency").at("average");
  const double most = estimate.at("upper").at("latency").at("average");
  const double period = report.at("clock_ns").get<double>() * 1e-9;
  std::string detail = html::seconds(cycles * period) + " at " + number(report.at("clock_ns").get<double>()) + " ns";
  if (most > cycles) detail += "; at most " + number(most);
  return figure("Latency", number(cycles), "cycles", detail);
}

/// What the tool's own estimate of a dataflow does not see.
std::string run_figure(const Json& report) {
  const Json* run = simulated_run(report);
  if (!run) return "";
  if (run->contains("deadlock"))
    return figure("Run", "never ends", "", html::escape(run->at("deadlock").get<std::string>()), "bad");
  const double cycles = run->at("latency"), least = run->at("least_latency");
  return figure("Run, waiting included", number(cycles), "cycles",
                least < cycles ? number(least) + " with deeper FIFOs" : "deeper FIFOs would not shorten it");
}

std::string speedup_figures(const Json& report) {
  if (!report.contains("speedup")) return "";
  const double speedup = report.at("speedup"), automatic = report.at("speedup_over_automatic"), gap = report.at("gap");
  const std::string search = report.at("exhaustive").get<bool>() ? "; the search was exhaustive" : "";
  const std::string over =
      figure("Speed-up", number(speedup), "×",
             "over the program as written; " + number(automatic) + " × over the tool’s own pipelining");
  if (report.at("nothing_fits").get<bool>())
    return over + figure("Gap to the bound", "none", "", "no design that was found fits: the program stays as written");
  return over + figure("Gap to the bound", percent(std::max(gap, 0.0)), "",
                       "no design of this space takes fewer than " +
                           number(std::floor(report.at("bound").get<double>())) + " cycles" + search);
}

std::string verified_figure(const Json& report) {
  const Json& verification = report.at("verification");
  const std::string detail = verification.at("detail");
  if (!report.at("verified").get<bool>()) {
    const std::string why = detail.empty() ? "nobody asked for it" : detail;
    return figure("Verified", "no", "", html::escape(why), "bad");
  }
  const bool exact = detail.find("relative error") == std::string::npos;
  std::string text =
      verification.at("reduced").get<bool>() ? "three ways at a reduced size" : "three ways at full size";
  text += "; " + html::counted(verification.at("input_sets"), "input set");
  const std::int64_t arms = verification.at("arms"), taken = verification.at("arms_taken");
  if (arms > 0) text += "; " + number(static_cast<double>(taken)) + " of " + html::counted(arms, "arm") + " taken";
  return figure("Verified", exact ? "bit for bit" : "within a bound", "", text, "good");
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
         "</span></td><td>" + detail + (over ? " <strong>may not fit</strong>" : "") + "</td></tr>\n";
}

std::string resources(const Json& report) {
  std::string rows;
  for (const ResourceName& resource : resource_names) rows += resource_bar(report, resource);
  const double confidence = report.at("estimate").at("upper").at("confidence");
  const std::string bound =
      confidence > 0 ? " Hatched: what the vendor’s report stays within with " + percent(confidence) + "." : "";
  return "<table class=\"resources\"><caption>Share of the device." + bound +
         "</caption><thead class=\"quiet\"><tr><th scope=\"col\">resource</th><th scope=\"col\">share</th><th "
         "scope=\"col\">bar</th>"
         "<th scope=\"col\">amount</th></tr></thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

}  // namespace

std::string page_headline(const Json& report) {
  std::string text = "<header>\n<p class=\"kicker\">libpom report</p>\n<h1>" +
                     html::escape(report.at("name").get<std::string>()) + "</h1>\n<p class=\"lead\">for <b>" +
                     html::escape(report.at("part").get<std::string>()) + "</b> at " +
                     number(report.at("clock_ns").get<double>()) +
                     " ns. Cycles and resources are estimates.</p>\n<dl class=\"figures\">\n";
  if (!report.at("estimate").at("available").get<bool>()) {
    return text +
           figure("Estimate", "none", "", html::escape(report.at("estimate").at("reason").get<std::string>()), "bad") +
           verified_figure(report) + "</dl>\n</header>\n";
  }
  return text + latency_figure(report) + run_figure(report) + speedup_figures(report) + verified_figure(report) +
         "</dl>\n" + resources(report) + "</header>\n";
}

}  // namespace pom::driver
