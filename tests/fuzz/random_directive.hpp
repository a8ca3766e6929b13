#pragma once
#include <optional>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "polyhedral/ir/scop.hpp"
#include "random.hpp"

namespace pom::fuzz {

/// What a maker chooses from: the program with the loops that the directives so far left, and one of its statements.
struct DirectiveContext {
  Random& random;
  const poly::Scop& scop;
  int statement;

  const poly::Statement& target() const { return scop.statements[statement]; }
  const std::string& name() const { return target().name; }
  int depth() const { return static_cast<int>(target().loops.size()); }

  /// A loop by its name or level; once in a while one that does not exist.
  LoopRef loop(int level) const;
  LoopRef any_loop() const { return loop(random.pick(0, depth() - 1)); }
  /// `count` different levels, in increasing order.
  std::vector<int> levels(int count) const;
  /// 1 … 4, at times more than the loop has iterations; once in a while not positive.
  int factor() const;
  /// A name that no loop has; once in a while one that another loop has.
  std::string new_name() const;
};

/// What makes `after` a directive instead of a part of the program: a transformation of loops before it.
enum class Group { loops, order, hardware };

/// One primitive: how often it is chosen, and how its arguments are. Nothing: impossible here (too few loops).
struct DirectiveMaker {
  const char* primitive;
  Group group;
  int weight;
  std::optional<Primitive> (*make)(const DirectiveContext&);
};

/// Of arrays, operations, ports and the function: random_hardware.cpp.
const std::vector<DirectiveMaker>& hardware_makers();

/// The table of all primitives. A new one is a function and a line.
const std::vector<DirectiveMaker>& directive_makers();

/// "split" of s.split(i, 4): the primitive's name as its line of source has it.
std::string primitive_name(const Primitive&);

}  // namespace pom::fuzz
