#include "kernel_view.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "dse/kernel/index.hpp"

namespace pom::test {

namespace {

using namespace pom::dse;

const char* name_of(OpKind op) {
  static const std::map<OpKind, const char*> names = {
      {OpKind::neg, "neg"},     {OpKind::add, "add"},     {OpKind::sub, "sub"},       {OpKind::mul, "mul"},
      {OpKind::div, "div"},     {OpKind::rem, "rem"},     {OpKind::abs, "abs"},       {OpKind::sqrt, "sqrt"},
      {OpKind::exp, "exp"},     {OpKind::log, "log"},     {OpKind::tanh, "tanh"},     {OpKind::pow, "pow"},
      {OpKind::sin, "sin"},     {OpKind::cos, "cos"},     {OpKind::atan2, "atan2"},   {OpKind::tan, "tan"},
      {OpKind::atan, "atan"},   {OpKind::erf, "erf"},     {OpKind::floor, "floor"},   {OpKind::ceil, "ceil"},
      {OpKind::round, "round"}, {OpKind::trunc, "trunc"}, {OpKind::lt, "lt"},         {OpKind::le, "le"},
      {OpKind::gt, "gt"},       {OpKind::ge, "ge"},       {OpKind::eq, "eq"},         {OpKind::ne, "ne"},
      {OpKind::bit_and, "and"}, {OpKind::bit_or, "or"},   {OpKind::bit_xor, "xor"},   {OpKind::bit_not, "xor"},
      {OpKind::shl, "shl"},     {OpKind::shr, "shr"},     {OpKind::select, "select"}, {OpKind::cast, "cast"}};
  const auto found = names.find(op);
  return found == names.end() ? "?" : found->second;
}

class Walk {
 public:
  Walk(const Kernel& kernel, View& view) : kernel_(kernel), view_(view), values_(assignments) {}

  void visit(const Function& function) {
    function_ = &function;
    for (LoopValues& values : values_) {
      values.clear();
      for (const auto& [symbol, size] : function.sizes) {
        values.resize(std::max(values.size(), static_cast<std::size_t>(symbol) + 1));
        values[symbol] = size;
      }
    }
    add("function " + function.name + (function.inlining == Function::Inline::never ? " inline_off" : "") +
        (function.dataflow ? " dataflow" : "") + (function.control.empty() ? "" : " control=" + function.control));
    for (int n = 0; n < static_cast<int>(function.arrays.size()); ++n) visit_array(n);
    visit(function.body);
  }

 private:
  void add(const std::string& line) {
    view_.lines.push_back(std::string(static_cast<std::size_t>(2 * depth_), ' ') + line);
  }

  /// A variable that holds a value; MLIR has the value itself.
  bool is_variable(int n) const {
    const Array& array = function_->arrays[n];
    return array.role == Array::Role::local && array.shape.empty() && !array.stream;
  }

  void visit_array(int n) {
    if (is_variable(n)) return;
    const Array& array = function_->arrays[n];
    const auto& parameters = function_->parameters;
    const bool parameter = std::find(parameters.begin(), parameters.end(), n) != parameters.end();
    std::string text = (parameter                             ? "parameter "
                        : array.role == Array::Role::constant ? "table "
                                                              : "local ") +
                       without_sign(to_string(array.element)) + " " + array.name;
    for (std::int64_t extent : array.shape) text += "[" + std::to_string(extent) + "]";
    static constexpr const char* kinds[] = {"none", "cyclic", "block", "complete"};
    for (const bool reshape : {false, true}) {
      std::set<std::string> banks;
      for (std::size_t d = 0; d < array.banking.size(); ++d) {
        const Banking& one = array.banking[d];
        if (one.kind == BankingKind::none || one.reshape != reshape) continue;
        banks.insert(std::to_string(d + 1) + kinds[static_cast<int>(one.kind)] + std::to_string(one.factor));
      }
      for (const std::string& bank : banks) text += (reshape ? " reshape" : " partition") + bank;
    }
    if (array.stream) text += " stream" + std::to_string(array.depth);
    if (!array.storage_type.empty())
      text += " storage " + array.storage_type + "," + array.storage + "," + std::to_string(array.storage_latency);
    if (!array.port.mode.empty()) text += " port " + array.port.mode + "," + array.port.bundle;
    add(text);
  }

  void visit(const std::vector<Node>& body) {
    ++depth_;
    for (const Node& node : body) {
      if (node.kind == Node::Kind::loop) visit_loop(node.loop);
      if (node.kind == Node::Kind::branch) visit_branch(node.branch);
      if (node.kind == Node::Kind::assignment) visit_assignment(node.assignment);
      if (node.kind == Node::Kind::call) visit_call(node.call);
    }
    --depth_;
  }

  std::vector<std::int64_t> everywhere(const Index& index) const {
    std::vector<std::int64_t> all;
    for (int n = 0; n < assignments; ++n) all.push_back(evaluate(index, values_[n]));
    return all;
  }

  std::string bounds(const std::vector<Index>& all) const {
    std::set<std::string> texts;
    for (const Index& one : all) texts.insert(joined(everywhere(one)));
    std::string text;
    for (const std::string& one : texts) text += one;
    return text;
  }

  void visit_loop(const Loop& loop) {
    std::string text = "for " + loop.name + " " + loop.label + " step " + std::to_string(loop.step) + " from " +
                       bounds(loop.lower) + " to " + bounds(loop.upper);
    if (loop.pipeline) text += " pipeline " + std::to_string(*loop.pipeline);
    if (loop.unroll) text += " unroll " + std::to_string(*loop.unroll);
    if (loop.flatten_off) text += " flatten off";
    if (loop.dataflow) text += " dataflow";
    for (const DependencePromise& promise : loop.promises) {
      text += " " + function_->arrays[promise.array].name + (promise.flow_only ? " flow " : " all ") +
              std::to_string(promise.distance);
    }
    add(text);
    view_.trips.push_back({loop.label, loop.trip.min, loop.trip.max, loop.trip.average, true, loop.trip.exact});
    for (int n = 0; n < assignments; ++n) {
      if (static_cast<int>(values_[n].size()) <= loop.id) values_[n].resize(static_cast<std::size_t>(loop.id) + 1);
      values_[n][loop.id] = assigned(n, depth_);
    }
    visit(loop.body);
  }

  /// Of an argument that is a size; -1: it is none.
  int symbol_of(const Expression& e) const {
    for (std::size_t p = 0; e.op == OpKind::load && p < function_->symbols.size(); ++p) {
      if (function_->parameters[p] == e.array) return function_->symbols[p];
    }
    return -1;
  }

  std::optional<std::int64_t> value(int n, const LoopValues& values) const {
    const Expression& e = function_->expressions[n];
    const bool plain = e.type.kind == NumberType::Kind::integer &&
                       (e.type.bits == 8 || e.type.bits == 16 || e.type.bits == 32 || e.type.bits == 64);
    if (!plain) return std::nullopt;
    if (e.op == OpKind::constant) return wrapped(static_cast<std::int64_t>(e.constant), e.type.bits);
    if (e.op == OpKind::iterator) return values[e.loop];
    if (const int symbol = symbol_of(e); symbol >= 0) return values[symbol];
    if (e.operands.empty()) return std::nullopt;
    const auto a = value(e.operands[0], values);
    if (!a) return std::nullopt;
    if (e.op == OpKind::neg) return wrapped(-*a, e.type.bits);
    if (e.op == OpKind::cast) return wrapped(*a, e.type.bits);
    if (e.operands.size() != 2) return std::nullopt;
    const auto b = value(e.operands[1], values);
    if (!b) return std::nullopt;
    if (e.op == OpKind::add) return wrapped(*a + *b, e.type.bits);
    if (e.op == OpKind::sub) return wrapped(*a - *b, e.type.bits);
    if (e.op == OpKind::mul) return wrapped(*a * *b, e.type.bits);
    if (e.op == OpKind::div) return floor_quotient(*a, *b);
    if (e.op == OpKind::rem) return *a - floor_quotient(*a, *b) * *b;
    return std::nullopt;
  }

  bool holds(int n, const LoopValues& values) const {
    const Expression& e = function_->expressions[n];
    if (e.op == OpKind::bit_and) return holds(e.operands[0], values) && holds(e.operands[1], values);
    const std::int64_t a = value(e.operands.at(0), values).value(), b = value(e.operands.at(1), values).value();
    return e.op == OpKind::eq ? a == b : a >= b;
  }

  void visit_branch(const Branch& branch) {
    std::string text = "if ";
    for (int n = 0; n < assignments; ++n) text += holds(branch.condition, values_[n]) ? '1' : '0';
    add(text + " constraints " + std::to_string(conjuncts(branch.condition)));
    visit(branch.then);
  }

  int conjuncts(int n) const {
    const Expression& e = function_->expressions[n];
    return e.op == OpKind::bit_and ? conjuncts(e.operands[0]) + conjuncts(e.operands[1]) : 1;
  }

  std::string element(int array, const std::vector<Index>& indices) const {
    std::string text = function_->arrays[array].name;
    for (const Index& one : indices) text += one.opaque ? "[?]" : "[" + joined(everywhere(one)) + "]";
    return text;
  }

  void collect_computed(const std::vector<Index>& indices, std::set<int>& seen,
                        std::multiset<std::string>& parts) const {
    for (const Index& index : indices) {
      if (index.opaque) collect(index.value, seen, parts);
    }
  }

  void collect(int n, std::set<int>& seen, std::multiset<std::string>& parts) const {
    const Expression& e = function_->expressions[n];
    if (e.op == OpKind::constant || symbol_of(e) >= 0 || !seen.insert(n).second) return;
    if (value(n, values_[0])) {
      std::vector<std::int64_t> all;
      for (const LoopValues& values : values_) all.push_back(*value(n, values));
      parts.insert("value" + joined(all));
      return;
    }
    if (e.op == OpKind::load && is_variable(e.array)) {
      return collect(variables_.at(e.array), seen, parts);
    }
    if (e.op == OpKind::load) {
      if (const Array& from = function_->arrays[e.array]; from.stream || !from.shape.empty())
        parts.insert("load " + element(e.array, e.indices));
      collect_computed(e.indices, seen, parts);
      return;
    }
    std::string text = std::string(name_of(e.op)) + "." + without_sign(to_string(e.type));
    if (!e.implementation.empty()) text += "@" + e.implementation + "," + std::to_string(e.bound_latency);
    parts.insert(text);
    for (int operand : e.operands) collect(operand, seen, parts);
  }

  void visit_assignment(const Assignment& assignment) {
    if (is_variable(assignment.array)) {
      variables_[assignment.array] = assignment.value;
      return;
    }
    std::set<int> seen;
    std::multiset<std::string> parts;
    collect(assignment.value, seen, parts);
    collect_computed(assignment.indices, seen, parts);
    add("store " + element(assignment.array, assignment.indices));
    for (const std::string& part : parts) add("  " + part);
  }

  void visit_call(const Call& call) {
    std::string text = "call " + kernel_.functions[call.function].name;
    for (std::size_t n = 0; n < call.arrays.size(); ++n) {
      const int array = call.arrays[n] >= 0 ? call.arrays[n] : function_->expressions[call.values[n]].array;
      text += " " + (array >= 0 ? function_->arrays[array].name : std::to_string(*value(call.values[n], values_[0])));
    }
    add(text);
  }

  const Kernel& kernel_;
  View& view_;
  const Function* function_ = nullptr;
  std::vector<LoopValues> values_;
  std::map<int, int> variables_;  ///< by array: the expression that it was set to
  int depth_ = 0;
};

}  // namespace

View view_of(const dse::Kernel& kernel) {
  View view;
  for (const dse::Function& function : kernel.functions) Walk(kernel, view).visit(function);
  return view;
}

}  // namespace pom::test
