#include "dsl/model/sub_program.hpp"

namespace pom::dsl {

std::shared_ptr<const Function> sub_program(const Function& whole, const std::vector<int>& computes) {
  auto part = std::make_shared<Function>();
  part->name = whole.name;
  part->at = whole.at;
  part->arrays = whole.arrays;
  part->scalars = whole.scalars;
  part->allow_out_of_bounds = whole.allow_out_of_bounds;
  part->allow_reassociation = whole.allow_reassociation;
  part->first_release_rules = whole.first_release_rules;
  for (int compute : computes) {
    part->computes.push_back(whole.computes[compute]);
    part->computes.back().placement.reset();  // its index belongs to the whole; `position` says where it stands
  }
  return part;
}

}  // namespace pom::dsl
