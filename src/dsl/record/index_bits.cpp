#include "dsl/record/index_bits.hpp"

#include "dsl/model/index_operation.hpp"

namespace pom::dsl {

ExprPtr common_bits(const ExprPtr& value, std::int64_t mask, const Location& at) {
  if (mask < 0) {
    // x & m = x - (x & ~m)
    const ExprPtr rest = common_bits(value, ~mask, at);
    return rest ? make_operation(Op::sub, p_int32, {value, rest}, at) : nullptr;
  }
  ExprPtr sum;
  for (int first = 0; mask >> first != 0;) {
    if ((mask >> first & 1) == 0) {
      ++first;
      continue;
    }
    int length = 0;
    while ((mask >> (first + length) & 1) != 0) ++length;
    if (length > 30) return nullptr;
    ExprPtr term = first == 0 ? value : index_operation(Op::div, value, std::int64_t{1} << first, at);
    term = index_operation(Op::mod, term, std::int64_t{1} << length, at);
    if (first != 0) term = index_operation(Op::mul, term, std::int64_t{1} << first, at);
    sum = sum ? make_operation(Op::add, p_int32, {sum, term}, at) : term;
    first += length;
  }
  return sum ? sum : make_integer(0, p_int32, at);
}

}  // namespace pom::dsl
