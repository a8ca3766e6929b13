#include "driver/report/kernel_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/report/estimate_report.hpp"
#include "driver/report/kernel_lines.hpp"
#include "driver/report/place.hpp"

namespace pom::driver {

using nlohmann::ordered_json;

namespace {

/// Where a pragma stands, as far as it decides which directive made it.
struct PragmaPlace {
  std::string kind, variable;
  std::vector<std::string> computes;  ///< of the loop around it
  std::string loop;                   ///< the loop's name
  std::string argument;               ///< of which the variable is a buffer; empty: it is none

  bool is_about(const std::string& array) const { return array == variable || (!array.empty() && array == argument); }
};

bool names(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_same_loop(const PragmaPlace& at, const std::string& compute, const LoopRef& loop) {
  return names(at.computes, compute) && (loop.name.empty() || loop.name == at.loop);
}

/// Tells whether a directive makes pragmas of this kind at this place.
struct Makes {
  const PragmaPlace& at;

  bool operator()(const Pipeline& d) const { return at.kind == "pipeline" && is_same_loop(at, d.compute, d.loop); }
  bool operator()(const Unroll& d) const { return at.kind == "unroll" && is_same_loop(at, d.compute, d.loop); }
  bool operator()(const FlattenOff& d) const {
    return at.kind == "loop_flatten" && is_same_loop(at, d.compute, d.loop);
  }
  bool operator()(const DependenceFact& d) const {
    return at.kind == "dependence" && d.array == at.variable && is_same_loop(at, d.compute, d.loop);
  }
  bool operator()(const BindOp& d) const { return at.kind == "bind_op" && names(at.computes, d.compute); }
  bool operator()(const Partition& d) const { return at.kind == "array_partition" && at.is_about(d.array); }
  bool operator()(const Reshape& d) const { return at.kind == "array_reshape" && at.is_about(d.array); }
  bool operator()(const BindStorage& d) const { return at.kind == "bind_storage" && at.is_about(d.array); }
  bool operator()(const Stream& d) const { return at.kind == "stream" && d.array == at.variable; }
  bool operator()(const Interface& d) const { return at.kind == "interface" && d.port == at.variable; }
  bool operator()(const Dataflow&) const { return at.kind == "dataflow" && at.loop.empty(); }
  bool operator()(const DoubleBuffer& d) const {
    return at.kind == "dataflow" && !at.loop.empty() && (d.loop.name.empty() || d.loop.name == at.loop);
  }
  bool operator()(const auto&) const { return false; }
};

/// The last directive that makes the pragma: a later one takes an earlier one's place.
std::optional<std::size_t> find_directive(const Schedule& schedule, const PragmaPlace& at) {
  for (std::size_t n = schedule.size(); n > 0; --n) {
    if (std::visit(Makes{at}, schedule[n - 1].primitive)) return n - 1;
  }
  return std::nullopt;
}

/// Why a pragma stands there that no directive asked for.
std::string reason_without_directive(const std::string& kind, bool explored) {
  if (kind == "interface") return "the protocol of a port for which no directive names one";
  if (kind == "dependence") return "proved: the exact dependences say so";
  if (kind == "loop_tripcount") return "the number of iterations varies; changes only the tool's report";
  if (kind == "inline") return "a module of its own: a process, or shared by several calls";
  if (kind == "allocation") return explored ? "auto_DSE: equal nests run on one module" : "its calls share one module";
  return "made with the loops";
}

class KernelDescription {
 public:
  KernelDescription(const Compilation& made, bool explored)
      : made_(made), explored_(explored), lines_(made.kernel), loops_(place_loops(*made.loops)) {}

  ordered_json describe() const {
    ordered_json section;
    section["file"] = made_.program->name + ".cpp";
    section["text"] = made_.kernel;
    section["loops"] = ordered_json::array();
    section["pragmas"] = ordered_json::array();
    std::string loop;
    for (int line = 1; line <= lines_.count(); ++line) {
      const std::string& text = lines_.at(line);
      if (const auto label = KernelLines::label_of(text); label && loops_.count(*label)) {
        loop = *label;
        section["loops"].push_back(describe_loop(loop, line));
      } else if (!pragma_kind(text).empty()) {
        section["pragmas"].push_back(describe_pragma(text, line, loop));
      } else if (text == "}") {
        loop.clear();
      }
    }
    return section;
  }

 private:
  std::vector<std::string> compute_names(const std::string& loop) const {
    std::vector<std::string> computes;
    const auto found = loops_.find(loop);
    if (found == loops_.end()) return computes;
    for (const int compute : found->second.computes) computes.push_back(made_.loops->program->computes[compute].name);
    return computes;
  }

  ordered_json describe_loop(const std::string& label, int line) const {
    return {{"label", label},
            {"name", loops_.at(label).node->name},
            {"inside", loops_.at(label).parent},
            {"line", line},
            {"computes", compute_names(label)}};
  }

  ordered_json describe_pragma(const std::string& text, int line, const std::string& loop) const {
    PragmaPlace at{pragma_kind(text), pragma_value(text, "variable"), compute_names(loop), "", ""};
    if (at.variable.empty()) at.variable = pragma_value(text, "port");
    for (const poly::PlacedBuffer& buffer : made_.buffers) {
      if (buffer.buffer == at.variable) at.argument = buffer.array;
    }
    if (const auto found = loops_.find(loop); found != loops_.end()) at.loop = found->second.node->name;
    const auto directive = find_directive(made_.program->schedule, at);
    ordered_json entry = {{"line", line}, {"text", text}, {"loop", loop}, {"directive", nullptr}, {"because", ""}};
    if (directive) entry["directive"] = *directive;
    if (!directive) entry["because"] = reason_without_directive(at.kind, explored_);
    return entry;
  }

  const Compilation& made_;
  bool explored_;
  KernelLines lines_;
  std::map<std::string, PlacedLoop> loops_;
};

/// The outermost of the loops that one loop of the estimate stands for.
std::string outermost_label(const EstimatedLoop& loop, const std::map<std::string, PlacedLoop>& loops) {
  std::string label = loop.innermost;
  for (std::int64_t n = 1; n < loop.nested && loops.count(label) && !loops.at(label).parent.empty(); ++n)
    label = loops.at(label).parent;
  return label;
}

/// The label of the outermost loop around a loop.
std::string nest_of(const std::string& label, const std::map<std::string, PlacedLoop>& loops) {
  const std::string& parent = loops.at(label).parent;
  return parent.empty() ? label : nest_of(parent, loops);
}

/// The line of the program for a loop: of the first statement that the program has, as what moves data stands in none.
std::string place_of_loop(const Compilation& made, const std::vector<int>& computes) {
  const dsl::Function& program = *made.loops->program;
  const auto own = std::find_if(computes.begin(), computes.end(), [&](int compute) {
    return made.as_written->program->find_compute(program.computes[compute].name) >= 0;
  });
  return place_text(program.computes[own == computes.end() ? computes.front() : *own].at);
}

/// Lines of kernel and program at which a loop stands, and what limits it.
void add_places(const Compilation& made, const KernelLines& lines, const PlacedLoop& placed, const EstimatedLoop& loop,
                ordered_json& entry) {
  const dsl::Function& program = *made.loops->program;
  const int line = lines.find_loop(loop.innermost);
  entry["line"] = line;
  entry["computes"] = ordered_json::array();
  for (const int compute : placed.computes) entry["computes"].push_back(program.computes[compute].name);
  if (!placed.computes.empty()) entry["at"] = place_of_loop(made, placed.computes);
  if (loop.limit.empty() || line == 0) return;
  const bool carried = loop.limit == "recurrence";
  using Touch = KernelLines::Touch;
  entry["limit_line"] = lines.find_access(line, loop.limiting_array, carried ? Touch::store : Touch::any);
  for (const int compute : placed.computes) {
    const dsl::Compute& one = program.computes[compute];
    if (program.arrays[one.store.array]->name == loop.limiting_array || !carried)
      entry["limit_at"] = place_text(one.at);
  }
}

/// Cycles of one nest of the top function by the estimate of its outermost loop; nothing: the tool unrolls it.
std::optional<std::int64_t> cycles_of(const std::vector<poly::LoopNode>& body, const Estimate& estimate,
                                      const std::map<std::string, PlacedLoop>& loops) {
  std::optional<std::int64_t> sum;
  for (const poly::LoopNode& node : body) {
    for (const EstimatedLoop& loop : estimate.loops) {
      if (node.kind == poly::LoopNode::Kind::loop && outermost_label(loop, loops) == node.label)
        sum = sum.value_or(0) + loop.cycles;
    }
  }
  return sum;
}

}  // namespace

ordered_json describe_kernel(const Compilation& made, bool explored) {
  return KernelDescription(made, explored).describe();
}

ordered_json describe_estimated_loops(const Compilation& made, const Estimate& estimate, bool explored) {
  const KernelLines lines(made.kernel);
  const std::map<std::string, PlacedLoop> loops = place_loops(*made.loops);
  ordered_json list = ordered_json::array();
  for (const EstimatedLoop& loop : estimate.loops) {
    list.push_back(describe_loop(loop));
    const auto found = loops.find(loop.innermost);
    if (found == loops.end()) continue;
    list.back()["nest"] = nest_of(loop.innermost, loops);
    add_places(made, lines, found->second, loop, list.back());
    if (const auto& mark = found->second.node->pipeline; mark && !explored)
      list.back()["pipelined_at"] = place_text(mark->at);
  }
  return list;
}

ordered_json describe_course(const Compilation& made, const Estimate& estimate) {
  const std::map<std::string, PlacedLoop> loops = place_loops(*made.loops);
  ordered_json steps = ordered_json::array();
  for (const poly::LoopNode& root : made.loops->roots) {
    const bool is_call = root.kind == poly::LoopNode::Kind::call;
    if (!is_call && root.kind != poly::LoopNode::Kind::loop) continue;
    const std::string name = is_call ? made.loops->routines[root.routine].name : root.label;
    const auto cycles = is_call ? cycles_of(made.loops->routines[root.routine].body, estimate, loops)
                                : cycles_of({root}, estimate, loops);
    if (cycles) steps.push_back({{"name", name}, {"call", is_call}, {"cycles", *cycles}});
  }
  return {{"concurrent", made.loops->hardware.dataflow.has_value()}, {"steps", steps}};
}

}  // namespace pom::driver
