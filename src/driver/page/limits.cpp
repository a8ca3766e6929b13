#include <algorithm>

#include "driver/page/nests.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

/// From this share on, a part of the time is most of it.
constexpr double most_of_it = 0.5;

std::string loop_name(const Json& report, const Json& loop) {
  const std::string computes = computes_text(report, loop);
  return "loop " + html::code(loop.at("name").get<std::string>()) +
         (computes.empty() ? "" : " of <b>" + computes + "</b>");
}

double latency_of(const Json& report) { return report.at("estimate").at("latency").at("average").get<double>(); }

/// What does not fit, and the array that is to blame where one is.
std::string what_does_not_fit(const Json& report) {
  std::string over;
  bool surely = false, memory = false;
  for (const ResourceShare& share : resource_shares(report)) {
    if (share.most <= 1) continue;
    over += (over.empty() ? "" : ", ") + share.title + " " +
            (share.used > 1 ? percent(share.used) : "up to " + percent(share.most));
    surely = surely || share.used > 1;
    memory = memory || share.is_memory();
  }
  if (over.empty()) return "";
  std::string text =
      std::string(surely ? "<b>It does not fit</b>" : "<b>It may not fit</b>") + " on the device: " + over + ". ";
  const Json* largest = memory ? largest_local(report) : nullptr;
  if (!largest) return text;
  return text + "The largest array inside is " + html::code(largest->at("name").get<std::string>()) + " with " +
         html::size(largest->at("bits")) + "; the chip has " +
         html::size(report.at("memory").at("device_block_memory_bits")) + " of block memory. ";
}

/// "recurrence", "ports", "no pipeline", "short loop" or, where nothing is in its way, nothing.
std::string limit_word(const Json& loop) {
  if (!is_pipelined(loop)) return "no pipeline";
  if (drains_early(loop)) return "short loop";
  return loop.at("limit").get<std::string>();
}

std::string which_nest(const Json& report, const std::vector<Nest>& nests) {
  const Nest& longest = nests.front();
  const double all = latency_of(report);
  const std::string name = loop_name(report, *longest.inner);
  const bool is_part = all > 0 && longest.cycles <= all;
  if (!is_part || nests.size() == 1 || longest.cycles >= most_of_it * all) {
    return "Most of the time goes into " + name +
           (is_part ? ", whose nest takes " + percent(longest.cycles / all) + " of the cycles" : "") + ". ";
  }
  std::string text = "No nest dominates: the longest of " + std::to_string(nests.size()) + ", with " + name +
                     ", takes " + percent(longest.cycles / all) + " of the cycles";
  const std::string limit = limit_word(*longest.inner);
  std::size_t alike = 0;
  double together = 0;
  for (const Nest& nest : nests) {
    if (limit_word(*nest.inner) != limit) continue;
    ++alike;
    together += nest.cycles;
  }
  if (alike > 1 && !limit.empty())
    text += "; " + std::to_string(alike) + " nests with the same limit (" + limit + ") take " +
            percent(std::min(1.0, together / all)) + " together";
  return text + ". ";
}

std::string why_interval(const Json& loop) {
  const std::string interval = number(loop.at("ii").get<double>()), trips = iterations_text(loop);
  if (drains_early(loop))
    return "It is pipelined, but an entry has " + std::string(trips.starts_with("at most") ? "" : "only ") + trips +
           " of " + number(loop.at("il").get<double>()) + " cycles: the pipeline empties before it is full. ";
  if (!loop.at("limit").get<std::string>().empty())
    return "Its iterations start " + interval + " cycles apart: " + html::prose(loop.at("reason").get<std::string>()) +
           ". ";
  if (is_pipelined(loop))
    return "It reaches an interval of " + interval + " with " + trips +
           ", so only more copies of its body would make it faster. ";
  return "It is not pipelined: an iteration begins when the one before it has ended. ";
}

/// The part of a nest that only moves data between the chip and its buffers.
std::string moving_part(const Json& report, const Nest& nest) {
  double iteration = 0, moving = 0;
  for (const Json& loop : report.at("estimate").at("loops")) {
    if (loop.at("function") != nest.function || loop.value("nest", "") != nest.name) continue;
    if (!find_region(report, loop).empty()) continue;
    if (!is_pipelined(loop)) {
      if (iteration > 0) return "";
      iteration = loop.at("il").get<double>();
      continue;
    }
    const std::vector<std::string> own = own_computes(report, loop);
    const bool is_written = std::any_of(own.begin(), own.end(), [&](const std::string& name) {
      return std::any_of(report.at("statements").begin(), report.at("statements").end(),
                         [&](const Json& statement) { return statement.at("name") == name; });
    });
    if (!is_written) moving += loop.at("cycles").get<double>();
  }
  if (moving <= 0 || moving > iteration) return "";
  return "Moving data to and from the buffers on the chip, with nothing beside it, takes " +
         percent(moving / iteration) + " of its nest. ";
}

/// "loop y_x of horizontal: 3 072 iterations, one a cycle"
std::string pace(const Json& report, const Json& loop) {
  const std::string trips = iterations_text(loop);
  return loop_name(report, loop) + ": " + trips +
         (loop.at("ii") == 1 ? ", one a cycle" : ", one every " + number(loop.at("ii").get<double>()) + " cycles");
}

std::string what_limits_processes(const Json& report, const std::vector<Process>& processes) {
  const Process& longest = processes.front();
  std::vector<std::string> others;
  for (std::size_t n = 1; n < processes.size() && processes[n].cycles >= as_long * longest.cycles; ++n)
    others.push_back(processes[n].function);
  const bool is_free = longest.inner && is_pipelined(*longest.inner) && limit_word(*longest.inner).empty();
  std::string text = "The processes run at the same time, so the slowest decides: " + html::code(longest.function) +
                     " with " + number(longest.cycles) + " cycles";
  if (is_free) text += " (" + pace(report, *longest.inner) + ")";
  if (!others.empty())
    text += "; " + html::codes(others) + (others.size() == 1 ? " takes" : " take") + " nearly as long";
  text += ". ";
  if (is_free || !longest.inner) return text;
  return text + "Its time goes into " + loop_name(report, *longest.inner) + ". " + why_interval(*longest.inner);
}

std::string what_limits_nests(const Json& report) {
  const std::vector<Nest> nests = find_nests(report);
  if (nests.empty()) return "No loop of the design takes time, or there is no estimate. ";
  const Nest& longest = nests.front();
  const std::vector<Process> region = find_region(report, *longest.inner);
  return which_nest(report, nests) +
         (region.empty() ? why_interval(*longest.inner)
                         : "Each iteration is a run of processes, and overlaps with the next one. " +
                               what_limits_processes(report, region)) +
         moving_part(report, longest);
}

/// What buses and memories of a board allow.
std::string what_buses_say(const Json& report) {
  const double latency = latency_of(report);
  std::string text;
  if (const double least = report.value("least_transfer_cycles", 0.0); least > 0 && latency > 0)
    text += "Its buses need at least " + number(least) + " cycles of a run (" +
            percent(std::min(1.0, least / latency)) + ") to move once what is needed. ";
  if (!report.contains("board") || report.at("board").at("arrays").empty()) return text;
  const Json& bound = report.at("board").at("bound");
  const double cycles = bound.at("cycles");
  const std::string bank = html::escape(bound.at("bank").get<std::string>());
  if (latency <= 0 || cycles <= 0) return text;
  if (cycles > latency)
    return text + "<b>" + bank + "</b> needs " + number(cycles) +
           " cycles for what a run moves, more than the estimate, which counts no bandwidth. ";
  return text + "Of the board’s memories " + bank + " is the busiest: what a run moves takes " +
         percent(cycles / latency) + " of its time. ";
}

/// Arguments that the design takes for memories beside it, larger than the chip has.
std::string what_ports_need(const Json& report) {
  const double bits = port_memory_bits(report);
  const double has = report.at("memory").at("device_block_memory_bits");
  if (bits <= has) return "";
  return "Its <code>ap_memory</code> ports stand for " + html::size(static_cast<std::int64_t>(bits)) +
         " of memory beside the kernel, more than the " + html::size(static_cast<std::int64_t>(has)) +
         " of block memory that the chip has. ";
}

}  // namespace

std::string what_limits(const Json& report) {
  if (!report.at("estimate").at("available").get<bool>()) return "There is no estimate. ";
  const std::vector<Process> processes = find_processes(report);
  std::string text = what_does_not_fit(report);
  const Json* run = simulated_run(report);
  if (run && run->contains("deadlock"))
    text += "A run never ends: " + html::prose(run->at("deadlock").get<std::string>()) + ". ";
  text += processes.empty() ? what_limits_nests(report) : what_limits_processes(report, processes);
  if (run && !run->contains("deadlock") && run->at("least_latency") < run->at("latency"))
    text += "Its processes wait for each other: with deeper FIFOs a run would take " +
            number(run->at("least_latency").get<double>()) + " cycles. ";
  text += what_ports_need(report) + what_buses_say(report);
  const std::vector<ResourceShare> shares = resource_shares(report);
  if (!shares.empty() && shares.front().most <= 1)
    text += "The fullest resource is " + shares.front().title + ", up to " + percent(shares.front().most) +
            " of the device.";
  return text;
}

}  // namespace pom::driver
