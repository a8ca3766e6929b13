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

/// Floating-point and within the relative error. Of a NaN C++ fixes neither sign nor payload: any
/// two are equal.
bool agree(const Type& type, const std::byte* left, const std::byte* right, double tolerance) {
  if (!type.is_float()) return false;
  const double a = real_value(type, left), b = real_value(type, right);
  if (std::isnan(a) && std::isnan(b)) return true;
  return tolerance != 0 && std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b));
}

}  // namespace

std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, const MayDiffer& may_differ) {
  for (int a : program.array_arguments()) {
    if (expected.arrays[a] == got.arrays[a]) continue;
    const dsl::Array& array = *program.arrays[a];
    const std::size_t width = expected.arrays[a].size() / static_cast<std::size_t>(array.elements());
    for (std::int64_t n = 0; n < array.elements(); ++n) {
      const std::size_t at = static_cast<std::size_t>(n) * width;
      const std::byte *left = &expected.arrays[a][at], *right = &got.arrays[a][at];
      if (std::memcmp(left, right, dsl::storage_bytes(array.type)) == 0 || may_differ(a, at)) continue;
      return print_indices(array, n) + ": " + print_element(array.type, left) + " as written, " +
             print_element(array.type, right) + " in the " + where;
    }
  }
  return "";
}

std::string first_difference(const dsl::Function& program, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where, double tolerance) {
  return first_difference(program, expected, got, where, [&](int a, std::size_t at) {
    return agree(program.arrays[a]->type, &expected.arrays[a][at], &got.arrays[a][at], tolerance);
  });
}

}  // namespace pom::driver
