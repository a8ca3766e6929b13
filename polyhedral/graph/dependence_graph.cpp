#include "polyhedral/graph/dependence_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "dsl/model/any_part.hpp"
#include "dsl/print/print_expression.hpp"
#include "polyhedral/graph/data_paths.hpp"
#include "polyhedral/graph/guidance.hpp"

namespace pom::graph {

namespace {

Node make_node(const dsl::Function& program, const dsl::Compute& compute) {
  Node node;
  node.name = compute.name;
  node.loops = dsl::loop_names(compute);
  for (const dsl::Access& load : compute.loads) {
    const std::string& array = program.arrays[load.array]->name;
    if (std::find(node.loads.begin(), node.loads.end(), array) == node.loads.end()) node.loads.push_back(array);
  }
  node.store = program.arrays[compute.store.array]->name;
  for (const dsl::ExprPtr& index : compute.store.indices) {
    node.pattern += (node.pattern.empty() ? "(" : ", ") + dsl::print_affine(*index, node.loops);
  }
  node.pattern += node.pattern.empty() ? "()" : ")";
  return node;
}

Edge make_edge(const poly::Dependence& dependence, const poly::Scop& scop, poly::StepPool& pool) {
  Edge edge;
  edge.source = dependence.source;
  edge.sink = dependence.sink;
  edge.kind = dependence.kind;
  edge.array = scop.program->arrays[dependence.array]->name;
  edge.distance = poly::distances(dependence, scop, pool);
  edge.boxes = boxes_as_written(dependence, scop, edge.distance, pool);
  const std::vector<dsl::Loop>& loops = scop.program->computes[dependence.sink].loops;
  for (int level : edge.distance.carriers) {
    edge.carriers.push_back(level < edge.distance.shared_loops ? loops[level].name : "none");
  }
  return edge;
}

void find_reductions(DependenceGraph& graph, const dsl::Function& program) {
  for (const Edge& edge : graph.edges) {
    if (edge.source != edge.sink || edge.kind == poly::DependenceKind::anti) continue;
    const dsl::Access& store = program.computes[edge.source].store;
    Node& node = graph.nodes[edge.source];
    for (int level : edge.distance.carriers) {
      if (level >= static_cast<int>(node.loops.size())) continue;
      const bool stored_by = std::any_of(store.indices.begin(), store.indices.end(),
                                         [&](const dsl::ExprPtr& index) { return dsl::mentions_loop(*index, level); });
      const bool known =
          std::find(node.reductions.begin(), node.reductions.end(), node.loops[level]) != node.reductions.end();
      if (!stored_by && !known) node.reductions.push_back(node.loops[level]);
    }
  }
}

/// Computes with equal first position share at least the outermost loop.
NestMates find_mates(const dsl::Function& program) {
  std::map<int, std::vector<int>> nests;
  for (int c = 0; c < static_cast<int>(program.computes.size()); ++c)
    nests[program.computes[c].position.front()].push_back(c);
  NestMates mates(program.computes.size());
  for (const auto& [position, members] : nests) {
    for (int member : members) {
      std::copy_if(members.begin(), members.end(), std::back_inserter(mates[member]),
                   [&](int other) { return other != member; });
    }
  }
  return mates;
}

std::vector<int> rank_in_program(const dsl::Function& program) {
  std::vector<int> order(program.computes.size()), rank(program.computes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return program.computes[a].position < program.computes[b].position; });
  for (std::size_t n = 0; n < order.size(); ++n) rank[order[n]] = static_cast<int>(n);
  return rank;
}

}  // namespace

DependenceGraph build_dependence_graph(const poly::Scop& as_written, const poly::Dependences& dependences) {
  const dsl::Function& program = *as_written.program;
  DependenceGraph graph;
  graph.name = program.name;
  graph.dependences = dependences;
  for (const dsl::Compute& compute : program.computes) graph.nodes.push_back(make_node(program, compute));
  poly::StepPool pool{poly::all_distance_steps, 1};
  for (const poly::Dependence& dependence : dependences.direct)
    graph.edges.push_back(make_edge(dependence, as_written, pool));
  find_reductions(graph, program);
  add_guidance(graph, find_mates(program));
  trace_data_paths(graph, rank_in_program(program));
  return graph;
}

}  // namespace pom::graph
