#include "dsl/execute/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "dsl/execute/expression_code.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/small_float.hpp"
#include "dsl/print/shape_text.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

Diagnostic bad_table(const Array& array, const std::string& reason, const Location& at) {
  return make_error("bad-table", "\"" + array.name + "\" cannot be this table: " + reason, at);
}

std::string count_text(std::int64_t count) { return std::to_string(count) + (count == 1 ? " number" : " numbers"); }

bool is_beyond_signed(const Number& number) {
  return number.kind == Number::Kind::unsigned_integer && static_cast<std::int64_t>(number.bits) < 0;
}

double real_value(const Number& number) {
  if (number.kind == Number::Kind::real) return number.real;
  if (number.kind == Number::Kind::unsigned_integer) return static_cast<double>(number.bits);
  return static_cast<double>(static_cast<std::int64_t>(number.bits));
}

/// The number as a literal of the type; null: the type does not hold it. Reals are rounded to floats and to fixed
/// point, as everywhere.
ExprPtr literal_of(const Number& number, const Type& type) {
  const bool integer = number.kind != Number::Kind::real;
  if (is_beyond_signed(number) && type == p_uint64)
    return make_integer(static_cast<std::int64_t>(number.bits), type, {});
  ExprNode literal;
  literal.op = integer && !is_beyond_signed(number) ? Op::integer : Op::real;
  literal.integer = static_cast<std::int64_t>(number.bits);
  literal.real = real_value(number);
  if (!literal_fits(literal, type)) return nullptr;
  ExprPtr converted = convert_literal(literal, type);
  const bool overflows = type.is_float() && std::isfinite(real_value(number)) && !std::isfinite(converted->real);
  return overflows ? nullptr : converted;
}

void append_flat(const Contents& contents, std::vector<Number>& numbers) {
  if (!contents.is_list()) return numbers.push_back(contents.number());
  for (const Contents& part : contents.parts()) append_flat(part, numbers);
}

bool is_flat(const Contents& contents) {
  return std::none_of(contents.parts().begin(), contents.parts().end(), [](const Contents& c) { return c.is_list(); });
}

/// What is wrong with nested braces: "" if they are as deep and as long as the array's dimensions.
std::string find_shape_fault(const Contents& contents, const Array& array, std::size_t dimension) {
  if (dimension == array.shape.size()) return contents.is_list() ? "the braces are nested too deep" : "";
  if (!contents.is_list()) return "a number stands where braces should be";
  const auto count = static_cast<std::int64_t>(contents.parts().size());
  if (count != array.shape[dimension])
    return "braces of dimension " + std::to_string(dimension) + " hold " + std::to_string(count) + ", not " +
           std::to_string(array.shape[dimension]);
  for (const Contents& part : contents.parts()) {
    if (std::string fault = find_shape_fault(part, array, dimension + 1); !fault.empty()) return fault;
  }
  return "";
}

/// The value of a literal as ElementRange has it.
void set_end(const ExprNode& literal, const Type& type, __int128& end, double& real_end) {
  real_end = literal.op == Op::real ? literal.real : static_cast<double>(literal.integer);
  if (type.is_float()) return;
  end = type.is_fixed() ? number_from_double(literal.real, type) : wrap_number(literal.integer, type);
}

}  // namespace

std::string to_string(const Number& number) {
  ExprNode literal;
  literal.op = number.kind == Number::Kind::real ? Op::real : Op::integer;
  literal.integer = static_cast<std::int64_t>(number.bits);
  literal.real = number.real;
  return is_beyond_signed(number) ? std::to_string(number.bits) : literal_text(literal);
}

std::string subscript_of(const Array& array, std::int64_t position) {
  std::string text;
  for (std::size_t d = array.shape.size(); d-- > 0;) {
    text = "[" + std::to_string(position % array.shape[d]) + "]" + text;
    position /= array.shape[d];
  }
  return array.name + text;
}

Status check_table(const Array& array, const Location& at) {
  if (array.elements() > most_table_elements)
    return bad_table(array,
                     "it would have " + std::to_string(array.elements()) +
                         " elements, but every one is written into the "
                         "generated files, which hold up to " +
                         std::to_string(most_table_elements) + "; make it an argument",
                     at);
  const int widest = array.type.is_fixed() ? 53 : 64;  // literals are exact in a double, and in a long long
  if (array.type.bits > widest)
    return bad_table(
        array,
        "elements of " + to_string(array.type) + " are wider than the " + std::to_string(widest) + " bits of a literal",
        at);
  return std::nullopt;
}

Result<Bytes> pack_numbers(const std::vector<Number>& numbers, const Array& array, const Location& at) {
  const auto given = static_cast<std::int64_t>(numbers.size());
  if (given != array.elements())
    return bad_table(
        array,
        count_text(given) + " for the " + std::to_string(array.elements()) + " elements of " + declared_text(array),
        at);
  const std::size_t size = storage_bytes(array.type);
  Bytes bytes(numbers.size() * size);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const ExprPtr literal = literal_of(numbers[n], array.type);
    if (!literal)
      return bad_table(array,
                       subscript_of(array, static_cast<std::int64_t>(n)) + " would be " + to_string(numbers[n]) +
                           ", which " + to_string(array.type) + " does not hold",
                       at);
    const Slot slot = literal_slot(*literal);
    std::memcpy(bytes.data() + n * size, &slot, size);
  }
  return bytes;
}

Result<Bytes> pack_contents(const Contents& contents, const Array& array, const Location& at) {
  const bool nested = contents.is_list() && !is_flat(contents);
  const std::string fault = nested ? find_shape_fault(contents, array, 0) : "";
  if (!fault.empty()) return bad_table(array, fault + " in the contents of " + declared_text(array), at);
  std::vector<Number> numbers;
  append_flat(contents, numbers);
  return pack_numbers(numbers, array, at);
}

Wide element_bits(const Array& table, std::int64_t position) {
  const std::size_t size = storage_bytes(table.type);
  Wide bits = 0;
  std::memcpy(&bits, table.contents->data() + static_cast<std::size_t>(position) * size, size);
  return bits;
}

ElementRange range_of(const Array& table, const Location& at) {
  ElementRange range;
  range.at = at;
  const Type& type = table.type;
  for (std::int64_t n = 0; n < table.elements(); ++n) {
    const Wide bits = element_bits(table, n);
    Wide value = 0;
    double real = 0;
    if (type.is_float()) {
      const auto small = static_cast<std::uint16_t>(bits);
      if (type.bits == 64) std::memcpy(&real, &bits, sizeof real);
      if (type.bits == 32) {
        float single = 0;
        std::memcpy(&single, &bits, sizeof single);
        real = single;
      }
      if (type.bits == 16) real = type == p_half ? half_value(small) : bfloat16_value(small);
    } else {
      value = wrap_number(bits, type);
      real = number_to_double(value, type);
    }
    range.low = n == 0 ? value : std::min<__int128>(range.low, value);
    range.high = n == 0 ? value : std::max<__int128>(range.high, value);
    range.real_low = n == 0 ? real : std::fmin(range.real_low, real);
    range.real_high = n == 0 ? real : std::fmax(range.real_high, real);
  }
  return range;
}

Result<ElementRange> promised_range(const Number& low, const Number& high, const Array& array, const Location& at) {
  const std::string what =
      "cannot assume that \"" + array.name + "\" holds " + to_string(low) + " to " + to_string(high) + ": ";
  if (array.is_table()) return make_error("bad-assume", what + "its contents are given", at);
  ElementRange range;
  range.at = at;
  for (const Number* end : {&low, &high}) {
    const bool wide = !array.type.is_float() && array.type.bits > 64;
    if (wide) return make_error("bad-assume", what + "elements of " + to_string(array.type) + " are too wide", at);
    if (end->kind == Number::Kind::real && !std::isfinite(end->real))
      return make_error("bad-assume", what + "the ends of a range are finite numbers", at);
    const ExprPtr literal = literal_of(*end, array.type);
    if (!literal || (literal->op == Op::real && !std::isfinite(literal->real)))
      return make_error("bad-assume", what + to_string(array.type) + " does not hold " + to_string(*end), at);
    const bool first = end == &low;
    set_end(*literal, array.type, first ? range.low : range.high, first ? range.real_low : range.real_high);
  }
  const bool empty = array.type.is_float() ? range.real_low > range.real_high : range.low > range.high;
  if (empty) return make_error("bad-assume", what + "the range is empty", at);
  return range;
}

}  // namespace pom::dsl
