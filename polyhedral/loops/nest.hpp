#pragma once
#include <set>
#include <vector>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/pieces.hpp"

namespace pom::poly {

/// The statements of one top-level nest. isl's cost grows with the square of the statements that it sees at once, so
/// each nest is generated on its own.
struct Nest {
  std::vector<int> statements;
  std::vector<Piece> pieces;         ///< piece n is called "P<n>" in isl's tree
  std::set<unsigned> separate;       ///< schedule dimensions where pieces get loops of their own
  std::set<unsigned> whole;          ///< those where all pieces get one loop: it is built once, pipelined or a region
  std::vector<unsigned> dimensions;  ///< schedule dimensions that isl sees, ascending
};

Nest make_nest(const Scop&, std::vector<int> statements);

/// The nest without what pieces leave out behind guards (Piece::left_out): their loops part there instead.
Nest without_guards(Nest);

/// The nest without pieces that run in all iterations of a loop, behind a guard for their own (Piece::guarded).
Nest in_own_iterations(Nest);

/// The nest with each convex part of a piece as a piece of its own.
Nest split_into_convex_parts(const Nest&);

/// { P<n>[…] -> [l0, position[1], l1, …] } of all pieces, over Nest::dimensions.
isl::union_map schedule_of(const Scop&, const Nest&);

/// Loops have the even dimensions, the positions of what stands in them the odd ones.
inline unsigned loop_dimension(int level) { return 2 * level; }
inline int loop_level(unsigned dimension) { return static_cast<int>(dimension / 2); }
inline bool is_position(unsigned dimension) { return dimension % 2 == 1; }

}  // namespace pom::poly
