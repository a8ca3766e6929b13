#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>

namespace pom::dse::transform {

/// What stage one may use (POM, Fig. 14). Skewing needs interchange: the skewed loop goes outside.
enum class Strategy { interchange, distribute, skew, fuse };

struct TransformOptions {
  std::set<Strategy> strategies = {Strategy::interchange, Strategy::distribute, Strategy::skew, Strategy::fuse};
  /// A recurrence over fewer iterations of an innermost loop is tight: about the latency of a multiply-add and its
  /// memory accesses at 100 MHz (load 2, multiply 4, add 5, store 1, in cycles), rounded up.
  std::int64_t tight_below = 16;
  bool fuse_nests = false;                ///< neighbours as written too; else only what stage one has split is merged
  std::size_t alternatives_per_nest = 8;  ///< at most, for transform_alternatives
  std::function<bool()> over;             ///< true: what was found has to do; empty: never
  /// Told when structures are left out: isl's steps ended a question about one, or a nest has too many alternatives.
  std::function<void()> gave_up;
  bool is_over() const { return over && over(); }
  void give_up() const {
    if (gave_up) gave_up();
  }
};

}  // namespace pom::dse::transform
