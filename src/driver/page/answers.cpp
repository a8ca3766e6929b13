#include <algorithm>
#include <cmath>

#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

double cycles_of(const Json& loop) { return loop.at("cycles").get<double>(); }
bool is_pipelined(const Json& loop) { return loop.at("ii").get<std::int64_t>() > 0; }

/// How often one call of the design enters the nests of a function.
double calls_of(const Json& report, const std::string& function) {
  double calls = 0;
  for (const Json& step : report.at("course").at("steps")) {
    if (step.at("call").get<bool>() && step.at("name") == function) calls += 1;
  }
  return std::max(calls, 1.0);
}

bool in_one_nest(const Json& a, const Json& b) {
  return a.at("function") == b.at("function") && a.value("nest", "") == b.value("nest", "");
}

}  // namespace

LongestNest longest_nest(const Json& report) {
  LongestNest longest;
  const Json& estimate = report.at("estimate");
  if (!estimate.at("available").get<bool>()) return longest;
  const Json* outermost = nullptr;
  for (const Json& loop : estimate.at("loops")) {
    const double cycles = cycles_of(loop) * calls_of(report, loop.at("function").get<std::string>());
    if (outermost && cycles <= longest.cycles) continue;
    outermost = &loop;
    longest.cycles = cycles;
  }
  for (const Json& loop : estimate.at("loops")) {
    if (!in_one_nest(loop, *outermost)) continue;
    const bool better =
        !longest.inner ||
        (is_pipelined(loop) && (!is_pipelined(*longest.inner) || cycles_of(loop) > cycles_of(*longest.inner)));
    if (better || (!is_pipelined(loop) && !is_pipelined(*longest.inner))) longest.inner = &loop;
  }
  return longest;
}

namespace {

/// From this share of a resource on, one more copy of anything is unlikely to fit.
constexpr double nearly_full = 0.85;

/// The resource of which the design may take the largest share.
struct Fullest {
  const char* title = "";
  double share = 0;
};

Fullest fullest_resource(const Json& report) {
  Fullest fullest;
  if (!report.at("estimate").at("available").get<bool>()) return fullest;
  for (const ResourceName& resource : resource_names) {
    const double has = report.at("device_resources").at(resource.key);
    if (has <= 0) continue;
    const double share = report.at("estimate").at("upper").at(resource.key).get<double>() / has;
    if (share > fullest.share) fullest = {resource.title, share};
  }
  return fullest;
}

std::string loop_name(const Json& loop) {
  return "loop " + html::code(loop.at("name").get<std::string>()) +
         (loop.contains("computes") && !loop.at("computes").empty()
              ? " of " + html::code(loop.at("computes").front().get<std::string>())
              : "");
}

/// An entry of the pipelined loop ends before the pipeline has filled.
bool drains_early(const Json& loop) {
  return is_pipelined(loop) &&
         loop.at("trip").get<double>() * loop.at("ii").get<double>() < loop.at("il").get<double>();
}

std::string what_limits(const Json& report) {
  const LongestNest longest = longest_nest(report);
  if (!longest.inner) return "No loop of the design takes time, or there is no estimate.";
  const Json& loop = *longest.inner;
  const double all = report.at("estimate").at("latency").at("average");
  std::string text = "Most of the time goes into " + loop_name(loop);
  if (all > 0 && longest.cycles <= all)
    text += ", whose nest takes " + percent(longest.cycles / all) + " of the cycles";
  text += ". ";
  const std::string interval = number(loop.at("ii").get<double>());
  if (!loop.at("limit").get<std::string>().empty()) {
    text += "Its iterations start " + interval +
            " cycles apart: " + html::escape(loop.at("reason").get<std::string>()) + ". ";
  } else if (drains_early(loop)) {
    text += "It is pipelined, but an entry has only " + html::counted(loop.at("trip"), "iteration") + " of " +
            number(loop.at("il").get<double>()) + " cycles: the pipeline empties before it is full. ";
  } else if (is_pipelined(loop)) {
    text += "It reaches an interval of " + interval + " with " + html::counted(loop.at("trip"), "iteration") +
            ", so only more copies of its body would make it faster. ";
  } else {
    text += "It is not pipelined: an iteration begins when the one before it has ended. ";
  }
  if (const Json* run = simulated_run(report); run && run->at("least_latency") < run->at("latency"))
    text += "Its processes wait for each other: with deeper FIFOs a run would take " +
            number(run->at("least_latency").get<double>()) + " cycles for " + number(run->at("latency").get<double>()) +
            ". ";
  const Fullest fullest = fullest_resource(report);
  return text + "The fullest resource is " + fullest.title + ", up to " + percent(fullest.share) + " of the device.";
}

std::string advice_for_loop(const Json& loop, bool explored, double fullest) {
  const std::string limit = loop.at("limit"), array = html::code(loop.at("array").get<std::string>());
  if (limit == "ports")
    return "Cut " + array + " into more banks (<code>partition</code>), or let fewer iterations touch it at once.";
  if (limit == "recurrence")
    return "Put a loop innermost that does not carry the dependence through " + array +
           " (<code>interchange</code>, <code>skew</code>), or split the sum (<code>rfactor</code>).";
  if (drains_early(loop))
    return "Give the pipelined loop more iterations: a longer loop innermost, or loops that flatten into one.";
  if (!is_pipelined(loop))
    return "Pipeline the innermost loop that carries no dependence (<code>pipeline</code>), or call "
           "<code>auto_DSE()</code>.";
  if (fullest >= nearly_full)
    return "The device is nearly full: narrower number types, or a larger device, buy more copies.";
  return explored ? "There is room on the device, but the search found nothing faster in its space."
                  : "There is room on the device: <code>unroll</code> more, or call <code>auto_DSE()</code>.";
}

std::string what_to_change(const Json& report) {
  const LongestNest longest = longest_nest(report);
  std::vector<std::string> advice;
  const Fullest fullest = fullest_resource(report);
  if (fullest.share > 1)
    advice.push_back(
        "Leave room for the model’s error: a smaller share of the device, such as <code>options.lut = 0.85</code>, or "
        "a "
        "larger device.");
  if (longest.inner) advice.push_back(advice_for_loop(*longest.inner, report.contains("speedup"), fullest.share));
  if (advice.empty()) advice.push_back("Nothing stands out.");
  std::string items;
  for (const std::string& one : advice) items += "<li>" + one + "</li>";
  return "<ul>" + items + "</ul>";
}

std::string can_it_be_trusted(const Json& report) {
  const Json& verification = report.at("verification");
  std::string text = report.at("verified").get<bool>() ? "What it computes: yes, as far as it was executed. "
                                                       : "What it computes: not shown. ";
  const std::string sizes = verification.at("sizes"), detail = verification.at("detail");
  if (!detail.empty()) {
    text += html::escape(sizes.empty() ? detail
                                       : std::string(1, static_cast<char>(std::toupper(sizes[0]))) + sizes.substr(1) +
                                             ": " + detail) +
            ". ";
  }
  const Json& never = verification.at("never_taken");
  if (!never.empty()) {
    text += "<details><summary>" + html::counted(static_cast<std::int64_t>(never.size()), "arm") +
            " that no input took</summary><ul>";
    for (const Json& arm : never) text += "<li>" + html::escape(arm.get<std::string>()) + "</li>";
    text += "</ul></details> ";
  }
  const Json& constant = verification.at("constant_computes");
  if (!constant.empty())
    text += "These stored one value in every instance, so agreement says nothing of them: " +
            html::escape(html::join(constant, ", ")) + ". ";
  const Json& reassociated = report.at("reassociated");
  if (!reassociated.empty())
    text +=
        "Sums were taken in another order, as the program permits: " + html::escape(html::join(reassociated, ", ")) +
        ". ";
  const double confidence = report.at("estimate").at("available").get<bool>()
                                ? report.at("estimate").at("upper").at("confidence").get<double>()
                                : 0;
  if (confidence > 0)
    text += "What it costs: an estimate. The vendor’s report stays within each “at most” with " + percent(confidence) +
            ", one number at a time; nothing was synthesised.";
  return text;
}

std::string warnings(const Json& report) {
  std::string items;
  for (const Json& warning : report.at("warnings")) {
    std::string message = html::escape(warning.at("message").get<std::string>());
    for (std::size_t end = message.find('\n'); end != std::string::npos; end = message.find('\n', end))
      message.replace(end, 1, "<br>");
    items += "<li><b>" + html::escape(warning.at("code").get<std::string>()) + "</b> at " +
             html::escape(warning.at("at").get<std::string>()) + "<br>" + message + "</li>\n";
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
