#include "dsl/model/program_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pom::dsl {
namespace {

using Order = std::vector<int>::const_iterator;

/// The children of one body: the computes [first, last) are sorted and agree in the first `depth` entries of their
/// positions.
std::vector<ProgramNode> group(const std::vector<Compute>& computes, Order first, Order last, int depth) {
  std::vector<ProgramNode> nodes;
  while (first != last) {
    int child = computes[*first].position[depth];
    Order end = std::find_if(first, last, [&](int index) { return computes[index].position[depth] != child; });
    ProgramNode node;
    node.depth = depth;
    node.computes.assign(first, end);
    bool is_loop = computes[*first].loops.size() > static_cast<std::size_t>(depth);
    if (is_loop) node.children = group(computes, first, end, depth + 1);
    nodes.push_back(std::move(node));
    first = end;
  }
  return nodes;
}

}  // namespace

std::vector<ProgramNode> program_tree(const Function& function) {
  const std::vector<Compute>& computes = function.computes;
  std::vector<int> order(computes.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return computes[a].position < computes[b].position; });
  return group(computes, order.begin(), order.end(), 0);
}

}  // namespace pom::dsl
