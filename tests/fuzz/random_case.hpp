#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "program_spec.hpp"

namespace pom::fuzz {

/// One program and one schedule; everything the oracle needs.
struct Case {
  std::uint64_t seed = 0;
  ProgramSpec program;
  std::vector<Primitive> schedule;
  std::vector<Primitive> rewriting = {};  ///< what changes the program before
};

/// The same case for the same seed, always.
Case make_case(std::uint64_t seed);

/// The case's function as the DSL records it, and as its directives have rewritten it. Its name is f<seed>; directive n
/// stands in line n + 1 of "schedule".
std::shared_ptr<const dsl::Function> record(const Case&);

/// The line in which `record` puts the directives: their index, -1 for other places.
int directive_at(const Location&);

/// The case as a program that compiles and shows the same.
std::string to_source(const Case&);

}  // namespace pom::fuzz
