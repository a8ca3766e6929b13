#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <sstream>

#include "driver/page/nests.hpp"
#include "driver/page/parts.hpp"
#include "driver/page/recurrence.hpp"
#include "support/words.hpp"

namespace pom::driver {

using html::Json;
using html::percent;

namespace {

/// From this share of a resource on, one more copy of anything is unlikely to fit.
constexpr double nearly_full = 0.85;

/// A dataflow function has no buffers (`buffer_at` is refused there).
bool is_dataflow(const Json& report) { return report.at("course").at("concurrent").get<bool>(); }

/// The protocol of an argument's port; empty: the array is no argument.
std::string port_of(const Json& report, const std::string& array) {
  for (const Json& argument : report.at("arguments")) {
    if (argument.at("name") == array) return argument.value("port", "");
  }
  return "";
}

/// The array arguments of one protocol that the statements of a loop touch.
std::vector<std::string> touched_ports(const Json& report, const Json& loop, const std::string& port) {
  std::vector<std::string> touched;
  for (const Json& argument : report.at("arguments")) {
    if (argument.at("kind") != "array" || argument.value("port", "") != port) continue;
    const std::string name = argument.at("name");
    for (const Json& compute : report.at("computes")) {
      const Json& inside = loop.value("computes", Json::array());
      if (std::find(inside.begin(), inside.end(), compute.at("name")) == inside.end()) continue;
      if (find_word(compute.at("statement"), name) == std::string::npos) continue;
      touched.push_back(name);
      break;
    }
  }
  return touched;
}

bool has_directive(const Json& report, const std::string& begin) {
  return std::any_of(report.at("directives").begin(), report.at("directives").end(),
                     [&](const Json& directive) { return directive.at("text").get<std::string>().starts_with(begin); });
}

/// Accesses to an array in a loop of the kernel, as they stand there: "A[i][k]".
std::vector<std::string> accesses_in(const Json& report, const Json& loop, const std::string& array) {
  std::istringstream lines(text_of_loop(report, loop));
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at = find_word(line, array); at != std::string::npos; at = find_word(line, array, at + 1)) {
      std::size_t end = at + array.size();
      while (end < line.size() && line[end] == '[') end = line.find(']', end) + 1;
      if (end > at + array.size()) found.push_back(line.substr(at, end - at));
    }
  }
  return found;
}

/// The loops inside a pipelined one, of which hardware builds every iteration.
std::vector<std::string> unrolled_in(const Json& report, const Json& loop) {
  std::vector<std::string> labels, names;
  for (const Json& one : report.at("kernel").at("loops")) {
    const bool is_inside = std::find(labels.begin(), labels.end(), one.at("inside")) != labels.end();
    if (one.at("line") == loop.value("line", 0) || is_inside) labels.push_back(one.at("label"));
    if (is_inside) names.push_back(one.at("name"));
  }
  return names;
}

/// All iterations of the unrolled loops touch one element: its name in the kernel; empty: they do not, or nobody knows.
std::string shared_element(const std::vector<std::string>& accesses, const std::vector<std::string>& unrolled,
                           const Json& report) {
  if (accesses.empty() || unrolled.empty()) return "";
  for (const std::string& access : accesses) {
    if (access != accesses.front()) return "";
  }
  // Its indices are names of loops alone: what is computed may hide an unrolled one.
  std::string index;
  for (const char c : accesses.front().substr(accesses.front().find('[')) + "]") {
    if (c != '[' && c != ']') {
      index += c;
      continue;
    }
    const bool is_number = index.find_first_not_of("0123456789") == std::string::npos;
    const bool is_loop = std::any_of(report.at("kernel").at("loops").begin(), report.at("kernel").at("loops").end(),
                                     [&](const Json& one) { return one.at("name") == index; });
    const bool is_copied = std::find(unrolled.begin(), unrolled.end(), index) != unrolled.end();
    if (!is_number && (!is_loop || is_copied)) return "";
    index.clear();
  }
  return accesses.front();
}

/// "A[i - 1][j]": "i - 1" and "j".
std::vector<std::string> indices_of(const std::string& access) {
  std::vector<std::string> indices;
  for (std::size_t at = access.find('['); at != std::string::npos; at = access.find('[', at + 1))
    indices.push_back(access.substr(at + 1, access.find(']', at) - at - 1));
  return indices;
}

/// What tells which dimensions to cut: those in which the elements that an iteration touches differ. Empty: it touches
/// one, or copies of the loop's body touch others.
std::string where_to_cut(const std::vector<std::string>& accesses) {
  const std::set<std::string> distinct(accesses.begin(), accesses.end());
  if (distinct.size() < 2) return "";
  const std::vector<std::string> first = indices_of(*distinct.begin());
  std::string dimensions;
  std::size_t count = 0;
  for (std::size_t n = 0; n < first.size(); ++n) {
    const bool differs = std::any_of(distinct.begin(), distinct.end(), [&](const std::string& access) {
      const std::vector<std::string> indices = indices_of(access);
      return n < indices.size() && indices[n] != first[n];
    });
    if (differs) dimensions += (count++ ? ", " : "") + std::to_string(n + 1);
  }
  return ": an iteration touches " + std::to_string(distinct.size()) + " elements, which differ in dimension" +
         (count > 1 ? "s " : " ") + dimensions + ", and a bank has two ports";
}

std::string advice_for_ports(const Json& report, const Json& loop) {
  const std::string array = loop.at("array"), port = port_of(report, array);
  if (port == "m_axi" && is_dataflow(report))
    return "A bus hands over one word a cycle: read " + html::code(array) + " once, into a local array.";
  if (port == "m_axi")
    return "Keep on the chip what the loop uses of " + html::code(array) +
           " (<code>buffer_at</code>): a bus hands over one word a cycle.";
  if (port == "axis" || port == "ap_fifo")
    return html::code(array) + " is a stream: one element a cycle. Let an iteration take fewer of them.";
  const std::vector<std::string> unrolled = unrolled_in(report, loop);
  const std::vector<std::string> accesses = accesses_in(report, loop, array);
  const std::string element = shared_element(accesses, unrolled, report);
  if (!element.empty())
    return "All copies of " + html::codes(unrolled) + " touch the one element " + html::code(element) +
           ", so banks do not help: sum up in a local array of one element, and store that once.";
  return "Cut " + html::code(array) + " into more banks (<code>partition</code>)" +
         (unrolled.empty() ? where_to_cut(accesses) + "."
                           : ", or build fewer iterations of " + html::codes(unrolled) +
                                 " at once (<code>split</code>, <code>unroll</code>).");
}

/// The arguments of a loop that come an element a cycle over a bus. The search weighs words of several itself.
std::vector<std::string> narrow_buses(const Json& report, const Json& loop) {
  std::vector<std::string> narrow;
  for (const std::string& array : touched_ports(report, loop, "m_axi")) {
    if (!is_searched(report) && !has_directive(report, array + ".pack(")) narrow.push_back(array);
  }
  return narrow;
}

std::string words_for(const std::vector<std::string>& buses) {
  return "A bus hands over one element a cycle of " + html::codes(buses) +
         ": words of several elements (<code>pack</code>) fill and empty buffers faster.";
}

/// What gives the loop more work in a cycle where nothing but its copies limits it.
std::string advice_for_more_copies(const Json& report, const Json& loop, double fullest) {
  const std::vector<std::string> narrow = narrow_buses(report, loop);
  if (!narrow.empty())
    return "A bus hands over one element a cycle of " + html::codes(narrow) +
           ": buffers on the chip (<code>buffer_at</code>) that are filled in words of several elements "
           "(<code>pack</code>) let more copies work.";
  if (fullest >= nearly_full)
    return "The device is nearly full: narrower number types, or a larger device, buy more copies.";
  if (is_searched(report)) return "There is room on the device, but the search found nothing faster in its space.";
  return "There is room on the device: <code>unroll</code> more, with the arrays cut into as many banks "
         "(<code>partition</code>), or call <code>auto_DSE()</code>.";
}

std::string advice_for_loop(const Json& report, const Json& loop, double fullest) {
  const std::string limit = loop.at("limit");
  if (drains_early(loop))
    return "Give the pipelined loop more iterations: a longer loop innermost, or loops that flatten into one.";
  if (limit == "ports") return advice_for_ports(report, loop);
  if (limit == "recurrence") return advice_for_recurrence(report, loop);
  if (!is_pipelined(loop))
    return "Pipeline the innermost loop that carries no dependence (<code>pipeline</code>)" +
           std::string(is_searched(report) ? "." : ", or call <code>auto_DSE()</code>.");
  return advice_for_more_copies(report, loop, fullest);
}

/// The option of auto_DSE that keeps room for the model's error in a resource; empty: it has none.
std::string share_option(const Json& report, const ResourceShare& share) {
  if (!is_searched(report) || share.used > 1 || share.key == "uram") return "";
  constexpr int steps = 20;
  const int part = std::max(1, static_cast<int>(std::floor(steps * share.used / share.most)));
  char value[16];
  std::snprintf(value, sizeof value, "%.2f", static_cast<double>(part) / steps);
  return "Leave room for the model’s error: <code>options." + (share.key == "bram18" ? "bram" : share.key) + " = " +
         value + "</code>, or a larger device.";
}

std::string advice_for_memory(const Json& report) {
  const Json* largest = largest_local(report);
  if (!largest) return "Cut arrays into fewer banks, or take a larger device.";
  const std::string array = html::code(largest->at("name").get<std::string>());
  if (largest->at("bits") > report.at("memory").at("device_block_memory_bits"))
    return "Keep " + array + " off the chip: make it an argument behind <code>m_axi</code>" +
           (is_dataflow(report) ? "." : ", and hold what a loop uses of it with <code>buffer_at</code>.");
  const double banks = largest->at("banks");
  return "Make " + array + " smaller" +
         (banks > 1 ? ", cut it into fewer banks than " + html::number(banks) + "," : std::string()) +
         " or make it an argument.";
}

std::string advice_for_room(const Json& report, const ResourceShare& share) {
  if (const std::string option = share_option(report, share); !option.empty()) return option;
  if (share.is_memory()) return advice_for_memory(report);
  return "Take less of " + share.title +
         ": fewer copies of loop bodies (<code>unroll</code> and <code>partition</code> less), narrower number types, "
         "or a larger device.";
}

/// FIFOs that hold their producer up, with the depths that do not.
std::string advice_for_depths(const Json& run) {
  std::string list;
  for (const Json& fifo : run.at("fifos")) {
    if (fifo.at("depth") >= fifo.at("least_depth")) continue;
    list += (list.empty() ? "" : ", ") + html::code(fifo.at("array").get<std::string>()) + " of " +
            html::number(fifo.at("least_depth").get<double>()) + " for " + html::number(fifo.at("depth").get<double>());
  }
  return list.empty() ? "" : "Deepen FIFOs (<code>stream</code>): " + list + ".";
}

std::string advice_for_processes(const Json& report, const std::vector<Process>& processes, double fullest) {
  const Process& longest = processes.front();
  if (!longest.inner || fullest > 1) return "";
  const Json& loop = *longest.inner;
  if (!loop.at("limit").get<std::string>().empty() || drains_early(loop))
    return advice_for_loop(report, loop, fullest) +
           (loop.at("limit") == "recurrence" ? " Its FIFOs must still be written and read in one order." : "");
  if (!is_pipelined(loop)) return "Pipeline the innermost loop of " + html::code(longest.function) + ".";
  if (fullest >= nearly_full)
    return "The device is nearly full: narrower number types, or a larger device, buy more copies.";
  std::vector<std::string> names, ports, buses;
  for (const Process& process : processes) {
    if (process.cycles < as_long * longest.cycles || !process.inner) break;
    // What moves data has no loop that the program could unroll.
    const std::vector<std::string> narrow = narrow_buses(report, *process.inner);
    buses.insert(buses.end(), narrow.begin(), narrow.end());
    if (!narrow.empty()) continue;
    for (const std::string& name : own_computes(report, *process.inner)) names.push_back(name);
    for (const std::string& port : touched_ports(report, *process.inner, "ap_memory")) {
      if (std::find(ports.begin(), ports.end(), port) == ports.end()) ports.push_back(port);
    }
  }
  constexpr std::size_t most_named = 6;
  if (names.empty()) return words_for(buses);
  const std::string which =
      names.size() > most_named ? html::code(longest.function) + " and those as slow" : html::codes(names);
  return "Handle more elements a cycle in " + which + ": <code>unroll</code> their loops by one factor" +
         (ports.empty() ? "" : ", with " + html::codes(ports) + " cut into as many banks (<code>partition</code>)") +
         ". The others must keep up." + (buses.empty() ? "" : " " + words_for(buses));
}

/// What a design that does not fit would gain by more copies helps nobody.
std::string advice_for_nests(const Json& report, double fullest) {
  const std::vector<Nest> nests = find_nests(report);
  if (nests.empty() || (fullest > 1 && nests.front().inner->at("limit") != "recurrence")) return "";
  const std::vector<Process> region = find_region(report, *nests.front().inner);
  return region.empty() ? advice_for_loop(report, *nests.front().inner, fullest)
                        : advice_for_processes(report, region, fullest);
}

/// Large arguments that a memory beside the kernel cannot hold.
std::string advice_for_arguments(const Json& report) {
  constexpr std::size_t most_named = 3;
  std::vector<const Json*> large;
  for (const Json& argument : report.at("arguments")) {
    if (argument.value("port", "") == "ap_memory") large.push_back(&argument);
  }
  if (port_memory_bits(report) <= report.at("memory").at("device_block_memory_bits").get<double>()) return "";
  std::stable_sort(large.begin(), large.end(),
                   [](const Json* a, const Json* b) { return a->at("bits") > b->at("bits"); });
  std::vector<std::string> names;
  for (std::size_t n = 0; n < std::min(most_named, large.size()); ++n) names.push_back(large[n]->at("name"));
  return "Put the largest arguments behind <code>m_axi</code> (" + html::codes(names) +
         (large.size() > most_named ? " …" : "") +
         (is_dataflow(report) ? ")." : "), with buffers on the chip (<code>buffer_at</code>).");
}

}  // namespace

std::string what_to_change(const Json& report) {
  std::vector<std::string> advice;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) advice.push_back(text);
  };
  const std::vector<ResourceShare> shares = resource_shares(report);
  const double fullest = shares.empty() ? 0 : shares.front().most;
  if (fullest > 1) add(advice_for_room(report, shares.front()));
  const Json* run = simulated_run(report);
  if (run && run->at("least_latency") < run->at("latency")) add(advice_for_depths(*run));
  const std::vector<Process> processes = find_processes(report);
  add(processes.empty() ? advice_for_nests(report, fullest) : advice_for_processes(report, processes, fullest));
  add(advice_for_arguments(report));
  if (advice.empty()) advice.push_back("Nothing stands out.");
  std::string items;
  for (const std::string& one : advice) items += "<li>" + one + "</li>";
  return "<ul>" + items + "</ul>";
}

}  // namespace pom::driver
