#include "replay.hpp"

#include <set>
#include <type_traits>
#include <variant>

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

/// Whether directives behind it may name loops that it makes.
bool makes_loops(const Primitive& primitive) {
  return std::visit(
      []<class P>(const P&) {
        constexpr bool marks = std::is_same_v<P, Pipeline> || std::is_same_v<P, Unroll> ||
                               std::is_same_v<P, FlattenOff> || std::is_same_v<P, BindOp> ||
                               std::is_same_v<P, DependenceFact> || std::is_same_v<P, InlineOff> ||
                               std::is_same_v<P, BufferAt> || std::is_same_v<P, AccumulateAt> ||
                               std::is_same_v<P, ReuseAt> || std::is_same_v<P, DoubleBuffer>;
        return !marks && requires(const P& p) { p.compute; };
      },
      primitive);
}

}  // namespace

Replay replay(const poly::Scop& as_written, const Schedule& schedule) {
  Replay run{{as_written}, {}, {}, {}};
  std::set<int> unbuffered;
  for (const Directive& directive : schedule) {
    const int target = target_of(directive, *as_written.program);
    run.before.push_back(run.before.back());
    run.errors.push_back(std::nullopt);
    run.applied.push_back(false);
    if (run.failed.contains(target)) continue;
    if (std::holds_alternative<DoubleBuffer>(directive.primitive) && unbuffered.contains(target)) continue;
    run.errors.back() = poly::apply_directive(run.before.back(), directive);
    run.applied.back() = !run.errors.back();
    if (!run.errors.back() || target < 0) continue;
    if (makes_loops(directive.primitive)) run.failed.insert(target);
    if (std::holds_alternative<BufferAt>(directive.primitive)) unbuffered.insert(target);
  }
  return run;
}

}  // namespace pom::fuzz
