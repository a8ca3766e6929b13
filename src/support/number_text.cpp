#include "support/number_text.hpp"

#include <sstream>

namespace pom {

std::string number_text(double value, int digits) {
  std::ostringstream text;
  text.precision(digits);
  text << value;
  return text.str();
}

}  // namespace pom
