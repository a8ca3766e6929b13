#include <algorithm>
#include <cmath>

#include "dse/explore/banks/banking.hpp"
#include "dse/explore/programs/ledger.hpp"
#include "dse/explore/programs/programs.hpp"
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
  SearchLedger ledger(options, target);
  ExploreOptions any = options;
  any.port_banks = INFINITY;
  Result<Exploration> found = explore(as_written, graph, target, any);
  const auto is_within = [&](std::int64_t banks) { return static_cast<double>(banks) <= options.port_banks; };
  if (!found) return found;
  if (is_within(found->port_banks)) {
    std::erase_if(found->pareto, [&](const ParetoPoint& point) { return !is_within(point.port_banks); });
    return found;
  }
  const dsl::Function& program = *as_written.program;
  const auto arguments = std::count_if(program.arrays.begin(), program.arrays.end(), [&](const auto& array) {
    return array->is_argument() && !array->shape.empty() && is_memory(program.schedule, array->name);
  });
  ledger.add(*found);
  ledger.leave_open();
  std::optional<Exploration> best;
  for (const std::int64_t share : list_shares(options.port_banks, arguments)) {
    if (best && ledger.is_over()) break;
    ExploreOptions left = ledger.in_time_left();
    left.hardware.argument_banks = share;
    found = explore(as_written, graph, target, left);
    if (!found) continue;
    ledger.count(*found);
    if (!best || ledger.prefers(*found, *best)) best = *std::move(found);
  }
  if (!best) return found;
  Exploration answer = ledger.close(*std::move(best));
  answer.bound = answer.nothing_fits ? 0 : std::min(answer.bound, answer.qor.latency_average);
  return answer;
}

}  // namespace pom::dse::explore
