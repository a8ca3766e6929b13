#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "dsl/model/value_range.hpp"
#include "dsl/record/leaves.hpp"

namespace pom::dsl {

/// Gives recorded values their types; findings are added to the function. One builder per target type (the destination,
/// or the type of an explicit cast), so that a part that several casts share is built once per type.
class ValueBuilders {
 public:
  ValueBuilders(const Leaves&, const ComputeContext&, RangeAnalysis&);
  ~ValueBuilders();
  ValueBuilders(const ValueBuilders&) = delete;
  ValueBuilders& operator=(const ValueBuilders&) = delete;

  /// Of the value's own type; numbers take the target's.
  ExprPtr build(const ExprNode& recorded, Type target);

 private:
  class Builder;

  const Leaves& leaves_;
  const ComputeContext& context_;
  RangeAnalysis& ranges_;
  std::vector<std::pair<Type, std::unique_ptr<Builder>>> builders_;
};

}  // namespace pom::dsl
