#pragma once
#include <optional>
#include <string>

#include "dsl/model/value_range.hpp"

namespace pom::dsl {

/// Indices, bounds and guards are counted with 64 bits, and their numbers stay within ±2^62: room for a sum of two.
constexpr Wide greatest_index = Wide{1} << 62;

/// What makes an elaborated index, bound or guard leave ±2^62 on the way to its value, in whatever order its terms are
/// added: a line for a message. Nothing: it stays within.
std::optional<std::string> find_too_large(const ExprNode& elaborated, RangeAnalysis&);

/// A loop that is a long long in print_index.
bool is_wide_loop(const RangeAnalysis&, std::size_t loop);

}  // namespace pom::dsl
