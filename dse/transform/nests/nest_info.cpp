#include "dse/transform/nests/nest_info.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>

#include "polyhedral/primitives/loop_edit.hpp"

namespace pom::dse::transform {

namespace {

std::vector<int> sharing(const poly::Scop& scop, int statement, int level) {
  std::vector<int> group;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    if (poly::share_loop(scop.statements[s], scop.statements[statement], level)) group.push_back(s);
  }
  return group;
}

int depth_of(const poly::Scop& scop, int statement) {
  return static_cast<int>(scop.statements[statement].loops.size());
}

/// Levels from the result on are shared by the same statements as the innermost one.
int first_perfect_level(const poly::Scop& scop, int statement) {
  int first = depth_of(scop, statement) - 1;
  const std::size_t inside = sharing(scop, statement, first).size();
  while (first > 0 && sharing(scop, statement, first - 1).size() == inside) --first;
  return first;
}

bool is_leaf(const poly::Scop& scop, int statement) {
  const int depth = depth_of(scop, statement);
  if (depth == 0) return false;
  const std::vector<int> group = sharing(scop, statement, depth - 1);
  return std::all_of(group.begin(), group.end(), [&](int other) { return depth_of(scop, other) == depth; });
}

/// The cycles of waits among what one iteration of the loops outside holds. Only a wait on one of them delays the next
/// iteration; for others the schedule inside an iteration makes room.
class WaitCycles {
 public:
  explicit WaitCycles(const std::vector<graph::DistanceBox>& inside) {
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> waits;
    const auto vertex_of = [&](int statement) { return vertex_.try_emplace(statement, vertex_.size()).first->second; };
    for (const graph::DistanceBox& box : inside) {
      if (box.waits) boost::add_edge(vertex_of(box.source), vertex_of(box.sink), waits);
    }
    component_.resize(boost::num_vertices(waits));
    boost::strong_components(
        waits, boost::make_iterator_property_map(component_.begin(), boost::get(boost::vertex_index, waits)));
  }

  /// `wait`: among those inside.
  bool hold(const Carried& wait) const {
    return component_[vertex_.at(wait.box.source)] == component_[vertex_.at(wait.box.sink)];
  }

 private:
  std::map<int, std::size_t> vertex_;  ///< by statement
  std::vector<int> component_;         ///< by vertex
};

/// What may happen within one iteration of the loops outside `level`.
std::vector<graph::DistanceBox> inside_of(std::vector<graph::DistanceBox> boxes, int level) {
  std::erase_if(boxes, [&](const graph::DistanceBox& box) { return static_cast<int>(box.entries.size()) <= level; });
  for (int outer = 0; outer < level; ++outer) boxes = graph::not_carried_by(outer, boxes);
  return boxes;
}

}  // namespace

std::vector<LeafNest> find_leaf_nests(const poly::Scop& scop) {
  std::vector<LeafNest> nests;
  std::vector<bool> done(scop.statements.size(), false);
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    if (done[s] || !is_leaf(scop, s)) continue;
    nests.push_back(leaf_nest_of(scop, s));
    for (int member : nests.back().statements) done[member] = true;
  }
  std::sort(nests.begin(), nests.end(), [&](const LeafNest& a, const LeafNest& b) {
    return scop.statements[a.statements.front()].position < scop.statements[b.statements.front()].position;
  });
  return nests;
}

LeafNest leaf_nest_of(const poly::Scop& scop, int statement) {
  LeafNest nest;
  nest.depth = depth_of(scop, statement);
  nest.first = first_perfect_level(scop, statement);
  nest.statements = sharing(scop, statement, nest.depth - 1);
  std::sort(nest.statements.begin(), nest.statements.end(),
            [&](int a, int b) { return scop.statements[a].position < scop.statements[b].position; });
  return nest;
}

std::vector<Carried> carried_dependences(const std::vector<graph::DistanceBox>& boxes, int level) {
  std::vector<Carried> carried;
  for (const graph::DistanceBox& box : inside_of(boxes, level)) {
    const graph::Range& range = box.entries[level];
    const bool forward = range.may_be_positive(), backward = box.any_order && range.may_be_negative();
    if (!forward && !backward) continue;
    const std::int64_t up = forward ? std::max<std::int64_t>(1, range.low.value_or(1)) : 0;
    const std::int64_t down = backward ? std::max<std::int64_t>(1, -range.high.value_or(-1)) : 0;
    carried.push_back({box, level, forward && backward ? std::min(up, down) : up + down});
  }
  return carried;
}

std::vector<Carried> tight_dependences(const std::vector<graph::DistanceBox>& boxes, int level,
                                       std::int64_t tight_below) {
  const WaitCycles cycles(inside_of(boxes, level));
  std::vector<Carried> tight = carried_dependences(boxes, level);
  std::erase_if(tight,
                [&](const Carried& one) { return !one.box.waits || one.distance >= tight_below || !cycles.hold(one); });
  return tight;
}

namespace {

LoopInfo inspect_loop(const poly::Scop& scop, int statement, int level, DistanceTable& table,
                      std::int64_t tight_below) {
  LoopInfo info;
  info.name = scop.statements[statement].loops[level].name;
  const std::vector<graph::DistanceBox> boxes = table.between(scop, sharing(scop, statement, level));
  const std::vector<Carried> carried = carried_dependences(boxes, level);
  info.parallel = carried.empty();
  info.reduction = !carried.empty() &&
                   std::all_of(carried.begin(), carried.end(), [](const Carried& one) { return one.box.reduction; });
  const WaitCycles cycles(inside_of(boxes, level));
  for (const Carried& one : carried) {
    if (!one.box.waits) continue;
    info.distance = std::min(info.distance.value_or(one.distance), one.distance);
    info.recurrence = info.recurrence || cycles.hold(one);
    info.tight = info.tight || (one.distance < tight_below && cycles.hold(one));
  }
  return info;
}

/// How many innermost loops may change places freely: nothing that the loops outside leave to them runs backwards.
int count_tileable(const std::vector<graph::DistanceBox>& boxes, int first, int depth) {
  for (int start = first; start < depth; ++start) {
    const std::vector<graph::DistanceBox> left = inside_of(boxes, start);
    const bool permutable = std::none_of(left.begin(), left.end(), [&](const graph::DistanceBox& box) {
      return !box.any_order && std::any_of(box.entries.begin() + start, box.entries.begin() + depth,
                                           [](const graph::Range& range) { return range.may_be_negative(); });
    });
    if (permutable) return depth - start;
  }
  return 1;
}

NestInfo inspect_statement(const poly::Scop& scop, int statement, DistanceTable& table, std::int64_t tight_below) {
  NestInfo info;
  info.statement = statement;
  const int depth = depth_of(scop, statement);
  if (depth == 0) return info;
  for (int level = 0; level < depth; ++level)
    info.loops.push_back(inspect_loop(scop, statement, level, table, tight_below));
  const int first = first_perfect_level(scop, statement);
  info.leaf = is_leaf(scop, statement);
  info.perfect = depth - first;
  while (info.parallel_inner < info.perfect && info.loops[depth - 1 - info.parallel_inner].parallel)
    ++info.parallel_inner;
  info.tileable = count_tileable(table.between(scop, sharing(scop, statement, depth - 1)), first, depth);
  return info;
}

/// By statement of a leaf nest: a recurrence of its innermost loop runs through it, not only through one beside it.
std::vector<bool> find_tight(const poly::Scop& scop, DistanceTable& table, std::int64_t tight_below) {
  std::vector<bool> tight(scop.statements.size(), false);
  for (const LeafNest& nest : find_leaf_nests(scop)) {
    for (const Carried& one : tight_dependences(table.between(scop, nest.statements), nest.depth - 1, tight_below))
      tight[one.box.source] = tight[one.box.sink] = true;
  }
  return tight;
}

}  // namespace

std::vector<NestInfo> inspect(const poly::Scop& scop, DistanceTable& table, std::int64_t tight_below) {
  const std::vector<bool> tight = find_tight(scop, table, tight_below);
  std::vector<NestInfo> all;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    all.push_back(inspect_statement(scop, s, table, tight_below));
    all.back().tight = tight[s];
  }
  return all;
}

int count_tight(const poly::Scop& scop, DistanceTable& table, std::int64_t tight_below) {
  const std::vector<bool> tight = find_tight(scop, table, tight_below);
  return static_cast<int>(std::count(tight.begin(), tight.end(), true));
}

}  // namespace pom::dse::transform
