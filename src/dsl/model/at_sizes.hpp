#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// A value for each parameter that a program uses, by position in Function::scalars.
using Sizes = std::map<int, std::int64_t>;

/// The largest of each.
Sizes largest_sizes(const Function&);

/// Those that estimates are made for.
Sizes estimated_sizes(const Function&);

/// The program with numbers in place of its parameters. Arrays, scalars and computes keep their positions, and arrays
/// their room for the largest sizes. A program without parameters is copied.
Function at_sizes(const Function&, const Sizes&);

/// The program with less of each parameter promised; those that are not named keep what they have.
Function with_ranges(const Function&, const std::map<int, ParameterRange>&);

/// Combinations of sizes that every program is executed at.
constexpr std::size_t most_executed_sizes = 6;

/// Sizes worth an execution: all the largest first, all the least, odd ones between, and each parameter alone at its
/// least. At most `most`; one that is empty where the program has no parameter.
std::vector<Sizes> sample_sizes(const Function&, std::size_t most = most_executed_sizes);

/// "N = 7, M = 64"; empty without parameters.
std::string to_string(const Sizes&, const Function&);

}  // namespace pom::dsl
