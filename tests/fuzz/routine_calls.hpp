#pragma once
#include <map>
#include <set>
#include <string>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::fuzz {

/// What a call of a routine means: the routine's body speaks of the statements and arrays of the nest that it was made
/// from, and the call may stand for another nest.
struct CallMeaning {
  std::map<int, int> statements, arrays;
  std::string error;  ///< the nest is not what the routine computes
};

/// Finds the nests that the roots of a tree stand for. Roots have to be looked up in their order.
class RoutineCalls {
 public:
  RoutineCalls(const poly::LoopTree& tree, const poly::Scop& scheduled) : tree_(tree), scheduled_(scheduled) {}

  /// A root that is no call.
  void pass(const poly::LoopNode& root);
  CallMeaning meaning(const poly::LoopNode& call);

 private:
  int position_of(int statement) const;
  std::vector<int> statements_at(int position) const;
  void map_arrays(const poly::LoopNode& call, CallMeaning&) const;

  const poly::LoopTree& tree_;
  const poly::Scop& scheduled_;
  int last_position_ = -1;
};

/// The statements whose instances stand below a node.
void collect_statements(const poly::LoopNode&, std::set<int>&);

}  // namespace pom::fuzz
