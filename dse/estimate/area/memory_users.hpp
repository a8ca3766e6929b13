#pragma once
#include <map>
#include <set>

#include "dse/estimate/area/multiplexers.hpp"
#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse::estimate {

/// How a pipelined loop uses the ports of an array.
struct PipelinePorts {
  int array = -1;
  bool loaded = false;      ///< the loop reads the memory
  bool wide = false;        ///< uses more than one port of a bank in the same state
  bool copied = false;      ///< the tool copies the memory for parallel reads
  std::int64_t copies = 1;  ///< number of memories, if the tool copies it
};

/// Finds the port uses of a loop, in the order of the arrays; arrays without any are left out. The tool copies memories
/// that the loop reads more often than they have ports. Law: of two ports, one belongs to the loop that writes, and one
/// copy lends it for reading, so that 16 reads a cycle take 15 copies (2022.2, 2023.2).
std::vector<PipelinePorts> find_pipeline_ports(const Graph&, const std::vector<MemoryView>&, std::int64_t interval);

/// The hardware of a function besides its blocks: states, modules that it starts, and multiplexers of memory ports that
/// several modules use.
class FunctionHardware {
 public:
  explicit FunctionHardware(std::size_t arrays)
      : ports_(arrays), copies_(arrays, 1), dual_(arrays, 0), loaded_(arrays, 0) {}

  void add_block(const Graph&, const BlockSchedule&);
  void add_module(const std::vector<AccessSummary>&);
  void add_pipeline(const std::vector<PipelinePorts>&);
  /// Returns, for each array, the number of memories that it is built as.
  const std::vector<std::int64_t>& copies() const { return copies_; }
  /// Tells, for each array, whether some loop or state reads, or writes, both ports of a bank in the same state.
  const std::vector<char>& dual() const { return dual_; }
  /// Adds a called function that uses the array, and `more_ports` ports of a bank in the same state besides the first.
  void add_argument(int array, std::int64_t more_ports);
  struct Parameter {
    int function = -1, position = -1;
    auto operator<=>(const Parameter&) const = default;
  };
  /// Adds an array that a function of one instance reads through `ports` ports in one of its calls; its other calls may
  /// read other arrays there.
  void bind(Parameter, int array, std::int64_t ports);
  std::int64_t more_ports(int array) const { return ports_[array].more_ports; }
  /// Tells, for each array, whether some block reads the memory; otherwise the stored values are used directly.
  const std::vector<char>& loaded() const { return loaded_; }
  /// Counts memories that the program never reads as built: the tool does not remove them, for a reason that is not
  /// known.
  void keep_unread(const Function&);
  Usage measure(const std::vector<MemoryView>&, const devices::Target&) const;

 private:
  std::int64_t states_ = 0, modules_ = 0;
  std::vector<PortUsers> ports_;      // by array
  std::vector<std::int64_t> copies_;  // by array
  std::vector<char> dual_;            // by array
  std::vector<char> loaded_;          // by array
  struct Bound {
    std::set<int> arrays;
    std::int64_t ports = 1;
  };
  std::map<Parameter, Bound> bound_;
};

}  // namespace pom::dse::estimate
