#include "codegen/hls/helper_text.hpp"

#include <map>

namespace pom::backend {

namespace {

const std::map<std::string, const char*>& templates() {
  static const std::map<std::string, const char*> all = {
      {"pom_abs", "template <class R, class T>\nstatic R pom_abs(T a) { return a < 0 ? R(-a) : R(a); }\n"},
      {"pom_beat",
       "// One beat of AXI4-Stream, all bytes of it valid.\ntemplate <class T>\nstatic hls::axis<T, 0, 0, 0> "
       "pom_beat(T data, bool last) {\n  hls::axis<T, 0, 0, 0> beat;\n  beat.data = data;\n  beat.keep = -1;\n  "
       "beat.strb = "
       "-1;\n  beat.last = last;\n  return beat;\n}\n"},
      {"pom_quotient",
       "// The quotient; by 0 it is 0, the lowest number by -1 is itself.\ntemplate <class T>\nstatic T pom_quotient(T "
       "a, T b) "
       "{\n  return b == 0 ? T(0) : b == T(-1) && a == std::numeric_limits<T>::min() ? a : T(a / b);\n}\n"},
      {"pom_remainder",
       "// The remainder; by 0 it is 0.\ntemplate <class T>\nstatic T pom_remainder(T a, T b) {\n  return b == 0 || (b "
       "== T(-1) "
       "&& a == std::numeric_limits<T>::min()) ? T(0) : T(a % b);\n}\n"},
      {"pom_number_quotient",
       "// The quotient; by 0 it is 0.\ntemplate <class R, class A, class B>\nstatic R pom_number_quotient(A a, B b) "
       "{\n  if (b == "
       "0) return R(0);\n  return R(a / b);\n}\n"},
      {"pom_number_remainder",
       "// The remainder; by 0 it is 0.\ntemplate <class R, class A, class B>\nstatic R pom_number_remainder(A a, B b) "
       "{\n  if (b "
       "== 0) return R(0);\n  return R(a % b);\n}\n"},
      {"pom_truncate",
       "// A float as an integer: truncated, the nearest end of the type where it is out of range, 0 for "
       "NaN.\ntemplate "
       "<class T, class F>\nstatic T pom_truncate(F x) {\n  const F end = F(std::numeric_limits<T>::max() / 2 + 1) * "
       "F(2);\n  if (x != x) return 0;\n  if (x >= end) return std::numeric_limits<T>::max();\n  if (x < "
       "F(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();\n  return T(x);\n}\n"}};
  return all;
}

}  // namespace

std::string helper_text(const std::string& helper) {
  if (const auto found = templates().find(helper); found != templates().end()) return found->second;
  if (helper == "POM_LOCAL") {
    return "#ifdef __SYNTHESIS__\n#define POM_LOCAL\n#else\n#define POM_LOCAL static  // large arrays do not fit on a "
           "host's stack\n#endif\n";
  }
  if (helper == "POM_PROCESS") {
    return "#ifndef POM_PROCESS  // a host that models FIFOs of limited depth runs the processes in turn\n#define "
           "POM_PROCESS(call, ...) call\n#define POM_END_OF_PROCESSES\n#endif\n";
  }
  if (helper == "POM_LANES") {
    return "#ifndef POM_LANES  // as above, of FIFOs side by side\n#define POM_LANES(streams, depth)\n#endif\n";
  }
  const std::string type = helper.ends_with("_wide") ? "long long" : "int";
  std::string value = "a % b < 0 ? a % b + b : a % b";
  if (helper.starts_with("pom_min")) value = "a < b ? a : b";
  if (helper.starts_with("pom_max")) value = "a > b ? a : b";
  if (helper.starts_with("pom_floordiv")) value = "a >= 0 ? a / b : -((b - 1 - a) / b)";
  return "static inline " + type + " " + helper + "(" + type + " a, " + type + " b) { return " + value + "; }\n";
}

}  // namespace pom::backend
