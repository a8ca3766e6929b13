#include "polyhedral/loops/nest.hpp"

#include <algorithm>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/loops/left_out.hpp"

namespace pom::poly {

namespace {

/// Inside the loop of this level; 0 where the statement has no such loop.
int position_inside(const Statement& statement, int level) {
  return level < static_cast<int>(statement.loops.size()) ? statement.position[level + 1] : 0;
}

/// { P[…] -> [l0, position[1], l1, …] }, padded with zeros, as far as `dimensions` go.
isl::map interleave(const Statement& statement, const Piece& piece, const std::string& tuple,
                    const std::vector<unsigned>& dimensions) {
  const int depth = static_cast<int>(statement.loops.size());
  std::string in, out;
  for (int level = 0; level < depth; ++level) in += (level ? ",l" : "l") + std::to_string(level);
  for (const unsigned dimension : dimensions) {
    const int level = loop_level(dimension);
    if (!out.empty()) out += ",";
    if (is_position(dimension))
      out += std::to_string(position_inside(statement, level));
    else
      out += level < depth ? "l" + std::to_string(level) : "0";
  }
  std::string within;
  if (piece.guarded) {
    const std::string loop = "l" + std::to_string(piece.guarded->level);
    out.replace(out.find(loop), loop.size(), "w");
    within = " : " + std::to_string(piece.guarded->low) + " <= w <= " + std::to_string(piece.guarded->high);
  }
  const isl::map spread(statement.domain.ctx(), "{ [" + in + "] -> [" + out + "]" + within + " }");
  return make_disjoint(set_tuple(piece.loop_map, Side::domain, tuple).apply_range(spread));
}

/// A position that all statements share orders nothing, and isl takes its time for every dimension.
std::vector<unsigned> choose_dimensions(const Scop& scop, const std::vector<int>& statements) {
  int depth = 1;
  for (int s : statements) depth = std::max(depth, static_cast<int>(scop.statements[s].loops.size()));
  std::vector<unsigned> dimensions;
  for (int level = 0; level < depth; ++level) {
    dimensions.push_back(loop_dimension(level));
    const int first = position_inside(scop.statements[statements.front()], level);
    const auto is_apart = [&](int s) { return position_inside(scop.statements[s], level) != first; };
    if (std::any_of(statements.begin(), statements.end(), is_apart)) dimensions.push_back(loop_dimension(level) + 1);
  }
  return dimensions;
}

/// What takes tokens in one iteration of a pipelined loop, ahead of the statements there, is part of their pipeline.
std::optional<GuardedLoop> find_guarded(const Scop& scop, const std::vector<int>& statements, int index) {
  const Statement& statement = scop.statements[index];
  const auto pipelined = [&](int level) {
    return std::any_of(statements.begin(), statements.end(), [&](int s) {
      const Statement& other = scop.statements[s];
      return share_loop(statement, other, level) && other.loops[level].pipeline;
    });
  };
  int level = 0;
  const int depth = static_cast<int>(statement.loops.size());
  while (level < depth && !pipelined(level)) ++level;
  if (level == depth) return std::nullopt;
  const auto dimension = static_cast<unsigned>(level);
  const auto own = minimum(statement.loop_map.range(), dimension);
  if (!own || own != maximum(statement.loop_map.range(), dimension)) return std::nullopt;
  GuardedLoop guarded{level, *own, *own, *own};
  for (const int s : statements) {
    if (!share_loop(statement, scop.statements[s], level)) continue;
    const isl::set loops = scop.statements[s].loop_map.range();
    const auto low = minimum(loops, dimension), high = maximum(loops, dimension);
    if (!low || !high) return std::nullopt;
    guarded.low = std::min(guarded.low, *low);
    guarded.high = std::max(guarded.high, *high);
  }
  return guarded.low == guarded.high ? std::nullopt : std::optional(guarded);
}

/// The loops of automatic channels' processes, or of nests with windows, that are pipelined: what takes tokens ahead of
/// the rest has other bounds, and a second loop would be a second pipeline.
std::set<unsigned> find_pipelines(const Scop& scop, const std::vector<int>& statements) {
  std::set<unsigned> dimensions;
  for (const int s : statements) {
    const std::vector<ScheduledLoop>& loops = scop.statements[s].loops;
    for (int level = 0; level < static_cast<int>(loops.size()); ++level) {
      if (loops[level].pipeline) dimensions.insert(loop_dimension(level));
    }
  }
  return dimensions;
}

/// The loops in which windows of the nest move.
std::set<unsigned> find_moving(const Scop& scop, const std::vector<int>& statements) {
  std::set<unsigned> dimensions;
  for (const WindowMark& mark : scop.hardware.windows) {
    if (std::find(statements.begin(), statements.end(), mark.statement) != statements.end())
      dimensions.insert(loop_dimension(mark.level));
  }
  return dimensions;
}

/// The loops whose iterations are runs of a region: a partial tile is one of them.
std::set<unsigned> find_regions(const Scop& scop, const std::vector<int>& statements) {
  std::set<unsigned> dimensions;
  for (const int s : statements) {
    const std::vector<ScheduledLoop>& loops = scop.statements[s].loops;
    for (int level = 0; level < static_cast<int>(loops.size()); ++level) {
      if (loops[level].region >= 0) dimensions.insert(loop_dimension(level));
    }
  }
  return dimensions;
}

/// No guard may stand between a loop over the elements of a word and its statement.
bool copies_words(const Scop& scop, const Statement& statement) {
  const auto has_words = [&](const AccessRelation& access) { return scop.program->arrays[access.array]->lanes > 1; };
  return has_words(statement.write) || std::any_of(statement.reads.begin(), statement.reads.end(), has_words);
}

}  // namespace

Nest make_nest(const Scop& scop, std::vector<int> statements) {
  Nest nest;
  nest.statements = std::move(statements);
  nest.dimensions = choose_dimensions(scop, nest.statements);
  const std::set<unsigned> moving = find_moving(scop, nest.statements);
  const bool whole_pipelines = scop.hardware.automatic_channels || !moving.empty();
  for (int s : nest.statements) {
    std::set<int> cut_levels;
    std::vector<Piece> pieces = divide_statement(scop, s, cut_levels);
    if (whole_pipelines && pieces.size() == 1) pieces.front().guarded = find_guarded(scop, nest.statements, s);
    const bool keeps = !whole_pipelines && !copies_words(scop, scop.statements[s]);
    if (keeps) std::for_each(pieces.begin(), pieces.end(), keep_in_one_loop);
    nest.pieces.insert(nest.pieces.end(), pieces.begin(), pieces.end());
    for (int level : cut_levels) nest.separate.insert(loop_dimension(level));
  }
  nest.whole = find_regions(scop, nest.statements);
  nest.whole.insert(moving.begin(), moving.end());
  if (whole_pipelines) nest.whole.merge(find_pipelines(scop, nest.statements));
  return nest;
}

Nest without_guards(Nest nest) {
  for (Piece& piece : nest.pieces) {
    if (piece.exact) piece = {piece.statement, *piece.exact, piece.guarded};
  }
  return nest;
}

Nest in_own_iterations(Nest nest) {
  for (Piece& piece : nest.pieces) piece.guarded.reset();
  return nest;
}

Nest split_into_convex_parts(const Nest& nest) {
  Nest parts = nest;
  parts.pieces.clear();
  for (const Piece& piece : nest.pieces) {
    make_disjoint(piece.loop_map).foreach_basic_map([&](isl::basic_map part) {
      parts.pieces.push_back({piece.statement, isl::map(part), piece.guarded});
    });
  }
  return parts;
}

isl::union_map schedule_of(const Scop& scop, const Nest& nest) {
  isl::union_map schedule = isl::union_map::empty(scop.statements.front().domain.ctx());
  for (std::size_t n = 0; n < nest.pieces.size(); ++n) {
    const Statement& statement = scop.statements[nest.pieces[n].statement];
    const std::string tuple = "P" + std::to_string(n);
    schedule = schedule.unite(interleave(statement, nest.pieces[n], tuple, nest.dimensions).to_union_map());
  }
  return schedule;
}

}  // namespace pom::poly
