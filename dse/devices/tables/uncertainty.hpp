#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pom::dse::devices {

/// What of a design is estimated and bounded.
enum class Quantity { latency, dsp, bram_18k, lut, ff };
constexpr std::array<std::string_view, 5> quantity_names = {"latency", "dsp", "bram18", "lut", "ff"};

/// What decides how far an estimate can be trusted.
struct DesignKind {
  std::int64_t interval = 0;  ///< the largest initiation interval of its pipelined loops in cycles; 0: it has none
  double lut = 0;             ///< its estimated LUTs
};

/// Quantiles of (report + resolution) / (estimate + resolution) over the designs of one kind.
struct ErrorQuantiles {
  std::int64_t least_interval = 0, most_interval = 0;  ///< both inclusive
  double least_lut = 0, most_lut = 0;                  ///< the second exclusive
  std::vector<double> factors;                         ///< one for each of Uncertainty::confidences, at least 1

  bool describes(const DesignKind&) const;
};

struct QuantityUncertainty {
  /// Smallest amount that matters: keeps the ratio of two small numbers near 1.
  double resolution = 1;
  std::vector<ErrorQuantiles> groups;  ///< the first one that describes a design counts; the last describes all
};

/// How far the tool's reports lay above the model's estimates.
struct Uncertainty {
  std::vector<double> confidences;  ///< ascending, in (0, 1)
  std::array<QuantityUncertainty, quantity_names.size()> quantities;

  /// The bound that the quantity of a design of this kind does not exceed with the given probability. `confidence` 0:
  /// the estimate itself. Between two listed confidences the higher one counts; above the last one it counts.
  /// It is monotone in the estimate; that of LUTs also where more of them make a design one of another kind.
  double upper_bound(Quantity, double estimate, const DesignKind&, double confidence) const;
  /// The other way round: no design whose largest interval is `interval` or longer has an upper bound below `below` if
  /// more than this is estimated.
  double largest_estimate(Quantity, double below, std::int64_t interval, double confidence) const;
  /// Where kinds begin, ascending; the first is 0.
  std::vector<std::int64_t> interval_edges() const;

 private:
  const ErrorQuantiles& group_of(const QuantityUncertainty&, const DesignKind&) const;
  std::ptrdiff_t listed(double confidence) const;
};

/// Tells whether bounds can be given at this confidence: 0.5 to 0.95.
bool is_confidence(double);

/// Reads and checks dse/devices/accuracy/uncertainty.json. Throws Problem, whose text names the place.
Uncertainty read_uncertainty(std::string_view text);

/// The uncertainty of this release of the model.
const Uncertainty& model_uncertainty();

}  // namespace pom::dse::devices
