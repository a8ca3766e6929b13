#include "driver/explore/as_written.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "dse/estimate/estimate.hpp"
#include "dse/estimate/qor/cycles.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::driver {

namespace {

/// Of the processor: the loops of a program as written are the least work of its compilation.
constexpr double most_seconds = 2;

template <class P>
bool has(const Schedule& schedule) {
  return std::any_of(schedule.begin(), schedule.end(),
                     [](const Directive& directive) { return std::holds_alternative<P>(directive.primitive); });
}

bool is_stream(const Directive& directive) {
  const auto* port = std::get_if<Interface>(&directive.primitive);
  return port && dsl::is_stream_mode(port->mode);
}

/// Ports and memories. What processes have in common is the program's loops alone, which may not use streams in their
/// order: those are memories here.
Schedule directives_as_written(const Schedule& own) {
  Schedule kept = dse::explore::kept_directives(own);
  if (has<Dataflow>(own)) std::erase_if(kept, is_stream);
  return kept;
}

bool has_stream_port(const dsl::Function& program) {
  const std::vector<int> arrays = program.array_arguments();
  return std::any_of(arrays.begin(), arrays.end(), [&](int array) { return dsl::is_stream_port(program, array); });
}

std::optional<double> cycles_of(const dse::Kernel& kernel, const dse::devices::Target& target, bool automatic) {
  const auto answer = dse::estimate::estimate(kernel, target, {.automatic_pipelining = automatic});
  const auto* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? std::optional(qor->latency_average) : std::nullopt;
}

/// Latencies of years do not fit in a count.
std::int64_t whole(double cycles) {
  return std::llround(std::min(cycles, static_cast<double>(dse::estimate::most_counted)));
}

}  // namespace

AsWritten estimate_loops(poly::Scop scop, const Schedule& own, const dse::devices::Target& target) {
  for (const Directive& directive : directives_as_written(own)) {
    if (poly::apply_directive(scop, directive)) return {};
  }
  const auto loops = poly::generate_loops(scop);
  if (!loops) return {};
  const dse::Kernel kernel = dse::make_kernel(*loops);
  const auto written = cycles_of(kernel, target, false), automatic = cycles_of(kernel, target, true);
  if (!written || !automatic) return {};
  return {true, whole(*written), whole(*automatic), 0};
}

AsWritten estimate_unscheduled(const std::shared_ptr<const dsl::Function>& program,
                               const dse::devices::Target& target) {
  const Schedule& own = program->schedule;
  if (directives_as_written(own).size() == own.size()) return {};
  if (has<BufferAt>(program->schedule) && has_stream_port(*program)) return {};
  AsWritten found;
  try {
    within_isl(*program, {most_seconds}, [&] {
      const poly::IslContext isl;
      auto written = std::make_shared<dsl::Function>(*program);
      written->schedule.clear();
      found = estimate_loops(poly::extract_scop(std::move(written), isl), own, target);
    });
  } catch (const CompileError&) {  // too hard for moments; the design is none the worse
    return {};
  }
  return found;
}

}  // namespace pom::driver
