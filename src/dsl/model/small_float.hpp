#pragma once
#include <cstdint>

namespace pom::dsl {

// The 16-bit floating-point formats, by their bits. Rounding is to nearest, ties to even, from the exact value of a
// double: once. A sum, product or quotient of two 16-bit numbers that was computed in a float may be rounded again
// without harm, because a float's significand has more than twice the bits and two (Figueroa, 1995).

std::uint16_t round_to_half(double value);
std::uint16_t round_to_bfloat16(double value);
float half_value(std::uint16_t bits);
float bfloat16_value(std::uint16_t bits);

}  // namespace pom::dsl
