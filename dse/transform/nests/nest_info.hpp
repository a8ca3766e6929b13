#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dse/transform/nests/distance_table.hpp"

namespace pom::dse::transform {

/// One loop around a statement in the transformed program.
struct LoopInfo {
  std::string name;
  bool parallel = false;                 ///< carries no dependence between the statements that share it
  std::optional<std::int64_t> distance;  ///< the least one of the flow and output dependences that it carries
  bool recurrence = false;               ///< some of those lie on a cycle: they bound the initiation interval
  bool reduction = false;                ///< all that it carries is the order of sums (or products, minima, maxima)
  bool tight = false;                    ///< a recurrence nearer than `tight_below`
};

/// One statement's loops in the transformed program.
struct NestInfo {
  int statement = -1;           ///< in Scop::statements
  std::vector<LoopInfo> loops;  ///< outermost first
  /// No statement has a loop inside this one's innermost loop.
  bool leaf = false;
  int perfect = 0;         ///< so many innermost loops hold the same statements: a perfect nest
  int parallel_inner = 0;  ///< so many innermost loops of the perfect nest carry nothing
  int tileable = 0;        ///< so many innermost loops of the perfect nest are permutable: they may be tiled
  bool tight = false;      ///< a leaf whose innermost loop is tight
};

/// The statements that share an innermost loop without further loops inside: what gets pipelined and unrolled.
struct LeafNest {
  std::vector<int> statements;  ///< in order of execution
  int depth = 0;
  int first = 0;  ///< levels from here on hold no other statement: a perfect nest
};

std::vector<LeafNest> find_leaf_nests(const poly::Scop&);

/// The leaf nest of the statement; it has one.
LeafNest leaf_nest_of(const poly::Scop&, int statement);

/// What the nest's loops carry, one entry per statement.
std::vector<NestInfo> inspect(const poly::Scop&, DistanceTable&, std::int64_t tight_below);

/// Statements with a tight innermost loop.
int count_tight(const poly::Scop&, DistanceTable&, std::int64_t tight_below);

/// A dependence that a loop carries, over so many of its iterations at least.
struct Carried {
  graph::DistanceBox box;
  int level = -1;
  std::int64_t distance = 0;
};

/// What the loop at `level` carries.
std::vector<Carried> carried_dependences(const std::vector<graph::DistanceBox>&, int level);
/// Of that, what makes iterations wait for near ones, over less than `tight_below`. `boxes`: of the statements that
/// share the loop.
std::vector<Carried> tight_dependences(const std::vector<graph::DistanceBox>& boxes, int level,
                                       std::int64_t tight_below);

}  // namespace pom::dse::transform
