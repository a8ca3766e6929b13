#pragma once
#include <map>
#include <string>

#include "dse/explore/context/options.hpp"
#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// The program that a plan makes.
struct Planned {
  poly::Scop as_written;
  graph::DependenceGraph graph;
  Frame frame;
  std::map<std::string, std::string> arrays;  ///< by buffer: whose elements it holds
  std::map<std::string, std::string> names;   ///< by buffer: what directives on its memory call it
  Schedule overlaps;                          ///< list_overlaps
};

/// For each nest that has buffers in loops, `double_buffer` of the innermost of these.
Schedule list_overlaps(const poly::Scop& scheduled);

/// The loops around copies stay, and so do the statements in them.
Frame make_frame(const poly::Scop& scheduled, const dsl::Function& planned);

/// Translates the bind_storage directives of a plan to the buffers of its program: one that names the buffer counts
/// before one that names its array.
Schedule say_of_buffers(const Schedule& plan, const Planned&);

/// Directives on the program of a plan as those behind the plan's: what they say of buffers without names is said of
/// their arrays, and copies have none. Buffers of one array get the banks that any of them asks for, but for those with
/// names.
Schedule say_of_arrays(const Schedule& found, const Planned&);

}  // namespace pom::dse::explore
