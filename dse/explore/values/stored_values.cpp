#include "dse/explore/values/stored_values.hpp"

#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::explore {

StoredValues::StoredValues(const Function& function, const std::vector<Node>& body, const std::set<std::string>& apart)
    : function_(function), apart_(apart) {
  visit(body, false);
}

/// `repeats`: what stands behind a load comes before it in a later turn of a loop inside of the body.
void StoredValues::visit(const std::vector<Node>& body, bool repeats) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::assignment) {
      find_first_loads(node.assignment.value, repeats);
      for (const Index& index : node.assignment.indices) find_first_loads(index.value, repeats);
      stores_[node.assignment.array].push_back(&node.assignment);
    }
    if (node.kind == Node::Kind::branch) find_first_loads(node.branch.condition, repeats);
    visit(node.loop.body, true);
    visit(node.branch.then, repeats);
    visit(node.branch.otherwise, repeats);
  }
}

void StoredValues::find_first_loads(int value, bool repeats) {
  std::set<int> loads;
  visit_parts(function_, value, [&](const Expression& e) {
    if (e.op == OpKind::load) loads.insert(static_cast<int>(&e - function_.expressions.data()));
  });
  for (const int load : loads) {
    const int array = function_.expressions[load].array;
    const bool is_first = !repeats && apart_.contains(function_.arrays[array].name) && !stores_.contains(array);
    const auto [known, fresh] = is_first_.try_emplace(load, is_first);
    known->second = known->second && is_first;
  }
}

const std::vector<const Assignment*>& StoredValues::seen_by(int load) const {
  const auto stored = stores_.find(function_.expressions[load].array);
  if (stored == stores_.end()) return none_;
  const auto first = is_first_.find(load);
  return first != is_first_.end() && first->second ? none_ : stored->second;
}

}  // namespace pom::dse::explore
