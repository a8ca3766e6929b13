#pragma once
#include <string>

#include "dsl/model/function.hpp"

namespace pom::backend {

/// The program's loops as they were written, in C++; loops that several computes share run over the union of their
/// ranges, by pom_min and pom_max (expression_helpers) where their bounds differ.
std::string print_reference(const dsl::Function&);

}  // namespace pom::backend
