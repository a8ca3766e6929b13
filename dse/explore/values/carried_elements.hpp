#pragma once
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dse/explore/values/guard_shares.hpp"
#include "dse/explore/values/stored_values.hpp"

namespace pom::dse::explore {

/// Finds the elements that a body hands on from one of its iterations to the next where all loops that its indices move
/// with are built whole. What is computed from them changes with the loops that are left, though no index does. They
/// are the greatest set of elements such that every value that the body stores in one of them is computed from one of
/// them.
class CarriedElements {
 public:
  /// The arguments outlive it.
  CarriedElements(const Function&, const std::vector<Node>& body, const LoopPlaces&, const StoredValues&);

  /// The loops (bits) that have to be built whole; all bits: nothing is carried.
  unsigned loops() const { return loops_; }
  /// Counts the iterations of these loops in which the expression is computed from a carried element and the guards let
  /// it be built.
  double count(int expression, const Guards&);

 private:
  using Element = std::pair<int, std::vector<std::int64_t>>;  ///< array and indices
  struct Statement {
    const Assignment* assignment = nullptr;
    Guards guards;
    std::vector<int> loads;
  };
  /// In one iteration: what an element gets, and from which elements it is computed.
  struct Store {
    Element element;
    std::vector<Element> from;
  };

  void visit(const std::vector<Node>& body, const LoopPlaces&);
  void add_loops(int expression, const LoopPlaces&);
  void add_loops(const std::vector<Index>&, const LoopPlaces&);
  std::vector<int> loads_of(int expression) const;
  void add_loads(int expression, std::set<int>& passed, std::vector<int>& loads) const;
  std::vector<Element> loaded_by(const std::vector<int>& loads, estimate::Unrolling&) const;
  void drop_others(std::vector<Store>);
  const std::vector<bool>& carried_in(int expression);

  const Function& function_;
  const StoredValues& stored_;
  Guards guards_;  ///< around what is visited
  std::vector<Statement> statements_;
  unsigned loops_ = 0;
  IterationBox box_;
  std::vector<estimate::Unrolling> iterations_;  ///< of the box
  std::set<Element> carried_;
  std::map<int, std::vector<bool>> carried_in_;  ///< by expression
};

}  // namespace pom::dse::explore
