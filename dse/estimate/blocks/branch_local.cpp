#include <algorithm>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

/// Finds, for each variable, the enclosing branch sides that all its uses have in common.
class BranchWalk {
 public:
  explicit BranchWalk(const Function& function)
      : function_(function), shared_(function.arrays.size()), seen_(shared_) {}

  std::vector<int> run() {
    walk(function_.body);
    std::vector<int> local(function_.arrays.size(), -1);
    for (std::size_t n = 0; n < local.size(); ++n) {
      const Array& array = function_.arrays[n];
      const bool is_local = array.shape.empty() && array.role == Array::Role::local && !array.is_static &&
                            seen_[n].written_first && !shared_[n].sides.empty();
      if (is_local) local[n] = conditions_[shared_[n].sides.back()];
    }
    return local;
  }

 private:
  struct Use {
    std::vector<int> sides;
    bool any = false, written_first = false;
  };

  void touch(int array, bool writes) {
    Use& use = shared_[array];
    if (!use.any) {
      use.any = true;
      use.sides = sides_;
      seen_[array].written_first = writes;
      return;
    }
    const auto end = std::mismatch(use.sides.begin(), use.sides.end(), sides_.begin(), sides_.end()).first;
    use.sides.erase(end, use.sides.end());
  }

  void read(int expression) {
    visit_parts(function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load) touch(e.array, false);
    });
  }

  void walk(const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::assignment) {
        read(node.assignment.value);
        for (const Index& index : node.assignment.indices) read(index.value);
        touch(node.assignment.array, true);
      } else if (node.kind == Node::Kind::loop) {
        for (const Index& index : node.loop.lower) read(index.value);
        for (const Index& index : node.loop.upper) read(index.value);
        walk(node.loop.body);
      } else if (node.kind == Node::Kind::branch) {
        read(node.branch.condition);
        for (const std::vector<Node>* side : {&node.branch.then, &node.branch.otherwise})
          walk_side(*side, node.branch.condition);
      } else {
        for (const int array : node.call.arrays) {
          if (array >= 0) touch(array, false);
        }
        for (const int value : node.call.values) read(value);
      }
    }
  }

  void walk_side(const std::vector<Node>& body, int condition) {
    sides_.push_back(static_cast<int>(conditions_.size()));
    conditions_.push_back(condition);
    walk(body);
    sides_.pop_back();
  }

  const Function& function_;
  std::vector<Use> shared_, seen_;
  std::vector<int> sides_;       ///< around what is walked, outermost first
  std::vector<int> conditions_;  ///< by side
};

}  // namespace

std::vector<int> find_branch_local(const Function& function) { return BranchWalk(function).run(); }

}  // namespace pom::dse::estimate
