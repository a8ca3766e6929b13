#include "../../../dsl-examples/polybench/polybench.hpp"

#include <chrono>

#include "fixture.hpp"

using namespace pom;

namespace {

/// Stage one on a kernel at one of the suite's sizes.
struct Run {
  function program;
  poly::IslContext context;
  poly::Scop as_written;
  poly::Dependences dependences;
  dse::transform::TransformResult result;
  double milliseconds = 0;

  Run(const polybench::Kernel& kernel, polybench::Dataset dataset)
      : program(kernel.build(dataset, polybench::Plan::as_written)),
        as_written(poly::extract_scop(program.record(), context)),
        dependences(poly::analyze_dependences(as_written)) {
    const graph::DependenceGraph graph = graph::build_dependence_graph(as_written, dependences);
    const auto start = std::chrono::steady_clock::now();
    result = dse::transform::transform_for_parallelism(program.record(), as_written, graph, {});
    milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
};

}  // namespace

TEST_CASE("stage one: on PolyBench at LARGE the result is legal and never worse") {
  std::ostringstream table;
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    CAPTURE(kernel.name);
    const Run run(kernel, polybench::Dataset::large);
    const auto scheduled = poly::apply_schedule(run.as_written, run.dependences, run.result.directives);
    REQUIRE(scheduled);
    CHECK(run.result.tight <= run.result.tight_as_written);
    table << kernel.name << ": " << run.milliseconds << " ms, tight " << run.result.tight_as_written << " -> "
          << run.result.tight << "\n";
    for (const Directive& directive : run.result.directives) table << "    " << to_string(directive) << "\n";
    for (const dse::transform::NestInfo& nest : run.result.nests) {
      table << "      " << run.as_written.statements[nest.statement].name << " (" << test::describe(nest) << ")"
            << (nest.tight ? " TIGHT" : "") << "\n";
    }
  }
  MESSAGE(table.str());
}

TEST_CASE("stage one: on PolyBench at MINI every conflict keeps its order, by enumeration") {
  for (const polybench::Kernel& kernel : polybench::kernels()) {
    CAPTURE(kernel.name);
    const Run run(kernel, polybench::Dataset::mini);
    const auto scheduled = poly::apply_schedule(run.as_written, run.dependences, run.result.directives);
    REQUIRE(scheduled);
    if (test::count_instances(run.as_written) > 3000) continue;
    CHECK(test::keeps_all_conflicts(run.as_written, *scheduled));
  }
}
