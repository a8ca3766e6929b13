#include "dse/kernel/rewrite/calls.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "dse/kernel/rewrite/cut_kernel.hpp"

namespace pom::dse {

std::size_t find_holder(const Kernel& kernel, const std::string& label) {
  const auto holder = std::find_if(kernel.functions.begin(), kernel.functions.end(), [&](const Function& function) {
    return find_loop(function.body, label) != nullptr;
  });
  return static_cast<std::size_t>(holder - kernel.functions.begin());
}

std::vector<std::size_t> find_tied_arrays(const Kernel& kernel) {
  const Function& top = kernel.top_function();
  std::vector<std::size_t> tied(top.arrays.size());
  std::iota(tied.begin(), tied.end(), 0);
  std::map<std::pair<int, std::size_t>, std::size_t> handed;  // function and parameter → an array
  for (const Node& node : top.body) {
    if (node.kind != Node::Kind::call) continue;
    for (std::size_t p = 0; p < node.call.arrays.size(); ++p) {
      if (node.call.arrays[p] < 0) continue;
      const auto array = static_cast<std::size_t>(node.call.arrays[p]);
      const auto [at, fresh] = handed.try_emplace({node.call.function, p}, array);
      const std::size_t a = tied[at->second], b = tied[array];
      std::replace(tied.begin(), tied.end(), std::max(a, b), std::min(a, b));
    }
  }
  return tied;
}

Touched find_touched(const Kernel& kernel, const Node& node) {
  if (node.kind != Node::Kind::call) return find_touched(kernel.top_function(), {&node, 1});
  const Function& callee = kernel.functions[node.call.function];
  const Touched inside = find_touched(callee, callee.body);
  Touched touched;
  for (std::size_t p = 0; p < node.call.arrays.size(); ++p) {
    if (node.call.arrays[p] < 0) continue;
    if (inside.reads.contains(callee.parameters[p])) touched.reads.insert(node.call.arrays[p]);
    if (inside.writes.contains(callee.parameters[p])) touched.writes.insert(node.call.arrays[p]);
  }
  return touched;
}

}  // namespace pom::dse
