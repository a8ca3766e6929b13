#include "driver/verify/compare_memories.hpp"

#include <cmath>
#include <cstring>

#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"
#include "support/classic_stream.hpp"

namespace pom::driver {

namespace {

/// Numbers of any width, and 16-bit floats, as a double.
double small_value(const Type& type, const std::byte* at) {
  dsl::Wide value = 0;
  std::memcpy(&value, at, dsl::storage_bytes(type));
  if (dsl::is_number(type)) return dsl::number_to_double(dsl::wrap_number(value, type), type);
  const auto bits = static_cast<std::uint16_t>(value);
  return type == p_half ? dsl::half_value(bits) : dsl::bfloat16_value(bits);
}

std::string print_element(const Type& type, const std::byte* at) {
  ClassicStream out;
  out.precision(17);
  const auto print = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    out << +value;
  };
  if (dsl::is_number(type) || (type.is_float() && type.bits == 16)) {
    out << small_value(type, at);
  } else if (type.is_float()) {
    type.bits == 64 ? print(double()) : print(float());
  } else if (type.bits == 64) {
    type.is_signed() ? print(std::int64_t()) : print(std::uint64_t());
  } else if (type.bits == 32) {
    type.is_signed() ? print(std::int32_t()) : print(std::uint32_t());
  } else if (type.bits == 16) {
    type.is_signed() ? print(std::int16_t()) : print(std::uint16_t());
  } else {
    type.is_signed() ? print(std::int8_t()) : print(std::uint8_t());
  }
  return out.str();
}

std::string print_indices(const dsl::Array& array, std::int64_t flat) {
  std::string text;
  for (std::size_t d = array.shape.size(); d-- > 0;) {
    text = "[" + std::to_string(flat % array.shape[d]) + "]" + text;
    flat /= array.shape[d];
  }
  return array.name + text;
}

}  // namespace

double real_value(const Type& type, const std::byte* at) {
  const auto read = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  };
  return type.bits == 64 ? read(double()) : type.bits == 32 ? read(float()) : small_value(type, at);
}

namespace {

/// Equal bit for bit, or floating-point and within the relative error. Of a NaN C++ fixes neither sign nor payload: any
/// two are equal.
bool agree(const Type& type, const std::byte* left, const std::byte* right, double tolerance) {
  if (std::memcmp(left, right, dsl::storage_bytes(type)) == 0) return true;
  if (!type.is_float()) return false;
  const double a = real_value(type, left), b = real_value(type, right);
  if (std::isnan(a) && std::isnan(b)) return true;
  return tolerance != 0 && std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b));
}

}  // namespace

std::string describe_difference(const dsl::Function& program, int array, std::int64_t element,
                                const dsl::Memory& expected, const dsl::Memory& got, const std::string& where) {
  const dsl::Array& declared = *program.arrays[array];
  const std::size_t width = expected.arrays[array].size() / static_cast<std::size_t>(declared.elements());
  const std::size_t at = static_cast<std::size_t>(element) * width;
  return print_indices(declared, element) + ": " + print_element(declared.type, &expected.arrays[array][at]) +
         " as written, " + print_element(declared.type, &got.arrays[array][at]) + " in the " + where;
}

std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, double tolerance) {
  for (int a : program.array_arguments()) {
    if (expected.arrays[a] == got.arrays[a]) continue;
    const dsl::Array& array = *program.arrays[a];
    const std::size_t width = expected.arrays[a].size() / static_cast<std::size_t>(array.elements());
    for (std::int64_t n = 0; n < array.elements(); ++n) {
      const std::byte *left = &expected.arrays[a][n * width], *right = &got.arrays[a][n * width];
      if (agree(array.type, left, right, tolerance)) continue;
      return describe_difference(program, a, n, expected, got, where);
    }
  }
  return "";
}

}  // namespace pom::driver
