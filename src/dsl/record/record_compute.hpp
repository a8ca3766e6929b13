#pragma once
#include <string>
#include <vector>

#include <pom/var.hpp>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// A compute as the user wrote it.
struct ComputeDeclaration {
  std::string name;
  std::vector<var> loops;
  ExprPtr value, destination;
  Location at;
};

/// Elaborates the declaration and appends it to the function's computes, behind all others; or adds findings and gives
/// false.
bool record_compute(Function&, const ComputeDeclaration&);

/// Restricts a compute to the iterations for which the condition holds; or adds findings (`non-affine-guard`,
/// `unknown-loop`).
void record_guard(Function&, const std::string& compute, const ExprPtr& condition, const Location& at);

/// Adds a finding unless the same one is there (one declaration may be used many times).
void add_finding(Function&, Diagnostic);

}  // namespace pom::dsl
