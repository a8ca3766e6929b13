#include <algorithm>
#include <functional>
#include <limits>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"

namespace pom::dse::qor {

namespace {

const std::set<std::string> partition_kinds = {"complete", "cyclic", "block"};

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

}  // namespace

void FunctionBuilder::note(const std::string& text) {
  const std::string whole = function_.name + ": " + text;
  if (std::find(state_.notes.begin(), state_.notes.end(), whole) == state_.notes.end()) state_.notes.push_back(whole);
}

/// The directives of a loop, or of the function (no loop). Array directives may stand anywhere.
void FunctionBuilder::apply_directives(const Json& node, Loop* loop) {
  const auto pragmas = node.find("pragmas");
  if (pragmas == node.end() || !pragmas->is_array()) return;
  static const std::set<std::string> of_loops = {"pipeline",   "unroll",         "loop_flatten",
                                                 "dependence", "loop_tripcount", "dataflow"};
  for (const Json& text : *pragmas) {
    if (!text.is_string()) continue;
    const Directive directive = parse_directive(text.get<std::string>());
    if (loop && of_loops.contains(directive.name))
      apply_to_loop(directive, *loop);
    else if (directive.values.contains("variable") || directive.name == "interface")
      apply_to_array(directive, loop);
    else
      apply_to_function(directive);
  }
}

std::int64_t FunctionBuilder::directive_number(const Directive& directive, const std::string& key,
                                               std::int64_t fallback) {
  const std::string text = directive.value(key);
  if (text.empty()) return fallback;
  const Term term = parse_term(text);
  if (const auto known = affine(term); known && known->is_constant()) return known->constant;
  if (term.kind == Term::Kind::name) {
    if (const auto assumed = assumed_constant(term.text)) {
      note("assumed: " + term.text + " is " + std::to_string(*assumed) + ", the step of the function's loops");
      return *assumed;
    }
  }
  refuse("the value of " + text + " in \"" + directive.text + "\" is not in the description");
}

/// A macro whose value the description does not give. When all stepped loops of the function have one step, that is it.
std::optional<std::int64_t> FunctionBuilder::assumed_constant(const std::string& name) {
  if (find_name(name)) return {};
  std::set<std::int64_t> widths;
  collect_widths((*facts_.text)["body"], widths);
  return widths.size() == 1 ? std::optional(*widths.begin()) : std::nullopt;
}

void FunctionBuilder::apply_to_loop(const Directive& directive, Loop& loop) {
  constexpr std::int64_t large = std::numeric_limits<int>::max();
  if (directive.name == "pipeline") {
    loop.pipeline_off = directive.has("off") || directive.value("off") == "true";
    const std::int64_t interval = directive_number(directive, "ii", 0);
    if (interval < 0 || interval > large) refuse("the directive \"" + directive.text + "\"");
    if (!loop.pipeline_off) loop.pipeline = static_cast<int>(interval);
  } else if (directive.name == "unroll") {
    if (directive.has("off")) return;
    const std::int64_t factor = directive_number(directive, "factor", 0);
    if (factor < 0 || factor > large) refuse("the directive \"" + directive.text + "\"");
    loop.unroll = factor;
  } else if (directive.name == "loop_flatten") {
    loop.flatten_off = directive.has("off");
    loop.flatten = !loop.flatten_off;
  } else if (directive.name == "dataflow") {
    loop.dataflow = true;
  } else if (directive.name == "loop_tripcount") {
    // Only where nothing better is known: the directive promises nothing to the hardware.
    const std::int64_t least = directive_number(directive, "min", -1), most = directive_number(directive, "max", -1);
    if (most < 0) return;
    const std::int64_t from = least < 0 ? most : least;
    const TripCount promised{from, most, static_cast<double>(directive_number(directive, "avg", (from + most) / 2))};
    state_.promised_trips[number_][loop.id] = promised;
    if (loop.trip.max < 0) loop.trip = promised;
  } else if (directive.name == "dependence") {
    const bool is_false = directive.has("false") || directive.value("dependent") == "false";
    if (directive.choice("type", {"inter", "intra"}) == "intra") return;
    const std::int64_t distance = directive_number(directive, "distance", 0);
    if (!is_false && distance <= 0) return;
    const Array* array = directive.value("variable").empty() ? nullptr : directive_array(directive);
    if (!array && !directive.value("variable").empty()) return;
    const int number = array ? static_cast<int>(array - function_.arrays.data()) : -1;
    loop.promises.push_back({number, is_false ? 0 : distance});
  }
}

void FunctionBuilder::apply_to_function(const Directive& directive) {
  if (directive.name == "dataflow") {
    function_.dataflow = true;
  } else if (directive.name == "inline") {
    function_.inlining = directive.has("off") ? Function::Inline::never : Function::Inline::always;
  } else if (directive.name == "pipeline") {
    if (!directive.has("off")) function_.pipeline = static_cast<int>(directive_number(directive, "ii", 0));
  } else if (directive.name == "unroll" || !harmless.contains(directive.name)) {
    note("the directive is left out: " + directive.text);
  }
}

Array* FunctionBuilder::directive_array(const Directive& directive) {
  std::string name = directive.value(directive.name == "interface" ? "port" : "variable");
  if (name.starts_with('&')) name.erase(0, 1);
  const auto same = [&](const Array& array) { return array.name == name; };
  const auto found = std::find_if(function_.arrays.begin(), function_.arrays.end(), same);
  if (found != function_.arrays.end()) return &*found;
  if (name != "return") note("there is no array for the directive: " + directive.text);
  return nullptr;
}

void FunctionBuilder::apply_to_array(const Directive& directive, const Loop* loop) {
  if (directive.name == "bind_op" || (directive.name == "resource" && !directive.value("op").empty())) {
    bindings_.push_back(directive);
    return;
  }
  if (directive.name == "interface") {
    static const std::set<std::string> modes = {"m_axi",  "s_axilite", "axis",       "ap_memory",
                                                "bram",   "ap_fifo",   "ap_none",    "ap_vld",
                                                "ap_ack", "ap_hs",     "ap_ctrl_hs", "ap_stable"};
    Array* array = directive_array(directive);
    const std::string mode = directive.choice("mode", modes);
    // A pointer's address register (s_axilite) says nothing of its data.
    if (!array || number_ != 0 || (mode == "s_axilite" && !array->port.mode.empty())) return;
    array->port.mode = mode;
    array->port.bundle = directive.value("bundle");
    if (const std::string type = directive.choice("storage_type", {}); !type.empty()) array->storage_type = type;
    return;
  }
  if (harmless.contains(directive.name)) return;
  Array* array = directive_array(directive);
  if (!array) return;
  declared_in_.try_emplace(static_cast<int>(array - function_.arrays.data()), loop ? loop->id : -1);
  if (directive.name == "array_partition" || directive.name == "array_reshape") return partition(directive, *array);
  if (directive.name == "bind_storage" || directive.name == "resource") return bind_storage(directive, *array);
  if (directive.name == "stream") {
    const std::int64_t depth = directive_number(directive, "depth", array->depth);
    if (depth < 0 || depth > std::numeric_limits<int>::max()) refuse("the directive \"" + directive.text + "\"");
    array->depth = static_cast<int>(depth);
    if (directive.has("off")) return;
    array->fifo = array->fifo || (!array->stream && !array->shape.empty());
    array->stream = true;
    return;
  }
  if (directive.name != "dependence") note("the directive is left out: " + directive.text);
}

void FunctionBuilder::partition(const Directive& directive, Array& array) {
  const std::string kind = directive.choice("type", partition_kinds);
  Banking banking;
  banking.kind = kind == "cyclic" ? BankingKind::cyclic : kind == "block" ? BankingKind::block : BankingKind::complete;
  banking.factor = directive_number(directive, "factor", banking.kind == BankingKind::complete ? 1 : 0);
  banking.reshape = directive.name == "array_reshape";
  const std::int64_t dimension = directive_number(directive, "dim", 1);
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

void FunctionBuilder::bind_storage(const Directive& directive, Array& array) {
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
  if (!directive.value("latency").empty())
    array.storage_latency =
        static_cast<int>(std::clamp<std::int64_t>(directive_number(directive, "latency", -1), -1, 1000));
}

namespace {

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

/// bind_op names a variable: the operation that computes it.
void FunctionBuilder::bind_operators() {
  for (const Directive& directive : bindings_) {
    const Array* target = directive_array(directive);
    const auto op = bound_operation(directive.choice("op", {}));
    if (!target || !op) {
      note("the directive is left out: " + directive.text);
      continue;
    }
    const int number = static_cast<int>(target - function_.arrays.data());
    const int latency =
        static_cast<int>(std::clamp<std::int64_t>(directive_number(directive, "latency", -1), -1, 1000));
    for_each_assignment(function_.body, [&](Assignment& assignment) {
      if (assignment.array != number) return;
      Expression* bound = &value(assignment.value);
      while (bound->op == OpKind::cast) bound = &value(bound->operands.front());
      if (bound->op != *op) return;
      bound->implementation = directive.choice("impl", {});
      bound->bound_latency = latency;
    });
  }
}

}  // namespace pom::dse::qor
