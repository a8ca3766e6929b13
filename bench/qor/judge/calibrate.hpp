#pragma once
#include <string>
#include <vector>

#include "bench/qor/judge/accuracy.hpp"
#include "dse/devices/tables/uncertainty.hpp"

/// Split conformal prediction: the bound of a new design is the estimate times a quantile of what reports of earlier
/// designs were of their estimates. With n designs the k-th smallest ratio is exceeded by that of one more design with
/// probability 1 - k / (n + 1) at most, whatever the distribution; so the new design counts as one with an infinite
/// ratio.
namespace pom::dse::qor {

/// The quantiles of the judged points as the text of dse/devices/accuracy/uncertainty.json: by interval and size where
/// enough points are of a kind.
std::string calibrate(const std::vector<Judged>&, const std::string& source);

/// How a quantity's upper bounds compare with the reports.
struct Coverage {
  int n = 0;
  double covered = 0;       ///< share of the reports that are not above the bound
  double median_slack = 0;  ///< median of (bound - report) / max(report, 1)
};

/// By Quantity. Each point is bounded by quantiles of all points of other families; empty if there are no others.
std::vector<Coverage> cover_left_out(const std::vector<Judged>&, double confidence);
/// By Quantity, with the shipped quantiles.
std::vector<Coverage> cover(const std::vector<Judged>&, double confidence);

/// Both as a table.
std::string render_coverage(const std::vector<Judged>&, double confidence);

}  // namespace pom::dse::qor
