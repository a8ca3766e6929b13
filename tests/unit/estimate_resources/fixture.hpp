#pragma once
#include <doctest/doctest.h>

#include "dse/estimate/area/usage.hpp"

/// Graphs written down by hand, and the targets of the synthesis reports that the numbers come from.
namespace pom::dse::test {

struct Board {
  devices::Device device;
  devices::Target target;

  Board(const char* name, double clock_ns, devices::ToolVersion version) : device(*devices::find_device(name)) {
    target.device = &device;
    target.clock_ns = clock_ns;
    target.version = version;
  }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
};

/// A graph with the tables that the laws ask for.
struct Block {
  estimate::Graph graph;
  std::vector<Expression> expressions;
  std::vector<devices::OperatorCost> costs;
  std::vector<estimate::MemoryView> memories;
  estimate::BlockSchedule schedule;

  int source(int bits) { return add({estimate::Role::source, bits, 0}, {}, 0); }

  /// An operation on floats that starts in `state`.
  int operation(OpKind op, NumberType type, int latency, std::vector<int> operands, int state) {
    Expression e;
    e.op = op;
    e.type = type;
    expressions.push_back(e);
    devices::OperatorCost cost;
    cost.latency = latency;
    cost.shared = true;
    cost.dsp = 3;
    costs.push_back(cost);
    const int n = add({estimate::Role::operation, type.bits, latency}, operands, state);
    graph.nodes[n].op = op;
    // A core's first stage does not fit behind another core's last one in 3.65 ns.
    graph.nodes[n].in_ns = 2.5F;
    schedule.finish_ns.back() = 2;
    graph.nodes[n].cost = static_cast<int>(expressions.size()) - 1;
    return n;
  }

  /// An access of memory 0 in `bank`.
  int access(estimate::Role role, estimate::Linear place, int bank, std::vector<int> operands, int state) {
    return access(role, std::vector<estimate::Linear>{place}, bank, operands, state);
  }

  int access(estimate::Role role, const std::vector<estimate::Linear>& places, int bank, std::vector<int> operands,
             int state) {
    estimate::GraphAccess access;
    access.array = 0;
    access.first_bank = static_cast<int>(graph.banks.size());
    access.banks = 1;
    access.first_index = static_cast<int>(graph.indices.size());
    access.rank = static_cast<int>(places.size());
    access.writes = role == estimate::Role::store;
    access.node = static_cast<int>(graph.nodes.size());
    graph.banks.push_back(bank);
    graph.indices.insert(graph.indices.end(), places.begin(), places.end());
    graph.accesses.push_back(access);
    const int n =
        add({role, role == estimate::Role::load ? 32 : 0, role == estimate::Role::load ? 1 : 0}, operands, state);
    graph.nodes[n].access = static_cast<int>(graph.accesses.size()) - 1;
    if (role == estimate::Role::store) graph.nodes[n].in_ns = 2.5F;
    return n;
  }

  void memory(std::int64_t words, std::int64_t banks,
              estimate::MemoryView::Kind kind = estimate::MemoryView::Kind::memory) {
    estimate::MemoryView view;
    view.kind = kind;
    view.banks = banks;
    view.bank_words = words;
    view.word_bits = 32;
    estimate::MemoryView::Dimension dimension;
    dimension.extent = words;
    dimension.bank_extent = words;
    view.dimensions.push_back(dimension);
    memories.push_back(view);
  }

  /// A memory of rows.
  void memory_2d(std::int64_t rows, std::int64_t columns) {
    memory(rows, 1);
    memories.back().bank_words = rows * columns;
    estimate::MemoryView::Dimension dimension;
    dimension.extent = dimension.bank_extent = columns;
    memories.back().dimensions.push_back(dimension);
  }

 private:
  struct Kind {
    estimate::Role role;
    int bits, latency;
  };

  int add(Kind kind, const std::vector<int>& operands, int state) {
    estimate::GraphNode node;
    node.role = kind.role;
    node.bits = kind.bits;
    node.latency = kind.latency;
    std::vector<estimate::GraphEdge> waits;
    for (const int operand : operands) waits.push_back({operand, estimate::GraphEdge::Kind::value});
    schedule.start.push_back(state);
    schedule.finish_ns.push_back(0);
    schedule.states = std::max(schedule.states, state + kind.latency + 1);
    return static_cast<int>(graph.add_node(node, waits));
  }
};

/// coefficient·loop + constant
inline estimate::Linear linear(int loop, std::int64_t coefficient, std::int64_t constant) {
  estimate::Linear place;
  place.add(loop, coefficient);
  place.constant = constant;
  return place;
}

}  // namespace pom::dse::test
