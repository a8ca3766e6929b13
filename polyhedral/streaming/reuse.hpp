#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Registers of one window or accumulator: beyond, their number is a reader's and a synthesis tool's trouble.
constexpr std::int64_t most_registers = 4096;

/// What the iterations of one loop hand on to the next one of them.
struct ReuseLevel {
  int loop = 0;            ///< in the nest, outermost first
  isl::set received;       ///< { [offset] }: what the iteration before had at the offset behind by the loop's step
  isl::set handed_on;      ///< there: received, moved by the step
  std::vector<int> cells;  ///< the loops inside, whose iterations come in between; none: a shift of registers
};

/// How the iterations of a pipelined loop share what they read of an array, where each reads the same pattern of
/// elements and the pattern moves by a constant step with each loop: a window. In iteration l the element at offset o
/// is the array's Σ step·l + o. It comes from the iteration before in the innermost loop that has had it, and only
/// what none has had is read from the array: "fresh".
///
///     for y: for x:  … A[y + r][x + s] …, 0 <= r, s < 3
///     step of x (0, 1): offsets (r, s < 2) were (r, s + 1) one x ago          → registers move
///     step of y (1, 0): of (r, 2), r < 2 were (r + 1, 2) one y ago, at this x → two lines
///     fresh: (2, 2)
struct Reuse {
  int loops = 0;                                 ///< how many of the nest, down to the pipelined one
  std::vector<std::vector<std::int64_t>> steps;  ///< by loop, of each dimension
  std::vector<std::int64_t> least, extents;      ///< the box around the offsets
  isl::set offsets;                              ///< { [offset] }
  std::vector<ReuseLevel> levels;                ///< innermost first
  isl::set fresh;                                ///< { [offset] }
  isl::set iterations;                           ///< { [l0, …] }: a box; with those that only fill the window
  isl::set moving;  ///< of these, in which the window moves: the first of loops inside that it stands still in

  /// { [[element] -> [l0, …]] -> [offset] }
  isl::map offset_of() const;
  /// { [element] -> [l0, …] }: when which ones come in.
  isl::map fresh_times() const;
};

/// One access of the pattern.
struct PatternRead {
  const Statement& statement;
  isl::map relation;  ///< { S[…] -> A[…] }
};

/// How elements come in along one dimension: `size` neighbours together, of which a first one is at `first`. The window
/// takes them in whole, the last ones an iteration before it needs them.
struct Bundle {
  std::int64_t size = 1, first = 0;
};

/// The loops of a nest whose iterations may hand on what they read.
struct ReuseLoops {
  int count = 0;  ///< of the nest, that all statements share, down to the one in which the window moves
  int first = 0;  ///< iterations of loops around it begin anew
};

/// Nothing where the pattern is none, moves by no constant steps, or no iteration has what another one had. `why_not`
/// gets the reason. `bundles`: by dimension; none: elements come in alone.
std::optional<Reuse> find_reuse(const std::vector<PatternRead>&, const ReuseLoops&, std::string& why_not,
                                const std::vector<Bundle>& bundles = {});

/// By loop, of each dimension, the step by which the pattern moves; nothing where it is not constant.
std::optional<std::vector<std::vector<std::int64_t>>> find_steps(const std::vector<PatternRead>&, int loops);

}  // namespace pom::poly
