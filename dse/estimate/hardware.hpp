#pragma once
#include "dse/estimate/block_builder.hpp"
#include "dse/estimate/multiplexers.hpp"
#include "dse/estimate/usage.hpp"

namespace pom::dse {

/// What a function's own level is built of, beside its blocks: states, modules that are started, memory ports that many
/// use.
class FunctionHardware {
 public:
  explicit FunctionHardware(std::size_t arrays) : ports_(arrays) {}

  void add_block(const Graph&, const BlockSchedule&);
  void add_module(const std::vector<Touch>&);
  Usage measure(const std::vector<MemoryView>&, const Target&) const;

 private:
  std::int64_t states_ = 0, modules_ = 0;
  std::vector<PortUsers> ports_;  // by array
};

}  // namespace pom::dse
