#include "dse/estimate/frontend/single_elements.hpp"

#include <algorithm>
#include <vector>

namespace pom::dse::estimate {

namespace {

bool has_one_element(const Array& array) {
  return !array.shape.empty() &&
         std::all_of(array.shape.begin(), array.shape.end(), [](auto extent) { return extent == 1; });
}

bool is_plain(const Array& array) {
  return array.role == Array::Role::local && !array.is_static && !array.initialized && !array.stream && !array.fifo &&
         array.port.mode.empty() && array.storage.empty() && array.storage_type.empty();
}

/// A module gets an array, not its element.
void keep_passed(const std::vector<Node>& body, std::vector<char>& folded) {
  for (const Node& node : body) {
    for (const int array : node.call.arrays) {
      if (node.kind == Node::Kind::call && array >= 0) folded[array] = false;
    }
    for (const auto* inside : {&node.branch.then, &node.branch.otherwise, &node.loop.body})
      keep_passed(*inside, folded);
  }
}

void clear_indices(std::vector<Node>& body, const std::vector<char>& folded) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::assignment && folded[node.assignment.array]) node.assignment.indices.clear();
    for (auto* inside : {&node.branch.then, &node.branch.otherwise, &node.loop.body}) clear_indices(*inside, folded);
  }
}

}  // namespace

void fold_single_elements(Function& function) {
  std::vector<char> folded;
  for (const Array& array : function.arrays) folded.push_back(has_one_element(array) && is_plain(array));
  for (const int parameter : function.parameters) folded[parameter] = false;
  keep_passed(function.body, folded);
  if (std::none_of(folded.begin(), folded.end(), [](char one) { return one; })) return;
  for (std::size_t n = 0; n < folded.size(); ++n) {
    if (!folded[n]) continue;
    function.arrays[n].shape.clear();
    function.arrays[n].banking.clear();
  }
  clear_indices(function.body, folded);
  for (Expression& e : function.expressions) {
    if (e.op == OpKind::load && folded[e.array]) e.indices.clear();
  }
}

}  // namespace pom::dse::estimate
