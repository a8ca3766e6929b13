#pragma once
#include <cstdint>
#include <string>

namespace pom {

/// `A.pack(16)`: the port of argument A hands over words of 16 elements, which lie side by side in its last dimension.
///
///     void f(float A[32][64])     →     void f(hls::vector<float, 16> A[32][4])
///
///     for r                             for r
///       for c                             for w                                        // a word in each cycle
///         A_buffer[r][c] = A[r][c];         word = A[r][w];
///                                           for l < 16: A_buffer[r][16 * w + l] = word[l];
///
/// The bytes in memory stay the same: rows of whole words, which begin at multiples of 64 bytes. `A.pack(16, "padded")`
/// lets the caller's rows be longer than A's, up to the next whole word: the layout of the host changes, and the host
/// program that is written does that.
/// Refused (`bad-pack`): an array that is no argument behind `m_axi`, has no dimension or extents that parameters
/// decide; a number of elements that is no power of two, or more than 512 bits of them; elements of other than 8, 16,
/// 32 or 64 bits; rows that are no whole words, unless padded; an access that is in no buffer of A, and whose innermost
/// loop does not run over the elements of one word; a buffer that begins inside of a word; a second `pack` of A.
/// In hardware: an adapter as wide as the word, and a word instead of an element in each cycle of a copy.
struct Pack {
  std::string array;
  std::int64_t lanes = 1;  ///< elements of a word
  std::string rows;        ///< "whole" or "padded"
};

}  // namespace pom
