#pragma once
#include <string>
#include <variant>
#include <vector>

#include "location.hpp"
#include "primitives/after.hpp"
#include "primitives/interchange.hpp"
#include "primitives/partition.hpp"
#include "primitives/pipeline.hpp"
#include "primitives/skew.hpp"
#include "primitives/split.hpp"
#include "primitives/tile.hpp"
#include "primitives/unroll.hpp"

namespace pom {

/// The list of all primitives.
using Primitive = std::variant<Interchange, Split, Tile, Skew, After, Pipeline, Unroll, Partition>;

/// One line of a schedule, and where the user wrote it.
struct Directive {
  Primitive primitive;
  Location at;
};

/// An ordered list of directives: printable as DSL source, replayable, editable.
using Schedule = std::vector<Directive>;

/// The directive as a line of DSL source, without the final semicolon: "s.split(i, 4, i0, i1)".
std::string to_string(const Directive&);

}  // namespace pom
