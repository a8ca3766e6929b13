#pragma once
#include <string>
#include <variant>

#include "dse/devices/target.hpp"
#include "dse/estimate/qor.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse {

class NestMemo;

struct EstimateOptions {
  /// The tool's default (config_compile -pipeline_loops 64 and automatic partitioning of small arrays). False: nothing
  /// happens that no directive asks for, the "program as written" of the POM paper.
  bool automatic_pipelining = true;
  /// Pipelined nests that estimates had in common before; none: each is estimated.
  NestMemo* memo = nullptr;
};

/// The vendor tool's report of a kernel, foretold; or, in words, what of the kernel the model cannot say.
std::variant<Qor, std::string> estimate(const Kernel&, const Target&, const EstimateOptions& = {});

}  // namespace pom::dse
