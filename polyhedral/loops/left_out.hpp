#pragma once
#include <vector>

#include "polyhedral/loops/ast_expression.hpp"
#include "polyhedral/loops/pieces.hpp"

namespace pom::poly {

/// Puts a guard around the statement in the place of several loops around what its guards leave out: `s.where(i != k)`.
/// Where that is one iteration in some runs of a loop, and none or another one in others, those loops would have
/// variable bounds, and no loop around them could be pipelined. Nothing changes where that is not so, or is hard to
/// see.
void keep_in_one_loop(Piece&);

/// Adds the statement's instance to a body, unless it is one of those left out.
void add_unless_left_out(const Piece&, LoopNode instance, const IteratorValues& parameters,
                         std::vector<LoopNode>& body);

/// Removes loops and guards of which every iteration was left out.
void drop_empty(std::vector<LoopNode>&);

}  // namespace pom::poly
