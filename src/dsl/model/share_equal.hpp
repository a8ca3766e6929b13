#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "dsl/model/expr_node.hpp"

namespace pom::dsl {

/// Makes equal parts of elaborated trees one part, so that each is computed once: `H(B(i)) = H(B(i)) + 1` then reads
/// B(i) once. Of a statement, whose loads all come before its store.
class EqualParts {
 public:
  ExprPtr share(const ExprPtr&);

 private:
  using Key = std::tuple<Op, Type, bool, std::int64_t, std::uint64_t, int, std::vector<const ExprNode*>>;
  struct Less {
    bool operator()(const Key&, const Key&) const;
  };

  std::map<const ExprNode*, ExprPtr> known_;
  std::map<Key, ExprPtr, Less> parts_;
};

}  // namespace pom::dsl
