#include "dsl/model/number.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

const char* vendor_mode(Quantization mode) {
  static const char* const names[] = {"AP_TRN",         "AP_TRN_ZERO", "AP_RND",     "AP_RND_ZERO",
                                      "AP_RND_MIN_INF", "AP_RND_INF",  "AP_RND_CONV"};
  return names[static_cast<int>(mode)];
}

const char* vendor_mode(Overflow mode) {
  static const char* const names[] = {"AP_WRAP", "AP_SAT", "AP_SAT_ZERO", "AP_SAT_SYM"};
  return names[static_cast<int>(mode)];
}

}  // namespace

std::string cpp_type(const Type& type) {
  if (type.kind == TypeKind::brain_floating) return "pom_bfloat16";
  if (type.is_float()) return type.bits == 16 ? "half" : type.bits == 32 ? "float" : "double";
  const std::string sign = type.is_signed() ? "" : "u", bits = std::to_string(type.bits);
  if (!is_number(type)) return sign + "int" + bits + "_t";
  if (!type.is_fixed()) return "ap_" + sign + "int<" + bits + ">";
  std::string text = "ap_" + sign + "fixed<" + bits + ", " + std::to_string(type.integer_bits);
  const bool wraps = type.overflow == Overflow::wrap;
  if (type.quantization != Quantization::truncate || !wraps) text += std::string(", ") + vendor_mode(type.quantization);
  if (!wraps) text += std::string(", ") + vendor_mode(type.overflow);
  return text + ">";
}

std::string number_includes(const std::string& code) {
  const auto uses = [&](const std::string& word) { return find_word(code, word) != std::string::npos; };
  std::string includes;
  const bool fixed = uses("ap_fixed") || uses("ap_ufixed");
  if (fixed) includes += "#include <ap_fixed.h>\n";
  if (uses("ap_int") || uses("ap_uint")) includes += "#include <ap_int.h>\n";
  if (uses("half")) includes += "#include <hls_half.h>\n";
  if (uses("pom_bfloat16")) includes += "#include \"pom_bfloat16.h\"\n";
  return includes;
}

}  // namespace pom::dsl
