#pragma once
#include <string>
#include <vector>

#include <pom/contents.hpp>

#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"
#include "support/result.hpp"

namespace pom::dsl {

/// A table is written out in the generated files: more elements would be beyond what compilers read.
constexpr std::int64_t most_table_elements = std::int64_t{1} << 18;

/// The bytes of one or more elements.
using Bytes = std::vector<std::byte>;

/// What keeps an array from being a table: its size or its type. Error: `bad-table`.
Status check_table(const Array&, const Location&);

/// The numbers as elements of the array, row-major; flat, or nested as the array's shape is. Error: `bad-table`.
Result<Bytes> pack_contents(const Contents&, const Array&, const Location&);
Result<Bytes> pack_numbers(const std::vector<Number>&, const Array&, const Location&);

/// The bits of one element of a table, the low ones of the result.
Wide element_bits(const Array& table, std::int64_t position);
/// The least and the greatest element.
ElementRange range_of(const Array& table, const Location&);

/// What `assume(low, high)` promises. Error: `bad-assume`.
Result<ElementRange> promised_range(const Number& low, const Number& high, const Array&, const Location&);

/// "[2][3]": where the element at this place of the row-major order is.
std::string subscript_of(const Array&, std::int64_t position);
std::string to_string(const Number&);

}  // namespace pom::dsl
