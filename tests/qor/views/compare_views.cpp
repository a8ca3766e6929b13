// Takes the place of libpom's own codegen(): instead of writing a design, compares the estimator's view of it with the
// affine module. A program of dsl-examples that is linked with this file is a test of the two views.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <pom/compile.hpp>
#include <pom/function.hpp>
#include <sstream>

#include "driver/import/kernel_from_module.hpp"
#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/target.hpp"
#include "dse/estimate/estimate.hpp"
#include "kernel_view.hpp"
#include "module_view.hpp"

namespace pom {

namespace {

[[noreturn]] void fail(const std::string& program, const std::string& text) {
  std::cerr << program << ": the views differ\n" << text << "\n";
  std::exit(1);
}

void compare_lines(const std::string& program, const test::View& module, const test::View& kernel) {
  for (std::size_t n = 0; n < std::max(module.lines.size(), kernel.lines.size()); ++n) {
    const std::string left = n < module.lines.size() ? module.lines[n] : "(end)";
    const std::string right = n < kernel.lines.size() ? kernel.lines[n] : "(end)";
    if (left != right) fail(program, "  module: " + left + "\n  kernel: " + right);
  }
}

std::string trips_text(const test::View::Trips& trips) {
  return trips.loop + " " + std::to_string(trips.min) + " .. " + std::to_string(trips.max) + ", average " +
         std::to_string(trips.average);
}

/// Sampled counts have to lie within the true range; exact ones are equal.
bool agree(const test::View::Trips& counted, const test::View::Trips& said) {
  if (!counted.known) return counted.loop == said.loop;
  if (!said.exact)
    return counted.min <= said.min && said.max <= counted.max && said.average <= static_cast<double>(counted.max);
  return counted.loop == said.loop && counted.min == said.min && counted.max == said.max &&
         std::abs(counted.average - said.average) <= 1e-9 * std::max(1.0, counted.average);
}

std::string numbers_text(const dse::Kernel& kernel) {
  const auto device = dse::devices::find_device("xc7z020");
  dse::devices::Target target;
  target.device = &*device;
  target.clock_ns = 10;
  const auto answer = dse::estimate::estimate(kernel, target);
  if (const auto* reason = std::get_if<std::string>(&answer)) return "no estimate: " + *reason;
  const auto& qor = std::get<dse::estimate::Qor>(answer);
  std::ostringstream text;
  const auto& r = qor.resources;
  text << qor.latency_min << " .. " << qor.latency_average << " .. " << qor.latency_max << " cycles, interval "
       << qor.interval << ", " << r.dsp << " DSP, " << r.lut << " LUT, " << r.ff << " FF, " << r.bram_18k << " BRAM";
  for (const auto& loop : qor.loops)
    text << "\n    " << loop.function << " " << loop.label << " trip " << loop.trip << " II " << loop.interval
         << " depth " << loop.iteration_latency << " " << loop.reason.text;
  for (const auto& share : qor.shares)
    text << "\n    " << share.cause << " " << share.resources.lut << " LUT " << share.resources.ff << " FF";
  return text.str();
}

/// The module as pom-opt imports it costs what the program costs.
void compare_estimates(const driver::Compilation& made) {
  const Result<dse::Kernel> imported = driver::kernel_from_module(*made.module);
  if (!imported) fail(made.program->name, render(imported.errors().front()));
  const std::string program = numbers_text(*made.view), module = numbers_text(*imported);
  if (program == module) return;
  if (std::getenv("POM_VIEWS")) std::cerr << to_string(*made.view) << "\n---\n" << to_string(*imported) << "\n";
  fail(made.program->name, "  program: " + program + "\n  module:  " + module);
}

Report compare(const std::shared_ptr<dsl::Function>& program) {
  StageDump silent({});
  const auto made = driver::run_pipeline(program, silent);
  const test::View module = test::view_of(*made->module), kernel = test::view_of(*made->view);
  compare_lines(program->name, module, kernel);
  int counted = 0, sampled = 0;
  for (std::size_t n = 0; n < module.trips.size(); ++n) {
    if (!agree(module.trips[n], kernel.trips.at(n)))
      fail(program->name, "  module: " + trips_text(module.trips[n]) + "\n  kernel: " + trips_text(kernel.trips[n]));
    counted += module.trips[n].known;
    sampled += !kernel.trips[n].exact;
  }
  compare_estimates(*made);
  std::cout << program->name << ": the views agree in " << module.lines.size() << " lines and " << counted << " of "
            << module.trips.size() << " trip counts, " << sampled << " sampled\n";
  return {};
}

}  // namespace

Report function::codegen(where) { return compare(record_); }
Report function::codegen(const std::string&, where) { return compare(record_); }
Report function::codegen(const CompileOptions&, where) { return compare(record_); }
Report codegen(std::source_location at) { return global::get_implicit_function(at)->codegen(at); }
Report codegen(const std::string&, std::source_location at) { return global::get_implicit_function(at)->codegen(at); }
Report codegen(const CompileOptions&, std::source_location at) {
  return global::get_implicit_function(at)->codegen(at);
}

}  // namespace pom
