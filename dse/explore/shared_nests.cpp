#include "dse/explore/shared_nests.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "dse/explore/cut_kernel.hpp"

namespace pom::dse {

namespace {

const Function& top_of(const Kernel& kernel) { return kernel.functions[kernel.top]; }

}  // namespace

std::size_t find_holder(const Kernel& kernel, const std::string& label) {
  const auto holder = std::find_if(kernel.functions.begin(), kernel.functions.end(), [&](const Function& function) {
    return find_loop(function.body, label) != nullptr;
  });
  return static_cast<std::size_t>(holder - kernel.functions.begin());
}

std::vector<std::size_t> find_tied_arrays(const Kernel& kernel) {
  const Function& top = top_of(kernel);
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

void tie_banks(const Kernel& kernel, const std::vector<std::size_t>& tied, BankFactors& banks) {
  const Function& top = top_of(kernel);
  std::map<std::size_t, BankFactors> together;
  for (std::size_t n = 0; n < tied.size(); ++n) {
    const auto own = banks.find(top.arrays[n].name);
    if (own != banks.end()) merge_banks(together[tied[n]], {{"", own->second}});
  }
  for (std::size_t n = 0; n < tied.size(); ++n) {
    if (const auto all = together.find(tied[n]); all != together.end())
      banks[top.arrays[n].name] = all->second.begin()->second;
  }
}

Touched find_touched(const Kernel& kernel, const Node& node) {
  if (node.kind != Node::Kind::call) return find_touched(top_of(kernel), {node});
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
