#include "driver/board/traffic.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pom::driver {

namespace {

/// Walks over a kernel's statements and counts the elements that they load and store, by name of the top function's
/// argument. An iteration of a pipelined loop loads an element once, and not at all behind a store of it, and stores it
/// once: it is a block without loops, in which values stay in registers.
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
    visit(top, names, top.body, {});
  }

  Elements of(const std::string& array) const {
    const auto found = counted_.find(array);
    return found == counted_.end() ? Elements{} : found->second;
  }

 private:
  using Names = std::vector<std::string>;  ///< by place in Function::arrays; empty: it is not behind a bus

  /// Elements that a pipelined iteration has met: an array and its indices.
  struct Met {
    std::string array;
    std::vector<dse::Index> indices;
    bool operator==(const Met&) const = default;
  };

  /// The indices differ, and in no dimension by a number alone.
  static bool may_alias(const Met& one, const Met& other) {
    if (one == other || one.indices.size() != other.indices.size()) return one != other;
    for (std::size_t d = 0; d < one.indices.size(); ++d) {
      const dse::Index &a = one.indices[d], &b = other.indices[d];
      const bool alike = !a.opaque && !b.opaque && a.terms == b.terms && a.divisions == b.divisions;
      if (alike && a.constant != b.constant) return false;
    }
    return true;
  }

  /// Where a statement stands.
  struct Place {
    double times = 1;                 ///< that the body around all loops built whole runs
    std::map<int, double> whole;      ///< iterations of loops in a pipelined iteration, by Loop::id
    bool is_pipelined = false;        ///< stands in a pipelined iteration
    std::vector<Met> loaded, stored;  ///< in this iteration; stores also count as loads

    /// A store of the element may change what was loaded by other indices.
    void forget(const Met& written) {
      std::erase_if(loaded,
                    [&](const Met& known) { return known.array == written.array && may_alias(known, written); });
    }

    /// So many different elements an iteration meets by an access, if it meets any.
    double copies(const std::vector<dse::Index>& indices) const {
      double all = 1;
      for (const auto& [loop, trips] : whole) {
        const auto moves = [&, id = loop](const dse::Index& index) {
          return index.opaque || !index.divisions.empty() ||
                 std::any_of(index.terms.begin(), index.terms.end(), [&](const auto& term) { return term.loop == id; });
        };
        if (std::any_of(indices.begin(), indices.end(), moves)) all *= trips;
      }
      return all;
    }
  };

  /// What one statement loads: a value that several operands share, once.
  struct Loads {
    const dse::Function& function;
    const Names& names;
    Place& place;
    std::set<int> done;  ///< places in Function::expressions
  };

  /// True where the iteration has met the element before, which it has then.
  static bool meet(std::vector<Met>& known, const Met& element) {
    const auto is_opaque = [](const dse::Index& index) { return index.opaque; };
    if (std::any_of(element.indices.begin(), element.indices.end(), is_opaque)) return false;
    if (std::find(known.begin(), known.end(), element) != known.end()) return true;
    known.push_back(element);
    return false;
  }

  void count(double Elements::* way, Place& place, const std::string& name, const std::vector<dse::Index>& indices) {
    if (name.empty()) return;
    const Met element{name, indices};
    const bool stores = way == &Elements::stored;
    if (place.is_pipelined && stores) place.forget(element);
    if (place.is_pipelined && meet(stores ? place.stored : place.loaded, element)) return;
    if (place.is_pipelined && stores) meet(place.loaded, element);
    counted_[name].*way += place.times * place.copies(indices);
  }

  void visit(const dse::Function& function, const Names& names, const std::vector<dse::Node>& body, Place place) {
    for (const dse::Node& node : body) {
      Loads loads{function, names, place, {}};
      switch (node.kind) {
        case dse::Node::Kind::loop:
          visit_loop(function, names, node.loop, place);
          break;
        case dse::Node::Kind::assignment:
          load(loads, node.assignment.value);
          for (const dse::Index& index : node.assignment.indices) load_index(loads, index);
          count(&Elements::stored, place, names[node.assignment.array], node.assignment.indices);
          break;
        case dse::Node::Kind::branch:
          // Which way is taken may depend on data: the accesses of both count.
          load(loads, node.branch.condition);
          visit(function, names, node.branch.then, place);
          visit(function, names, node.branch.otherwise, place);
          break;
        case dse::Node::Kind::call:
          enter(loads, node.call);
          break;
      }
    }
  }

  void visit_loop(const dse::Function& function, const Names& names, const dse::Loop& loop, Place place) {
    if (place.is_pipelined) {
      place.whole[loop.id] = loop.trip.average;
    } else {
      place.times *= loop.trip.average;
      place.is_pipelined = loop.pipeline.has_value();
    }
    visit(function, names, loop.body, std::move(place));
  }

  void enter(Loads& loads, const dse::Call& call) {
    const dse::Function& callee = kernel_.functions[call.function];
    Names inner(callee.arrays.size());
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      if (call.arrays[p] >= 0) inner[callee.parameters[p]] = loads.names[call.arrays[p]];
    }
    for (const int value : call.values) load(loads, value);
    Place place;
    place.times = loads.place.times;
    for (const auto& [loop, trips] : loads.place.whole) place.times *= trips;
    visit(callee, inner, callee.body, std::move(place));
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
    count(&Elements::loaded, loads.place, loads.names[value.array], value.indices);
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
