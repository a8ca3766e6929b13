#include "dse/estimate/frontend/prepare.hpp"

#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/estimate/frontend/inline_calls.hpp"
#include "dse/estimate/frontend/pipeline_loops.hpp"
#include "dse/estimate/frontend/promote_sums.hpp"
#include "dse/estimate/frontend/share_ports.hpp"
#include "dse/estimate/frontend/single_elements.hpp"
#include "dse/estimate/frontend/single_trips.hpp"
#include "dse/estimate/frontend/split_arrays.hpp"
#include "dse/estimate/frontend/zero_sums.hpp"

namespace pom::dse::estimate {

namespace {

/// First releases that partition arrays automatically: for loops that a directive pipelines, and for all loops. Reports
/// of 2022.2 show the former and copied memories for other loops, those of 2023.2 show both.
constexpr devices::ToolVersion directed_partition_since{2022, 1}, throughput_partition_since{2023, 1};

}  // namespace

std::vector<std::string> prepare_passes() {
  static const std::vector<std::string> passes = {"share-arrays", "inline-calls", "mark-internal",   "single-elements",
                                                  "divide-ports", "single-trips", "pipeline-loops",  "finished-sums",
                                                  "split-arrays", "cut-arrays",   "share-cut-arrays"};
  return passes;
}

Kernel prepare_kernel(const Kernel& kernel, const devices::Target& target, const EstimateOptions& options,
                      const AfterPass& after) {
  Kernel prepared = kernel;
  const auto done = [&](const char* pass) {
    if (after) after(pass, prepared);
  };
  const auto each_function = [&](const auto& work, const char* pass) {
    for (Function& function : prepared.functions) work(function);
    done(pass);
  };
  share_arrays(prepared);
  done("share-arrays");
  inline_calls(prepared);
  done("inline-calls");
  mark_internal(prepared);
  done("mark-internal");
  each_function(fold_single_elements, "single-elements");
  for (const Function& function : prepared.functions) {
    if (function.dataflow) divide_ports(prepared, function);
  }
  done("divide-ports");
  if (!options.automatic_pipelining) {
    each_function(promote_sums, "promote-sums");
    return prepared;
  }
  if (options.unsafe_math) each_function(drop_zero_sums, "zero-sums");
  const bool sums_stay = target.version >= sums_stay_since;
  each_function([&](Function& function) { fold_single_trips(function, sums_stay); }, "single-trips");
  each_function([&](Function& function) { pipeline_loops(function, sums_stay); }, "pipeline-loops");
  each_function(sums_stay ? promote_surrounded_sums : promote_finished_sums, "finished-sums");
  split_arrays(prepared);
  done("split-arrays");
  if (target.version >= directed_partition_since)
    cut_arrays(prepared, target.version >= throughput_partition_since ? CutFor::all_loops : CutFor::directed_loops);
  done("cut-arrays");
  share_arrays(prepared);
  done("share-cut-arrays");
  return prepared;
}

}  // namespace pom::dse::estimate
