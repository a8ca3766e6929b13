#pragma once
#include "program_spec.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// A chain of nests, each of which reads a local array that the one before it writes: what `dataflow` and `stream`
/// want. Some of them are wrong: elements that nothing wrote, several readers, other orders.
ProgramSpec random_channels(Random&);

}  // namespace pom::fuzz
