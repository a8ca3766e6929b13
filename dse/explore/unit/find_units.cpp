#include "dse/explore/unit/find_units.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "dse/kernel/rewrite/cut_kernel.hpp"
#include "polyhedral/loops/check_marks.hpp"

namespace pom::dse::explore {

namespace {

using poly::LoopNode;

bool has_loop(const std::vector<LoopNode>& body) {
  return std::any_of(body.begin(), body.end(),
                     [](const LoopNode& node) { return node.kind == LoopNode::Kind::loop || has_loop(node.body); });
}

/// Each once, in the order in which they are met.
void collect_statements(const std::vector<LoopNode>& body, std::vector<int>& statements) {
  for (const LoopNode& node : body) {
    const bool known = std::find(statements.begin(), statements.end(), node.compute) != statements.end();
    if (node.kind == LoopNode::Kind::instance && !known) statements.push_back(node.compute);
    collect_statements(node.body, statements);
  }
}

/// By statement: the loops of the body that are around it.
void find_paths(const std::vector<LoopNode>& body, const std::vector<int>& statements,
                std::vector<const LoopNode*>& path, std::vector<std::vector<const LoopNode*>>& paths) {
  for (const LoopNode& node : body) {
    const auto at = std::find(statements.begin(), statements.end(), node.compute);
    if (node.kind == LoopNode::Kind::instance) paths[at - statements.begin()] = path;
    if (node.kind == LoopNode::Kind::loop) path.push_back(&node);
    find_paths(node.body, statements, path, paths);
    if (node.kind == LoopNode::Kind::loop) path.pop_back();
  }
}

/// By how much the expression moves with each iteration of the loop; nothing where a quotient or a remainder does.
std::optional<std::int64_t> slope_of(const poly::AffineExpr& e, int loop) {
  using Kind = poly::AffineExpr::Kind;
  if (!e.depends_on(loop)) return 0;
  if (e.kind == Kind::iterator) return 1;
  if (e.kind != Kind::add && e.kind != Kind::mul) return std::nullopt;
  std::int64_t sum = 0;
  for (const poly::AffineExpr& operand : e.operands) {
    const auto own = slope_of(operand, loop);
    if (!own) return std::nullopt;
    sum += e.kind == Kind::mul ? e.value * *own : *own;
  }
  return sum;
}

UnitLoop describe(const LoopNode& node, const Function& function) {
  UnitLoop loop;
  loop.name = node.name;
  loop.label = node.label;
  loop.level = node.level;
  const auto trip = poly::constant_trip_count(node);
  const bool constant = trip && node.lower.size() == 1 && node.upper.size() == 1 && node.lower.front().is_constant();
  const Loop* counted = find_loop(function.body, node.label);
  loop.variable = !constant;
  loop.fixed = poly::has_fixed_trip_count(node);
  loop.moves = poly::has_moving_bounds(node);
  loop.trip = constant ? *trip : counted ? counted->trip.max : 0;
  loop.cuttable = node.step == 1 && loop.trip > 0;
  return loop;
}

class UnitFinder {
 public:
  UnitFinder(const Function& function, const std::vector<transform::NestInfo>& infos, const WholeBodies& bodies)
      : function_(function), infos_(infos), bodies_(bodies) {}

  void walk(const std::vector<LoopNode>& body) {
    for (const LoopNode& node : body) {
      if (node.kind == LoopNode::Kind::loop) {
        around_.push_back(&node);
        if (has_loop(node.body) && !bodies_.contains(node.label)) {
          walk(node.body);
        } else {
          add_unit();
        }
        around_.pop_back();
      } else if (node.kind == LoopNode::Kind::guard) {
        walk(node.body);
      }
    }
  }

  std::vector<Unit> units;

 private:
  const transform::NestInfo* info_of(int statement) const {
    const auto at = std::find_if(infos_.begin(), infos_.end(),
                                 [&](const transform::NestInfo& i) { return i.statement == statement; });
    return at == infos_.end() ? nullptr : &*at;
  }

  /// A loop with more than the next loop inside ends the perfect nest.
  int first_perfect() const {
    std::size_t first = around_.size() - 1;
    while (first > 0) {
      const std::vector<LoopNode>& body = around_[first - 1]->body;
      if (body.size() != 1 || body.front().kind != LoopNode::Kind::loop) break;
      --first;
    }
    return static_cast<int>(first);
  }

  /// What the statement's dependences and names say about the loops around it.
  void add_statement(Unit& unit, const transform::NestInfo& info) const {
    const int depth = static_cast<int>(info.loops.size());
    unit.names.emplace_back();
    for (UnitLoop& loop : unit.loops) {
      const bool known = loop.level >= 0 && loop.level < depth;
      unit.names.back().push_back(known ? info.loops[loop.level].name : "");
      const bool innermost = &loop == &unit.loops.back();
      if (!known || (loop.level < depth - info.tileable && !innermost)) loop.cuttable = false;
      loop.parallel = loop.parallel && known && !info.loops[loop.level].recurrence;
    }
  }

  /// Which of the loops inside of the unit are around each statement.
  void add_inside(Unit& unit) const {
    std::vector<std::vector<const LoopNode*>> paths(unit.statements.size());
    std::vector<const LoopNode*> path;
    find_paths(around_.back()->body, unit.statements, path, paths);
    for (std::size_t s = 0; s < paths.size(); ++s) {
      const std::vector<const LoopNode*>& before = paths[s > 0 ? s - 1 : 0];
      const auto apart = std::mismatch(paths[s].begin(), paths[s].end(), before.begin(), before.end());
      unit.joined.push_back(static_cast<std::size_t>(apart.first - paths[s].begin()));
      unit.inside.emplace_back();
      const transform::NestInfo* info = info_of(unit.statements[s]);
      for (const LoopNode* loop : paths[s]) {
        const bool known = info && loop->level >= 0 && loop->level < static_cast<int>(info->loops.size());
        unit.inside.back().push_back(
            {known ? info->loops[loop->level].name : loop->name, poly::constant_trip_count(*loop).value_or(0)});
      }
    }
  }

  void add_unit() {
    Unit unit;
    collect_statements(around_.back()->body, unit.statements);
    add_inside(unit);
    for (const LoopNode* loop : around_) {
      unit.loops.push_back(describe(*loop, function_));
      unit.loops.back().parallel = true;
    }
    const int depth = static_cast<int>(unit.loops.size());
    for (int outer = 0; outer < depth; ++outer) {
      for (int inner = outer + 1; inner < depth; ++inner) {
        add_bounds(unit, outer, inner);
      }
    }
    bool alone = true;
    for (int statement : unit.statements) {
      unit.own.push_back(met_.insert(statement).second);
      alone = alone && unit.own.back();
      if (const transform::NestInfo* info = info_of(statement)) {
        add_statement(unit, *info);
      } else {
        unit.names.emplace_back(unit.loops.size());
        alone = false;
      }
    }
    unit.first_perfect = first_perfect();
    for (int d = 0; d < depth; ++d) {
      UnitLoop& loop = unit.loops[d];
      if (d < unit.first_perfect || !alone || (loop.shapes && !loop.parallel)) loop.cuttable = false;
    }
    if (!alone) share(unit.statements);
    // Cuts move copies inside the loops behind them: the band has no gaps.
    unit.first_cuttable = depth;
    while (unit.first_cuttable > 0 && is_in_band(unit, unit.first_cuttable - 1)) --unit.first_cuttable;
    for (int d = 0; d < unit.first_cuttable; ++d) unit.loops[d].cuttable = false;
    units.push_back(std::move(unit));
  }

  void add_bounds(Unit& unit, int outer, int inner) const {
    const LoopNode& node = *around_[inner];
    for (const std::vector<poly::AffineExpr>* ends : {&node.lower, &node.upper}) {
      for (const poly::AffineExpr& end : *ends) {
        const auto slope = slope_of(end, around_[outer]->id);
        UnitLoop& around = unit.loops[outer];
        around.shapes = around.shapes || slope != 0;
        if (!slope)
          around.cuttable = false;
        else if (*slope != 0)
          unit.bounds.push_back({static_cast<std::size_t>(outer), static_cast<std::size_t>(inner), std::abs(*slope)});
      }
    }
  }

  /// A loop that others' bounds divide stays where it is, but others' copies may pass it.
  bool is_in_band(const Unit& unit, int d) const {
    if (d < unit.first_perfect) return false;
    for (int statement : unit.statements) {
      const transform::NestInfo* info = info_of(statement);
      if (!info) return false;
      const int first = static_cast<int>(info->loops.size()) - std::max(info->tileable, 1);
      if (unit.loops[d].level < first && d + 1 < static_cast<int>(unit.loops.size())) return false;
    }
    return true;
  }

  /// The units that have met the statements before are not cut either.
  void share(const std::vector<int>& statements) {
    for (Unit& unit : units) {
      const bool shared = std::any_of(statements.begin(), statements.end(), [&](int s) {
        return std::find(unit.statements.begin(), unit.statements.end(), s) != unit.statements.end();
      });
      if (!shared) continue;
      for (UnitLoop& loop : unit.loops) loop.cuttable = false;
    }
  }

  const Function& function_;
  const std::vector<transform::NestInfo>& infos_;
  const WholeBodies& bodies_;
  std::vector<const LoopNode*> around_;
  std::set<int> met_;
};

}  // namespace

void restrict_to(Unit& unit, const HardwareStrategies& allowed) {
  unit.allowed = allowed;
  if (allowed.pipeline && allowed.unroll) return;
  for (UnitLoop& loop : unit.loops) loop.cuttable = false;
  unit.first_cuttable = static_cast<int>(unit.loops.size());
}

std::vector<Unit> find_units(const poly::LoopTree& tree, const Kernel& kernel,
                             const std::vector<transform::NestInfo>& infos, const WholeBodies& bodies) {
  UnitFinder finder(kernel.top_function(), infos, bodies);
  finder.walk(tree.roots);
  return std::move(finder.units);
}

}  // namespace pom::dse::explore
