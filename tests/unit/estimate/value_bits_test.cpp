#include "dse/estimate/graph/value_bits.hpp"

#include <doctest/doctest.h>

#include "dse/kernel/value_builder.hpp"

using namespace pom::dse;

namespace {

NumberType integer(int bits) {
  NumberType type;
  type.kind = NumberType::Kind::integer;
  type.bits = bits;
  type.is_signed = true;
  return type;
}

}  // namespace

TEST_CASE("widths: what is computed in a wide type is as wide as its operands say") {
  Function function;
  Expression load;
  load.op = OpKind::load;
  load.type = integer(16);
  const int a = add_expression(function, load), b = add_expression(function, load);
  const NumberType wide = integer(64);
  const int wide_a = add_operation(function, OpKind::cast, wide, {a}),
            wide_b = add_operation(function, OpKind::cast, wide, {b});
  const int difference = add_operation(function, OpKind::sub, wide, {wide_a, wide_b});
  const int square = add_operation(function, OpKind::mul, wide, {difference, difference});
  const int scaled = add_operation(function, OpKind::shr, wide, {square, add_constant(function, wide, 20)});
  const int positive = add_operation(function, OpKind::gt, wide, {scaled, add_constant(function, wide, 0)});
  const int clamped =
      add_operation(function, OpKind::select, wide, {positive, scaled, add_constant(function, wide, 0)});
  const std::vector<int> bits = estimate::find_value_bits(function);
  CHECK(bits[static_cast<std::size_t>(difference)] == 17);
  CHECK(bits[static_cast<std::size_t>(square)] == 34);
  CHECK(bits[static_cast<std::size_t>(scaled)] == 14);
  CHECK(bits[static_cast<std::size_t>(clamped)] == 14);
}

TEST_CASE("widths: a difference without a sign may turn around, and has its whole type") {
  Function function;
  NumberType type = integer(32);
  type.is_signed = false;
  Expression load;
  load.op = OpKind::load;
  load.type = integer(8);
  load.type.is_signed = false;
  const int a = add_expression(function, load), b = add_expression(function, load);
  const int difference = add_operation(function, OpKind::sub, type, {a, b});
  CHECK(estimate::find_value_bits(function)[static_cast<std::size_t>(difference)] == 32);
}
