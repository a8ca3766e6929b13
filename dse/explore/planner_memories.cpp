#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "dse/devices/tables/operators.hpp"
#include "dse/explore/planner.hpp"
#include "dse/explore/shared_nests.hpp"

/// What the ports of memories take in a plan.
namespace pom::dse {

namespace {

int bits_for(double values) {
  return std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::ceil(values)) - 1)));
}

/// Arrays of the top function that a unit's module is given in one of its runs.
struct Run {
  Touched touched;
  std::map<std::size_t, std::size_t> parameters;  ///< array by parameter, of those that it reads
};

std::vector<Run> find_runs(const Kernel& whole, const Unit& unit) {
  const std::size_t holder = find_holder(whole, unit.loops.back().label);
  if (holder == whole.functions.size()) return {};
  const Function& function = whole.functions[holder];
  const Loop* loop = find_loop(function.body, unit.loops.back().label);
  const Touched inside = find_touched(function, loop->body);
  if (holder == static_cast<std::size_t>(whole.top)) return {{inside, {}}};
  std::vector<Run> runs;
  for (const Node& node : whole.functions[whole.top].body) {
    if (node.kind != Node::Kind::call || node.call.function != static_cast<int>(holder)) continue;
    Run run;
    for (std::size_t p = 0; p < node.call.arrays.size(); ++p) {
      const int array = node.call.arrays[p];
      if (array < 0) continue;
      if (inside.writes.contains(function.parameters[p])) run.touched.writes.insert(array);
      if (!inside.reads.contains(function.parameters[p])) continue;
      run.touched.reads.insert(array);
      run.parameters[p] = static_cast<std::size_t>(array);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

/// A memory of the plan: arrays of the same banks, with the multiplexers of all of them.
void Planner::add_memories(const Kernel& whole, const std::vector<std::size_t>& tied,
                           const std::vector<UnitLadder>& ladders, const Target& target) {
  const Function& function = whole.functions[whole.top];
  memories_.resize(function.arrays.size());
  std::vector<int> users(function.arrays.size()), writers(function.arrays.size());
  for (const UnitLadder& ladder : ladders) {
    std::set<std::size_t> own;
    std::map<std::size_t, std::set<std::size_t>> handed;  // by parameter
    for (const Run& run : find_runs(whole, ladder.unit)) {
      std::set<int> all = run.touched.reads;
      all.insert(run.touched.writes.begin(), run.touched.writes.end());
      for (const int array : all) {
        ++users[array];
        own.insert(tied[array]);
      }
      for (const int array : run.touched.writes) ++writers[array];
      for (const auto& [parameter, array] : run.parameters) handed[parameter].insert(array);
    }
    for (const auto& [parameter, arrays] : handed) {
      const std::size_t first = *arrays.begin();
      if (arrays.size() > 1)
        memories_[tied[first]].bank_lut +=
            multiplexer_lut(target, static_cast<int>(arrays.size()), function.arrays[first].element.bits);
    }
    for (const std::size_t memory : own) memories_[memory].units.push_back(arrays_.size());
    arrays_.emplace_back(own.begin(), own.end());
  }
  for (std::size_t n = 0; n < function.arrays.size(); ++n) {
    if (users[n] == 0) continue;
    Memory& memory = memories_[tied[n]];
    const Array& array = function.arrays[n];
    memory.words = 1;
    for (const std::int64_t extent : array.shape)
      memory.words *= static_cast<double>(std::max<std::int64_t>(extent, 1));
    memory.bank_lut += multiplexer_lut(target, users[n] + 1, 1);
    memory.address_lut.resize(static_cast<std::size_t>(bits_for(memory.words)) + 1);
    for (int bits = 0; bits <= bits_for(memory.words); ++bits)
      memory.address_lut[bits] += users[n] > 1 ? multiplexer_lut(target, users[n] + 1, bits) : 0;
    if (writers[n] > 0) memory.bank_lut += multiplexer_lut(target, writers[n] + 1, 1);
    if (writers[n] > 1) memory.bank_lut += multiplexer_lut(target, writers[n] + 1, array.element.bits);
  }
}

/// Every bank's port: address, enable, and what the writers store.
double Planner::port_lut(const Memory& memory, double banks) const {
  return banks * (memory.bank_lut + memory.address_lut[bits_for(memory.words / banks)]);
}

}  // namespace pom::dse
