#include "dse/estimate/frontend/prepare.hpp"

#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/estimate/frontend/inline_calls.hpp"
#include "dse/estimate/frontend/pipeline_loops.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/frontend/share_ports.hpp"
#include "dse/estimate/frontend/single_elements.hpp"
#include "dse/estimate/frontend/single_trips.hpp"
#include "dse/estimate/frontend/split_arrays.hpp"

namespace pom::dse::estimate {

namespace {

/// First releases that partition arrays automatically: for loops that a directive pipelines, and for all loops. Reports
/// of 2022.2 show the former and copied memories for other loops, those of 2023.2 show both.
constexpr devices::ToolVersion directed_partition_since{2022, 1}, throughput_partition_since{2023, 1};

}  // namespace

Kernel prepare_kernel(const Kernel& kernel, const devices::Target& target, const EstimateOptions& options) {
  Kernel prepared = kernel;
  share_arrays(prepared);
  inline_calls(prepared);
  mark_internal(prepared);
  for (Function& function : prepared.functions) fold_single_elements(function);
  for (const Function& function : prepared.functions) {
    if (function.dataflow) divide_ports(prepared, function);
  }
  if (options.automatic_pipelining) {
    for (Function& function : prepared.functions) {
      fold_single_trips(function);
      pipeline_loops(function);
      promote_finished_sums(function);
    }
    split_arrays(prepared);
    if (target.version >= directed_partition_since)
      cut_arrays(prepared, target.version >= throughput_partition_since ? CutFor::all_loops : CutFor::directed_loops);
    share_arrays(prepared);
  } else {
    for (Function& function : prepared.functions) promote_sums(function);
  }
  return prepared;
}

}  // namespace pom::dse::estimate
