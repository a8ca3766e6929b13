#include "dsl/model/shared_parts.hpp"

#include <algorithm>
#include <unordered_map>

namespace pom::dsl {
namespace {

class SharedParts {
 public:
  std::vector<const ExprNode*> find(const ExprNode& value) {
    count(value);
    std::vector<const ExprNode*> parts;
    for (const ExprNode* node : order_) {
      const bool shared = uses_[node] > 1 && size_of(*node) > largest_repeated;
      if (!shared) continue;
      parts.push_back(node);
      sizes_[node] = 1;  // a name, from here on
    }
    return parts;
  }

 private:
  /// Operations and leaves of a part that people rather read twice than look up.
  static constexpr int largest_repeated = 3;

  void count(const ExprNode& node) {
    if (++uses_[&node] > 1) return;
    if (node.op != Op::load) {
      for (const ExprPtr& operand : node.operands) count(*operand);
    }
    order_.push_back(&node);
  }

  /// As printed; what stands before in the order is known.
  int size_of(const ExprNode& node) {
    if (const auto known = sizes_.find(&node); known != sizes_.end()) return known->second;
    int size = node.op == Op::cast && node.implicit ? 0 : 1;
    if (node.op != Op::load) {
      for (const ExprPtr& operand : node.operands) size = std::min(size + size_of(*operand), 1000);
    }
    return sizes_[&node] = size;
  }

  std::unordered_map<const ExprNode*, int> uses_, sizes_;
  std::vector<const ExprNode*> order_;
};

}  // namespace

std::vector<const ExprNode*> find_shared_parts(const ExprNode& value) { return SharedParts().find(value); }

}  // namespace pom::dsl
