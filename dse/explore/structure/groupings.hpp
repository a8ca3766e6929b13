#pragma once
#include <vector>

#include "dse/explore/context/context.hpp"
#include "dse/transform/nests/nest_program.hpp"
#include "dse/transform/transform.hpp"

namespace pom::dse::explore {

/// The program as a sequence of nests, neighbours fused or as written, and the structures that each nest may have.
struct Grouping {
  std::vector<transform::NestProgram> nests;
  std::vector<transform::TransformResult> structures;  ///< those of a nest have its statements; best guess first
  bool fused = false;
  bool complete = true;  ///< false: stage one left structures out that it thought of (TransformOptions::gave_up)
};

/// Fused first, where there is anything to fuse: the same loops in fewer units, and mostly a design at once. Then those
/// that share outer loops, and last as written.
std::vector<Grouping> list_groupings(SearchContext&);

}  // namespace pom::dse::explore
