#include "codegen/hls/helper_text.hpp"

namespace pom::backend {

std::string helper_text(const std::string& helper) {
  if (helper == "pom_abs")
    return "template <class R, class T>\nstatic R pom_abs(T a) { return a < 0 ? R(-a) : R(a); }\n";
  if (helper == "POM_LOCAL") {
    return "#ifdef __SYNTHESIS__\n#define POM_LOCAL\n#else\n#define POM_LOCAL static  // large arrays do not fit on a "
           "host's stack\n#endif\n";
  }
  const std::string type = helper.ends_with("_wide") ? "long long" : "int";
  std::string value = "a % b < 0 ? a % b + b : a % b";
  if (helper.starts_with("pom_min")) value = "a < b ? a : b";
  if (helper.starts_with("pom_max")) value = "a > b ? a : b";
  if (helper.starts_with("pom_floordiv")) value = "a >= 0 ? a / b : -((b - 1 - a) / b)";
  return "static inline " + type + " " + helper + "(" + type + " a, " + type + " b) { return " + value + "; }\n";
}

}  // namespace pom::backend
