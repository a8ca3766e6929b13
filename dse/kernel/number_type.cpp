#include "dse/kernel/number_type.hpp"

namespace pom::dse {

std::string to_string(const NumberType& type) {
  switch (type.kind) {
    case NumberType::Kind::floating:
      return type.bits == 16 && type.integer_bits == 8 ? "bf16" : "f" + std::to_string(type.bits);
    case NumberType::Kind::integer:
      return (type.is_signed ? "i" : "u") + std::to_string(type.bits);
    case NumberType::Kind::fixed:
      break;
  }
  return (type.is_signed ? "fx" : "ufx") + std::to_string(type.bits) + "." + std::to_string(type.integer_bits);
}

}  // namespace pom::dse
