#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/qor/description/point.hpp"
#include "dse/estimate/qor/qor.hpp"

/// How near the estimates are to what the tool reported.
namespace pom::dse::qor {

/// An estimate beside the truth; `of` says of what: a point's id, for loops with the loop's name behind it.
struct Sample {
  std::string of, group;
  double estimate = 0, truth = 0;
};

/// |estimate − truth| / max(truth, 1): 0 where both are 0. A fraction.
double relative_error(const Sample&);

/// Shares are fractions of `n`; `median` and `p90` are relative errors as fractions (nearest rank).
struct Metric {
  std::size_t n = 0;
  double exact = 0, within_1 = 0, within_5 = 0, within_10 = 0, within_25 = 0;  ///< percent
  double within_one = 0;                                                       ///< at most 1 beside the truth
  double median = 0, p90 = 0;
};

Metric summarize(const std::vector<Sample>&);

/// A loop of the estimate and the one of the report that it stands for: positions in Qor::loops and Truth::loops.
struct LoopPair {
  std::size_t estimate, truth;
};
/// By module and name; loops that the tool flattened carry joined names ("a_b") and are found by the inner one.
std::vector<LoopPair> match_loops(const std::vector<estimate::LoopEstimate>&, const std::vector<TruthLoop>&);

/// The metrics' names, in the order in which they are printed.
const std::vector<std::string>& metric_names();

/// A point, and what the estimator says of it.
struct Judged {
  std::string id, family;
  std::optional<estimate::Qor> qor;
  std::string reason;  ///< why there is no estimate
  Truth truth;
  std::optional<std::int64_t> run = {};  ///< cycles of a dataflow function's simulated run, where it could be told
};

/// Asks the estimator, for the point's own part, clock and release of the tool.
Judged judge(const Point&);

/// Samples by metric. `latency`: the maximum; `rtl`: the same against co-simulation, where a point has one. `ii`:
/// pipelined loops; `il`: loops whose iteration latency is reported.
std::map<std::string, std::vector<Sample>> collect_samples(const std::vector<Judged>&);

/// "fit" or "test": which half of the kernels a kernel belongs to, the same everywhere and always. Constants of the
/// model may be chosen with an eye on the first half only.
std::string split_of(const std::string& family);

}  // namespace pom::dse::qor
