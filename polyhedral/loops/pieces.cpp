#include "polyhedral/loops/pieces.hpp"

#include <algorithm>
#include <optional>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// Each cut doubles the code at most; beyond this many the strips keep their min() bounds.
constexpr std::size_t most_cuts = 4;

int level_of_loop(const Statement& statement, const std::string& name) {
  for (std::size_t d = 0; d < statement.loops.size(); ++d) {
    if (statement.loops[d].name == name) return static_cast<int>(d);
  }
  return -1;
}

/// The first strip that is not full, when the strips before it are all full and full ones exist.
std::optional<std::int64_t> first_partial_strip(const isl::set& range, int outer, int inner, std::int64_t length) {
  const isl::set plane = keep_two(range, outer, inner);  // { [strip, iteration in it] }
  const isl::set strips = keep_only(plane, 0);
  isl::set all = isl::set::universe(plane.space());
  all = bound_above(bound_below(all, 1, 0), 1, length - 1);
  isl::map extend(plane.ctx(), "{ [o] -> [o, i] }");
  const isl::set missing = keep_only(strips.apply(extend).intersect(all).subtract(plane), 0);
  const auto partial = minimum(missing, 0);
  if (!partial || *partial == *minimum(strips, 0)) return std::nullopt;
  return partial;
}

/// A strip inside a pipelined loop is unrolled, whichever of the statements that share the loop has the directive.
/// Cutting off its last iterations would end the pipeline and start another one each time; a guard in the unrolled
/// copies does not.
bool is_pipelined_outside(const Scop& scop, const Statement& statement, std::size_t strip) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [&](const Statement& other) {
    for (std::size_t level = 0; level < std::min(strip, other.loops.size()); ++level) {
      const bool shares = &other == &statement || share_loop(statement, other, static_cast<int>(level));
      if (shares && other.loops[level].pipeline) return true;
    }
    return false;
  });
}

/// A region is built once, with its buffers: a partial tile is a run of it like the others.
bool holds_region(const Statement& statement, int outer) {
  return std::any_of(statement.loops.begin() + outer, statement.loops.end(),
                     [](const ScheduledLoop& loop) { return loop.region >= 0; });
}

/// The same part, whose loops up to `level` say by themselves which of their values it has: 2 i + j >= 6 with 0 <= j <
/// 2 is i >= 3, which isl does not see and without which it makes no loops of the parts.
isl::map say_outer_values(const isl::map& part, int level) {
  const isl::set range = part.range();
  const unsigned outer = static_cast<unsigned>(level) + 1;
  return part.intersect_range(keep_first(range, outer).apply(first_loops(range, outer).reverse()));
}

/// The parts that directives asked for: each cut divides all pieces.
std::vector<Piece> apply_cuts(const Statement& statement, std::vector<Piece> pieces, std::set<int>& levels) {
  for (const Cut& cut : statement.cuts) {
    const int level = level_of_loop(statement, cut.loop);
    std::vector<Piece> divided;
    for (const Piece& piece : pieces) {
      for (const isl::set& side : {cut.part, statement.domain.subtract(cut.part)}) {
        const isl::map part = piece.loop_map.intersect_domain(side);
        if (!part.is_empty()) divided.push_back({piece.statement, level < 0 ? part : say_outer_values(part, level)});
      }
    }
    pieces = std::move(divided);
    // The loop may have been replaced by others since; then they can be anywhere.
    const int last = level < 0 ? static_cast<int>(statement.loops.size()) - 1 : level;
    for (int outer = 0; outer <= last; ++outer) levels.insert(outer);
  }
  return pieces;
}

}  // namespace

std::vector<Piece> divide_statement(const Scop& scop, int index, std::set<int>& cut_levels) {
  const Statement& statement = scop.statements[index];
  std::vector<Piece> pieces = apply_cuts(statement, {{index, statement.loop_map}}, cut_levels);
  const isl::set range = statement.loop_map.range();
  std::size_t cuts = 0;
  for (std::size_t inner = 0; inner < statement.loops.size() && cuts < most_cuts; ++inner) {
    const auto& strip = statement.loops[inner].strip;
    const int outer = strip ? level_of_loop(statement, strip->outer) : -1;
    if (outer < 0 || outer >= static_cast<int>(inner)) continue;
    if (is_pipelined_outside(scop, statement, inner) || holds_region(statement, outer)) continue;
    const auto partial = first_partial_strip(range, outer, static_cast<int>(inner), strip->length);
    if (!partial) continue;
    std::vector<Piece> cut;
    for (const Piece& piece : pieces) {
      const isl::set images = piece.loop_map.range();
      for (const isl::set& side : {bound_above(images, outer, *partial - 1), bound_below(images, outer, *partial)}) {
        if (!side.is_empty()) cut.push_back({index, piece.loop_map.intersect_range(side)});
      }
    }
    pieces = std::move(cut);
    cut_levels.insert(outer);
    ++cuts;
  }
  return pieces;
}

}  // namespace pom::poly
