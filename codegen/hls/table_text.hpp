#pragma once
#include <functional>
#include <string>
#include <vector>

#include "dsl/model/number.hpp"

namespace pom::backend {

/// "{{1, 2}, {3, 4}}": elements of the type as initialisers in C++, lines of at most 120 characters behind `indent`
/// spaces. `bits_of(n)`: those of the n-th element, row-major, in the low bits.
std::string table_text(const Type& type, const std::vector<std::int64_t>& shape,
                       const std::function<dsl::Wide(std::int64_t)>& bits_of, int indent);

}  // namespace pom::backend
