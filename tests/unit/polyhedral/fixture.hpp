#pragma once
#include <pom/pom.hpp>

#include "polyhedral/analysis/bounds.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/analysis/distance.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::test {

/// A function declared by `body`, and what the polyhedral layers make of it. Owns the isl context.
struct Compiled {
  poly::IslContext context;
  function program;
  poly::Scop as_written;
  poly::Dependences dependences;

  explicit Compiled(const std::function<void()>& body)
      : program("f"), as_written(declare(body)), dependences(poly::analyze_dependences(as_written)) {}

  Result<poly::Scop> scheduled() const { return poly::apply_schedule(as_written, dependences, program.schedule()); }

  graph::DependenceGraph graph() const { return graph::build_dependence_graph(as_written, dependences); }

  /// The error code of the schedule's first refusal, "" when it is accepted.
  std::string refusal() const {
    const Result<poly::Scop> result = scheduled();
    return result ? "" : result.errors().front().code;
  }

  std::string loops() const { return poly::to_string(*poly::generate_loops(*scheduled())); }

 private:
  poly::Scop declare(const std::function<void()>& body) {
    program.scope(body);
    return poly::extract_scop(program.record(), context);
  }
};

}  // namespace pom::test
