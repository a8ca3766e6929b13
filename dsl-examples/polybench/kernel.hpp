#pragma once
// What the kernels of PolyBench/C 4.2.1 share. One header per kernel; polybench.hpp lists them all.
#include <pom/pom.hpp>

namespace polybench {

using pom::compute;
using pom::constant;
using pom::expr;
using pom::p_float32;
using pom::p_float64;
using pom::p_int32;
using pom::p_max;
using pom::p_min;
using pom::placeholder;
using pom::select;
using pom::var;

/// The suite's five problem sizes.
enum class Dataset { mini, small, medium, large, extralarge };

/// The program alone, or with the schedule that stands in its header.
enum class Plan { as_written, scheduled };

/// An extent of a problem, by dataset.
inline int pick(Dataset dataset, int mini, int small, int medium, int large, int extralarge) {
  switch (dataset) {
    case Dataset::mini:
      return mini;
    case Dataset::small:
      return small;
    case Dataset::medium:
      return medium;
    case Dataset::large:
      return large;
    case Dataset::extralarge:
      return extralarge;
  }
  return mini;
}

struct Kernel {
  const char* name;  ///< of the header, of the builder and of the generated function
  pom::function (*build)(Dataset, Plan);
};

}  // namespace polybench
