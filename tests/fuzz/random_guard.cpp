#include "random_guard.hpp"

namespace pom::fuzz {

namespace {

/// The number is the value at one of the instances, or next to it, so that the comparison parts them.
ComparisonSpec comparison(const StatementSpec& statement, const std::vector<Vector>& instances, Random& random) {
  const int deepest = static_cast<int>(statement.loops.size()) - 1;
  ComparisonSpec made;
  made.left.coefficients.assign(statement.loops.size(), 0);
  made.left.coefficients[random.pick(0, deepest)] = random.chance(85) ? 1 : 2;
  if (random.chance(35)) {
    made.left.coefficients[random.pick(0, deepest)] += random.chance(50) ? 1 : -1;
  }
  if (random.chance(30)) {
    made.left.division = random.chance(70) ? Index::Division::remainder : Index::Division::quotient;
    made.left.divisor = random.pick(2, 3);
    if (random.chance(30)) made.left.constant = random.pick(-2, 2);
  }
  made.relation = static_cast<ComparisonSpec::Relation>(random.weighted({20, 20, 15, 15, 15, 15}));
  made.right = static_cast<int>(made.left.evaluate(random.one_of(instances))) + (random.chance(25) ? 1 : 0);
  return made;
}

}  // namespace

void add_guard(StatementSpec& statement, Random& random) {
  std::vector<Vector> instances;
  for_each_instance(statement, 3000, [&](const Vector& at) { instances.push_back(at); });
  GuardSpec made;
  made.any_of.resize(random.chance(35) ? 2 : 1);
  for (auto& all : made.any_of) {
    for (int n = random.chance(35) ? 2 : 1; n > 0; --n) all.push_back(comparison(statement, instances, random));
  }
  statement.guards.push_back(made);
  if (count_instances(statement, 1) == 0) statement.guards.pop_back();
}

}  // namespace pom::fuzz
