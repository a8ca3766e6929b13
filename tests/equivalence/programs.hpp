#pragma once
#include <functional>
#include <string>
#include <vector>

#include <pom/pom.hpp>

namespace pom::test {

/// A program and schedules for it that must be accepted.
struct ScheduledProgram {
  std::string name;
  std::function<std::vector<compute>()> declare;
  std::vector<std::function<void(std::vector<compute>&)>> schedules;
  std::function<void(function&)> hardware = [](function&) {};  ///< what belongs to no compute, under every schedule
};

/// Linear algebra, stencils, imperfect nests, triangles, integers; together the schedules use every primitive.
const std::vector<ScheduledProgram>& scheduled_programs();

/// The part of them that guards, cuts loops, streams and shares functions.
std::vector<ScheduledProgram> primitive_programs();

}  // namespace pom::test
