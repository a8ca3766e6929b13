#pragma once
#include <optional>
#include <vector>

#include "polyhedral/ir/scop.hpp"
#include "polyhedral/streaming/reuse.hpp"

namespace pom::poly {

/// Where in a window the elements stand that a compute reads, as indices of its loops.
class OffsetIndices {
 public:
  OffsetIndices(const Statement& scheduled, const dsl::Compute& compute, const Reuse& reuse)
      : scheduled_(scheduled), compute_(compute), reuse_(reuse) {}

  /// Of an element with these indices, from 0. Nothing where they have no such form.
  std::optional<std::vector<dsl::ExprPtr>> of(const std::vector<dsl::ExprPtr>& element) const;

 private:
  isl::map map_of(const std::vector<std::string>& results) const;
  dsl::ExprPtr loop_inside(int level) const;
  dsl::ExprPtr remainder_of(const isl::map& value, int loop, std::int64_t difference) const;

  const Statement& scheduled_;
  const dsl::Compute& compute_;
  const Reuse& reuse_;
};

}  // namespace pom::poly
