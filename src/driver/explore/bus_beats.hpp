#pragma once
#include <cstdint>
#include <vector>

#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::driver {

/// What the processes of a streaming program ask of buses: arguments behind m_axi, element by element or in words.
class BusBeats {
 public:
  /// The scop outlives it.
  BusBeats(const poly::Scop& scop, dse::explore::PortWidths widths);

  /// Beats, each an element or a word, that `at_once` iterations of a loop and all inside of them take on the busiest
  /// bundle, in the direction that has more of them. At least 1.
  std::int64_t of(const std::vector<int>& statements, std::size_t level, std::int64_t at_once) const;

 private:
  std::int64_t beats(int statement, const dsl::Access&, std::size_t level, std::int64_t at_once) const;

  const poly::Scop& scop_;
  const dse::explore::PortWidths widths_;
};

}  // namespace pom::driver
