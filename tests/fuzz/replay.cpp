#include "replay.hpp"

#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::fuzz {

namespace {

/// The statement that a directive changes, -1: an array's directive.
int target_of(const Directive& directive, const dsl::Function& program) {
  return std::visit(
      [&](const auto& primitive) {
        if constexpr (requires { primitive.compute; }) return program.find_compute(primitive.compute);
        return -1;
      },
      directive.primitive);
}

}  // namespace

Replay replay(const poly::Scop& as_written, const Schedule& schedule) {
  Replay run{{as_written}, {}, {}, {}};
  for (const Directive& directive : schedule) {
    const int target = target_of(directive, *as_written.program);
    run.before.push_back(run.before.back());
    run.errors.push_back(std::nullopt);
    run.applied.push_back(false);
    if (run.failed.contains(target)) continue;
    run.errors.back() = poly::apply_directive(run.before.back(), directive);
    run.applied.back() = !run.errors.back();
    if (run.errors.back() && target >= 0) run.failed.insert(target);
  }
  return run;
}

}  // namespace pom::fuzz
