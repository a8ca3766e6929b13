#include "driver/page/nests.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "driver/page/parts.hpp"
#include "support/words.hpp"

namespace pom::driver {

using html::Json;

namespace {

double cycles_of(const Json& loop) { return loop.at("cycles").get<double>(); }

/// How often one call of the design enters the nests of a function.
double calls_of(const Json& report, const std::string& function) {
  double calls = 0;
  for (const Json& step : report.at("course").at("steps")) {
    if (step.at("call").get<bool>() && step.at("name") == function) calls += 1;
  }
  return std::max(calls, 1.0);
}

/// Whether each iteration of the loop is a run of a dataflow region.
bool is_region(const Json& report, const Json& loop) { return has_pragma(report, loop, "#pragma HLS dataflow"); }

/// Of the loops of a nest the one that decides: the pipelined one or the region that takes longest, or else the
/// innermost.
bool decides_more(const Json& report, const Json& loop, const Json* known) {
  if (!known) return true;
  const auto works = [&](const Json& one) { return is_pipelined(one) || is_region(report, one); };
  if (works(loop)) return !works(*known) || cycles_of(loop) > cycles_of(*known);
  return !works(*known);
}

std::set<std::string> written_names(const Json& report) {
  std::set<std::string> names;
  for (const Json& statement : report.at("statements")) names.insert(statement.at("name"));
  return names;
}

}  // namespace

std::string text_of_loop(const Json& report, const Json& loop) {
  std::istringstream lines(report.at("kernel").at("text").get<std::string>());
  std::string text;
  int open = 0, n = 0;
  for (std::string line; std::getline(lines, line);) {
    if (++n < loop.value("line", 0)) continue;
    text += line + "\n";
    open += static_cast<int>(std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}'));
    if (open <= 0) break;
  }
  return text;
}

bool has_pragma(const Json& report, const Json& loop, const std::string& begin) {
  const Json& kernel = report.at("kernel");
  for (const Json& pragma : kernel.at("pragmas")) {
    if (!pragma.at("text").get<std::string>().starts_with(begin)) continue;
    for (const Json& one : kernel.at("loops")) {
      if (one.at("label") == pragma.at("loop") && one.at("line") == loop.value("line", 0)) return true;
    }
  }
  return false;
}

bool is_pipelined(const Json& loop) { return loop.at("ii").get<std::int64_t>() > 0; }

std::string iterations_text(const Json& loop) {
  return (loop.at("trip_min") == loop.at("trip") ? "" : "at most ") + html::counted(loop.at("trip"), "iteration");
}

bool drains_early(const Json& loop) {
  return is_pipelined(loop) &&
         loop.at("trip").get<double>() * loop.at("ii").get<double>() < loop.at("il").get<double>();
}

std::vector<Nest> find_nests(const Json& report) {
  std::vector<Nest> nests;
  const Json& estimate = report.at("estimate");
  if (!estimate.at("available").get<bool>()) return nests;
  for (const Json& loop : estimate.at("loops")) {
    const std::string function = loop.at("function"), name = loop.value("nest", "");
    auto nest = std::find_if(nests.begin(), nests.end(),
                             [&](const Nest& one) { return one.function == function && one.name == name; });
    if (nest == nests.end()) nest = nests.insert(nests.end(), {function, name});
    nest->cycles = std::max(nest->cycles, cycles_of(loop) * calls_of(report, function));
    if (decides_more(report, loop, nest->inner)) nest->inner = &loop;
  }
  std::stable_sort(nests.begin(), nests.end(), [](const Nest& a, const Nest& b) { return a.cycles > b.cycles; });
  return nests;
}

std::vector<Process> find_region(const Json& report, const Json& loop) {
  std::vector<Process> processes;
  if (!is_region(report, loop)) return processes;
  const std::string text = text_of_loop(report, loop);
  for (const Nest& nest : find_nests(report)) {
    if (find_word(text, nest.function) != std::string::npos)
      processes.push_back({nest.function, cycles_of(*nest.inner), nest.inner});
  }
  std::stable_sort(processes.begin(), processes.end(),
                   [](const Process& a, const Process& b) { return a.cycles > b.cycles; });
  return processes;
}

std::vector<Process> find_processes(const Json& report) {
  std::vector<Process> processes;
  if (!report.at("course").at("concurrent").get<bool>()) return processes;
  const std::vector<Nest> nests = find_nests(report);
  const auto add = [&](const std::string& name, double cycles) {
    const auto nest = std::find_if(nests.begin(), nests.end(),
                                   [&](const Nest& one) { return one.function == name || one.name == name; });
    processes.push_back({name, cycles, nest == nests.end() ? nullptr : nest->inner});
  };
  if (const Json* run = simulated_run(report)) {
    for (const Json& process : run->at("processes")) add(process.at("function"), process.at("length").get<double>());
  } else {
    for (const Json& step : report.at("course").at("steps")) add(step.at("name"), step.at("cycles").get<double>());
  }
  std::stable_sort(processes.begin(), processes.end(),
                   [](const Process& a, const Process& b) { return a.cycles > b.cycles; });
  return processes;
}

std::vector<std::string> own_computes(const Json& report, const Json& loop) {
  std::vector<std::string> all, own;
  if (!loop.contains("computes")) return all;
  const std::set<std::string> written = written_names(report);
  for (const Json& compute : loop.at("computes")) {
    all.push_back(compute);
    if (written.count(all.back())) own.push_back(all.back());
  }
  return own.empty() ? all : own;
}

std::string computes_text(const Json& report, const Json& loop) {
  constexpr std::size_t most_named = 4;
  const std::vector<std::string> named = own_computes(report, loop);
  if (named.empty()) return "";
  std::string text;
  const std::size_t shown = named.size() > most_named ? most_named - 1 : named.size();
  for (std::size_t n = 0; n < shown; ++n) text += (n ? ", " : "") + html::escape(named[n]);
  const auto all = static_cast<std::int64_t>(loop.at("computes").size()), own = static_cast<std::int64_t>(named.size());
  if (shown < named.size()) text += " and " + std::to_string(named.size() - shown) + " more";
  return text + (own < all ? " and " + html::counted(all - own, "helper") : "");
}

std::vector<ResourceShare> resource_shares(const Json& report) {
  std::vector<ResourceShare> shares;
  const Json& estimate = report.at("estimate");
  if (!estimate.at("available").get<bool>()) return shares;
  for (const ResourceName& resource : resource_names) {
    const double has = report.at("device_resources").at(resource.key);
    const double used = estimate.at(resource.key), most = estimate.at("upper").at(resource.key);
    if (has > 0) shares.push_back({resource.title, resource.key, used / has, std::max(used, most) / has});
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const ResourceShare& a, const ResourceShare& b) { return a.most > b.most; });
  return shares;
}

double port_memory_bits(const Json& report) {
  double bits = 0;
  for (const Json& argument : report.at("arguments")) {
    if (argument.value("port", "") == "ap_memory") bits += argument.at("bits").get<double>();
  }
  return bits;
}

const Json* largest_local(const Json& report) {
  const Json* largest = nullptr;
  for (const Json& array : report.at("arrays")) {
    if (array.at("role") != "local" || array.contains("stream_depth")) continue;
    if (!largest || array.at("bits") > largest->at("bits")) largest = &array;
  }
  return largest;
}

}  // namespace pom::driver
