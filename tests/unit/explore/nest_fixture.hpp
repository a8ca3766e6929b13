#pragma once
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "../polyhedral/fixture.hpp"
#include "dse/devices/tables/device.hpp"
#include "dse/explore/programs/programs.hpp"
#include "dse/explore/structure/nest_design.hpp"
#include "dse/kernel/from_loops.hpp"
#include "dse/transform/nests/nest_program.hpp"
#include "polyhedral/loops/generate_loops.hpp"

namespace pom::test {

inline const dse::devices::Device& small_device() {
  static const dse::devices::Device device = dse::devices::find_device("xc7z020").value();
  return device;
}

inline dse::devices::Target small_target() {
  dse::devices::Target target;
  target.device = &small_device();
  target.clock_ns = 10;
  return target;
}

inline dse::explore::Exploration explore(const std::shared_ptr<const dsl::Function>& program,
                                         const dse::explore::ExploreOptions& options = {}) {
  const poly::IslContext isl;
  const poly::Scop as_written = poly::extract_scop(program, isl);
  auto found = dse::explore::explore_with_read_copies(as_written,
                                     graph::build_dependence_graph(as_written, poly::analyze_dependences(as_written)),
                                     small_target(), options);
  if (!found) throw std::runtime_error("refused: " + found.errors().front().message);
  return *std::move(found);
}

/// What every design must keep, whatever the program.
inline void check_design(const dse::explore::Exploration& found, const dse::explore::ExploreOptions& options = {}) {
  const dse::devices::Device& device = small_device();
  const dse::estimate::Resources& used = found.qor.resources;
  CHECK(used.dsp <= options.dsp * static_cast<double>(device.dsp));
  CHECK(used.lut <= options.lut * static_cast<double>(device.lut));
  CHECK(used.ff <= options.ff * static_cast<double>(device.ff));
  CHECK(used.bram_18k <= options.bram * static_cast<double>(device.bram_18k));
  CHECK(found.qor.latency_average <= found.automatic.latency_average);
  CHECK(found.bound <= found.qor.latency_average);
  for (const dse::explore::ParetoPoint& point : found.pareto) CHECK(found.bound <= point.latency);
}

/// The program's only nest in its order as written, and the units of it; `variant` above 0: with whole bodies.
struct Units : Compiled {
  std::unique_ptr<dse::explore::NestDesign> design;

  explicit Units(const std::function<void()>& body, const Schedule& structure = {}, std::size_t variant = 0)
      : Compiled(body) {
    const auto nests = dse::transform::split_into_nests(as_written, graph());
    dse::transform::TransformResult result;
    result.statements = nests.front().statements;
    result.directives = structure;
    result.nests = dse::transform::inspect_nests(as_written, as_written, graph(), {});
    design = std::move(dse::explore::prepare_all(nests.front(), result).at(variant));
  }
  const dse::Unit& unit(std::size_t n) const { return design->units.at(n); }

  /// "i j! k*": ! cuttable, * of changing length.
  std::string loops(std::size_t n) const {
    std::string text;
    for (const dse::UnitLoop& loop : unit(n).loops)
      text += (text.empty() ? "" : " ") + loop.name + (loop.cuttable ? "!" : "") + (loop.variable ? "*" : "");
    return text;
  }
};

}  // namespace pom::test
