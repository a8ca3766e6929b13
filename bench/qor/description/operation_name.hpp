#pragma once
#include <optional>
#include <string>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// "fadd", "dmul", "add.fx24.8sr", "cmp.i32==", "fcmp<", "land", "+" … as an operation and its type.
struct OperationName {
  OpKind op = OpKind::unknown;
  std::optional<NumberType> type;  ///< not for infix operators and fcmp
  int operands = 2;
};

/// Nothing when the name is not known. Throws Unsupported when its type has no counterpart.
std::optional<OperationName> read_operation(const std::string& text);

/// "sqrtf", "std::max", "hls::expf", "fabs" … of the mathematical library.
std::optional<OperationName> read_library_function(const std::string& name);

}  // namespace pom::dse::qor
