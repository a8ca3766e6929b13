#include "driver/board/traffic.hpp"

#include <map>
#include <set>

namespace pom::driver {

namespace {

/// Walks over a kernel's statements and counts the elements that they load and store, by name of the top function's
/// argument.
class AccessCounter {
 public:
  struct Elements {
    double loaded = 0, stored = 0;
  };

  explicit AccessCounter(const dse::Kernel& kernel) : kernel_(kernel) {
    const dse::Function& top = kernel.top_function();
    std::vector<std::string> names;
    for (const dse::Array& array : top.arrays)
      names.push_back(array.role == dse::Array::Role::argument && array.port.is_bus() ? array.name : "");
    visit(top, names, top.body, 1);
  }

  Elements of(const std::string& array) const {
    const auto found = counted_.find(array);
    return found == counted_.end() ? Elements{} : found->second;
  }

 private:
  using Names = std::vector<std::string>;  ///< by place in Function::arrays; empty: it is not behind a bus

  /// What one statement loads, so many times: a value that several operands share, once.
  struct Loads {
    const dse::Function& function;
    const Names& names;
    double times;
    std::set<int> done;  ///< places in Function::expressions
  };

  void visit(const dse::Function& function, const Names& names, const std::vector<dse::Node>& body, double times) {
    for (const dse::Node& node : body) {
      Loads loads{function, names, times, {}};
      switch (node.kind) {
        case dse::Node::Kind::loop:
          visit(function, names, node.loop.body, times * node.loop.trip.average);
          break;
        case dse::Node::Kind::assignment:
          load(loads, node.assignment.value);
          for (const dse::Index& index : node.assignment.indices) load_index(loads, index);
          if (const std::string& name = names[node.assignment.array]; !name.empty()) counted_[name].stored += times;
          break;
        case dse::Node::Kind::branch:
          // Which way is taken may depend on data: the accesses of both count.
          load(loads, node.branch.condition);
          visit(function, names, node.branch.then, times);
          visit(function, names, node.branch.otherwise, times);
          break;
        case dse::Node::Kind::call:
          enter(loads, node.call);
          break;
      }
    }
  }

  void enter(Loads& loads, const dse::Call& call) {
    const dse::Function& callee = kernel_.functions[call.function];
    Names inner(callee.arrays.size());
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      if (call.arrays[p] >= 0) inner[callee.parameters[p]] = loads.names[call.arrays[p]];
    }
    for (const int value : call.values) load(loads, value);
    visit(callee, inner, callee.body, loads.times);
  }

  void load_index(Loads& loads, const dse::Index& index) {
    if (index.opaque) load(loads, index.value);
  }

  void load(Loads& loads, int expression) {
    if (expression < 0 || !loads.done.insert(expression).second) return;
    const dse::Expression& value = loads.function.expressions[expression];
    for (const int operand : value.operands) load(loads, operand);
    if (value.op != dse::OpKind::load) return;
    for (const dse::Index& index : value.indices) load_index(loads, index);
    if (const std::string& name = loads.names[value.array]; !name.empty()) counted_[name].loaded += loads.times;
  }

  const dse::Kernel& kernel_;
  std::map<std::string, Elements> counted_;
};

}  // namespace

std::vector<ArrayTraffic> bus_traffic(const dse::Kernel& kernel, const ChosenTarget& target) {
  const AccessCounter counter(kernel);
  std::vector<ArrayTraffic> traffic;
  for (const OffChip& array : target.off_chip) {
    const AccessCounter::Elements elements = counter.of(array.array);
    const auto bytes = static_cast<double>(array.element_bytes) / array.ports;
    traffic.push_back({elements.loaded * bytes, elements.stored * bytes});
  }
  return traffic;
}

std::string bank_of(const dse::boards::Board& board, int port) {
  const dse::boards::Port& chosen = board.ports[port];
  return chosen.bank < 0 ? board.memories[chosen.memory].name : chosen.tag;
}

MemoryBound memory_bound(const std::vector<ArrayTraffic>& traffic, const ChosenTarget& target) {
  constexpr double ns_per_s = 1e9;
  std::map<std::string, double> seconds;  // by bank
  MemoryBound bound;
  for (std::size_t n = 0; n < traffic.size(); ++n) {
    const dse::boards::Board& board = *target.board;
    const int port = target.off_chip[n].port;
    const dse::boards::Memory& memory = board.memories[board.ports[port].memory];
    // Behind a port that reaches several banks the array lies in one of them, and nobody says in which.
    double& busy = seconds[bank_of(board, port)];
    busy += (traffic[n].read_bytes + traffic[n].written_bytes) / memory.sustained_bytes_per_s;
    const double cycles = busy * ns_per_s / target.clock_ns;
    if (cycles > bound.cycles || bound.bank.empty()) bound = {cycles, bank_of(board, port)};
  }
  return bound;
}

}  // namespace pom::driver
