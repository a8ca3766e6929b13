#include "dse/estimate/area/memory_users.hpp"

#include <algorithm>

#include "dse/estimate/area/control.hpp"

namespace pom::dse::estimate {

void FunctionHardware::add_block(const Graph& graph, const BlockSchedule& schedule) {
  if (graph.nodes.empty()) return;
  states_ += schedule.states;
  std::vector<int> seen(ports_.size(), -1);
  for (const GraphAccess& access : graph.accesses) {
    if (!graph.is_live(access)) continue;
    const auto array = static_cast<std::size_t>(access.array);
    if (!access.writes) loaded_[array] = 1;
    const int state = schedule.start[access.node];
    // Two accesses in one state take two ports, each with its own multiplexer.
    if (seen[array] == state) {
      if (!access.writes) dual_[array] = 1;  // two elements that a loop needs before it starts
      continue;
    }
    seen[array] = state;
    ++ports_[array].own;
  }
}

void FunctionHardware::add_module(const std::vector<AccessSummary>& accesses) {
  ++modules_;
  for (const AccessSummary& summary : accesses) {
    if (summary.array < 0) continue;
    PortUsers& users = ports_[summary.array];
    ++(summary.writes ? users.writers : users.readers);
  }
}

std::vector<PipelinePorts> find_pipeline_ports(const Graph& graph, const std::vector<MemoryView>& memories,
                                               std::int64_t interval) {
  std::vector<std::vector<std::int64_t>> reads(memories.size()), writes(memories.size()), in_turn(memories.size());
  std::vector<char> loaded(memories.size());
  for (const GraphAccess& access : graph.accesses) {
    const auto array = static_cast<std::size_t>(access.array);
    if (!graph.is_live(access)) continue;
    if (!access.writes) loaded[array] = 1;
    if (memories[array].kind != MemoryView::Kind::memory) continue;
    std::vector<std::int64_t>& uses = (access.writes ? writes : reads)[array];
    uses.resize(memories[array].banks);
    for (int n = 0; n < access.banks; ++n) ++uses[static_cast<std::size_t>(graph.banks[access.first_bank + n])];
    if (access.writes) continue;
    // Accesses that never meet in a bank need no copies of it, whatever banks each is to.
    std::vector<std::int64_t>& conflicts = in_turn[array];
    conflicts.resize(memories[array].banks);
    for (int n = 0; n < (access.port_bank < 0 ? access.banks : 1); ++n)
      ++conflicts[static_cast<std::size_t>(access.port_bank < 0 ? graph.banks[access.first_bank + n]
                                                                : access.port_bank)];
  }
  const auto most = [](const std::vector<std::int64_t>& uses) {
    return uses.empty() ? 0 : *std::max_element(uses.begin(), uses.end());
  };
  std::vector<PipelinePorts> all;
  for (std::size_t array = 0; array < memories.size(); ++array) {
    PipelinePorts ports;
    ports.array = static_cast<int>(array);
    ports.loaded = loaded[array] != 0;
    ports.wide = most(reads[array]) > interval || most(writes[array]) > interval;
    const bool chosen = array < graph.replicated.size() && graph.replicated[array];
    ports.copied = chosen || memories[array].read_copies;
    // A loop that writes takes the port that would be lent for reading.
    const std::int64_t lent = writes[array].empty() ? 1 : 0;
    if (ports.copied) ports.copies = std::max<std::int64_t>((most(in_turn[array]) + interval - 1) / interval - lent, 1);
    if (ports.loaded || ports.wide || ports.copied) all.push_back(ports);
  }
  return all;
}

void FunctionHardware::add_pipeline(const std::vector<PipelinePorts>& all) {
  for (const PipelinePorts& ports : all) {
    const auto array = static_cast<std::size_t>(ports.array);
    if (ports.loaded) loaded_[array] = 1;
    if (ports.wide) dual_[array] = 1;
    if (ports.copied) copies_[array] = std::max(copies_[array], ports.copies);
    if (!ports.wide) continue;
    ++ports_[array].wide;
    ports_[array].more_ports = ports.copied ? copies_[array] : std::max<std::int64_t>(ports_[array].more_ports, 1);
  }
}

void FunctionHardware::add_argument(int array, std::int64_t more_ports) {
  loaded_[array] = 1;
  if (more_ports == 0) return;
  PortUsers& users = ports_[array];
  ++users.wide;
  users.more_ports = std::max(users.more_ports, more_ports);
}

void FunctionHardware::bind(Parameter parameter, int array, std::int64_t ports) {
  Bound& bound = bound_[parameter];
  bound.arrays.insert(array);
  bound.ports = std::max(bound.ports, ports);
}

void FunctionHardware::keep_unread(const Function& function) {
  std::vector<char> read(loaded_.size());
  for (const Expression& e : function.expressions) {
    if (e.op == OpKind::load && e.array >= 0) read[e.array] = 1;
  }
  for (std::size_t n = 0; n < loaded_.size(); ++n) loaded_[n] = loaded_[n] || !read[n];
}

Usage FunctionHardware::measure(const std::vector<MemoryView>& memories, const devices::Target& target) const {
  Usage usage = measure_function_control({states_, modules_}, target);
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    // A memory that no block loads is not built.
    if (loaded_[n] || memories[n].outside) usage.multiplexer_lut += shared_port_lut(memories[n], ports_[n], target);
  }
  for (const auto& [parameter, bound] : bound_) {
    // The shared instance selects what it reads from the array of the current call.
    const MemoryView& memory = memories[*bound.arrays.begin()];
    if (bound.arrays.size() < 2 || memory.kind == MemoryView::Kind::bus) continue;
    usage.multiplexer_lut += static_cast<double>(bound.ports * memory.banks) *
                             devices::multiplexer_lut(target, static_cast<int>(bound.arrays.size()), memory.word_bits);
  }
  return usage;
}

}  // namespace pom::dse::estimate
