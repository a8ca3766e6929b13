#include "dse/explore/structure/groupings.hpp"
#include "dse/explore/budget/effort.hpp"

#include <algorithm>
#include <numeric>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse::explore {

namespace {

/// Iterations of the box around the statement's domain.
double count_iterations(const poly::Statement& statement) {
  const isl::set iterations = statement.loop_map.range();
  double all = 1;
  for (int level = 0; level < static_cast<int>(statement.loops.size()); ++level) {
    const auto first = poly::minimum(iterations, level), last = poly::maximum(iterations, level);
    if (first && last) all *= static_cast<double>(*last - *first + 1);
  }
  return all;
}

std::vector<transform::TransformResult> list_fusions(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                                     const transform::TransformOptions& options) {
  std::vector<transform::TransformResult> fused = transform::transform_fused(as_written, graph, options);
  std::vector<double> work;
  for (const poly::Statement& statement : as_written.statements) work.push_back(count_iterations(statement));
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  std::erase_if(fused, [&](const transform::TransformResult& structure) {
    double own = 0;
    for (const int s : structure.statements) own += work[s];
    return own < negligible_part * sum;
  });
  return fused;
}

/// Nests as written, those of a fused structure as one.
std::vector<transform::NestProgram> join_nests(const std::vector<transform::NestProgram>& nests,
                                               const std::vector<transform::TransformResult>& fused,
                                               const poly::Scop& as_written, const graph::DependenceGraph& graph) {
  std::vector<transform::NestProgram> joined;
  for (const transform::NestProgram& nest : nests) {
    const auto holds_both = [&](const transform::TransformResult& structure) {
      const auto has = [&](int s) {
        return std::find(structure.statements.begin(), structure.statements.end(), s) != structure.statements.end();
      };
      return has(joined.back().statements.front()) && has(nest.statements.front());
    };
    if (!joined.empty() && std::any_of(fused.begin(), fused.end(), holds_both)) {
      joined.back() = transform::join(joined.back(), nest, as_written, graph);
    } else {
      joined.push_back(nest);
    }
  }
  return joined;
}

}  // namespace

std::vector<Grouping> list_groupings(SearchContext& search) {
  transform::TransformOptions options;
  options.over = [&search] { return search.watch.over(); };
  options.strategies = search.options.strategies;
  const poly::Scop& as_written = search.as_written;
  const std::vector<transform::NestProgram> nests = transform::split_into_nests(as_written, search.graph);
  std::vector<transform::TransformResult> fused;
  // In longer chains one pipeline less wins hardly anything.
  if (!search.watch.over() && nests.size() >= 2 && nests.size() <= few_units)
    fused = list_fusions(as_written, search.graph, options);
  const std::vector<transform::TransformResult> apart =
      transform::transform_alternatives(as_written.program, as_written, search.graph, options);
  std::vector<Grouping> all;
  if (!fused.empty()) {
    all.push_back({join_nests(nests, fused, as_written, search.graph), fused, true});
    all.back().structures.insert(all.back().structures.end(), apart.begin(), apart.end());
  }
  all.push_back({nests, apart, false});
  return all;
}

}  // namespace pom::dse::explore
