#include "estimates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <sstream>

#include "dse/estimate/estimate.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/estimate/qor/upper_bound.hpp"
#include "dse/explore/programs/programs.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/analysis/bounds.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/dataflow/check_dataflow.hpp"
#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "random_case.hpp"
#include "sizes.hpp"

namespace pom::fuzz {

namespace {

constexpr std::uint64_t explored_one_in = 10;
/// The sizes of every second program that is explored are given at run time.
constexpr std::uint64_t sized_one_in = 2 * explored_one_in;

struct Setting {
  const char* device;
  double clock_ns;
};
constexpr std::array<Setting, 2> settings = {{{"xc7z020", 10}, {"xcu55c", 5}}};
/// Longer periods, as multiples of the setting's.
constexpr std::array slower = {1.5, 2.0, 4.0};

const dse::devices::Device& device_of(const Setting& setting) {
  static const std::array devices = {*dse::devices::find_device(settings[0].device),
                                     *dse::devices::find_device(settings[1].device)};
  return devices[&setting - settings.data()];
}

dse::devices::Target target_of(const Setting& setting, double clock_ns) {
  dse::devices::Target target;
  target.device = &device_of(setting);
  target.clock_ns = clock_ns;
  return target;
}

std::optional<dse::estimate::Qor> ask(const dse::Kernel& kernel, const Setting& setting, double clock_ns) {
  auto answer = dse::estimate::estimate(kernel, target_of(setting, clock_ns));
  auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? std::optional(std::move(*qor)) : std::nullopt;
}

bool is_number(double value) { return std::isfinite(value) && value >= 0; }

bool are_numbers(const dse::estimate::Resources& r) {
  return is_number(r.dsp) && is_number(r.lut) && is_number(r.ff) && is_number(r.bram_18k) && is_number(r.uram);
}

bool is_sound(const dse::estimate::Qor& qor) {
  // Means are sums of fractions.
  const double rounding = 1e-9 * static_cast<double>(qor.latency_max) + 1e-9;
  const bool ordered = qor.latency_min >= 0 && static_cast<double>(qor.latency_min) <= qor.latency_average + rounding &&
                       qor.latency_average <= static_cast<double>(qor.latency_max) + rounding;
  return ordered && std::isfinite(qor.latency_average) && are_numbers(qor.resources) &&
         std::all_of(qor.shares.begin(), qor.shares.end(),
                     [](const auto& share) { return are_numbers(share.resources); }) &&
         std::all_of(qor.loops.begin(), qor.loops.end(), [](const dse::estimate::LoopEstimate& loop) {
           return loop.trip >= 0 && loop.iteration_latency >= 0 && loop.interval >= 0 && loop.latency_min >= 0 &&
                  loop.latency_min <= loop.latency_max;
         });
}

bool is_bounded(const dse::estimate::Qor& qor) {
  const dse::estimate::QorBound upper = dse::estimate::upper_bound(qor, 0.9);
  const dse::estimate::Resources &mine = qor.resources, &most = upper.resources;
  return upper.latency_max >= static_cast<double>(qor.latency_max) && upper.latency_average >= qor.latency_average &&
         most.dsp >= mine.dsp && most.lut >= mine.lut && most.ff >= mine.ff && most.bram_18k >= mine.bram_18k &&
         most.uram >= mine.uram;
}

bool fits(const dse::estimate::Resources& used, const dse::devices::Device& device) {
  const auto is_within = [](double part, std::int64_t all) { return part <= static_cast<double>(all); };
  return is_within(used.dsp, device.dsp) && is_within(used.lut, device.lut) && is_within(used.ff, device.ff) &&
         is_within(used.bram_18k, device.bram_18k) && is_within(used.uram, device.uram);
}

std::string to_text(const dse::estimate::Qor& qor) {
  std::ostringstream text;
  const dse::estimate::Resources& r = qor.resources;
  text.precision(17);
  text << qor.latency_min << " " << qor.latency_average << " " << qor.latency_max << " cycles, interval "
       << qor.interval << ", " << r.dsp << " DSP, " << r.lut << " LUT, " << r.ff << " FF, " << r.bram_18k << " BRAM, "
       << r.uram << " URAM";
  return text.str();
}

void rename_loops(std::vector<dse::Node>& body) {
  for (dse::Node& node : body) {
    rename_loops(node.branch.then);
    rename_loops(node.branch.otherwise);
    rename_loops(node.loop.body);
    if (!node.loop.name.empty()) node.loop.name = "other_" + node.loop.name;
    if (!node.loop.label.empty()) node.loop.label = "other_" + node.loop.label;
  }
}

dse::Kernel rename(dse::Kernel kernel) {
  for (dse::Function& function : kernel.functions) {
    for (dse::Array& array : function.arrays) array.name = "other_" + array.name;
    rename_loops(function.body);
  }
  return kernel;
}

/// Some versions of the tool copy a whole memory for reads at once, and no bank of a memory.
bool loses_copies(const dse::Array& whole, const dse::Array& in_banks, const Setting& setting) {
  const dse::devices::Target target = target_of(setting, setting.clock_ns);
  return dse::estimate::view_memory(whole, target).replicable &&
         !dse::estimate::view_memory(in_banks, target).replicable;
}

std::int64_t worst_interval(const dse::estimate::Qor& qor) {
  std::int64_t worst = 0;
  for (const dse::estimate::LoopEstimate& loop : qor.loops) worst = std::max(worst, loop.interval);
  return worst;
}

class Judge {
 public:
  Judge(CaseResult& result, const Setting& setting, const dse::Kernel& kernel)
      : result_(result), setting_(setting), kernel_(kernel) {}

  void run() {
    const auto qor = ask(kernel_, setting_, setting_.clock_ns);
    if (!qor) return;
    if (!is_sound(*qor)) find("estimate-number", to_text(*qor));
    if (!is_bounded(*qor)) find("estimate-bound", to_text(*qor));
    const auto renamed = ask(rename(kernel_), setting_, setting_.clock_ns);
    if (!renamed || to_text(*renamed) != to_text(*qor))
      find("estimate-renamed", to_text(*qor) + "; " + (renamed ? to_text(*renamed) : "none"));
    compare_clocks(*qor);
    compare_banks(*qor);
  }

 private:
  void find(const std::string& kind, const std::string& detail) {
    result_.findings.push_back({kind, std::string(setting_.device) + ": " + detail});
  }

  void compare_clocks(dse::estimate::Qor faster) {
    for (const double times : slower) {
      auto now = ask(kernel_, setting_, times * setting_.clock_ns);
      if (!now) return;
      if (now->latency_max > faster.latency_max)
        find("estimate-clock",
             to_text(faster) + "; with " + std::to_string(times) + " times the period " + to_text(*now));
      faster = std::move(*now);
    }
  }

  /// Doubles the banks of one dimension at a time, in functions of one array's accesses: a loop may not start less
  /// often.
  void compare_banks(const dse::estimate::Qor& qor) {
    for (std::size_t f = 0; f < kernel_.functions.size(); ++f) {
      for (std::size_t a = 0; a < kernel_.functions[f].arrays.size(); ++a) {
        const dse::Array& array = kernel_.functions[f].arrays[a];
        if (array.shape.empty() || array.stream || !array.banking.empty() || array.shape.back() % 2 != 0) continue;
        dse::Kernel cut = kernel_;
        auto& banking = cut.functions[f].arrays[a].banking;
        banking.resize(array.shape.size());
        banking.back() = {dse::BankingKind::cyclic, 2};
        if (loses_copies(array, cut.functions[f].arrays[a], setting_)) continue;
        const auto now = ask(cut, setting_, setting_.clock_ns);
        if (now && worst_interval(*now) > worst_interval(qor))
          find("estimate-banks", array.name + ": " + to_text(qor) + "; with two banks " + to_text(*now));
      }
    }
  }

  CaseResult& result_;
  const Setting& setting_;
  const dse::Kernel& kernel_;
};

/// Beside the program as written, which the tool pipelines, the random schedule is a design too: no design that fits is
/// below the bound, whoever made it. `scheduled`: the loops under it, maybe of a program that it rewrites; null: it is
/// refused.
void compare_search(const poly::Scop& as_written, const poly::IslContext& isl, const dse::Kernel* scheduled,
                    const Setting& setting, CaseResult& result) {
  const auto graph = graph::build_dependence_graph(as_written, poly::analyze_dependences(as_written));
  const auto found = dse::explore::explore_rewritten(as_written, graph, isl, target_of(setting, setting.clock_ns), {});
  if (!found) return;
  const double design = found->qor.latency_average;
  const double written = found->automatic.latency_average;
  constexpr double rounding = 1e-6;  // of means of cycles
  const Schedule& schedule = as_written.program->schedule;
  // A buffer that the user placed stays, also where its copies cost more than they save.
  const bool buffered = std::any_of(schedule.begin(), schedule.end(), [](const Directive& directive) {
    return std::holds_alternative<BufferAt>(directive.primitive);
  });
  if (found->bound > design * (1 + rounding) || (design > written * (1 + rounding) && !buffered)) {
    std::ostringstream text;
    text << setting.device << ": bound " << found->bound << ", design " << design << ", as written " << written;
    result.findings.push_back({"search-bound", text.str()});
  }
  // Processes that overlap are no part of what is searched, and the loops under the schedule have no buffers.
  const bool overlaps = std::any_of(schedule.begin(), schedule.end(), [](const Directive& directive) {
    return std::holds_alternative<Dataflow>(directive.primitive) || std::holds_alternative<Stream>(directive.primitive);
  });
  if (overlaps || buffered || !scheduled) return;
  const auto by_hand = ask(*scheduled, setting, setting.clock_ns);
  if (!by_hand || !fits(by_hand->resources, device_of(setting))) return;
  if (found->bound > by_hand->latency_average * (1 + rounding)) {
    std::ostringstream text;
    text << setting.device << ": bound " << found->bound << ", by hand " << by_hand->latency_average;
    result.findings.push_back({"search-hand", text.str()});
  }
}

struct Loops {
  poly::LoopTree tree;
  bool scheduled = false;  ///< false: the schedule is refused, and the loops are those of the program as written
};

std::optional<Loops> loops_of(const poly::Scop& as_written, const poly::IslContext& isl) {
  poly::Dependences dependences = poly::analyze_dependences(as_written);
  poly::Scop program = as_written;
  auto rewritten = poly::rewrite_program(as_written, dependences, isl);
  const bool refused = !rewritten;
  if (!refused && *rewritten) {
    program = std::move((*rewritten)->as_written);
    dependences = std::move((*rewritten)->dependences);
  }
  const auto scheduled = poly::apply_schedule(program, dependences, program.program->schedule);
  if (scheduled && poly::check_dataflow(*scheduled).empty()) {
    if (auto loops = poly::generate_loops(*scheduled)) return Loops{*loops, !refused};
  }
  auto loops = poly::generate_loops(as_written);
  return loops ? std::optional(Loops{*loops, false}) : std::nullopt;
}

std::shared_ptr<const dsl::Function> program_of(const Case& made) {
  std::shared_ptr<const dsl::Function> program = record(made);
  if (made.seed % sized_one_in != 0) return program;
  Random random(made.seed);
  const auto sized = with_parameter(*program, random);
  return sized ? sized : program;
}

void judge(const Case& made, CaseResult& result) {
  const auto program = program_of(made);
  if (!program->findings.empty()) return;
  const poly::IslContext isl;
  const poly::Scop as_written = poly::extract_scop(program, isl);
  if (!poly::check_bounds(as_written).empty() || !poly::check_local_arrays(as_written).empty()) return;
  const auto loops = loops_of(as_written, isl);
  if (!loops) return;
  const dse::Kernel kernel = dse::make_kernel(loops->tree);
  for (const Setting& setting : settings) Judge(result, setting, kernel).run();
  if (made.seed % explored_one_in == 0)
    compare_search(as_written, isl, loops->scheduled ? &kernel : nullptr, settings[0], result);
}

}  // namespace

CaseResult judge_estimates(std::uint64_t seed) {
  CaseResult result;
  result.seed = seed;
  try {
    judge(make_case(seed), result);
  } catch (const std::exception& error) {
    result.findings.push_back({"exception", error.what()});
  }
  return result;
}

}  // namespace pom::fuzz
