#pragma once
#include <cstdint>
#include <set>
#include <string>

namespace pom::driver {

/// What clipping has to know of all loops that end at the same constant and are clipped alike.
struct EndClass {
  std::int64_t start = 0;   ///< the greatest least lower bound
  std::int64_t factor = 1;  ///< clipping keeps remainders by this number
  std::int64_t strip = 1;   ///< the longest strip of one of the loops
  std::set<std::string> names;

  void add(const std::string& name, std::int64_t start, std::int64_t factor);
};

/// A trip count that keeps the remainders by both. Where that would leave almost the whole program, the larger one
/// alone: then the strips of the other end elsewhere than in the program, but some still are partial.
std::int64_t combine_factors(std::int64_t a, std::int64_t b);

/// What is left of loops: at least so many iterations, and so many whole strips.
struct Kept {
  std::int64_t trips, strips;
};

/// Two whole strips of each loop where the budget allows, then one, then other remainders; at last, whatever is
/// smallest.
inline constexpr Kept kept_iterations[] = {{64, 2}, {48, 2}, {32, 2}, {24, 2}, {16, 2}, {12, 2}, {8, 2}, {5, 2},
                                           {8, 1},  {5, 1},  {4, 1},  {3, 1},  {2, 1},  {8, 0},  {5, 0}, {2, 0}};

/// The end that leaves at least `trips` iterations, the same remainder, and `strips` whole strips. Without whole strips
/// no remainder is kept either: strips of coprime lengths in one class would leave almost the whole program. Then each
/// loop has at least one whole strip and the longest a partial one.
std::int64_t clip(std::int64_t end, const EndClass& loops, std::int64_t trips, std::int64_t strips);

}  // namespace pom::driver
