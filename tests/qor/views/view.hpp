#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pom::test {

/// What is compared of a design's two views, the affine module and the estimator's kernel, as text: the structure line
/// by line, with indices, bounds and conditions as their values under fixed assignments of numbers to the loops, so
/// that the form in which they are written does not matter.
struct View {
  std::vector<std::string> lines;
  /// Of each loop, in program order, how its trips are over all iterations of the loops outside.
  struct Trips {
    std::string loop;
    std::int64_t min = 0, max = 0;
    double average = 0;
    bool known = true, exact = true;
  };
  std::vector<Trips> trips;
};

/// The number that assignment `n` gives to a loop at nesting depth `depth`.
inline std::int64_t assigned(int n, int depth) { return (7 * n + 5 * depth + 3 * n * depth) % 23; }
constexpr int assignments = 24;

/// "(3,14,15)"
inline std::string joined(const std::vector<std::int64_t>& values) {
  std::string text;
  for (std::int64_t value : values) text += (text.empty() ? "(" : ",") + std::to_string(value);
  return text + ")";
}

/// The types of the two views are equal but for the sign of integers, which arith keeps in its operations.
inline std::string without_sign(std::string type) {
  if (type.starts_with("u")) type = type.substr(1);
  if (!type.empty() && type.front() >= '0' && type.front() <= '9') type = "i" + type;
  return type;
}

inline std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : a / b - (a % b < 0 ? 1 : 0); }

/// The low bits, as a signed number.
inline std::int64_t wrapped(std::int64_t value, int bits) {
  return bits >= 64 ? value
                    : static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << (64 - bits)) >> (64 - bits);
}

}  // namespace pom::test
