#pragma once
#include <cstdint>
#include <string>

#include "polyhedral/buffers/footprint.hpp"

namespace pom::poly {

/// The words of an array's port, `lanes` elements each, side by side in the last dimension: a word has the coordinates
/// of its elements, but in that dimension its number in the row.
class Words {
 public:
  explicit Words(std::int64_t lanes) : lanes_(lanes) {}

  std::int64_t lanes() const { return lanes_; }
  /// { [l0, …] -> A[…, w] }: the words of which an element of { [l0, …] -> A[…] } is a part.
  isl::map of(const isl::map& elements) const { return elements.apply_range(to_words(elements)); }
  /// { [l0, …] -> [w] } of { [l0, …] -> [x] }, an index in the last dimension.
  isl::multi_aff of(const isl::multi_aff& element) const;
  /// The elements of words.
  isl::map elements_of(const isl::map& words) const { return words.apply_range(to_words(words).reverse()); }

  /// Lets the box of a footprint begin and end with a word. False, and a reason in `why_not`: in some iteration it
  /// begins at another place of a word than in others.
  bool widen(Footprint&, std::string& why_not) const;

 private:
  /// { A[…, x] -> A[…, w] }
  isl::map to_words(const isl::map& like) const;

  std::int64_t lanes_;
};

}  // namespace pom::poly
