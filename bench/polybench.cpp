#include "polybench.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "../dsl-examples/polybench/polybench.hpp"
#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

using nlohmann::ordered_json;

namespace {

constexpr double compile_limit_ms = 500, legality_limit_ms = 10;

template <class Action>
double least_of_three(Action action) {
  double best = 0;
  for (int n = 0; n < 3; ++n) {
    const auto start = std::chrono::steady_clock::now();
    action();
    const double time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    best = n == 0 ? time : std::min(best, time);
  }
  return best;
}

double compile_time(const polybench::Kernel& kernel, const pom::Schedule& schedule) {
  pom::CompileOptions options;
  options.write = options.verify = false;
  options.quiet = true;
  return least_of_three([&] {
    pom::function program = kernel.build(polybench::Dataset::large, polybench::Plan::as_written);
    program.set_schedule(schedule);
    program.codegen(options);
  });
}

/// The slowest verdict on one directive alone, over those of the kernel's schedule: its preconditions, the change, and
/// the test against all dependences.
double legality_time(const polybench::Kernel& kernel, const pom::Schedule& schedule) {
  const pom::function program = kernel.build(polybench::Dataset::large, polybench::Plan::as_written);
  const pom::poly::IslContext isl;
  const pom::poly::Scop as_written = pom::poly::extract_scop(program.record(), isl);
  const pom::poly::Dependences dependences = pom::poly::analyze_dependences(as_written);
  double worst = 0;
  for (const pom::Directive& directive : schedule) {
    worst = std::max(worst, least_of_three([&] {
                       pom::poly::Scop scop = as_written;
                       if (!pom::poly::apply_directive(scop, directive)) {
                         pom::poly::first_violated_dependence(scop, dependences);
                       }
                     }));
  }
  return worst;
}

}  // namespace

ordered_json bench_polybench() {
  std::printf("PolyBench at LARGE: DSL to HLS C++ (at most %.0f ms), legality of one directive (at most %.0f ms)\n",
              compile_limit_ms, legality_limit_ms);
  ordered_json rows = ordered_json::array();
  double slowest = 0, slowest_legality = 0;
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    const pom::Schedule schedule = kernel.build(polybench::Dataset::large, polybench::Plan::scheduled).schedule();
    const double compile = compile_time(kernel, schedule), legality = legality_time(kernel, schedule);
    slowest = std::max(slowest, compile);
    slowest_legality = std::max(slowest_legality, legality);
    std::printf("  %-16s %7.1f ms   %6.2f ms\n", kernel.name, compile, legality);
    rows.push_back({{"name", kernel.name}, {"compile_ms", compile}, {"legality_ms", legality}});
  }
  std::printf("  slowest: %.1f ms (%s), %.2f ms (%s)\n", slowest, slowest <= compile_limit_ms ? "met" : "MISSED",
              slowest_legality, slowest_legality <= legality_limit_ms ? "met" : "MISSED");
  return rows;
}
