// Takes the place of libpom's own codegen(): instead of writing a design, compares the estimator's view of it with the
// affine module. A program of dsl-examples that is linked with this file is a test of the two views.
#include <cmath>
#include <iostream>
#include <pom/compile.hpp>
#include <pom/function.hpp>

#include "driver/pipeline/pipeline.hpp"
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
