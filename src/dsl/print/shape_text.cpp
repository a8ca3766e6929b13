#include "dsl/print/shape_text.hpp"

namespace pom::dsl {

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "{" + text + "}";
}

std::string declared_text(const Array& array) {
  std::string text;
  for (const std::int64_t extent : array.shape) text += "[" + std::to_string(extent) + "]";
  return array.name + text;
}

}  // namespace pom::dsl
