#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

namespace pom::poly {

/// What one `buffer_at` or `accumulate_at` became.
struct PlacedBuffer {
  std::string array, loop;  ///< the argument, and the loop in whose iterations the buffer holds what they use of it
  std::string buffer;       ///< the array on the chip
  bool named = false;       ///< directives on its memory speak of it by that name
  bool has_own_banks = false, has_own_storage = false;  ///< directives gave them to it by name: those of `array` do not
  std::int64_t elements = 0;
  int bits = 0;               ///< of an element
  std::int64_t lanes = 1;     ///< elements of a word that is copied
  int load = -1, store = -1;  ///< the statements that copy, in the scop; -1: there is none
  int statement = -1;         ///< in the loop; -1: the whole function
  int loops = 0;              ///< that loop and those around it
  std::string loaded = {};    ///< in double buffers, of what the loop changes: the array that the load fills
  bool accumulates = false;   ///< what the loop computes of any array
  int halves = 1;             ///< 2: a double buffer, of which one is filled while the other is used
  Location at;
};

/// A scheduled program with arrays on the chip for tiles of its arguments.
struct Buffered {
  Scop scop;
  std::vector<PlacedBuffer> buffers;
};

/// Places a buffer for each BufferMark: an array of the size of the loop's footprint, in whose elements the statements
/// of the loop work, a statement in front of them that loads it and one behind them that stores it. Copies are
/// statements of the program like all others; the program's own come first in the result. Banks that directives name
/// for an array behind m_axi are those of its buffers, but for buffers of which they speak by name. The arguments of
/// PackMarks get their words, which nothing but copies accesses. Errors: `bad-buffer`, `bad-accumulator`, `bad-pack`,
/// `unknown-loop`, `not-a-stream`.
Result<Buffered> place_buffers(const Scop& scheduled, const IslContext&);

}  // namespace pom::poly
