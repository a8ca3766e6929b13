#pragma once

namespace pom::poly {

/// Questions to isl on this thread that a brake (support/brake.hpp) ended, so far. Where the number grows meanwhile, an
/// answer says how much time was left, and is none to remember.
unsigned long count_cut_short();

}  // namespace pom::poly
