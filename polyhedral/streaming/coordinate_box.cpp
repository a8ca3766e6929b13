#include "polyhedral/streaming/coordinate_box.hpp"

#include <string>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

std::optional<Box> box_around(const isl::set& set) {
  Box box;
  for (unsigned d = 0; d < dimension_count(set); ++d) {
    const auto low = minimum(set, d), high = maximum(set, d);
    if (!low || !high) return std::nullopt;
    box.push_back({*low, *high});
  }
  return box;
}

std::int64_t count_points(const Box& box) {
  std::int64_t all = 1;
  for (const Span& span : box) all *= span.size();
  return all;
}

isl::set set_of(const isl::ctx& context, const Box& box, const std::vector<std::int64_t>& strides) {
  std::string conditions;
  for (std::size_t d = 0; d < box.size(); ++d) {
    const std::string name = "x" + std::to_string(d);
    conditions +=
        (d ? " and " : " : ") + std::to_string(box[d].low) + " <= " + name + " <= " + std::to_string(box[d].high);
    if (!strides.empty() && strides[d] > 1)
      conditions +=
          " and (" + name + " - " + std::to_string(box[d].low) + ") mod " + std::to_string(strides[d]) + " = 0";
  }
  return isl::set(context, "{ [" + listed("x", box.size()) + "]" + conditions + " }");
}

}  // namespace pom::poly
