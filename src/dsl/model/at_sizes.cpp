#include "dsl/model/at_sizes.hpp"

#include <algorithm>
#include <unordered_map>

namespace pom::dsl {
namespace {

/// Replaces the parameters that `instead` has something for; shared parts stay shared.
class Substitution {
 public:
  explicit Substitution(const std::map<int, ExprPtr>& instead) : instead_(instead) {}

  void operator()(Function& function) {
    for (Compute& compute : function.computes) {
      for (Loop& loop : compute.loops) {
        loop.lower = (*this)(loop.lower);
        loop.upper = (*this)(loop.upper);
      }
      for (ExprPtr& guard : compute.guards) guard = (*this)(guard);
      compute.value = (*this)(compute.value);
      (*this)(compute.store);
      for (Access& load : compute.loads) (*this)(load);
    }
  }

  ExprPtr operator()(const ExprPtr& e) {
    ExprPtr& result = done_[e.get()];
    if (!result) result = replace(e);
    return result;
  }

  void operator()(Access& access) {
    for (ExprPtr& index : access.indices) index = (*this)(index);
  }

 private:
  ExprPtr replace(const ExprPtr& e) {
    if (e->op == Op::scalar) {
      const auto found = instead_.find(e->index);
      return found == instead_.end() ? e : found->second;
    }
    ExprNode node = *e;
    bool changed = false;
    for (ExprPtr& operand : node.operands) {
      ExprPtr replaced = (*this)(operand);
      changed = changed || replaced != operand;
      operand = std::move(replaced);
    }
    return changed ? make_node(std::move(node)) : e;
  }

  const std::map<int, ExprPtr>& instead_;
  std::unordered_map<const ExprNode*, ExprPtr> done_;
};

void substitute_in(Function& function, const std::map<int, ExprPtr>& instead) {
  Substitution substitute(instead);
  substitute(function);
  for (auto& array : function.arrays) {
    if (array->extents.empty()) continue;
    array = std::make_shared<Array>(*array);
    for (ExprPtr& extent : array->extents) extent = substitute(extent);
  }
}

std::int64_t between(const ParameterRange& range) {
  // Below the middle, and odd: no multiple of the usual tile sizes.
  const std::int64_t middle = range.low + (range.high - range.low) * 5 / 8;
  return middle % 2 == 0 && middle > range.low ? middle - 1 : middle;
}

}  // namespace

Sizes largest_sizes(const Function& function) {
  Sizes sizes;
  for (const int scalar : function.parameters()) sizes[scalar] = function.scalars[scalar]->range->high;
  return sizes;
}

Sizes estimated_sizes(const Function& function) {
  Sizes sizes;
  for (const int scalar : function.parameters()) sizes[scalar] = function.scalars[scalar]->estimated_size();
  return sizes;
}

Function at_sizes(const Function& function, const Sizes& sizes) {
  Function fixed = function;
  std::map<int, ExprPtr> instead;
  for (const auto& [scalar, value] : sizes)
    instead[scalar] = make_integer(value, p_int32, function.scalars[scalar]->at);
  substitute_in(fixed, instead);
  return fixed;
}

Function with_ranges(const Function& function, const std::map<int, ParameterRange>& ranges) {
  Function narrowed = function;
  std::map<int, ExprPtr> instead;
  for (const auto& [scalar, range] : ranges) {
    auto declared = std::make_shared<Scalar>(*function.scalars[scalar]);
    declared->range = range;
    narrowed.scalars[scalar] = declared;
    ExprNode node;
    node.op = Op::scalar;
    node.type = declared->type;
    node.at = declared->at;
    node.name = declared->name;
    node.index = scalar;
    node.scalar = declared;
    instead[scalar] = make_node(std::move(node));
  }
  substitute_in(narrowed, instead);
  return narrowed;
}

std::vector<Sizes> sample_sizes(const Function& function, std::size_t most) {
  const std::vector<int> parameters = function.parameters();
  const auto range = [&](int scalar) { return *function.scalars[scalar]->range; };
  const Sizes largest = largest_sizes(function);
  std::vector<Sizes> samples = {largest};
  const auto add = [&](const Sizes& sizes) {
    const bool known = std::find(samples.begin(), samples.end(), sizes) != samples.end();
    if (!known && samples.size() < most) samples.push_back(sizes);
  };
  Sizes least, odd;
  for (const int scalar : parameters) {
    least[scalar] = range(scalar).low;
    odd[scalar] = between(range(scalar));
  }
  add(least);
  add(odd);
  for (const int scalar : parameters) {
    Sizes one = odd;
    one[scalar] = range(scalar).low;
    add(one);
  }
  return samples;
}

std::string to_string(const Sizes& sizes, const Function& function) {
  std::string text;
  for (const auto& [scalar, value] : sizes)
    text += (text.empty() ? "" : ", ") + function.scalars[scalar]->name + " = " + std::to_string(value);
  return text;
}

}  // namespace pom::dsl
