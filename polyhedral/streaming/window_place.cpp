#include "polyhedral/streaming/window_place.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "dsl/model/index_operation.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// Where the elements of whole bundles lie one behind the other, an element at which one begins. `places`: { [element]
/// -> [offset] }, of which a dimension goes through `offsets` in each bundle.
std::optional<std::int64_t> bundle_begin(const isl::map& places, unsigned dimension,
                                         const std::pair<std::int64_t, std::int64_t>& offsets) {
  const auto [low, high] = offsets;
  const isl::map first = places.intersect_range(bound_above(places.range(), dimension, low));
  const auto begin = minimum(first.domain(), dimension);
  if (!begin) return std::nullopt;
  const std::size_t dimensions = dimension_count(places, Side::domain);
  const std::string d = std::to_string(dimension);
  const isl::map in_bundles(places.ctx(), "{ [" + listed("x", dimensions) + "] -> [" + listed("o", dimensions) +
                                              "] : o" + d + " = " + std::to_string(low) + " + (x" + d + " - " +
                                              std::to_string(*begin) + ") mod " + std::to_string(high - low + 1) +
                                              " }");
  return places.is_subset(in_bundles) ? begin : std::nullopt;
}

}  // namespace

std::optional<std::vector<dsl::ExprPtr>> place_in_window(const Reuse& window, const isl::map& when,
                                                         const std::vector<dsl::ExprPtr>& element, const Location& at) {
  const isl::map itself = isl::map(when.domain().identity());
  const isl::map places = itself.range_product(when).apply_range(window.offset_of());  // { [element] -> [offset] }
  std::vector<dsl::ExprPtr> place;
  for (unsigned d = 0; d < element.size(); ++d) {
    const auto low = minimum(places.range(), d), high = maximum(places.range(), d);
    if (!low || !high || *low < window.least[d] || *high >= window.least[d] + window.extents[d]) return std::nullopt;
    if (low == high) {
      place.push_back(dsl::make_integer(*low - window.least[d], p_int32, at));
      continue;
    }
    const isl::set moved = places.deltas();
    const auto first = minimum(moved, d), last = maximum(moved, d);
    if (first && first == last) {
      place.push_back(plus(element[d], *first - window.least[d]));
      continue;
    }
    const auto begin = bundle_begin(places, d, {*low, *high});
    if (!begin) return std::nullopt;
    const dsl::ExprPtr in_bundle = dsl::index_operation(dsl::Op::mod, plus(element[d], -*begin), *high - *low + 1, at);
    place.push_back(plus(in_bundle, *low - window.least[d]));
  }
  return place;
}

}  // namespace pom::poly
