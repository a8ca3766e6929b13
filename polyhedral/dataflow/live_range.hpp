#pragma once
#include <isl/cpp.h>

#include <cstdint>
#include <vector>

namespace pom::poly {

/// Elements that must be kept, each from the end of one time until the beginning of another. Elements whose two times
/// are the same need no cell and are not there.
struct LiveRange {
  isl::map first, last;  ///< { A[…] -> [time] }, single-valued, of the same elements

  bool is_empty() const { return first.is_empty(); }
};

/// Of single-valued maps of the same elements, `first` never after `last`.
LiveRange make_live_range(const isl::map& first, const isl::map& last);

/// { x -> y : both are alive when y begins }: with its reverse, all pairs that cannot share a cell.
isl::map meeting_pairs(const LiveRange&);

/// The greatest number of elements alive at once.
struct Alive {
  std::int64_t count = 0;
  bool exact = false;  ///< false: counted at chosen times only, so that there may be more at others
};

/// Counts at more and more times; `most` is right whenever the work is broken off. `enough`: a number that is known
/// never to be exceeded; the search ends where it is reached.
void count_most_alive(const LiveRange&, std::int64_t enough, Alive& most);

/// The number of elements of a time in the middle. { A[…] -> [time] }
std::int64_t count_at_middle(const isl::map& times);

}  // namespace pom::poly
