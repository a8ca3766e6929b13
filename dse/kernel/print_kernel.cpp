#include <algorithm>
#include <array>
#include <sstream>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

namespace {

const char* name_of(OpKind op) {
  static constexpr std::array names = {
      "constant", "iterator", "load",   "neg",     "add",     "sub", "mul", "div",    "rem",  "min",    "max", "abs",
      "sqrt",     "exp",      "log",    "tanh",    "pow",     "sin", "cos", "lt",     "le",   "gt",     "ge",  "eq",
      "ne",       "bit_and",  "bit_or", "bit_xor", "bit_not", "shl", "shr", "select", "cast", "unknown"};
  static_assert(names.size() == static_cast<std::size_t>(OpKind::unknown) + 1);
  return names.at(static_cast<std::size_t>(op));
}

class Printer {
 public:
  Printer(const Kernel& kernel, const Function& function)
      : kernel_(kernel), function_(function), users_(function.expressions.size()), named_(users_.size()) {
    for (const Expression& expression : function.expressions) {
      for (int operand : expression.operands) ++users_[operand];
    }
  }

  std::string print() {
    out_ << "function " << function_.name << (function_.inlining == Function::Inline::never ? " inline=never" : "")
         << (function_.dataflow ? " dataflow" : "");
    if (function_.pipeline) out_ << " pipeline=" << *function_.pipeline;
    out_ << (function_.control.empty() ? "" : " control=" + function_.control) << "\n";
    for (std::size_t n = 0; n < function_.arrays.size(); ++n) print_array(static_cast<int>(n));
    print_body(function_.body, 1);
    return out_.str();
  }

 private:
  void print_array(int n) {
    const Array& array = function_.arrays[n];
    const auto& parameters = function_.parameters;
    const bool parameter = std::find(parameters.begin(), parameters.end(), n) != parameters.end();
    out_ << (parameter                             ? "  parameter "
             : array.role == Array::Role::constant ? "  constant "
                                                   : "  local ")
         << to_string(array.element) << " " << array.name;
    for (std::int64_t extent : array.shape) out_ << "[" << extent << "]";
    if (array.is_static) out_ << " static";
    if (array.stream) out_ << " stream depth=" << array.depth;
    for (std::size_t d = 0; d < array.banking.size(); ++d) print_banking(d + 1, array.banking[d]);
    if (!array.storage_type.empty() || !array.storage.empty())
      out_ << " storage=" << array.storage_type << "," << array.storage << "," << array.storage_latency;
    if (!array.port.mode.empty()) out_ << " port=" << array.port.mode;
    if (!array.port.bundle.empty()) out_ << " bundle=" << array.port.bundle;
    out_ << "\n";
  }

  void print_banking(std::size_t dimension, const Banking& banking) {
    static constexpr const char* kinds[] = {"none", "cyclic", "block", "complete"};
    if (banking.kind == BankingKind::none) return;
    out_ << (banking.reshape ? " reshape" : " partition") << dimension << "=" << kinds[static_cast<int>(banking.kind)]
         << "," << banking.factor;
  }

  void print_body(const std::vector<Node>& body, int indent) {
    for (const Node& node : body) print_node(node, indent);
  }

  std::ostream& line(int indent) { return out_ << std::string(2 * static_cast<std::size_t>(indent), ' '); }

  void print_node(const Node& node, int indent) {
    switch (node.kind) {
      case Node::Kind::loop:
        return print_loop(node.loop, indent);
      case Node::Kind::assignment:
        line(indent) << element(node.assignment.array, node.assignment.indices) << " = "
                     << expression(node.assignment.value) << "\n";
        return;
      case Node::Kind::branch:
        line(indent) << "if " << expression(node.branch.condition) << "\n";
        print_body(node.branch.then, indent + 1);
        if (node.branch.otherwise.empty()) return;
        line(indent) << "else\n";
        return print_body(node.branch.otherwise, indent + 1);
      case Node::Kind::call:
        return print_call(node.call, indent);
    }
  }

  void print_loop(const Loop& loop, int indent) {
    names_.emplace_back(loop.id, loop.name);
    line(indent) << "for " << loop.name << " = " << bounds(loop.lower, "max") << " .. " << bounds(loop.upper, "min");
    if (loop.step != 1) out_ << " step " << loop.step;
    out_ << "  trip " << loop.trip.min;
    if (loop.trip.max != loop.trip.min) out_ << ".." << loop.trip.max << " average " << loop.trip.average;
    if (!loop.trip.exact) out_ << " sampled";
    if (loop.pipeline) out_ << " pipeline=" << *loop.pipeline;
    if (loop.pipeline_off) out_ << " pipeline=off";
    if (loop.unroll) out_ << " unroll=" << *loop.unroll;
    if (loop.flatten_off) out_ << " flatten=off";
    if (loop.dataflow) out_ << " dataflow";
    for (const DependencePromise& promise : loop.promises) {
      out_ << " promise=" << (promise.array < 0 ? "all" : function_.arrays[promise.array].name) << ","
           << promise.distance << (promise.flow_only ? ",flow" : "");
    }
    out_ << "\n";
    print_body(loop.body, indent + 1);
    names_.pop_back();
  }

  void print_call(const Call& call, int indent) {
    line(indent) << kernel_.functions[call.function].name << "(";
    for (std::size_t n = 0; n < call.arrays.size(); ++n) {
      out_ << (n ? ", " : "");
      out_ << (call.arrays[n] >= 0 ? function_.arrays[call.arrays[n]].name : expression(call.values[n]));
    }
    out_ << ")\n";
  }

  std::string bounds(const std::vector<Index>& all, const char* combine) {
    std::string text;
    for (const Index& one : all) text += (text.empty() ? "" : ", ") + index(one);
    return all.size() == 1 ? text : std::string(combine) + "(" + text + ")";
  }

  std::string loop_name(int id) const {
    for (auto name = names_.rbegin(); name != names_.rend(); ++name) {
      if (name->first == id) return name->second;
    }
    return "loop" + std::to_string(id);
  }

  static void add_part(std::string& text, std::int64_t coefficient, const std::string& part) {
    if (!text.empty() || coefficient < 0) text += coefficient < 0 ? (text.empty() ? "-" : " - ") : " + ";
    const std::int64_t factor = coefficient < 0 ? -coefficient : coefficient;
    text += part.empty() ? std::to_string(factor) : (factor == 1 ? "" : std::to_string(factor) + "*") + part;
  }

  std::string index(const Index& index) {
    if (index.opaque) return index.value < 0 ? "?" : "?" + expression(index.value);
    std::string text;
    for (const Index::Term& term : index.terms) add_part(text, term.coefficient, loop_name(term.loop));
    for (const Index::Division& part : index.divisions) {
      add_part(text, part.coefficient,
               "(" + this->index(part.inner) + ")" + (part.modulo ? "%" : "/") + std::to_string(part.divisor));
    }
    if (text.empty()) return std::to_string(index.constant);
    if (index.constant != 0) add_part(text, index.constant, "");
    return text;
  }

  std::string element(int array, const std::vector<Index>& indices) {
    std::string text = function_.arrays[array].name;
    for (const Index& one : indices) text += "[" + index(one) + "]";
    return text;
  }

  /// What has several users is written once, with a number.
  std::string expression(int n) {
    const Expression& e = function_.expressions[n];
    if (users_[n] < 2 || e.operands.empty()) return tree(e);
    const std::string name = "%" + std::to_string(n);
    if (named_[n]++ != 0) return name;
    return name + ":" + tree(e);
  }

  std::string tree(const Expression& e) {
    if (e.op == OpKind::load) return element(e.array, e.indices);
    if (e.op == OpKind::iterator) return loop_name(e.loop);
    if (e.op == OpKind::constant) {
      std::ostringstream value;
      value << e.constant;
      return value.str();
    }
    std::string text = std::string(name_of(e.op)) + (e.name.empty() ? "" : ":" + e.name) + "." + to_string(e.type);
    if (!e.implementation.empty()) text += "@" + e.implementation + "," + std::to_string(e.bound_latency);
    text += "(";
    for (std::size_t k = 0; k < e.operands.size(); ++k) text += (k ? ", " : "") + expression(e.operands[k]);
    return text + ")";
  }

  const Kernel& kernel_;
  const Function& function_;
  std::vector<int> users_, named_;                  ///< of expressions
  std::vector<std::pair<int, std::string>> names_;  ///< of the loops around
  std::ostringstream out_;
};

}  // namespace

std::string to_string(const Kernel& kernel) {
  std::string text;
  for (const Function& function : kernel.functions) text += Printer(kernel, function).print();
  return text;
}

}  // namespace pom::dse
