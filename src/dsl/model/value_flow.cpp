#include "dsl/model/value_flow.hpp"

#include <unordered_set>

#include "dsl/model/conversion.hpp"
#include "dsl/model/function.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/value_kind.hpp"

namespace pom::dsl {
namespace {

class FlowCheck {
 public:
  FlowCheck(Type to, bool integers_by_type) : to_(to), integers_by_type_(integers_by_type), kinds_(to) {}

  std::optional<std::string> check(const ExprNode& node) {
    if (!passed_.insert(&node).second) return {};
    if (is_math(node.op)) return check_math(node);
    switch (node.op) {
      case Op::integer:
        return {};
      case Op::real:
        return check_real(node);
      case Op::loop:
        return !to_.is_float() && to_.bits - fraction_bits(to_) < 16 ? judge("loop \"" + node.name + "\"", p_int32)
                                                                     : std::nullopt;
      case Op::scalar:
        return check_scalar(node);
      case Op::load:
        return judge("array \"" + node.array->name + "\"", node.array->type);
      case Op::cast:
        return judge("the cast", node.type);
      case Op::select:
        return check_operands(node, 1);
      case Op::shl:
      case Op::shr:
        return check(*node.operands[0]);  // the amount does not flow
      case Op::popcount:
        return judge("popcount", p_uint8);
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne:
      case Op::logical_and:
      case Op::logical_or:
        return {};
      default:
        return check_operands(node, 0);
    }
  }

 private:
  std::optional<std::string> judge(const std::string& what, Type from) const {
    if ((is_integer(from) && !integers_by_type_) || !loses_data(from, to_)) return {};
    return what + " holds " + to_string(from);
  }

  std::optional<std::string> check_real(const ExprNode& node) const {
    if (to_.is_float() || to_.is_fixed() || kinds_.is_integral(node)) return {};
    return "the number " + literal_text(node) + " is not an integer";
  }

  std::optional<std::string> check_scalar(const ExprNode& node) {
    const Scalar& scalar = *node.scalar;
    if (!scalar.typed) return check(*scalar.value);
    return judge(scalar.value ? "the constant " + literal_text(*scalar.value) : "constant \"" + scalar.name + "\"",
                 scalar.type);
  }

  std::optional<std::string> check_operands(const ExprNode& node, std::size_t first) {
    for (std::size_t n = first; n < node.operands.size(); ++n) {
      if (auto loss = check(*node.operands[n])) return loss;
    }
    return {};
  }

  /// These give floats whatever their operands are.
  std::optional<std::string> check_math(const ExprNode& node) {
    if (to_.is_float()) return check_operands(node, 0);
    return std::string(to_string(node.op)) + " gives a float";
  }

  Type to_;
  bool integers_by_type_;
  KindFinder kinds_;
  std::unordered_set<const ExprNode*> passed_;
};

}  // namespace

std::optional<std::string> find_lossy_leaf(const ExprNode& recorded, Type to, bool integers_by_type) {
  return FlowCheck(to, integers_by_type).check(recorded);
}

}  // namespace pom::dsl
