#include "dse/explore/structure/groupings.hpp"
#include "dse/explore/budget/effort.hpp"

#include <algorithm>
#include <functional>
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

void drop_light(std::vector<transform::TransformResult>& fused, const poly::Scop& as_written) {
  std::vector<double> work;
  for (const poly::Statement& statement : as_written.statements) work.push_back(count_iterations(statement));
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  std::erase_if(fused, [&](const transform::TransformResult& structure) {
    double own = 0;
    for (const int s : structure.statements) own += work[s];
    return own < negligible_part * sum;
  });
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

/// What a directive says of the program is about this compute, or moves others beside it.
bool is_about(const Primitive& primitive, const std::function<bool(const std::string&)>& compute) {
  return std::visit(
      [&](const auto& p) {
        bool about = false;
        if constexpr (requires { p.compute; }) about = compute(p.compute);
        if constexpr (requires { p.other; }) about = about || compute(p.other);
        return about;
      },
      primitive);
}

bool regroups(const Primitive& primitive) {
  return std::holds_alternative<After>(primitive) || std::holds_alternative<Fuse>(primitive) ||
         std::holds_alternative<Distribute>(primitive);
}

/// The structure leaves what the frame holds where it is: copies, and the loops around them.
bool keeps(const Frame& frame, const transform::TransformResult& structure, const poly::Scop& as_written) {
  const dsl::Function& program = *as_written.program;
  for (const Directive& directive : structure.directives) {
    const auto fixed = [&](const std::string& compute) {
      return frame.is_copy(compute) || (regroups(directive.primitive) && frame.loops.contains(compute));
    };
    if (is_about(directive.primitive, fixed)) return false;
  }
  return std::all_of(structure.nests.begin(), structure.nests.end(), [&](const transform::NestInfo& nest) {
    const auto held = frame.loops.find(program.computes[nest.statement].name);
    if (held == frame.loops.end()) return true;
    const std::vector<poly::ScheduledLoop>& before = as_written.statements[nest.statement].loops;
    for (std::size_t n = 0; n < static_cast<std::size_t>(held->second); ++n) {
      if (n >= nest.loops.size() || nest.loops[n].name != before[n].name) return false;
    }
    return true;
  });
}

}  // namespace

std::vector<Grouping> list_groupings(SearchContext& search) {
  transform::TransformOptions options;
  options.over = [&search] { return search.watch.over(); };
  bool complete = true;
  options.gave_up = [&complete] { complete = false; };
  options.strategies = search.options.strategies;
  const poly::Scop& as_written = search.as_written;
  const std::vector<transform::NestProgram> nests = transform::split_into_nests(as_written, search.graph);
  std::vector<transform::TransformResult> fused, shared;
  // In longer chains one pipeline less wins hardly anything.
  if (!search.watch.over() && nests.size() >= 2 && nests.size() <= few_units) {
    fused = transform::transform_fused(as_written, search.graph, options);
    const HardwareStrategies& allowed = search.options.hardware;
    if (allowed.pipeline && allowed.unroll)
      shared = transform::transform_shared(as_written, search.graph, options, most_operations);
  }
  std::vector<transform::TransformResult> apart =
      transform::transform_alternatives(as_written.program, as_written, search.graph, options);
  const Frame& frame = search.options.frame;
  const auto breaks = [&](const transform::TransformResult& structure) { return !keeps(frame, structure, as_written); };
  const auto fuses_copies = [&](const transform::TransformResult& structure) {
    return std::any_of(structure.statements.begin(), structure.statements.end(),
                       [&](int s) { return frame.is_copy(as_written.program->computes[s].name); });
  };
  std::erase_if(apart, breaks);
  std::vector<Grouping> all;
  for (std::vector<transform::TransformResult>* joined : {&fused, &shared}) {
    drop_light(*joined, as_written);
    std::erase_if(*joined, [&](const auto& structure) { return fuses_copies(structure) || breaks(structure); });
    if (joined->empty()) continue;
    all.push_back({join_nests(nests, *joined, as_written, search.graph), *joined, true, complete});
    all.back().structures.insert(all.back().structures.end(), apart.begin(), apart.end());
  }
  all.push_back({nests, apart, false, complete});
  return all;
}

}  // namespace pom::dse::explore
