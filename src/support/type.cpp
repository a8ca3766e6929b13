#include <pom/type.hpp>

namespace pom {

std::string to_string(const Type& type) {
  std::string width = std::to_string(type.bits);
  switch (type.kind) {
    case TypeKind::signed_integer:
      return "p_int" + width;
    case TypeKind::unsigned_integer:
      return "p_uint" + width;
    case TypeKind::floating:
      return "p_float" + width;
  }
  return "p_float" + width;
}

}  // namespace pom
