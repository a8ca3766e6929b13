#pragma once
#include <string>

namespace pom {

/// Digits with which every double is read back as it was.
constexpr int all_digits = 17;

/// The number in decimal, with as many significant digits at most; zeros at the end are left out.
std::string number_text(double value, int digits);

}  // namespace pom
