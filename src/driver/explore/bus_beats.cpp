#include "driver/explore/bus_beats.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "driver/explore/access_steps.hpp"
#include "dsl/model/ports.hpp"

namespace pom::driver {

namespace {

/// Elements of the widest word that a row of the array and a stretch of it consist of.
std::int64_t lanes_for(std::int64_t stretch, std::int64_t row, std::int64_t widest) {
  std::int64_t lanes = widest;
  while (lanes > 1 && (stretch % lanes != 0 || row % lanes != 0)) lanes /= 2;
  return lanes;
}

}  // namespace

BusBeats::BusBeats(const poly::Scop& scop, dse::explore::PortWidths widths) : scop_(scop), widths_(std::move(widths)) {}

std::int64_t BusBeats::of(const std::vector<int>& statements, std::size_t level, std::int64_t at_once) const {
  std::map<std::pair<std::string, bool>, std::int64_t> by_bundle;  // true: stores
  const auto add = [&](int s, const dsl::Access& access, bool stores) {
    const poly::PortMark* port = scop_.hardware.find_port(scop_.program->arrays[access.array]->name);
    if (!port || port->mode != "m_axi") return;
    by_bundle[{dsl::bundle_name(port->mode, port->bundle), stores}] += beats(s, access, level, at_once);
  };
  for (const int s : statements) {
    if (scop_.statements[s].loops.size() <= level) continue;
    const dsl::Compute& compute = scop_.program->computes[s];
    add(s, compute.store, true);
    for (const dsl::Access& load : compute.loads) add(s, load, false);
  }
  std::int64_t most = 1;
  for (const auto& [bundle, count] : by_bundle) most = std::max(most, count);
  return most;
}

std::int64_t BusBeats::beats(int statement, const dsl::Access& access, std::size_t level, std::int64_t at_once) const {
  if (access.indices.empty()) return 1;
  const AccessSteps steps(scop_.statements[statement], access.indices);
  Widths met = steps.met(level, at_once);
  const std::int64_t row = scop_.program->arrays[access.array]->shape.back();
  if (steps.runs_along_rows()) met.back() /= lanes_for(met.back(), row, widths_.widest(*scop_.program, access.array));
  return product_of(met);
}

}  // namespace pom::driver
