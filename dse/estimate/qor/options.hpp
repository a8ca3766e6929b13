#pragma once

namespace pom::dse::estimate {

class NestMemo;

struct EstimateOptions {
  /// True: the tool's defaults apply (config_compile -pipeline_loops 64 and automatic partitioning of small arrays).
  /// False: only directives change the program, as in the "program as written" of the POM paper.
  bool automatic_pipelining = true;
  /// True: the tool may add floats in another order than the program (config_compile -unsafe_math_optimizations).
  bool unsafe_math = false;
  /// Cache of estimates of pipelined nests, shared between calls; null: every nest is estimated anew.
  NestMemo* memo = nullptr;
};

}  // namespace pom::dse::estimate
