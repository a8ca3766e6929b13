#pragma once
#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "dse/explore/banks/banking.hpp"

namespace pom::dse::explore {

/// What one copy touches: the part of each index that is known, beside multiples of the running loops. Of an index that
/// cannot be told, a number that equal ones share.
struct Element {
  std::array<std::int64_t, most_dimensions> offsets{};
  int shape = 0;  ///< which running loops stand in the index: elements of different shapes may be any distance apart
  bool writes = false;
  auto operator<=>(const Element&) const = default;
};

struct Accesses {
  std::vector<Element> elements;  ///< each once, in order, after `settle`
  std::vector<std::vector<std::vector<Index::Term>>> shapes;
  /// By shape and dimension: greatest common divisor of what running loops add; 0: nothing.
  std::vector<std::vector<std::int64_t>> strides;
  std::array<bool, most_dimensions> untold{};  ///< dimensions in which some index cannot be told
  bool unknown = false;                        ///< an access has no indices, or too many

  /// What running loops add keeps an element of the shape in its bank.
  bool is_fixed(std::size_t shape, std::size_t d, std::int64_t banks) const { return strides[shape][d] % banks == 0; }
  bool move_alike(std::size_t d) const {
    return std::all_of(shapes.begin(), shapes.end(), [&](const auto& shape) { return shape[d] == shapes.front()[d]; });
  }

  void settle() {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  }
};

/// By array: what an iteration of the cut unit touches.
std::vector<Accesses> find_accesses(const Function&, const Unit&);

}  // namespace pom::dse::explore
