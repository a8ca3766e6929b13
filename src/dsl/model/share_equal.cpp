#include "dsl/model/share_equal.hpp"

#include <bit>

namespace pom::dsl {
namespace {

auto fields(const Type& type) {
  return std::tuple(static_cast<int>(type.kind), type.bits, type.integer_bits, static_cast<int>(type.quantization),
                    static_cast<int>(type.overflow));
}

}  // namespace

bool EqualParts::Less::operator()(const Key& a, const Key& b) const {
  const auto comparable = [](const Key& key) {
    const auto& [op, type, implicit, integer, real, index, operands] = key;
    return std::tuple(static_cast<int>(op), fields(type), implicit, integer, real, index, operands);
  };
  return comparable(a) < comparable(b);
}

ExprPtr EqualParts::share(const ExprPtr& node) {
  if (const auto known = known_.find(node.get()); known != known_.end()) return known->second;
  ExprNode copy = *node;
  std::vector<const ExprNode*> operands;
  for (ExprPtr& operand : copy.operands) {
    operand = share(operand);
    operands.push_back(operand.get());
  }
  // What an index is affinely decides nothing that is computed: its value stands beside it.
  const std::int64_t integer = node->op == Op::unknown ? node->low ^ (node->high << 32) : node->integer;
  const Key key{node->op,    node->type, node->implicit, integer, std::bit_cast<std::uint64_t>(node->real),
                node->index, operands};
  const auto [place, fresh] = parts_.try_emplace(key, nullptr);
  if (fresh) place->second = make_node(std::move(copy));
  return known_[node.get()] = place->second;
}

}  // namespace pom::dsl
