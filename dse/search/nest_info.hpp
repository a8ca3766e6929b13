#pragma once
#include <vector>

#include "dse/search/distance_box.hpp"

namespace pom::dse {

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
  DistanceBox box;
  int level = -1;
  std::int64_t distance = 0;
};

/// What the loop at `level` carries.
std::vector<Carried> carried_dependences(const std::vector<DistanceBox>&, int level);
/// It makes iterations wait for near ones; `boxes`: of the statements that share the loop.
bool is_tight(const Carried&, const std::vector<DistanceBox>& boxes, std::int64_t tight_below);

}  // namespace pom::dse
