#include <utility>

#include <pom/constant.hpp>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/conversion.hpp"
#include "dsl/model/names.hpp"
#include "dsl/record/record_directive.hpp"
#include "support/findings.hpp"

namespace pom {
namespace {

using dsl::ExprPtr;
using dsl::Scalar;

/// Adds the scalar to the current function and gives the node that uses it.
ExprPtr declare_scalar(Scalar scalar) {
  std::shared_ptr<dsl::Function> function = dsl::current_function("a constant", scalar.at);
  scalar.owner = function.get();
  if (scalar.name.empty()) scalar.name = dsl::free_name(*function, "c");
  dsl::ExprNode node;
  node.op = dsl::Op::scalar;
  node.at = scalar.at;
  node.type = scalar.type;
  node.name = scalar.name;
  node.index = static_cast<int>(function->scalars.size());
  function->scalars.push_back(std::make_shared<Scalar>(std::move(scalar)));
  node.scalar = function->scalars.back();
  return dsl::make_node(std::move(node));
}

ExprPtr declare_argument(std::string name, Location at) {
  Scalar scalar;
  scalar.name = std::move(name);
  scalar.at = std::move(at);
  return declare_scalar(std::move(scalar));
}

ExprPtr declare_named_argument(std::string name, Scalar scalar) {
  std::shared_ptr<dsl::Function> function = dsl::current_function("constant \"" + name + "\"", scalar.at);
  if (auto error = dsl::check_new_name(*function, "constant", name, scalar.at)) {
    function->findings.push_back(std::move(*error));
  }
  scalar.name = std::move(name);
  return declare_scalar(std::move(scalar));
}

/// A number above 2^63 - 1 is recorded as its bits, made a p_uint64.
bool is_large(const ExprPtr& value) { return value->op == dsl::Op::cast; }

/// The number with its type; null: the type does not hold it.
ExprPtr typed_number(const ExprPtr& value, Type type) {
  const ExprPtr& literal = is_large(value) ? value->operands[0] : value;
  if (is_large(value) && !type.is_float() && !type.is_fixed()) {
    if (type == p_uint64) return literal;
    return type.bits > 64 ? dsl::make_operation(dsl::Op::cast, type, {literal}, {}) : nullptr;
  }
  return dsl::literal_stays(*literal, type) ? dsl::convert_literal(*literal, type) : nullptr;
}

ExprPtr declare_typed_number(const ExprPtr& value, Type type, Location at) {
  std::shared_ptr<dsl::Function> function = dsl::current_function("a constant", at);
  Scalar scalar;
  scalar.value = typed_number(value, type);
  if (!scalar.value) {
    const dsl::ExprNode& literal = is_large(value) ? *value->operands[0] : *value;
    function->findings.push_back(dsl::make_literal_mismatch(literal, type, at));
    scalar.value = dsl::convert_literal(literal, type);
  }
  scalar.type = type;
  scalar.typed = true;
  scalar.at = std::move(at);
  return declare_scalar(std::move(scalar));
}

ExprPtr declare_number(const ExprPtr& value, Location at) {
  if (is_large(value)) return declare_typed_number(value, value->type, std::move(at));
  Scalar scalar;
  scalar.value = value;
  scalar.type = value->type;
  scalar.at = std::move(at);
  return declare_scalar(std::move(scalar));
}

Scalar scalar_at(Location at) {
  Scalar scalar;
  scalar.at = std::move(at);
  return scalar;
}

Scalar typed_scalar_at(Type type, Location at) {
  Scalar scalar = scalar_at(std::move(at));
  scalar.type = type;
  scalar.typed = true;
  return scalar;
}

}  // namespace

constant::constant(std::source_location at) : expr(declare_argument("", at)) {}

constant::constant(std::string name, std::source_location at)
    : expr(declare_named_argument(std::move(name), scalar_at(at))) {}

constant::constant(std::string name, Type type, std::source_location at)
    : expr(declare_named_argument(std::move(name), typed_scalar_at(type, at))) {}

constant::constant(const expr& value, std::source_location at) : expr(declare_number(value.node(), at)) {}

constant::constant(const expr& value, Type type, std::source_location at)
    : expr(declare_typed_number(value.node(), type, at)) {}

const constant& constant::interface(const std::string& mode, const std::string& bundle, std::source_location at) const {
  const auto function = dsl::current_function("the interface of a constant", at);
  dsl::record_directive(*function, {Interface{node_->name, mode, bundle}, at});
  return *this;
}

}  // namespace pom
