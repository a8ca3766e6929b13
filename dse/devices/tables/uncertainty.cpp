#include "dse/devices/tables/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <pom/diagnostic.hpp>
#include <set>
#include <string>

#include "dse/devices/tables/embedded_devices.hpp"
#include "dse/devices/tables/json_schema.hpp"

namespace pom::dse::devices {

namespace {

using nlohmann::json;

std::string_view text_of(const auto& files, std::string_view name) {
  for (const auto& [file, text] : files) {
    if (file == name) return text;
  }
  throw InternalError("dse/devices: " + std::string(name) + ".json is missing");
}

ErrorQuantiles read_group(const json& entry, int confidences, const std::string& place) {
  ErrorQuantiles group;
  group.least_interval = entry["least_interval"];
  group.most_interval = entry.value("most_interval", std::numeric_limits<std::int64_t>::max());
  group.least_lut = entry["least_lut"];
  group.most_lut = entry.value("most_lut", std::numeric_limits<double>::infinity());
  group.factors = entry["factors"].get<std::vector<double>>();
  if (std::ssize(group.factors) != confidences) throw Problem{place + ".factors: not one for each confidence"};
  if (!std::is_sorted(group.factors.begin(), group.factors.end())) throw Problem{place + ".factors: do not ascend"};
  return group;
}

QuantityUncertainty read_quantity(const json& entry, int confidences, const std::string& place) {
  QuantityUncertainty quantity;
  quantity.resolution = entry["resolution"];
  for (const json& group : entry["groups"]) {
    const std::string of = place + ".groups[" + std::to_string(quantity.groups.size()) + "]";
    quantity.groups.push_back(read_group(group, confidences, of));
  }
  const ErrorQuantiles& last = quantity.groups.back();
  const bool describes_all = last.least_interval == 0 && last.least_lut == 0 && std::isinf(last.most_lut) &&
                             last.most_interval == std::numeric_limits<std::int64_t>::max();
  if (!describes_all) throw Problem{place + ".groups: the last one does not describe all designs"};
  return quantity;
}

}  // namespace

bool ErrorQuantiles::describes(const DesignKind& kind) const {
  return kind.interval >= least_interval && kind.interval <= most_interval && kind.lut >= least_lut &&
         kind.lut < most_lut;
}

const ErrorQuantiles& Uncertainty::group_of(const QuantityUncertainty& known, const DesignKind& kind) const {
  return *std::find_if(known.groups.begin(), known.groups.end(),
                       [&](const ErrorQuantiles& one) { return one.describes(kind); });
}

std::ptrdiff_t Uncertainty::listed(double confidence) const {
  const auto at = std::lower_bound(confidences.begin(), confidences.end(), confidence);
  return std::min(at - confidences.begin(), std::ssize(confidences) - 1);
}

double Uncertainty::upper_bound(Quantity quantity, double estimate, const DesignKind& kind, double confidence) const {
  if (confidence <= 0) return estimate;
  const QuantityUncertainty& known = quantities[static_cast<std::size_t>(quantity)];
  const std::ptrdiff_t at = listed(confidence);
  const auto bound_of = [&](double value, const ErrorQuantiles& group) {
    return (value + known.resolution) * group.factors[at] - known.resolution;
  };
  double bound = bound_of(estimate, group_of(known, kind));
  if (quantity != Quantity::lut) return bound;
  // Not below that of the largest design of a smaller kind.
  for (const ErrorQuantiles& group : known.groups) {
    const double edge = group.least_lut;
    if (edge <= 0 || edge > kind.lut) continue;
    bound = std::max(bound, bound_of(edge, group_of(known, {kind.interval, std::nextafter(edge, 0)})));
  }
  return bound;
}

double Uncertainty::largest_estimate(Quantity quantity, double below, std::int64_t interval, double confidence) const {
  if (confidence <= 0) return below;
  const QuantityUncertainty& known = quantities[static_cast<std::size_t>(quantity)];
  std::set<double> lut_edges{0};
  for (const ErrorQuantiles& group : known.groups) lut_edges.insert(group.least_lut);
  double largest = 0;
  for (const std::int64_t edge : interval_edges()) {
    for (auto lut = lut_edges.begin(); lut != lut_edges.end(); ++lut) {
      const ErrorQuantiles& group = group_of(known, {std::max(edge, interval), *lut});
      double estimate = (below + known.resolution) / group.factors[listed(confidence)] - known.resolution;
      if (quantity == Quantity::lut && estimate < *lut) continue;
      if (quantity == Quantity::lut && std::next(lut) != lut_edges.end())
        estimate = std::min(estimate, *std::next(lut));
      largest = std::max(largest, estimate);
    }
  }
  return largest;
}

std::vector<std::int64_t> Uncertainty::interval_edges() const {
  std::set<std::int64_t> edges{0};
  for (const QuantityUncertainty& quantity : quantities) {
    for (const ErrorQuantiles& group : quantity.groups) edges.insert(group.least_interval);
  }
  return {edges.begin(), edges.end()};
}

bool is_confidence(double confidence) {
  const std::vector<double>& known = model_uncertainty().confidences;
  return confidence >= known.front() && confidence <= known.back();
}

Uncertainty read_uncertainty(std::string_view text) {
  const json file = json::parse(text, nullptr, false);
  if (file.is_discarded()) throw Problem{"the file is no JSON"};
  check_schema(json::parse(text_of(embedded_schemas, "uncertainty")), file);
  Uncertainty read;
  read.confidences = file["confidences"].get<std::vector<double>>();
  if (!std::is_sorted(read.confidences.begin(), read.confidences.end())) throw Problem{"confidences: do not ascend"};
  for (std::size_t n = 0; n < quantity_names.size(); ++n) {
    const std::string name(quantity_names[n]);
    read.quantities[n] =
        read_quantity(file["quantities"][name], static_cast<int>(read.confidences.size()), "quantities." + name);
  }
  return read;
}

const Uncertainty& model_uncertainty() {
  static const Uncertainty read = [] {
    try {
      return read_uncertainty(text_of(embedded_accuracy, "uncertainty"));
    } catch (const Problem& problem) {
      throw InternalError("dse/devices/accuracy/uncertainty.json: " + problem.text);
    }
  }();
  return read;
}

}  // namespace pom::dse::devices
