#include "bench/qor/import/import_point.hpp"

#include <functional>
#include <nlohmann/json.hpp>

#include "bench/qor/description/read_truth.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/finish_kernel.hpp"
#include "bench/qor/import/import_function.hpp"
#include "bench/qor/import/parameter_constants.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

/// The tool renames ports that are keywords of its hardware language, and splits structures.
bool is_port_of(const std::string& port, const std::string& parameter) {
  if (port == parameter) return true;
  for (const char* ending : {"_r", "_V", "_i", "_o", "_data", "_V_V"}) {
    if (port == parameter + ending) return true;
  }
  return false;
}

void read_ports(const json& point, Function& top) {
  const auto ports = point.find("interface");
  if (ports == point.end() || !ports->is_object()) return;
  for (const int number : top.parameters) {
    Array& array = top.arrays[number];
    for (const auto& [name, port] : ports->items()) {
      if (!is_port_of(name, array.name)) continue;
      if (array.port.mode.empty()) array.port.mode = text_of(port, "protocol");
      if (port.contains("addr") && port["addr"].is_number_integer()) array.port.addresses = port["addr"].get<int>();
    }
  }
}

/// Scalars that take a callee's result get the type that it turned out to have.
void settle_results(const std::vector<ReturnedScalar>& returned, int caller, Kernel& kernel) {
  for (const auto& [scalar, callee] : returned) {
    Function& function = kernel.functions[caller];
    const Function& called = kernel.functions[callee];
    const NumberType type = called.arrays[called.parameters.back()].element;
    function.arrays[scalar].element = type;
    for (Expression& expression : function.expressions) {
      if (expression.op == OpKind::load && expression.array == scalar) expression.type = type;
    }
  }
}

/// Where trips vary, the tool reports with what a directive says of them.
void promise_trips(std::vector<Node>& body, const std::map<int, TripCount>& promised) {
  for (Node& node : body) {
    for (auto* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) promise_trips(*inner, promised);
    if (node.kind != Node::Kind::loop || node.loop.trip.min == node.loop.trip.max) continue;
    if (const auto found = promised.find(node.loop.id); found != promised.end()) node.loop.trip = found->second;
  }
}

Kernel import_kernel(const json& point, std::vector<std::string>& notes) {
  const Program program = survey_program(point);
  const int functions = static_cast<int>(program.functions.size());
  ParameterConstants constants(program);
  std::vector<ImportedFunction> imported;
  for (int n = 0; n < functions; ++n) imported.push_back(import_function(program, n, constants, notes));
  Kernel kernel;
  kernel.name = text_of(point, "kernel");
  for (ImportedFunction& one : imported) kernel.functions.push_back(std::move(one.function));
  read_ports(point, kernel.functions.front());
  for (int n = 0; n < functions; ++n) settle_results(imported[n].returned_scalars, n, kernel);
  make_references(kernel);
  for (int n = 0; n < functions; ++n) {
    Function& function = kernel.functions[n];
    drop_dead_scalars(function);
    count_trips(function, notes);
    promise_trips(function.body, imported[n].promised_trips);
  }
  return kernel;
}

std::optional<double> number_of(const json& object, const char* member) {
  if (!object.is_object()) return {};
  const auto found = object.find(member);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

bool sets_unsafe_math(const json& setting) {
  const std::string text = setting.is_string() ? setting.get<std::string>() : "";
  return text.find("-unsafe_math_optimizations") != std::string::npos && !text.ends_with("=0");
}

/// The word behind the last " in " of "variable v26 in node2".
std::string place_of(const std::string& text) {
  const std::size_t at = text.rfind(" in ");
  return at == std::string::npos ? "" : text.substr(at + 4);
}

/// The description with the partitions that the report says the tool added for the sake of a pipelined loop: rows of
/// the source pragma, "array_partition", its options and the variable's place.
json with_inferred_partitions(json text) {
  const json reported = text.value("pragma_report", json::array());
  for (const json& row : reported) {
    if (!row.is_array() || row.size() < 4 || row[1] != "array_partition" || !row[2].is_string() || !row[3].is_string())
      continue;
    const std::string place = place_of(row[3].get<std::string>());
    for (json& function : text["desc"]) {
      if (text_of(function, "function") != place) continue;
      function["pragmas"].push_back("array_partition " + row[2].get<std::string>());
    }
  }
  return text;
}

/// Cycles between a request and its data that the tool assumes of an m_axi port (facts: dataflow_laws.md, E).
int default_bus_latency(const std::string& flow) {
  return flow.find("Vitis Kernel Flow") != std::string::npos ? 64 : 0;
}

void set_bus_latency(Kernel& kernel, int latency) {
  for (Array& array : kernel.top_function().arrays) {
    if (array.port.is_bus()) array.port.latency = latency;
  }
}

Point import_object(const json& text) {
  if (!text.is_object()) refuse("the line is no object");
  Point point;
  point.id = text_of(text, "id");
  point.name = text_of(text, "kernel");
  point.tool_version = text_of(text, "tool_version");
  point.part = text_of(text, "part");
  if (point.id.empty()) refuse("the point has no id");
  if (text.contains("source")) point.source = text_of(text["source"], "repo");
  point.gold = text.contains("gold") && text["gold"].is_boolean() && text["gold"].get<bool>();
  for (const json& setting : text.value("config", json::array()))
    point.unsafe_math = point.unsafe_math || sets_unsafe_math(setting);
  const json clock = text.value("clock_ns", json::object());
  const auto period = number_of(clock, "target");
  if (!period || !(*period > 0) || *period > 1e6) refuse("the point has no clock period");
  point.clock_ns = *period;
  point.uncertainty_ns = number_of(clock, "uncertainty");
  point.truth = read_truth(text);
  point.kernel = import_kernel(with_inferred_partitions(text), point.notes);
  set_bus_latency(point.kernel, default_bus_latency(text_of(text, "flow")));
  return point;
}

}  // namespace

std::variant<Point, std::string> import_point(const json& text) {
  try {
    return import_object(text);
  } catch (const Unsupported& reason) {
    return std::string(reason.what());
  } catch (const json::exception& error) {
    return std::string("the point is malformed: ") + error.what();
  } catch (const std::exception& error) {
    return std::string("the point is malformed: ") + error.what();
  }
}

std::variant<Point, std::string> import_point_text(const std::string& line) {
  const json text = json::parse(line, nullptr, false);
  if (text.is_discarded()) return std::string("the line is no JSON");
  return import_point(text);
}

}  // namespace pom::dse::qor
