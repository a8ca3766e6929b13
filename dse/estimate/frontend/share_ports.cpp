#include "dse/estimate/frontend/share_ports.hpp"

#include <vector>

#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

namespace {

/// Ranks the knowledge about a port: 0: nothing, 1: it is the caller's memory, 2: its protocol.
int rank_of(const Port& port) { return port.mode.empty() ? 0 : port.mode == memory_of_caller ? 1 : 2; }

/// Gives a parameter the port of its argument: the bus, or the ports of the external memory. If several calls pass
/// different arguments, the first one counts. Returns whether the parameter changed.
bool share_port(const Array& argument, Array& parameter) {
  const bool local = argument.role != Array::Role::argument && !argument.stream && !argument.shape.empty();
  if (local && parameter.port.mode.empty()) {
    parameter.port.mode = memory_of_caller;
    return true;
  }
  if (rank_of(argument.port) <= rank_of(parameter.port)) return false;
  parameter.port = argument.port;
  return true;
}

/// Gives both arrays the banks that either has, since they are the same memory. Returns whether one of them changed.
bool share_banking(Array& a, Array& b) {
  if (a.banking == b.banking || a.shape.size() != b.shape.size()) return false;
  if (a.banking.empty()) a.banking.resize(a.shape.size());
  if (b.banking.empty()) b.banking.resize(b.shape.size());
  bool changed = false;
  for (std::size_t d = 0; d < a.banking.size() && d < b.banking.size(); ++d) {
    if (a.banking[d].kind == BankingKind::none && b.banking[d].kind != BankingKind::none) {
      a.banking[d] = b.banking[d];
      changed = true;
    } else if (b.banking[d].kind == BankingKind::none && a.banking[d].kind != BankingKind::none) {
      b.banking[d] = a.banking[d];
      changed = true;
    }
  }
  return changed;
}

/// Makes the other side of a call a stream, too. Returns whether it changed.
bool share_stream(const Array& from, Array& to) {
  if (!from.fifo || to.stream || to.role == Array::Role::constant || from.shape.size() != to.shape.size()) return false;
  to.stream = to.fifo = true;
  to.depth = from.depth;
  return true;
}

/// What the calls of a body are.
enum class Calls { in_turn, processes };

/// Calls `visit(argument, parameter, calls)` for each array that a call in the body passes, in program order.
template <class Visit>
void visit_passed_arrays(Kernel& kernel, Function& caller, const std::vector<Node>& body, Calls calls,
                         const Visit& visit) {
  for (const Node& node : body) {
    visit_passed_arrays(kernel, caller, node.loop.body, node.loop.dataflow ? Calls::processes : calls, visit);
    for (const auto* inside : {&node.branch.then, &node.branch.otherwise})
      visit_passed_arrays(kernel, caller, *inside, calls, visit);
    if (node.kind != Node::Kind::call) continue;
    Function& callee = kernel.functions[node.call.function];
    for (std::size_t p = 0; p < node.call.arrays.size() && p < callee.parameters.size(); ++p) {
      if (node.call.arrays[p] < 0) continue;
      visit(caller.arrays[node.call.arrays[p]], callee.arrays[callee.parameters[p]], calls);
    }
  }
}

template <class Visit>
void visit_passed_arrays(Kernel& kernel, Function& caller, const Visit& visit) {
  visit_passed_arrays(kernel, caller, caller.body, caller.dataflow ? Calls::processes : Calls::in_turn, visit);
}

/// Gives each argument and its parameter the same properties; returns whether one of them changed.
bool share_through_calls(Kernel& kernel, Function& caller) {
  bool changed = false;
  visit_passed_arrays(kernel, caller, [&](Array& argument, Array& parameter, Calls) {
    changed |= share_banking(argument, parameter);
    changed |= share_port(argument, parameter);
    changed |= share_stream(argument, parameter);
    if (argument.role == Array::Role::local) changed |= share_stream(parameter, argument);
  });
  return changed;
}

/// Marks the parameters that receive an external memory, or one between two processes, which is a ping-pong buffer of
/// two ports that the tool does not copy; returns whether one was not marked before.
bool mark_external(Kernel& kernel, Function& caller) {
  bool changed = false;
  visit_passed_arrays(kernel, caller, [&](const Array& argument, Array& parameter, Calls calls) {
    const bool own = argument.role == Array::Role::argument ? argument.internal : calls == Calls::in_turn;
    if (own || !parameter.internal) return;
    parameter.internal = false;
    changed = true;
  });
  return changed;
}

}  // namespace

void share_arrays(Kernel& kernel) {
  if (kernel.functions.size() < 2) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (Function& function : kernel.functions) changed |= share_through_calls(kernel, function);
  }
}

void mark_internal(Kernel& kernel) {
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    Function& function = kernel.functions[f];
    for (const int p : function.parameters) function.arrays[p].internal = static_cast<int>(f) != kernel.top;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Function& function : kernel.functions) changed |= mark_external(kernel, function);
  }
}

void divide_ports(Kernel& kernel, const Function& region) {
  for (std::size_t n = 0; n < region.arrays.size(); ++n) {
    const Array& array = region.arrays[n];
    if (array.role != Array::Role::argument || array.shape.empty() || array.stream || array.port.is_bus()) continue;
    std::vector<Array*> views;
    for (const Node& node : region.body) {
      if (node.kind != Node::Kind::call) continue;
      Function& callee = kernel.functions[node.call.function];
      for (std::size_t p = 0; p < node.call.arrays.size() && p < callee.parameters.size(); ++p) {
        if (node.call.arrays[p] == static_cast<int>(n)) views.push_back(&callee.arrays[callee.parameters[p]]);
      }
    }
    if (views.size() < 2) continue;
    for (Array* view : views) view->port.addresses = 1;
  }
}

}  // namespace pom::dse::estimate
