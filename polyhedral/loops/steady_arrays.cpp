#include "polyhedral/loops/steady_arrays.hpp"

#include <algorithm>
#include <set>

#include "dsl/model/any_part.hpp"
#include "polyhedral/analysis/steady.hpp"
#include "polyhedral/ir/affine_text.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// isl's steps for what the loops of one program keep.
constexpr unsigned long all_steady_steps = 500'000;

/// Loops and guards around a place, outermost first.
using Around = std::vector<const LoopNode*>;

/// An instance, and what is around it.
struct Placed {
  const LoopNode* instance = nullptr;
  Around around;
};

void collect_instances(const LoopNode& node, const Around& around, std::vector<Placed>& found) {
  if (node.kind == LoopNode::Kind::instance) found.push_back({&node, around});
  Around inside = around;
  inside.push_back(&node);
  for (const LoopNode& child : node.body) collect_instances(child, inside, found);
}

/// Makes isl's sets of places in the loop tree.
class Places {
 public:
  explicit Places(const Scop& scop) : scop_(scop), scalars_(scop.program->parameters()) {
    for (const int scalar : scalars_) head_ += (head_.empty() ? "[" : ", ") + parameter_text(scalar);
    if (!head_.empty()) head_ += "] -> ";
  }

  /// { [c0, c1, …] : … } with a dimension for each loop.
  isl::set runs(const Around& around) const {
    const isl::set all(scop_.parameters.ctx(), head_ + "{ " + vector(around) + " : " + conditions(around) + " }");
    return named(all).intersect_params(scop_.parameters);
  }

  /// { [c0, c1, …] -> S[…] : … } for the instances of one place.
  isl::map instances(const Placed& placed) const {
    return instances_where(placed, conditions(placed.around)).intersect_params(scop_.parameters);
  }
  /// The same without what bounds and guards ask.
  isl::map instances_anywhere(const Placed& placed) const { return instances_where(placed, "true"); }

 private:
  /// With the program's names.
  template <class Relation>
  Relation named(Relation relation) const {
    for (const int scalar : scalars_)
      relation = rename_parameter(relation, parameter_text(scalar), scop_.program->scalars[scalar]->name);
    return relation;
  }

  isl::map instances_where(const Placed& placed, const std::string& condition) const {
    std::string iterators;
    for (const AffineExpr& value : placed.instance->iterators)
      iterators += (iterators.empty() ? "" : ", ") + text(value);
    const isl::map all(scop_.parameters.ctx(),
                       head_ + "{ " + vector(placed.around) + " -> [" + iterators + "] : " + condition + " }");
    const std::string tuple = tuple_name(scop_.statements[placed.instance->compute].loop_map, Side::domain);
    return set_tuple(named(all), Side::range, tuple);
  }

  static std::string loop_text(int id) { return "c" + std::to_string(id); }

  static std::string vector(const Around& around) {
    std::string dimensions;
    for (const LoopNode* node : around) {
      if (node->kind == LoopNode::Kind::loop) dimensions += (dimensions.empty() ? "" : ", ") + loop_text(node->id);
    }
    return "[" + dimensions + "]";
  }

  static std::string conditions(const Around& around) {
    std::string all = "true";
    for (const LoopNode* node : around)
      all += " and " + (node->kind == LoopNode::Kind::loop ? range_of(*node) : guard_of(*node));
    return all;
  }

  static std::string range_of(const LoopNode& loop) {
    const std::string value = loop_text(loop.id);
    std::string all = "true";
    for (const AffineExpr& lower : loop.lower) all += " and " + value + " >= " + text(lower);
    for (const AffineExpr& upper : loop.upper) all += " and " + value + " < " + text(upper);
    if (loop.step != 1)
      all += " and (" + value + " - " + text(loop.lower.front()) + ") mod " + std::to_string(loop.step) + " = 0";
    return all;
  }

  static std::string guard_of(const LoopNode& guard) {
    std::string all = "true";
    for (const Constraint& one : guard.when) all += " and " + text(one.expr) + (one.equality ? " = 0" : " >= 0");
    return guard.unless ? "not (" + all + ")" : all;
  }

  static std::string text(const AffineExpr& e) {
    switch (e.kind) {
      case AffineExpr::Kind::constant:
        return std::to_string(e.value);
      case AffineExpr::Kind::iterator:
        return loop_text(e.loop);
      case AffineExpr::Kind::parameter:
        return parameter_text(e.scalar);
      case AffineExpr::Kind::mul:
        return std::to_string(e.value) + " * (" + text(e.operands.front()) + ")";
      case AffineExpr::Kind::floordiv:
        return "floor((" + text(e.operands.front()) + ") / " + std::to_string(e.value) + ")";
      case AffineExpr::Kind::mod:
        return "(" + text(e.operands.front()) + ") mod " + std::to_string(e.value);
      case AffineExpr::Kind::add:
        break;
    }
    std::string sum;
    for (const AffineExpr& operand : e.operands) sum += (sum.empty() ? "(" : " + ") + text(operand);
    return sum + ")";
  }

  const Scop& scop_;
  const std::vector<int> scalars_;  ///< the program's parameters
  std::string head_;
};

class SteadyFinder {
 public:
  explicit SteadyFinder(const Scop& scop) : scop_(scop), places_(scop) {}

  void walk(LoopNode& node, Around around) {
    if (node.kind == LoopNode::Kind::loop) find(node, around);
    around.push_back(&node);
    for (LoopNode& child : node.body) walk(child, around);
  }

 private:
  void find(LoopNode& loop, const Around& around) {
    std::vector<Placed> inside;
    collect_instances(loop, around, inside);
    std::set<int> stored;
    for (const Placed& placed : inside) stored.insert(scop_.statements[placed.instance->compute].write.array);
    for (const int array : stored) {
      if (!is_plain_memory(scop_, array) || !may_be_steady(array, inside, around.size())) continue;
      bool steady = false;
      const isl::ctx context = scop_.statements.front().domain.ctx();
      try_within(context, pool_, all_steady_steps, [&] { steady = is_steady(array, inside, around); });
      if (steady) loop.steady.push_back(array);
    }
  }

  /// What needs no isl: some load's index has none of the loops from place `outside` of Placed::around on in it, and no
  /// such load is of what its own statement stores, as sums are.
  bool may_be_steady(int array, const std::vector<Placed>& inside, std::size_t outside) const {
    bool any = false;
    for (const Placed& placed : inside) {
      const dsl::Compute& compute = scop_.program->computes[placed.instance->compute];
      const Statement& statement = scop_.statements[placed.instance->compute];
      for (std::size_t n = 0; n < compute.loads.size(); ++n) {
        if (compute.loads[n].array != array || is_moved(compute.loads[n], placed, outside)) continue;
        if (statement.write.array == array && is_plainly_equal(statement.reads[n].relation, statement.write.relation))
          return false;
        any = true;
      }
    }
    return any;
  }

  static bool is_moved(const dsl::Access& load, const Placed& placed, std::size_t outside) {
    const auto moves = [&](const dsl::ExprPtr& index, const AffineExpr& iterator, int loop) {
      return dsl::mentions_loop(*index, loop) &&
             std::any_of(placed.around.begin() + static_cast<std::ptrdiff_t>(outside), placed.around.end(),
                         [&](const LoopNode* node) { return iterator.depends_on(node->id); });
    };
    return std::any_of(load.indices.begin(), load.indices.end(), [&](const dsl::ExprPtr& index) {
      bool any = index->op == dsl::Op::computed;
      for (std::size_t d = 0; d < placed.instance->iterators.size(); ++d)
        any = any || moves(index, placed.instance->iterators[d], static_cast<int>(d));
      return any;
    });
  }

  bool is_steady(int array, const std::vector<Placed>& inside, const Around& around) const {
    const isl::set runs = places_.runs(around);
    const unsigned outside = dimension_count(runs);
    std::vector<isl::map> stores, loads;
    for (const Placed& placed : inside) {
      const Statement& statement = scop_.statements[placed.instance->compute];
      const isl::map instances = places_.instances(placed);
      // { the loops around -> elements }
      const auto elements = [&](const AccessRelation& access) {
        return keep_first(instances.apply_range(access.relation), Side::domain, outside);
      };
      if (statement.write.array == array) stores.push_back(elements(statement.write));
      for (const AccessRelation& read : statement.reads) {
        if (read.array != array || read.may) continue;
        const isl::map load = elements(read);
        if (load.is_single_valued() && !is_always_inside(read, placed, runs)) return false;
        loads.push_back(load);
      }
    }
    return are_steady(loads, stores);
  }

  /// Whether the load's index is one of the array's wherever the loops around run, also where nothing inside does.
  bool is_always_inside(const AccessRelation& read, const Placed& placed, const isl::set& runs) const {
    const isl::map by_index = read.relation.gist_domain(read.relation.domain());
    const isl::map anywhere =
        keep_first(places_.instances_anywhere(placed).apply_range(by_index), Side::domain, dimension_count(runs));
    const isl::set elements = elements_of(*scop_.program, read.array, runs.ctx());
    return runs.is_subset(anywhere.domain()) && anywhere.intersect_domain(runs).range().is_subset(elements);
  }

  const Scop& scop_;
  const Places places_;
  StepPool pool_{all_steady_steps, 1};
};

}  // namespace

void find_steady_arrays(const Scop& scheduled, LoopTree& tree) {
  SteadyFinder finder(scheduled);
  for (LoopNode& root : tree.roots) finder.walk(root, {});
}

}  // namespace pom::poly
