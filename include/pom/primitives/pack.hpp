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
/// `A.pack(32, "whole", 2)` takes a word from two ports, 16 elements from each: the kernel has the arguments A_0 and
/// A_1, in bundles of their own, whose words take turns in A's rows. The host deals A out to two buffers.
///
///     void f(hls::vector<float, 16> A_0[32][2], hls::vector<float, 16> A_1[32][2])
///
/// With one port the bytes in memory stay the same: rows of whole words, which begin at multiples of 64 bytes.
/// `A.pack(16, "padded")` lets the caller's rows be longer than A's, up to the next whole word: the layout of the host
/// changes, and the host program that is written does that.
/// Refused (`bad-pack`): an array that is no argument behind `m_axi`, has no dimension or extents that parameters
/// decide; a number of elements or of ports that is no power of two, or more than 512 bits of them at a port; elements
/// of other than 8, 16, 32 or 64 bits; rows that are no whole words, unless padded; an access that is in no buffer of
/// A, and whose innermost loop does not run over the elements of one word; a buffer that begins inside of a word;
/// several ports of an argument whose bundle has others too, or a name that is taken; a second `pack` of A.
/// In hardware: an adapter as wide as the word, for each of its ports, and a word instead of an element in each cycle
/// of a copy.
struct Pack {
  std::string array;
  std::int64_t lanes = 1;  ///< elements of a word
  std::string rows;        ///< "whole" or "padded"
  std::int64_t ports = 1;  ///< that hand over a word together
};

}  // namespace pom
