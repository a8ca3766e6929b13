#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/qor/judge/accuracy.hpp"

namespace pom::dse::qor {

/// The table of metrics: all points, and the halves `fit` and `test`; then what is not supported.
std::string render_accuracy(const std::vector<Judged>&);

/// `points`, `supported`, `unsupported[{id, reason}]`, `metrics{name → {n, exact, within_1, …, median, p90}}`, the same
/// for the halves in `fit` and `test`, and `estimates[{id, estimate, upper, truth}]`, where `upper` are the bounds that
/// the truth does not exceed with the given probability. Shares and relative errors are fractions.
nlohmann::json describe_accuracy(const std::vector<Judged>&, double confidence = 0.9);

/// The `count` points or loops with the largest relative errors, per metric.
std::string render_worst(const std::vector<Judged>&, std::size_t count);

struct Difference {
  std::string table;
  bool regressed = false;  ///< a point is no longer supported, or a metric is worse
};
/// `baseline` is an earlier describe_accuracy. Throws nlohmann::json::exception when it is something else.
Difference compare_with_baseline(const std::vector<Judged>&, const nlohmann::json& baseline);

}  // namespace pom::dse::qor
