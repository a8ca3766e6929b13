#pragma once

namespace pom::dse {

class NestMemo;

struct EstimateOptions {
  /// The tool's default (config_compile -pipeline_loops 64 and automatic partitioning of small arrays). False: nothing
  /// happens that no directive asks for, the "program as written" of the POM paper.
  bool automatic_pipelining = true;
  /// Pipelined nests that estimates had in common before; none: each is estimated.
  NestMemo* memo = nullptr;
};

}  // namespace pom::dse
