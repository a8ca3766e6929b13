#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_set.h>

#include <algorithm>
#include <cstdint>

#include "polyhedral/ir/isl_extras.hpp"

/// Whether isl's loops keep the order that they were made of. isl 0.25 puts two loops behind one another that belong
/// into one where their iterations are told apart by remainders.
namespace pom::poly {

namespace {

/// { x -> y : x lexicographically behind y }, equal in some coordinates.
isl::map behind(const isl::set& like, const std::vector<unsigned>& equal) {
  return lexicographic_after(like).intersect(equal_in(like.space(), equal));
}

class OrderCheck {
 public:
  OrderCheck(const std::vector<unsigned>& dimensions, const std::vector<isl::set>& points)
      : dimensions_(dimensions), points_(points) {}

  bool holds(const isl::ast_node& root) {
    check(root, {});
    return in_order_;
  }

 private:
  using Coordinates = std::vector<unsigned>;

  /// The points of the schedule that the node runs through. `around`: the coordinates that loops around it have fixed.
  isl::set check(const isl::ast_node& node, const Coordinates& around) {
    if (node.isa<isl::ast_node_if>()) {
      const isl::ast_node_if choice = node.as<isl::ast_node_if>();
      const isl::set then = check(choice.then_node(), around);
      return choice.has_else_node() ? then.unite(check(choice.else_node(), around)) : then;
    }
    if (node.isa<isl::ast_node_for>()) return check_loop(node.as<isl::ast_node_for>(), around);
    if (node.isa<isl::ast_node_block>()) return check_block(node.as<isl::ast_node_block>().children(), around);
    const isl_id* leaf = isl_ast_node_get_annotation(node.get());
    const auto number = reinterpret_cast<std::uintptr_t>(isl_id_get_user(const_cast<isl_id*>(leaf)));
    isl_id_free(const_cast<isl_id*>(leaf));
    return points_.at(number);
  }

  isl::set check_block(const isl::ast_node_list& children, const Coordinates& around) {
    isl::set before = check(children.at(0), around);
    for (unsigned n = 1; n < children.size(); ++n) {
      const isl::set next = check(children.at(static_cast<int>(n)), around);
      const isl::map wrong = behind(before, around).intersect_domain(before).intersect_range(next);
      in_order_ = in_order_ && wrong.is_empty();
      before = before.unite(next);
    }
    return before;
  }

  isl::set check_loop(const isl::ast_node_for& loop, const Coordinates& around) {
    const std::string name = loop.iterator().as<isl::ast_expr_id>().id().name();
    if (!name.starts_with(iterator_prefix)) return check(loop.body(), around);
    const unsigned dimension = static_cast<unsigned>(std::stoul(name.substr(iterator_prefix.size())));
    const auto place = std::find(dimensions_.begin(), dimensions_.end(), dimension) - dimensions_.begin();
    const auto own = static_cast<unsigned>(place);
    Coordinates inside = around;
    inside.push_back(own);
    const isl::set points = check(loop.body(), inside);
    const isl::map wrong =
        keep_increasing(behind(points, around).intersect_domain(points).intersect_range(points), own, own);
    in_order_ = in_order_ && wrong.is_empty();
    return points;
  }

  const std::vector<unsigned>& dimensions_;
  const std::vector<isl::set>& points_;
  bool in_order_ = true;
};

/// What each leaf of a tree runs through, in the schedule that the tree is made of.
struct Leaves {
  isl_union_map* schedule;
  std::vector<isl_set*> points;
};

/// isl calls it at each leaf, whose annotation becomes its number. No exception may pass through isl: where steps end,
/// sets are null, and so is the tree.
isl_ast_node* note_leaf(isl_ast_node* node, isl_ast_build* build, void* user) {
  Leaves& leaves = *static_cast<Leaves*>(user);
  isl_union_set* instances = isl_union_map_domain(isl_ast_build_get_schedule(build));
  isl_set* points = isl_set_from_union_set(isl_union_set_apply(instances, isl_union_map_copy(leaves.schedule)));
  isl_id* number = isl_id_alloc(isl_ast_node_get_ctx(node), "leaf", reinterpret_cast<void*>(leaves.points.size()));
  leaves.points.push_back(points);
  return isl_ast_node_set_annotation(node, number);
}

/// Only remainders lead isl astray, where there are several parts.
bool may_lose_order(const isl::union_map& schedule) {
  int parts = 0;
  bool divides = false;
  schedule.foreach_map([&](const isl::map& map) {
    map.foreach_basic_map([&](const isl::basic_map& part) {
      ++parts;
      divides = divides || isl_basic_map_dim(part.get(), isl_dim_div) > 0;
    });
  });
  return divides && parts > 1;
}

}  // namespace

isl::ast_node build_ast(const isl::union_map& schedule, const std::vector<unsigned>& dimensions,
                        const AstOptions& wanted, const isl::set& parameters) {
  isl::ctx context = schedule.ctx();
  isl_id_list* iterators = isl_id_list_alloc(context.get(), static_cast<int>(dimensions.size()));
  std::string space, options;
  for (const unsigned d : dimensions) {
    const std::string name = iterator_prefix + std::to_string(d);
    iterators = isl_id_list_add(iterators, isl_id_alloc(context.get(), name.c_str(), nullptr));
    space += (space.empty() ? "" : ", ") + name;
  }
  isl_ast_build* build = isl_ast_build_from_context(parameters.copy());
  build = isl_ast_build_set_iterators(build, iterators);
  const auto add = [&](const std::vector<unsigned>& chosen, const std::string& kind) {
    for (const unsigned d : chosen) {
      const auto place = std::find(dimensions.begin(), dimensions.end(), d) - dimensions.begin();
      options += (options.empty() ? "" : "; ") + ("[" + space + "] -> " + kind + "[" + std::to_string(place)) + "]";
    }
  };
  add(wanted.separate, "separate");
  add(wanted.whole, "atomic");
  build = isl_ast_build_set_options(build, isl::union_map(context, "{ " + options + " }").release());
  Leaves leaves{schedule.get(), {}};
  const bool check = may_lose_order(schedule);
  if (check) build = isl_ast_build_set_at_each_domain(build, note_leaf, &leaves);
  isl_ast_node* made = isl_ast_build_node_from_schedule_map(build, schedule.copy());
  isl_ast_build_free(build);
  std::vector<isl::set> points;
  for (isl_set* of_leaf : leaves.points) {
    if (made)
      points.push_back(isl::manage(of_leaf).intersect_params(parameters));
    else
      isl_set_free(of_leaf);
  }
  isl::ast_node tree = isl::manage(made);
  if (check && !OrderCheck(dimensions, points).holds(tree)) throw LoopsOutOfOrder();
  return tree;
}

}  // namespace pom::poly
