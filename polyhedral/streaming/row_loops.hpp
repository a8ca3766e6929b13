#pragma once
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Gives a loop that moves by several rows of a channel's array an iteration for each row: value l becomes s * l
/// and a constant, and the ones in between are those in which a row only comes in. A pool of 2 x 2 pixels then is a
/// window over all rows, which does its work in every second one.
///
///     for y: for x:  … T[2 y][2 x], …, T[2 y + 1][2 x + 1]
///     for y = 2, 4, …: for x:  … T[y - 2][2 x], …, T[y - 1][2 x + 1]
///
/// Of nests with a pipelined loop, whose rows come one after the other, as those of several elements do.
Scop with_row_loops(Scop scheduled);

}  // namespace pom::poly
