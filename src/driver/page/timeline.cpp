#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "driver/page/nests.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

/// Loops beyond these make a long page and say the same again; the table has them all.
constexpr std::size_t most_pictures = 4;
/// Iterations that one picture shows: more are thinner than a finger on a phone.
constexpr std::int64_t most_rows = 12;

std::string style(double left, double width) {
  return " style=\"left:" + std::to_string(100 * left) + "%;width:" + std::to_string(100 * width) + "%\"";
}

/// Which iterations a picture shows: 0, every, 2 every …, so many.
struct Shown {
  std::int64_t every = 1, rows = 1;
};

/// As many as are under way at once and one more, so that the first ends where the last one has begun.
Shown choose_iterations(std::int64_t trip, std::int64_t interval, std::int64_t length) {
  const std::int64_t at_once = std::min(trip, (length + interval - 1) / interval + 1);
  const std::int64_t every = std::max<std::int64_t>(1, (at_once + most_rows - 1) / most_rows);
  return {every, std::max<std::int64_t>(1, (at_once + every - 1) / every)};
}

std::string iteration_row(std::int64_t iteration, std::int64_t interval, std::int64_t length, std::int64_t span) {
  const double all = static_cast<double>(span);
  const double left = static_cast<double>(iteration * interval) / all, width = static_cast<double>(length) / all;
  const double wait = std::min(1.0, static_cast<double>(interval) / static_cast<double>(length));
  return "<div class=\"lane\"><span class=\"who\">" + number(static_cast<double>(iteration)) +
         "</span><span class=\"track\"><span class=\"iteration\"" + style(left, width) +
         "><span class=\"wait\" style=\"width:" + std::to_string(100 * wait) + "%\"></span></span></span></div>\n";
}

/// A staircase of iterations, as they start one interval after the other and overlap.
std::string iterations(const Json& report, const Json& loop) {
  const std::int64_t trip = loop.at("trip"), interval = loop.at("ii"), length = loop.at("il");
  const Shown shown = choose_iterations(trip, interval, length);
  const std::int64_t span = (shown.rows - 1) * shown.every * interval + length;
  const std::int64_t at_once = std::min(trip, (length + interval - 1) / interval);
  std::string lanes;
  for (std::int64_t n = 0; n < shown.rows; ++n) lanes += iteration_row(n * shown.every, interval, length, span);
  const std::string computes = computes_text(report, loop);
  std::string words = "An iteration starts every " +
                      (interval == 1 ? std::string("cycle") : number(static_cast<double>(interval)) + " cycles") +
                      " and takes " + number(static_cast<double>(length)) + "; up to " +
                      number(static_cast<double>(at_once)) + " are under way at once, " +
                      (loop.at("trip_min") == trip ? "" : "at most ") + number(static_cast<double>(trip)) + " in all.";
  if (shown.every > 1) words += " One in " + number(static_cast<double>(shown.every)) + " is drawn.";
  const std::string title =
      html::code(loop.at("name").get<std::string>()) + (computes.empty() ? "" : " of " + computes);
  return "<figure class=\"steps\"><figcaption><b>" + title + "</b>. " + words +
         "</figcaption>\n<div class=\"lanes\" role=\"img\" aria-label=\"" +
         html::escape("Iterations of " + loop.at("name").get<std::string>() + " that start " +
                      std::to_string(interval) + " cycles apart and take " + std::to_string(length)) +
         "\">\n" + lanes +
         "<div class=\"lane axis\"><span class=\"who\">cycle</span><span class=\"track\"><span>0</span><span>" +
         number(static_cast<double>(span)) + "</span></span></div></div></figure>\n";
}

/// A process from its first cycle to its last; the part for which it stands still is hatched, wherever it fell.
std::string process_lane(const Json& process, double all) {
  const double length = process.at("length"), stalls = process.at("stalls"), done = process.at("done");
  const double start = std::max(0.0, done - length - stalls);
  return "<div class=\"lane wide\"><span class=\"who\">" + html::escape(process.at("function").get<std::string>()) +
         "</span><span class=\"track\"><span class=\"iteration\"" + style(start / all, length / all) +
         "></span><span class=\"stall\"" + style((start + length) / all, stalls / all) +
         "></span></span><span class=\"amount\">" + number(length) + " + " + number(stalls) + " waiting</span></div>\n";
}

std::string processes(const Json& run) {
  double all = 1;
  for (const Json& process : run.at("processes")) all = std::max(all, process.at("done").get<double>());
  std::string lanes;
  for (const Json& process : run.at("processes")) lanes += process_lane(process, all);
  std::string words = "<b>Processes.</b> A simulated run takes " + number(run.at("latency").get<double>()) + " cycles";
  if (run.at("least_latency") < run.at("latency"))
    words += ", with deeper FIFOs " + number(run.at("least_latency").get<double>());
  words += ". Hatched: the cycles for which a process stands still for its FIFOs, in all, wherever they fell.";
  return "<figure class=\"steps\"><figcaption>" + words +
         "</figcaption>\n<div class=\"lanes\" role=\"img\" aria-label=\"Processes, their cycles and their stalls\">\n" +
         lanes + "</div></figure>\n";
}

/// Nests are known by their first statement, which may only move data: a nest is named by what its longest loop
/// computes, where no other one has that name.
std::vector<std::string> step_names(const Json& report) {
  const std::vector<Nest> nests = find_nests(report);
  std::vector<std::string> names;
  for (const Json& step : report.at("course").at("steps")) {
    const std::string label = step.at("name");
    const auto nest = std::find_if(nests.begin(), nests.end(), [&](const Nest& one) { return one.name == label; });
    const bool known = !step.at("call").get<bool>() && nest != nests.end();
    names.push_back(known ? html::join(Json(own_computes(report, *nest->inner)), ", ") : label);
  }
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (names[n].empty() || std::count(names.begin(), names.end(), names[n]) > 1)
      names[n] = report.at("course").at("steps")[n].at("name");
  }
  return names;
}

/// The statements of a step of the course.
std::set<std::string> computes_of(const Json& report, const Json& step) {
  std::set<std::string> computes;
  for (const Json& loop : report.at("estimate").at("loops")) {
    const bool inside = step.at("call").get<bool>() ? loop.at("function") == step.at("name")
                                                    : loop.value("nest", "") == step.at("name");
    if (!inside || !loop.contains("computes")) continue;
    for (const Json& compute : loop.at("computes")) computes.insert(compute.get<std::string>());
  }
  return computes;
}

/// Which steps of the course wait for which: a statement of the one needs a result of the other, or may not run before
/// it. Of statements that libpom made the report has no dependences: their steps are taken to wait for all.
class Waits {
 public:
  /// `computes`: the statements of each step.
  Waits(const Json& report, const std::vector<std::set<std::string>>& computes) : unknown_(computes.size()) {
    std::set<std::string> written;
    for (const Json& statement : report.at("statements")) written.insert(statement.at("name"));
    std::map<std::string, std::vector<std::size_t>> steps;
    for (std::size_t n = 0; n < computes.size(); ++n) {
      for (const std::string& name : computes[n]) {
        steps[name].push_back(n);
        unknown_[n] = unknown_[n] || written.count(name) == 0;
      }
    }
    for (const Json& dependence : report.at("dependences")) {
      for (const std::size_t before : steps[dependence.at("source")]) {
        for (const std::size_t after : steps[dependence.at("sink")]) pairs_.emplace(before, after);
      }
    }
  }

  bool operator()(std::size_t before, std::size_t after) const {
    return unknown_[before] || unknown_[after] || pairs_.count({before, after}) > 0;
  }

 private:
  std::vector<bool> unknown_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

/// When each step of a run starts and when the last one ends.
struct Course {
  std::vector<double> starts;
  double end = 0;
  bool one_by_one = true;
};

/// The tool's controller starts nests that do not wait for each other in one state, and leaves it with the longest.
Course start_together(const Json& report) {
  const Json& steps = report.at("course").at("steps");
  std::vector<std::set<std::string>> computes;
  for (const Json& step : steps) computes.push_back(computes_of(report, step));
  const Waits waits(report, computes);
  std::vector<std::size_t> states;
  std::vector<double> lengths;
  for (const Json& step : steps) {
    std::size_t state = 0;
    for (std::size_t n = 0; n < states.size(); ++n) {
      if (states[n] >= state && waits(n, states.size())) state = states[n] + 1;
    }
    states.push_back(state);
    lengths.resize(std::max(lengths.size(), state + 1), 0);
    lengths[state] = std::max(lengths[state], step.at("cycles").get<double>());
  }
  Course course{{}, 0, false};
  for (const std::size_t state : states)
    course.starts.push_back(
        std::accumulate(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(state), 0.0));
  course.end = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  return course;
}

/// Of the two courses that a run may take, the one whose end is nearer to the estimate.
Course place_steps(const Json& report) {
  const Json& steps = report.at("course").at("steps");
  Course sequence;
  for (const Json& step : steps) {
    sequence.starts.push_back(sequence.end);
    sequence.end += step.at("cycles").get<double>();
  }
  const Course together = start_together(report);
  const double latency = report.at("estimate").at("latency").at("average");
  return std::abs(together.end - latency) < std::abs(sequence.end - latency) ? together : sequence;
}

Course run_processes(const Json& report) {
  Course course;
  for (const Json& step : report.at("course").at("steps")) {
    course.starts.push_back(0);
    course.end = std::max(course.end, step.at("cycles").get<double>());
  }
  return course;
}

std::string course(const Json& report) {
  if (const Json* run = simulated_run(report); run && !run->contains("deadlock")) return processes(*run);
  const Json& steps = report.at("course").at("steps");
  if (steps.size() < 2) return "";
  const bool concurrent = report.at("course").at("concurrent");
  const Course drawn = concurrent ? run_processes(report) : place_steps(report);
  if (drawn.end <= 0) return "";
  std::string lanes;
  const std::vector<std::string> names = step_names(report);
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const double cycles = steps[n].at("cycles");
    lanes += "<div class=\"lane wide\"><span class=\"who\">" + html::escape(names[n]) +
             "</span><span class=\"track\"><span class=\"iteration\"" +
             style(drawn.starts[n] / drawn.end, cycles / drawn.end) + "></span></span><span class=\"amount\">" +
             number(cycles) + " · " + percent(cycles / drawn.end) + "</span></div>\n";
  }
  const std::string words =
      concurrent
          ? "<b>Processes.</b> They run at the same time, each as soon as its data arrive; the longest one decides. "
            "Drawn without the time that they wait for each other; shares are of the longest."
          : std::string("<b>One run of the design</b>, nest after nest, in cycles.") +
                (drawn.one_by_one ? "" : " Nests that need nothing of each other start together.");
  return "<figure class=\"steps\"><figcaption>" + words +
         "</figcaption>\n<div class=\"lanes\" role=\"img\" aria-label=\"" +
         (concurrent ? "Processes and their cycles" : "Loop nests in their order and their cycles") + "\">\n" + lanes +
         "</div></figure>\n";
}

}  // namespace

const Json* simulated_run(const Json& report) {
  const Json& estimate = report.at("estimate");
  return estimate.contains("run") && estimate.at("run").contains("processes") ? &estimate.at("run") : nullptr;
}

std::string page_timeline(const Json& report) {
  const Json& estimate = report.at("estimate");
  if (!estimate.at("available").get<bool>()) return "";
  std::vector<const Json*> pipelined;
  for (const Json& loop : estimate.at("loops")) {
    if (loop.at("ii").get<std::int64_t>() > 0 && loop.at("trip").get<std::int64_t>() > 0) pipelined.push_back(&loop);
  }
  std::stable_sort(pipelined.begin(), pipelined.end(),
                   [](const Json* a, const Json* b) { return a->at("cycles") > b->at("cycles"); });
  std::string text = course(report);
  if (!pipelined.empty())
    text +=
        "<p class=\"legend\">Iterations of the loops that take longest: <span class=\"key dark\"></span> from the "
        "start of one to the start of the next, <span class=\"key\"></span> the rest of an iteration.</p>\n";
  for (std::size_t n = 0; n < std::min(most_pictures, pipelined.size()); ++n) text += iterations(report, *pipelined[n]);
  if (pipelined.size() > most_pictures)
    text += "<p>" + html::counted(static_cast<std::int64_t>(pipelined.size() - most_pictures), "shorter loop") +
            " more: see the table above.</p>\n";
  return text.empty() ? "" : html::section("timeline", "Timeline", text);
}

}  // namespace pom::driver
