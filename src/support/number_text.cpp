#include "support/number_text.hpp"

#include "support/classic_stream.hpp"

namespace pom {

std::string number_text(double value, int digits) {
  ClassicStream text;
  text.precision(digits);
  text << value;
  return text.str();
}

}  // namespace pom
