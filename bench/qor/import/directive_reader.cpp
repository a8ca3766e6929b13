#include "bench/qor/import/directive_reader.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/qor/description/term.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/evaluate_term.hpp"
#include "bench/qor/import/notes.hpp"

namespace pom::dse::qor {

namespace {

const std::set<std::string> partition_kinds = {"complete", "cyclic", "block"};

const std::set<std::string> of_loops = {"pipeline",   "unroll",         "loop_flatten",
                                        "dependence", "loop_tripcount", "dataflow"};

/// Directives without influence on what the model says.
const std::set<std::string> harmless = {"stable",  "top",         "loop_merge", "protocol",     "expression_balance",
                                        "latency", "performance", "occurrence", "disaggregate", "aggregate"};

/// Unrolled loops without a factor, and steps above one: where a constant of the program's leaves its value.
void collect_widths(const nlohmann::json& body, std::set<std::int64_t>& widths) {
  if (!body.is_array()) return;
  for (const nlohmann::json& node : body) {
    if (!node.is_object()) continue;
    const std::string range = text_of(node, "range");
    if (const std::size_t at = range.find(" step "); at != std::string::npos) {
      const std::int64_t step = std::atoll(range.c_str() + at + 6);
      if (step > 1) widths.insert(step);
    }
    for (const char* part : {"body", "then", "else"}) {
      if (node.contains(part)) collect_widths(node[part], widths);
    }
  }
}

std::vector<Directive> read_directives(const nlohmann::json& description) {
  std::vector<Directive> directives;
  const auto texts = description.find("pragmas");
  if (texts == description.end() || !texts->is_array()) return directives;
  for (const nlohmann::json& text : *texts) {
    if (text.is_string()) directives.push_back(parse_directive(text.get<std::string>()));
  }
  return directives;
}

bool is_of_array(const Directive& directive) {
  return directive.values.contains("variable") || directive.name == "interface";
}

/// "mul", "fmul", "dadd" … of bind_op.
std::optional<OpKind> bound_operation(const std::string& name) {
  static const std::map<std::string, OpKind> names = {
      {"add", OpKind::add},   {"sub", OpKind::sub}, {"mul", OpKind::mul}, {"div", OpKind::div},
      {"sqrt", OpKind::sqrt}, {"exp", OpKind::exp}, {"log", OpKind::log}};
  for (const std::string& word : {name, name.empty() ? name : name.substr(1)}) {
    if (const auto found = names.find(word); found != names.end()) return found->second;
  }
  return {};
}

void for_each_assignment(std::vector<Node>& nodes, const std::function<void(Assignment&)>& visit) {
  for (Node& node : nodes) {
    if (node.kind == Node::Kind::assignment) visit(node.assignment);
    for (auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) for_each_assignment(*body, visit);
  }
}

}  // namespace

DirectiveReader::DirectiveReader(const FunctionFacts& facts, bool is_top, Function& function,
                                 const Environment& environment, std::vector<std::string>& notes)
    : facts_(facts), is_top_(is_top), function_(function), environment_(environment), notes_(notes) {}

void DirectiveReader::note(const std::string& text) { add_note(notes_, function_, text); }

void DirectiveReader::apply_to_function(const nlohmann::json& description) {
  for (const Directive& directive : read_directives(description)) {
    if (is_of_array(directive))
      apply_to_array(directive, -1);
    else
      apply(directive);
  }
}

void DirectiveReader::apply_to_loop(const nlohmann::json& description, Loop& loop) {
  for (const Directive& directive : read_directives(description)) {
    if (of_loops.contains(directive.name))
      apply(directive, loop);
    else if (is_of_array(directive))
      apply_to_array(directive, loop.id);
    else
      apply(directive);
  }
}

std::int64_t DirectiveReader::number(const Directive& directive, const std::string& key, std::int64_t otherwise) {
  const std::string text = directive.value(key);
  if (text.empty()) return otherwise;
  const Term term = parse_term(text);
  if (const auto known = evaluate_affine(term, environment_); known && known->is_constant()) return known->constant;
  if (term.kind == Term::Kind::name) {
    if (const auto assumed = assumed_constant(term.text)) {
      note("assumed: " + term.text + " is " + std::to_string(*assumed) + ", the step of the function's loops");
      return *assumed;
    }
  }
  refuse("the value of " + text + " in \"" + directive.text + "\" is not in the description");
}

int DirectiveReader::count(const Directive& directive, const std::string& key, int otherwise) {
  const std::int64_t value = number(directive, key, otherwise);
  if (value < 0 || value > std::numeric_limits<int>::max()) refuse("the directive \"" + directive.text + "\"");
  return static_cast<int>(value);
}

int DirectiveReader::latency(const Directive& directive) {
  return static_cast<int>(std::clamp<std::int64_t>(number(directive, "latency", -1), -1, 1000));
}

/// A macro whose value the description does not give. When all stepped loops of the function have one step, that is it.
std::optional<std::int64_t> DirectiveReader::assumed_constant(const std::string& name) const {
  if (environment_.scopes.find(name)) return {};
  std::set<std::int64_t> widths;
  collect_widths((*facts_.text)["body"], widths);
  return widths.size() == 1 ? std::optional(*widths.begin()) : std::nullopt;
}

void DirectiveReader::apply(const Directive& directive, Loop& loop) {
  if (directive.name == "pipeline") {
    loop.pipeline_off = directive.has("off") || directive.value("off") == "true";
    const int interval = count(directive, "ii", 0);
    if (!loop.pipeline_off) loop.pipeline = interval;
  } else if (directive.name == "unroll") {
    if (!directive.has("off")) loop.unroll = count(directive, "factor", 0);
  } else if (directive.name == "loop_flatten") {
    loop.flatten_off = directive.has("off");
    loop.flatten = !loop.flatten_off;
  } else if (directive.name == "dataflow") {
    loop.dataflow = true;
  } else if (directive.name == "loop_tripcount") {
    read_trip_count(directive, loop);
  } else if (directive.name == "dependence") {
    read_dependence(directive, loop);
  }
}

/// Sets trip counts only where nothing better is known: the directive promises nothing to the hardware.
void DirectiveReader::read_trip_count(const Directive& directive, Loop& loop) {
  const std::int64_t least = number(directive, "min", -1), most = number(directive, "max", -1);
  if (most < 0) return;
  const std::int64_t from = least < 0 ? most : least;
  const TripCount promised{from, most, static_cast<double>(number(directive, "avg", (from + most) / 2))};
  promised_trips_[loop.id] = promised;
  if (loop.trip.max < 0) loop.trip = promised;
}

void DirectiveReader::read_dependence(const Directive& directive, Loop& loop) {
  const bool is_false = directive.has("false") || directive.value("dependent") == "false";
  if (directive.choice("type", {"inter", "intra"}) == "intra") return;
  const std::int64_t distance = number(directive, "distance", 0);
  if (!is_false && distance <= 0) return;
  std::optional<int> array = -1;
  if (!directive.value("variable").empty()) array = find_array(directive);
  if (array) loop.promises.push_back({*array, is_false ? 0 : distance});
}

void DirectiveReader::apply(const Directive& directive) {
  if (directive.name == "dataflow") {
    function_.dataflow = true;
  } else if (directive.name == "inline") {
    function_.inlining = directive.has("off") ? Function::Inline::never : Function::Inline::always;
  } else if (directive.name == "pipeline") {
    if (!directive.has("off")) function_.pipeline = static_cast<int>(number(directive, "ii", 0));
  } else if (directive.name == "unroll" || !harmless.contains(directive.name)) {
    note("the directive is left out: " + directive.text);
  }
}

std::optional<int> DirectiveReader::find_array(const Directive& directive) {
  std::string name = directive.value(directive.name == "interface" ? "port" : "variable");
  if (name.starts_with('&')) name.erase(0, 1);
  for (std::size_t n = 0; n < function_.arrays.size(); ++n) {
    if (function_.arrays[n].name == name) return static_cast<int>(n);
  }
  if (name != "return") note("there is no array for the directive: " + directive.text);
  return {};
}

void DirectiveReader::apply_to_array(const Directive& directive, int loop) {
  if (directive.name == "bind_op" || (directive.name == "resource" && !directive.value("op").empty())) {
    bindings_.push_back(directive);
    return;
  }
  if (directive.name == "interface") return set_port(directive);
  if (harmless.contains(directive.name)) return;
  const auto number = find_array(directive);
  if (!number) return;
  Array& array = function_.arrays[*number];
  declared_in_.try_emplace(*number, loop);
  if (directive.name == "array_partition" || directive.name == "array_reshape") return partition(directive, array);
  if (directive.name == "bind_storage" || directive.name == "resource") return bind_storage(directive, array);
  if (directive.name == "stream") {
    array.depth = count(directive, "depth", array.depth);
    if (directive.has("off")) return;
    array.fifo = array.fifo || (!array.stream && !array.shape.empty());
    array.stream = true;
    return;
  }
  if (directive.name != "dependence") note("the directive is left out: " + directive.text);
}

void DirectiveReader::set_port(const Directive& directive) {
  static const std::set<std::string> modes = {"m_axi",   "s_axilite", "axis",   "ap_memory", "bram",       "ap_fifo",
                                              "ap_none", "ap_vld",    "ap_ack", "ap_hs",     "ap_ctrl_hs", "ap_stable"};
  const auto number = find_array(directive);
  if (!number || !is_top_) return;
  Port& port = function_.arrays[*number].port;
  const std::string mode = directive.choice("mode", modes);
  // A pointer's address register (s_axilite) says nothing of its data.
  if (mode == "s_axilite" && !port.mode.empty()) return;
  port.mode = mode;
  port.bundle = directive.value("bundle");
  if (const std::string type = directive.choice("storage_type", {}); !type.empty())
    function_.arrays[*number].storage_type = type;
}

void DirectiveReader::partition(const Directive& directive, Array& array) {
  const std::string kind = directive.choice("type", partition_kinds);
  Banking banking;
  banking.kind = kind == "cyclic" ? BankingKind::cyclic : kind == "block" ? BankingKind::block : BankingKind::complete;
  banking.factor = number(directive, "factor", banking.kind == BankingKind::complete ? 1 : 0);
  banking.reshape = directive.name == "array_reshape";
  const std::int64_t dimension = number(directive, "dim", 1);
  const auto rank = static_cast<std::int64_t>(array.shape.size());
  if (banking.factor < 1 || dimension < 0) refuse("the directive \"" + directive.text + "\"");
  if (dimension > rank || rank == 0) return note("there is no such dimension: " + directive.text);
  array.banking.resize(array.shape.size());
  for (std::int64_t n = 1; n <= rank; ++n) {
    const std::int64_t extent = array.shape[n - 1];
    if (dimension != 0 && n != dimension) continue;
    Banking& its = array.banking[n - 1];
    its = banking;
    if (banking.kind != BankingKind::complete && banking.factor == 1) its = Banking{};
    if (extent > 0 && its.kind == BankingKind::complete) its.factor = extent;
  }
}

void DirectiveReader::bind_storage(const Directive& directive, Array& array) {
  std::string type = directive.choice("type", {}), storage = directive.choice("impl", {});
  if (directive.name == "resource") {
    // RAM_2P_BRAM, RAM_1P, ROM_2P_LUTRAM, XPM_MEMORY …: the old spelling says both in one word.
    type = directive.choice("core", {});
    if (!type.starts_with("ram") && !type.starts_with("rom") && !type.starts_with("fifo")) {
      bindings_.push_back(directive);
      return;
    }
    if (const std::size_t second = type.find('_', 4); second != std::string::npos) {
      storage = type.substr(second + 1);
      type.erase(second);
    }
  }
  array.storage_type = type;
  array.storage = storage;
  if (!directive.value("latency").empty()) array.storage_latency = latency(directive);
}

void DirectiveReader::bind_operators() {
  for (const Directive& directive : bindings_) {
    const auto target = find_array(directive);
    const auto op = bound_operation(directive.choice("op", {}));
    if (!target || !op) {
      note("the directive is left out: " + directive.text);
      continue;
    }
    const int cycles = latency(directive);
    for_each_assignment(function_.body, [&](const Assignment& assignment) {
      if (assignment.array != *target) return;
      Expression* bound = &function_.expressions[assignment.value];
      while (bound->op == OpKind::cast) bound = &function_.expressions[bound->operands.front()];
      if (bound->op != *op) return;
      bound->implementation = directive.choice("impl", {});
      bound->bound_latency = cycles;
    });
  }
}

}  // namespace pom::dse::qor
