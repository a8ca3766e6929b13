#include "polyhedral/buffers/write_as_scheduled.hpp"

#include <set>

#include "dsl/model/program_order.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "polyhedral/streaming/streamed_program.hpp"

namespace pom::poly {

namespace {

/// { [l0, …] }: the iterations of the statement's scheduled loops.
isl::set iterations_of(const Statement& statement, const isl::set& parameters) {
  return statement.loop_map.intersect_domain(statement.domain).intersect_params(parameters).range();
}

/// The loops of the statement are its compute's own, under whatever names.
bool runs_as_written(const Statement& statement) {
  const unsigned loops = dimension_count(statement.domain);
  if (loops != statement.loops.size()) return false;
  const std::string all = listed("l", loops);
  const isl::map same(statement.domain.ctx(), "{ [" + all + "] -> [" + all + "] }");
  return keep_first(statement.loop_map.intersect_domain(statement.domain), Side::domain, loops).is_subset(same);
}

/// Gives the compute's loops the names that directives behind the schedule know them by. False: a name stands twice.
bool name_loops(dsl::Compute& compute, const Statement& statement) {
  std::set<std::string> names;
  for (std::size_t n = 0; n < compute.loops.size(); ++n) {
    compute.loops[n].name = statement.loops[n].name;
    if (!names.insert(compute.loops[n].name).second) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<dsl::Function> write_as_scheduled(const Scop& scheduled, const IslContext& context) {
  StreamedProgram written(scheduled, context, scheduled.program->at);
  for (std::size_t s = 0; s < scheduled.statements.size(); ++s) {
    const bool known = runs_as_written(scheduled.statements[s]);
    if (!known && !written.use_scheduled_loops(static_cast<int>(s))) return nullptr;
  }
  auto program = std::make_shared<dsl::Function>(written.function);
  for (std::size_t s = 0; s < program->computes.size(); ++s) {
    dsl::Compute& compute = program->computes[s];
    if (!name_loops(compute, scheduled.statements[s])) return nullptr;
    compute.position = scheduled.statements[s].position;
    compute.placement.reset();
  }
  dsl::renumber(program->computes);
  program->schedule.clear();
  // Bounds are numbers: what lies between them and is no iteration, a guard leaves out.
  const Scop boxes = extract_scop(program, context);
  for (std::size_t s = 0; s < program->computes.size(); ++s) {
    const unsigned loops = dimension_count(boxes.statements[s].domain);
    const isl::set iterations = iterations_of(scheduled.statements[s], scheduled.parameters);
    if (keep_first(boxes.statements[s].domain, loops).intersect_params(scheduled.parameters).is_equal(iterations))
      continue;
    dsl::Compute& compute = program->computes[s];
    const auto condition = condition_of(iterations, *program, compute.loops);
    if (!condition) return nullptr;
    compute.guards = {*condition};
  }
  return program;
}

}  // namespace pom::poly
