#include <cmath>
#include <cstring>
#include <sstream>

#include "oracle.hpp"

namespace pom::fuzz {

namespace {

/// Calls `use` with the element as a number of its own type.
template <class Use>
auto with_value(Type type, const std::byte* at, Use use) {
  const auto read = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return use(value);
  };
  if (type == p_float32) return read(float());
  if (type == p_float64) return read(double());
  if (type == p_int8) return read(std::int8_t());
  if (type == p_uint16) return read(std::uint16_t());
  if (type == p_uint32) return read(std::uint32_t());
  if (type == p_int64) return read(std::int64_t());
  return read(std::int32_t());
}

bool is_nan(Type type, const std::byte* at) {
  return type.is_float() && with_value(type, at, [](auto value) { return std::isnan(static_cast<double>(value)); });
}

std::string print(Type type, const std::byte* at) {
  return with_value(type, at, [](auto value) {
    std::ostringstream out;
    out.precision(17);
    out << +value;
    return out.str();
  });
}

}  // namespace

std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where) {
  for (int a : program.array_arguments()) {
    if (expected.arrays[a] == got.arrays[a]) continue;
    const dsl::Array& array = *program.arrays[a];
    const auto width = static_cast<std::size_t>(array.type.bits) / 8;
    for (std::size_t n = 0; n * width < expected.arrays[a].size(); ++n) {
      const std::byte *left = &expected.arrays[a][n * width], *right = &got.arrays[a][n * width];
      if (std::memcmp(left, right, width) == 0 || (is_nan(array.type, left) && is_nan(array.type, right))) continue;
      return array.name + ", element " + std::to_string(n) + ": " + print(array.type, left) + " as written, " +
             print(array.type, right) + " in the " + where;
    }
  }
  return "";
}

dsl::Memory initial_memory(const Case& made, const dsl::Function& program) {
  // Every sixth case has ordinary values; the others zeros, extremes, infinities, equal and ordered neighbours.
  const auto strategy = static_cast<pom_inputs::Strategy>(made.seed % 6);
  return dsl::make_memory(program, {strategy, made.seed}, dsl::FloatInputs::as_the_set);
}

dsl::Memory expected_memory(const Case& made, const dsl::Function& program) {
  dsl::Memory memory = initial_memory(made, program);
  dsl::interpret(program, memory);
  return memory;
}

}  // namespace pom::fuzz
