#pragma once
#include <cstdint>
#include <limits>

namespace pom::dse::estimate {

class NestMemo;

struct EstimateOptions {
  /// True: the tool's defaults apply (config_compile -pipeline_loops 64 and automatic partitioning of small arrays).
  /// False: only directives change the program, as in the "program as written" of the POM paper.
  bool automatic_pipelining = true;
  /// True: the tool may add floats in another order than the program (config_compile -unsafe_math_optimizations).
  bool unsafe_math = false;
  /// True: choosing among registers takes no time. No mixture of memories and registers is faster than registers then.
  bool free_choices = false;
  /// Cache of estimates of pipelined nests, shared between calls; null: every nest is estimated anew.
  NestMemo* memo = nullptr;
  /// Steps of scheduling one pipelined nest behind which the kernel is not modelled: nodes, dependences and states
  /// waited for a port, in all passes. A step takes about 3 ns.
  std::int64_t most_steps = std::numeric_limits<std::int64_t>::max();
};

}  // namespace pom::dse::estimate
