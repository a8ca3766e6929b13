#include <array>
#include <charconv>
#include <set>

#include "dse/kernel/kernel.hpp"
#include "support/classic_stream.hpp"

namespace pom::dse {

namespace {

const char* symbol(OpKind op) {
  switch (op) {
    case OpKind::constant:
      return "constant";
    case OpKind::iterator:
      return "iterator";
    case OpKind::load:
      return "load";
    case OpKind::neg:
      return "neg";
    case OpKind::add:
      return "add";
    case OpKind::sub:
      return "sub";
    case OpKind::mul:
      return "mul";
    case OpKind::div:
      return "div";
    case OpKind::rem:
      return "rem";
    case OpKind::min:
      return "min";
    case OpKind::max:
      return "max";
    case OpKind::abs:
      return "abs";
    case OpKind::sqrt:
      return "sqrt";
    case OpKind::exp:
      return "exp";
    case OpKind::log:
      return "log";
    case OpKind::tanh:
      return "tanh";
    case OpKind::pow:
      return "pow";
    case OpKind::sin:
      return "sin";
    case OpKind::cos:
      return "cos";
    case OpKind::tan:
      return "tan";
    case OpKind::atan:
      return "atan";
    case OpKind::atan2:
      return "atan2";
    case OpKind::erf:
      return "erf";
    case OpKind::floor:
      return "floor";
    case OpKind::ceil:
      return "ceil";
    case OpKind::round:
      return "round";
    case OpKind::trunc:
      return "trunc";
    case OpKind::lt:
      return "lt";
    case OpKind::le:
      return "le";
    case OpKind::gt:
      return "gt";
    case OpKind::ge:
      return "ge";
    case OpKind::eq:
      return "eq";
    case OpKind::ne:
      return "ne";
    case OpKind::bit_and:
      return "and";
    case OpKind::bit_or:
      return "or";
    case OpKind::bit_xor:
      return "xor";
    case OpKind::bit_not:
      return "not";
    case OpKind::shl:
      return "shl";
    case OpKind::shr:
      return "shr";
    case OpKind::select:
      return "select";
    case OpKind::cast:
      return "cast";
    case OpKind::unknown:
      return "unknown";
  }
  return "?";
}

class Printer {
 public:
  explicit Printer(const Kernel& kernel) : kernel_(kernel) {}

  std::string print() {
    out_ << "kernel " << kernel_.name << (kernel_.reorders_sums ? " reorders sums" : "") << "\n";
    for (std::size_t n = 0; n < kernel_.functions.size(); ++n) print(kernel_.functions[n], static_cast<int>(n));
    return out_.str();
  }

 private:
  std::string margin() const { return std::string(static_cast<std::size_t>(2 * depth_), ' '); }

  void print(const Function& function, int number) {
    function_ = &function;
    loops_.clear();
    name_loops(function.body);
    depth_ = 1;
    out_ << "function " << function.name << (number == kernel_.top ? " (top)" : "");
    if (function.inlining != Function::Inline::automatic)
      out_ << (function.inlining == Function::Inline::always ? " inline" : " inline off");
    if (function.one_instance) out_ << " one instance";
    if (function.dataflow) out_ << " dataflow";
    if (function.pipeline) out_ << " pipeline " << *function.pipeline;
    if (!function.control.empty()) out_ << " control " << function.control;
    out_ << "\n";
    for (const Array& array : function.arrays) print(array);
    print(function.body);
  }

  void name_loops(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (node.kind == Node::Kind::loop) loops_.emplace_back(node.loop.id, node.loop.name);
      for (const auto* body : {&node.loop.body, &node.branch.then, &node.branch.otherwise}) name_loops(*body);
    }
  }

  std::string loop_name(int id) const {
    for (const auto& [number, name] : loops_) {
      if (number == id && !name.empty()) return name;
    }
    for (std::size_t p = 0; p < function_->symbols.size(); ++p) {
      if (function_->symbols[p] == id) return name(function_->parameters[p]);
    }
    return "loop" + std::to_string(id);
  }

  void print(const Array& array) {
    const char* role = array.role == Array::Role::argument   ? "argument "
                       : array.role == Array::Role::constant ? "table "
                                                             : "local ";
    out_ << margin() << (array.is_static ? "static " : "") << (array.internal ? "internal " : "") << role << array.name
         << ": ";
    if (array.stream) out_ << (array.fifo ? "fifo(" : "stream(") << array.depth << ") of ";
    out_ << to_string(array.element);
    for (const std::int64_t extent : array.shape) out_ << "[" << (extent < 0 ? "*" : std::to_string(extent)) << "]";
    if (array.initialized) out_ << " initialized";
    if (array.read_elsewhere) out_ << " read_elsewhere";
    for (std::size_t n = 0; n < array.banking.size(); ++n) print(array.banking[n], n + 1);
    if (!array.storage_type.empty() || !array.storage.empty())
      out_ << " in " << array.storage_type << " " << array.storage;
    if (array.storage_latency >= 0) out_ << " latency " << array.storage_latency;
    if (!array.port.mode.empty()) out_ << " port " << array.port.mode;
    if (!array.port.bundle.empty()) out_ << " bundle " << array.port.bundle;
    if (array.port.masters > 1) out_ << " masters " << array.port.masters;
    if (array.port.addresses > 0) out_ << " addresses " << array.port.addresses;
    out_ << "\n";
  }

  void print(const Banking& banking, std::size_t dimension) {
    if (banking.kind == BankingKind::none) return;
    const char* kind = banking.kind == BankingKind::cyclic  ? "cyclic"
                       : banking.kind == BankingKind::block ? "block"
                                                            : "complete";
    out_ << (banking.reshape ? " reshape(" : " partition(") << kind << " " << banking.factor << " dim " << dimension
         << ")";
  }

  void print(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      switch (node.kind) {
        case Node::Kind::loop:
          print(node.loop);
          break;
        case Node::Kind::assignment:
          out_ << margin() << place(node.assignment.array, node.assignment.indices) << " = "
               << text(node.assignment.value) << "\n";
          break;
        case Node::Kind::branch:
          print(node.branch);
          break;
        case Node::Kind::call:
          print(node.call);
          break;
      }
    }
  }

  void print(const std::vector<Node>& nodes, int deeper) {
    depth_ += deeper;
    print(nodes);
    depth_ -= deeper;
  }

  std::string bounds(const std::vector<Index>& of, const char* join) const {
    std::string result;
    for (const Index& bound : of) result += (result.empty() ? "" : ", ") + text(bound);
    return of.size() > 1 ? std::string(join) + "(" + result + ")" : result;
  }

  void print(const Loop& loop) {
    out_ << margin() << "for " << loop_name(loop.id) << " = " << bounds(loop.lower, "max") << " .. "
         << bounds(loop.upper, "min");
    if (loop.step != 1) out_ << " step " << loop.step;
    out_ << "  # " << loop.label << " trip " << loop.trip.max;
    if (loop.trip.min != loop.trip.max)
      out_ << " (from " << loop.trip.min << ", on average " << loop.trip.average << ")";
    if (loop.pipeline) out_ << " pipeline " << *loop.pipeline;
    if (loop.pipeline_off) out_ << " pipeline off";
    if (loop.unroll) out_ << " unroll " << *loop.unroll;
    if (loop.flatten_off) out_ << " flatten off";
    if (loop.flatten) out_ << " flatten";
    if (loop.dataflow) out_ << " dataflow";
    for (const DependencePromise& promise : loop.promises)
      out_ << " independent(" << (promise.array < 0 ? "*" : name(promise.array)) << " " << promise.distance
           << (promise.flow_only ? " flow" : "") << ")";
    out_ << "\n";
    print(loop.body, 1);
  }

  void print(const Branch& branch) {
    out_ << margin() << "if " << text(branch.condition) << "\n";
    print(branch.then, 1);
    if (branch.otherwise.empty()) return;
    out_ << margin() << "else\n";
    print(branch.otherwise, 1);
  }

  void print(const Call& call) {
    out_ << margin() << "call " << kernel_.functions[call.function].name << "(";
    for (std::size_t n = 0; n < call.arrays.size(); ++n) {
      const std::vector<Index> none, &offset = n < call.offsets.size() ? call.offsets[n] : none;
      out_ << (n ? ", " : "") << (call.arrays[n] >= 0 ? place(call.arrays[n], offset) : text(call.values[n]));
    }
    out_ << ")\n";
  }

  /// The shortest text from which the value can be read back exactly, so that kernels with different literals differ.
  static std::string literal(double value) {
    std::array<char, 32> digits;
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
  }

  const std::string& name(int array) const { return function_->arrays[array].name; }

  std::string place(int array, const std::vector<Index>& indices) const {
    std::string result = name(array);
    for (const Index& index : indices) result += "[" + text(index) + "]";
    return result;
  }

  std::string text(const Index& index) const {
    if (index.opaque) return index.value < 0 ? "?" : "?" + text(index.value);
    std::string result;
    const auto plus = [&](std::int64_t coefficient, const std::string& what) {
      result += result.empty() ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ";
      const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
      if (what.empty() || size != 1) result += std::to_string(size) + (what.empty() ? "" : "*");
      result += what;
    };
    for (const Index::Term& term : index.terms) plus(term.coefficient, loop_name(term.loop));
    for (const Index::Division& d : index.divisions)
      plus(d.coefficient, "(" + text(d.inner) + ")" + (d.modulo ? "%" : "/") + std::to_string(d.divisor));
    if (index.constant != 0 || result.empty()) plus(index.constant, "");
    return result;
  }

  std::string text(int number) const {
    const Expression& expression = function_->expressions[number];
    if (expression.op == OpKind::constant) return literal(expression.constant) + ":" + to_string(expression.type);
    if (expression.op == OpKind::iterator) return loop_name(expression.loop);
    if (expression.op == OpKind::load) return place(expression.array, expression.indices);
    ClassicStream out;
    if (expression.shared && !expression.operands.empty() && !printed_.insert(number).second)
      return "#" + std::to_string(number);
    out << symbol(expression.op) << "." << to_string(expression.type);
    if (expression.op == OpKind::unknown) out << "'" << expression.name << "'";
    if (!expression.implementation.empty()) out << "@" << expression.implementation;
    if (expression.bound_latency >= 0) out << "@" << expression.bound_latency;
    out << "(";
    for (std::size_t n = 0; n < expression.operands.size(); ++n) out << (n ? ", " : "") << text(expression.operands[n]);
    out << ")";
    return out.str();
  }

  const Kernel& kernel_;
  const Function* function_ = nullptr;
  std::vector<std::pair<int, std::string>> loops_;
  int depth_ = 0;
  /// Shared expressions of the current function; every further use prints only their number.
  mutable std::set<int> printed_;
  ClassicStream out_;
};

}  // namespace

std::string to_string(const Kernel& kernel) { return Printer(kernel).print(); }

}  // namespace pom::dse
