#pragma once
#include <memory>

#include <pom/compile.hpp>

#include "driver/explore/explore_program.hpp"

namespace pom::driver {

/// A program that was searched, and what was found for it.
struct Searched {
  std::unique_ptr<Compilation> made;  ///< analyzed; behind the directives of `found` that change the program
  Explored found;
};

/// Searches a design of the program in the time that the options give: of its nests, or of its processes where it asks
/// for a dataflow; with `architecture` automatic of both, of which the better one is taken. From the end of the
/// analysis on Ctrl-C ends the search, and the design is the best until then. Throws CompileError.
Searched search_program(const std::shared_ptr<dsl::Function>& program, const dse::devices::Target&, const DseOptions&,
                        const Location& at);

}  // namespace pom::driver
