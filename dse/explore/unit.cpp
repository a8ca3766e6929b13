#include "dse/explore/unit.hpp"

#include <algorithm>
#include <set>

#include "polyhedral/loops/check_marks.hpp"

namespace pom::dse {

namespace {

using poly::LoopNode;

bool has_loop(const std::vector<LoopNode>& body) {
  return std::any_of(body.begin(), body.end(),
                     [](const LoopNode& node) { return node.kind == LoopNode::Kind::loop || has_loop(node.body); });
}

void collect_statements(const std::vector<LoopNode>& body, std::set<int>& statements) {
  for (const LoopNode& node : body) {
    if (node.kind == LoopNode::Kind::instance) statements.insert(node.compute);
    collect_statements(node.body, statements);
  }
}

UnitLoop describe(const LoopNode& node) {
  UnitLoop loop;
  loop.name = node.name;
  loop.label = node.label;
  loop.level = node.level;
  const auto trip = poly::constant_trip_count(node);
  const bool constant = trip && node.lower.size() == 1 && node.upper.size() == 1 && node.lower.front().is_constant();
  loop.trip = constant ? *trip : 0;
  loop.cuttable = constant && node.step == 1;
  return loop;
}

class UnitFinder {
 public:
  explicit UnitFinder(const std::vector<NestInfo>& infos) : infos_(infos) {}

  void walk(const std::vector<LoopNode>& body) {
    for (const LoopNode& node : body) {
      if (node.kind == LoopNode::Kind::loop) {
        around_.push_back(&node);
        if (has_loop(node.body)) {
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
  const NestInfo* info_of(int statement) const {
    const auto at =
        std::find_if(infos_.begin(), infos_.end(), [&](const NestInfo& i) { return i.statement == statement; });
    return at == infos_.end() ? nullptr : &*at;
  }

  /// Loops of a perfect nest only: a loop with more than the next one inside ends the band.
  int perfect_depth() const {
    std::size_t depth = 1;
    while (depth < around_.size() && around_[around_.size() - depth - 1]->body.size() == 1) ++depth;
    return static_cast<int>(depth);
  }

  void add_unit() {
    Unit unit;
    std::set<int> statements;
    collect_statements(around_.back()->body, statements);
    unit.statements.assign(statements.begin(), statements.end());
    for (const LoopNode* loop : around_) unit.loops.push_back(describe(*loop));
    const int depth = static_cast<int>(unit.loops.size());
    int band = perfect_depth();
    for (int statement : unit.statements) {
      const NestInfo* info = info_of(statement);
      if (!info) continue;
      band = std::min(band, std::max(info->tileable, 1));
      for (int d = 0; d < depth && d < static_cast<int>(info->loops.size()); ++d) {
        const bool parallel = !info->loops[d].recurrence;
        unit.loops[d].parallel = statement == unit.statements.front() ? parallel : unit.loops[d].parallel && parallel;
      }
    }
    unit.first_cuttable = depth - band;
    for (int d = 0; d < unit.first_cuttable; ++d) unit.loops[d].cuttable = false;
    units.push_back(std::move(unit));
  }

  const std::vector<NestInfo>& infos_;
  std::vector<const LoopNode*> around_;
};

}  // namespace

std::vector<Unit> find_units(const poly::LoopTree& tree, const std::vector<NestInfo>& infos) {
  UnitFinder finder(infos);
  finder.walk(tree.roots);
  return std::move(finder.units);
}

}  // namespace pom::dse
