#include "dse/transform/nests/nest_info.hpp"

#include <algorithm>

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

/// Whether the wait lies on a cycle among what one iteration of the loops outside holds: only then it delays the next
/// iteration, else the schedule inside an iteration makes room for it.
bool on_cycle(const Carried& wait, const std::vector<graph::DistanceBox>& inside) {
  std::vector<int> reached = {wait.box.sink};
  for (std::size_t n = 0; n < reached.size(); ++n) {
    if (reached[n] == wait.box.source) return true;
    for (const graph::DistanceBox& box : inside) {
      const bool known = std::find(reached.begin(), reached.end(), box.sink) != reached.end();
      if (box.waits && box.source == reached[n] && !known) reached.push_back(box.sink);
    }
  }
  return false;
}

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

bool is_tight(const Carried& wait, const std::vector<graph::DistanceBox>& boxes, std::int64_t tight_below) {
  return wait.box.waits && wait.distance < tight_below && on_cycle(wait, inside_of(boxes, wait.level));
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
  for (const Carried& one : carried) {
    if (!one.box.waits) continue;
    info.distance = std::min(info.distance.value_or(one.distance), one.distance);
    info.recurrence = info.recurrence || on_cycle(one, inside_of(boxes, level));
    info.tight = info.tight || is_tight(one, boxes, tight_below);
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

/// A statement is tight when the recurrence runs through it, not only through one beside it.
bool is_tight_statement(const poly::Scop& scop, int statement, DistanceTable& table, std::int64_t tight_below) {
  const int innermost = depth_of(scop, statement) - 1;
  const std::vector<graph::DistanceBox> boxes = table.between(scop, sharing(scop, statement, innermost));
  const std::vector<Carried> carried = carried_dependences(boxes, innermost);
  return std::any_of(carried.begin(), carried.end(), [&](const Carried& one) {
    return (one.box.source == statement || one.box.sink == statement) && is_tight(one, boxes, tight_below);
  });
}

}  // namespace

std::vector<NestInfo> inspect(const poly::Scop& scop, DistanceTable& table, std::int64_t tight_below) {
  std::vector<NestInfo> all;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    all.push_back(inspect_statement(scop, s, table, tight_below));
    all.back().tight = all.back().leaf && is_tight_statement(scop, s, table, tight_below);
  }
  return all;
}

int count_tight(const poly::Scop& scop, DistanceTable& table, std::int64_t tight_below) {
  int tight = 0;
  for (const LeafNest& nest : find_leaf_nests(scop)) {
    for (int s : nest.statements) tight += is_tight_statement(scop, s, table, tight_below);
  }
  return tight;
}

}  // namespace pom::dse::transform
