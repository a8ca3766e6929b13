#include "dse/explore/values/access_orders.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dse/kernel/index.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

namespace {

struct Access {
  const std::vector<Index>* indices = nullptr;
  int statement = 0;
  bool stores = false;
  bool repeats = false;  ///< in a loop inside of the body
};

class AccessOrders {
 public:
  AccessOrders(const Function& function, const LoopPlaces& places) : function_(function), places_(places) {}

  void visit(const std::vector<Node>& body, bool repeats = false) {
    for (const Node& node : body) {
      ++statement_;
      if (node.kind == Node::Kind::assignment) {
        add_loads(node.assignment.value, repeats);
        for (const Index& index : node.assignment.indices) add_loads(index.value, repeats);
        accesses_[node.assignment.array].push_back({&node.assignment.indices, statement_, true, repeats});
      }
      if (node.kind == Node::Kind::branch) add_loads(node.branch.condition, repeats);
      visit(node.loop.body, true);
      visit(node.branch.then, repeats);
      visit(node.branch.otherwise, repeats);
    }
  }

  unsigned loops() const {
    unsigned loops = 0;
    for (const auto& [array, accesses] : accesses_) {
      for (const Access& store : accesses) {
        if (!store.stores) continue;
        for (const Access& other : accesses) {
          // A statement that runs once stores behind what it loads, in any copy.
          if (other.statement != store.statement || store.repeats)
            loops |= loops_between(*store.indices, *other.indices);
        }
      }
    }
    return loops;
  }

 private:
  void add_loads(int value, bool repeats) {
    visit_parts(function_, value, [&](const Expression& e) {
      if (e.op == OpKind::load) accesses_[e.array].push_back({&e.indices, statement_, false, repeats});
    });
  }

  /// An index that is computed may be a number in some copies: any loop may tell the elements apart.
  unsigned loops_between(const std::vector<Index>& a, const std::vector<Index>& b) const {
    std::set<int> moving;
    for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
      if (a[n].opaque || b[n].opaque) return ~0U;
      const Index distance = a[n] + -1 * b[n];
      const bool is_constant = distance.terms.empty() && distance.divisions.empty();
      if (is_constant && distance.constant != 0) return 0;  // different elements, in any copy
      collect_loops(distance, moving);
    }
    unsigned loops = 0;
    for (const int loop : moving) loops |= bit_of(places_, loop, 0);
    return loops;
  }

  const Function& function_;
  const LoopPlaces& places_;
  int statement_ = 0;
  std::map<int, std::vector<Access>> accesses_;  ///< by array
};

}  // namespace

unsigned loops_of_orders(const Function& function, const std::vector<Node>& body, const LoopPlaces& places) {
  AccessOrders orders(function, places);
  orders.visit(body);
  return orders.loops();
}

}  // namespace pom::dse::explore
