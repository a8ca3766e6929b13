#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

/// What the primitives that rewrite the program share: replacing loops and elements in a compute's expressions.
namespace pom::poly {

/// An elaborated use of a loop.
dsl::ExprPtr loop_node(const std::vector<dsl::Loop>& loops, int level);
/// `node` + `offset`, or `node` itself for 0.
dsl::ExprPtr plus(const dsl::ExprPtr& node, std::int64_t offset);

/// The element of one of the program's arrays as an operand.
dsl::ExprPtr load_of(const dsl::Function&, int array, std::vector<dsl::ExprPtr> indices, const Location& at);

/// Rebuilds elaborated expressions. Parts that are shared stay shared.
class Substitution {
 public:
  /// What a node becomes, whose parts the substitution may be asked for; null: the node with its operands rebuilt.
  using Replace = std::function<dsl::ExprPtr(const dsl::ExprPtr&, Substitution&)>;

  /// `loops[n]` takes the place of loop n.
  explicit Substitution(std::vector<dsl::ExprPtr> loops, Replace replace = {})
      : loops_(std::move(loops)), replace_(std::move(replace)) {}

  dsl::ExprPtr operator()(const dsl::ExprPtr&);
  /// In all indices.
  void change(dsl::Access&);

 private:
  std::vector<dsl::ExprPtr> loops_;
  Replace replace_;
  std::map<const dsl::ExprNode*, dsl::ExprPtr> done_;
};

/// Replaces each load of an array; what it becomes is `change` of a load with its indices rebuilt.
Substitution::Replace replace_loads(int array, std::function<dsl::ExprPtr(dsl::ExprNode load)> change);

/// The loops as they are, for a Substitution that replaces something else.
std::vector<dsl::ExprPtr> unchanged_loops(const dsl::Compute&);

/// Adds a local array of the shape and type of another one, as the last of the program; returns its number.
int add_local_copy(dsl::Function&, int array, const std::string& name, const Location& at);

/// Lets a compute read another array of the same shape, the program's with the number `to`, wherever it reads `from`.
void read_other(dsl::Compute&, const dsl::Function&, int from, int to);

/// Lists the loads of a compute whose value or element was changed, and judges anew what is exact.
void update_loads(dsl::Compute&);

/// How a loop is cut into strips.
struct Strips {
  int level = 0;
  std::int64_t length = 0;
  std::string outer, inner;  ///< the new loops' names; empty: the loop's with _0 and _1
};

/// Replaces one loop of the computes, which share it, by a loop over strips and one inside of a strip. The order of
/// execution stays.
void strip_mine(dsl::Function&, const std::vector<int>& computes, const Strips&);

}  // namespace pom::poly
