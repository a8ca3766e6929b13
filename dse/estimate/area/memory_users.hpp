#pragma once
#include <map>
#include <set>

#include "dse/estimate/area/multiplexers.hpp"
#include "dse/estimate/area/usage.hpp"
#include "dse/estimate/graph/surroundings.hpp"

namespace pom::dse {

/// What a pipelined loop does to the ports of an array.
struct PipelinePorts {
  int array = -1;
  bool loaded = false;      ///< from where it is kept
  bool wide = false;        ///< at more than one port of a bank at once
  bool copied = false;      ///< copies of the memory serve the reads
  std::int64_t copies = 1;  ///< of the memory, where it is copied
};

/// Those that do anything, by array. Copies are of memories that the loop reads more often than they have ports. Law:
/// of two ports one is for the loop that writes, and one copy lends it for reading, so that 16 reads a cycle take 15
/// copies (2022.2, 2023.2).
std::vector<PipelinePorts> find_pipeline_ports(const Graph&, const std::vector<MemoryView>&, std::int64_t interval);

/// What a function's own level is built of, beside its blocks: states, modules that are started, memory ports that many
/// use.
class FunctionHardware {
 public:
  explicit FunctionHardware(std::size_t arrays)
      : ports_(arrays), copies_(arrays, 1), dual_(arrays, 0), loaded_(arrays, 0) {}

  void add_block(const Graph&, const BlockSchedule&);
  void add_module(const std::vector<Touch>&);
  void add_pipeline(const std::vector<PipelinePorts>&);
  /// For each array.
  const std::vector<std::int64_t>& copies() const { return copies_; }
  /// For each array: whether some loop or state reads, or writes, at both ports of a bank at once.
  const std::vector<char>& dual() const { return dual_; }
  /// A called function uses the array, and so many ports of a bank beside the first at once.
  void add_argument(int array, std::int64_t more_ports);
  struct Parameter {
    int function = -1, position = -1;
    auto operator<=>(const Parameter&) const = default;
  };
  /// A function of one instance reads the array at so many ports where it reads others in other calls.
  void bind(Parameter, int array, std::int64_t ports);
  std::int64_t more_ports(int array) const { return ports_[array].more_ports; }
  /// For each array: whether some block reads it from where it is kept; elsewhere the values that were written are
  /// used.
  const std::vector<char>& loaded() const { return loaded_; }
  /// A memory that the program never reads has a reason that is not known: it is there.
  void keep_unread(const Function&);
  Usage measure(const std::vector<MemoryView>&, const Target&) const;

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

}  // namespace pom::dse
