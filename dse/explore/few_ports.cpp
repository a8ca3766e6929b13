#include <algorithm>
#include <cmath>

#include "dse/explore/context/context.hpp"
#include "dse/explore/explore.hpp"
#include "dsl/model/ports.hpp"

/// The course of a search whose designs may ask for few memories outside.
namespace pom::dse::explore {

namespace {

/// Returns the banks that every argument may have at most, most first: what one of `arguments` may have if the others
/// have one each, and halves of that down to one.
std::vector<std::int64_t> list_shares(double port_banks, std::int64_t arguments) {
  std::vector<std::int64_t> shares;
  const double most = std::clamp(port_banks - static_cast<double>(arguments) + 1, 1.0, static_cast<double>(most_banks));
  for (auto share = static_cast<std::int64_t>(most); share >= 1; share /= 2) shares.push_back(share);
  return shares;
}

/// Whether the argument is a memory beside the design, of which each bank is one: neither behind a bus nor a stream.
bool is_memory(const Schedule& schedule, const std::string& argument) {
  return std::none_of(schedule.begin(), schedule.end(), [&](const Directive& directive) {
    const auto* port = std::get_if<Interface>(&directive.primitive);
    return port && port->port == argument && (port->mode == "m_axi" || dsl::is_stream_mode(port->mode));
  });
}

}  // namespace

Result<Exploration> explore_within_ports(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                         const devices::Target& target, const ExploreOptions& options) {
  ExploreOptions any = options;
  any.port_banks = INFINITY;
  Result<Exploration> unlimited = explore_as_stored(as_written, graph, target, any);
  const auto is_within = [&](std::int64_t banks) { return static_cast<double>(banks) <= options.port_banks; };
  if (!unlimited) return unlimited;
  if (is_within(unlimited->port_banks)) {
    std::erase_if(unlimited->pareto, [&](const ParetoPoint& point) { return !is_within(point.port_banks); });
    return unlimited;
  }
  const dsl::Function& program = *as_written.program;
  const auto arguments = std::count_if(program.arrays.begin(), program.arrays.end(), [&](const auto& array) {
    return array->is_argument() && !array->shape.empty() && is_memory(program.schedule, array->name);
  });
  const Goal goal(options.objective, options.latency_target, *target.device);
  ExploreOptions left = options;
  std::optional<Exploration> best;
  Result<Exploration> last = std::move(unlimited);
  const double bound = last->bound;
  long candidates = last->candidates;
  double seconds = last->seconds;
  bool ended_early = last->ended_early;
  for (const std::int64_t share : list_shares(options.port_banks, arguments)) {
    if (best && (ended_early || seconds >= options.seconds)) break;
    left.hardware.argument_banks = share;
    left.seconds = std::max(0.0, options.seconds - seconds);
    last = explore_as_stored(as_written, graph, target, left);
    if (!last) continue;
    candidates += last->candidates;
    seconds += last->seconds;
    ended_early = ended_early || last->ended_early;
    const auto rated = [](const Exploration& one) { return Rated{one.qor.latency_average, one.qor.resources, true}; };
    if (last->nothing_fits ? !best : !best || best->nothing_fits || goal.prefers(rated(*last), rated(*best)))
      best = std::move(*last);
  }
  if (!best) return last;
  if (!best->nothing_fits) best->bound = std::min(bound, best->qor.latency_average);
  best->exhaustive = false;
  best->ended_early = ended_early;
  best->candidates = candidates;
  best->seconds = seconds;
  return *std::move(best);
}

}  // namespace pom::dse::explore
