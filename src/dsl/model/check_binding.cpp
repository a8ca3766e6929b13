#include "dsl/model/check_binding.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <vector>

#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

/// What the vendor builds an operation from, and up to how many stages (UG1399, bind_op, its table of operations).
struct Implementation {
  const char* operation;
  const char* name;
  int max_latency;
};

constexpr Implementation implementations[] = {
    {"add", "fabric", 4},        {"add", "dsp", 4},       {"sub", "fabric", 4},    {"sub", "dsp", 0},
    {"mul", "fabric", 4},        {"mul", "dsp", 4},       {"fadd", "fabric", 13},  {"fadd", "fulldsp", 12},
    {"fadd", "primitivedsp", 3}, {"fsub", "fabric", 13},  {"fsub", "fulldsp", 12}, {"fsub", "primitivedsp", 3},
    {"fmul", "fabric", 9},       {"fmul", "meddsp", 9},   {"fmul", "fulldsp", 9},  {"fmul", "maxdsp", 7},
    {"fmul", "primitivedsp", 4}, {"fdiv", "fabric", 29},  {"fsqrt", "fabric", 29}, {"fexp", "fabric", 24},
    {"fexp", "meddsp", 21},      {"fexp", "fulldsp", 30}, {"flog", "fabric", 24},  {"flog", "meddsp", 23},
    {"flog", "fulldsp", 29},     {"dadd", "fabric", 13},  {"dadd", "fulldsp", 15}, {"dsub", "fabric", 13},
    {"dsub", "fulldsp", 15},     {"dmul", "fabric", 10},  {"dmul", "meddsp", 13},  {"dmul", "fulldsp", 13},
    {"dmul", "maxdsp", 14},      {"ddiv", "fabric", 58},  {"dsqrt", "fabric", 58}, {"dexp", "fabric", 40},
    {"dexp", "meddsp", 45},      {"dexp", "fulldsp", 57}, {"dlog", "fabric", 38},  {"dlog", "meddsp", 49},
    {"dlog", "fulldsp", 65},     {"hadd", "fabric", 9},   {"hadd", "meddsp", 12},  {"hadd", "fulldsp", 12},
    {"hsub", "fabric", 9},       {"hsub", "meddsp", 12},  {"hsub", "fulldsp", 12}, {"hmul", "fabric", 7},
    {"hmul", "fulldsp", 7},      {"hmul", "maxdsp", 9},   {"hdiv", "fabric", 16},  {"hsqrt", "fabric", 16}};

void collect_operations(const ExprNode& node, const BindOp& directive, std::set<std::string>& found,
                        std::unordered_set<const ExprNode*>& passed) {
  if (node.op == Op::load || !passed.insert(&node).second) return;
  if (binds(directive, node)) found.insert(vendor_operation(node.op, node.type));
  for (const ExprPtr& operand : node.operands) collect_operations(*operand, directive, found, passed);
}

/// The operations of a value that some directive could bind, as directives name them.
void collect_bindable(const ExprNode& node, std::set<std::string>& found, std::unordered_set<const ExprNode*>& passed) {
  if (node.op == Op::load || !passed.insert(&node).second) return;
  if (!vendor_operation(node.op, node.type).empty()) found.insert(to_string(node.op));
  for (const ExprPtr& operand : node.operands) collect_bindable(*operand, found, passed);
}

}  // namespace

std::string vendor_operation(Op op, const Type& type) {
  const bool simple = op == Op::add || op == Op::sub || op == Op::mul;
  if (!type.is_float()) return simple ? to_string(op) : "";
  if (type.kind == TypeKind::brain_floating) return "";  // a class of its own, which computes in float
  const bool has_name = simple || op == Op::div || op == Op::sqrt || op == Op::exp || op == Op::log;
  const char* prefix = type.bits == 64 ? "d" : type.bits == 32 ? "f" : "h";
  return has_name ? std::string(prefix) + to_string(op) : "";
}

bool binds(const BindOp& directive, const ExprNode& node) {
  return directive.operation == to_string(node.op) && !vendor_operation(node.op, node.type).empty();
}

std::optional<Diagnostic> check_binding(const Compute& compute, const BindOp& d, const Location& at) {
  const auto refuse = [&](const std::string& reason) {
    return make_error("bad-binding", "cannot bind \"" + d.operation + "\" of \"" + compute.name + "\": " + reason, at);
  };
  std::set<std::string> operations;
  std::unordered_set<const ExprNode*> passed;
  collect_operations(*compute.value, d, operations, passed);
  if (operations.empty()) {
    std::set<std::string> bindable;
    passed.clear();
    collect_bindable(*compute.value, bindable, passed);
    const std::vector<std::string> names(bindable.begin(), bindable.end());
    return misspelt(refuse("it has no such operation that the tool can bind" +
                           (names.empty() ? "" : "; what it has is " + join(names))),
                    d.operation, names);
  }
  for (const std::string& operation : operations) {
    const Implementation* chosen = nullptr;
    std::vector<std::string> names;
    for (const Implementation& one : implementations) {
      if (operation != one.operation) continue;
      names.emplace_back(one.name);
      if (d.implementation == one.name) chosen = &one;
    }
    if (!chosen) {
      return misspelt(
          refuse("\"" + d.implementation + "\" does not implement " + operation + "; what does is " + join(names)),
          d.implementation, names);
    }
    if (d.latency < -1 || d.latency > chosen->max_latency) {
      return refuse("a latency of " + std::to_string(d.latency) + " is outside [-1, " +
                    std::to_string(chosen->max_latency) + "] of " + operation + " from " + d.implementation);
    }
  }
  return {};
}

}  // namespace pom::dsl
