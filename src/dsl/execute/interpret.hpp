#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsl/execute/coverage.hpp"
#include "dsl/execute/pom_inputs.h"
#include "dsl/model/at_sizes.hpp"
#include "dsl/model/function.hpp"

namespace pom::dsl {

/// The contents of all arguments.
struct Memory {
  std::vector<std::vector<std::byte>>
      arrays;  ///< one per Function::arrays, row-major, native elements; empty: not used
  std::vector<std::vector<std::byte>>
      scalars;  ///< one per Function::scalars, one element; empty: has a value, or not used

  bool operator==(const Memory&) const = default;
};

using pom_inputs::InputSet;

/// The inputs of one run.
struct Run {
  InputSet set;
  Sizes sizes = {};  ///< of all parameters
};

/// Where reductions were reassociated, rounding is bounded for numbers of one sign only: then floats are ordinary ones.
enum class FloatInputs { as_the_set, ordinary };

/// Pseudo-random contents of one run, the same for the same program and run.
Memory make_memory(const Function&, const Run&, FloatInputs);
/// The ordinary values, and the largest sizes.
Memory make_memory(const Function&, std::uint64_t seed);

/// Numbers that stand in the program's values: inputs near them decide comparisons.
std::vector<double> input_hints(const Function&);
pom_inputs::FloatFormat float_format(const Type&);
/// Which sequence of values an array or a scalar argument has.
constexpr int array_stream(int array) { return 2 * array; }
constexpr int scalar_stream(int scalar) { return 2 * scalar + 1; }

/// Executes a program without parameters (at_sizes.hpp) as written, without its schedule, straight from the record. At
/// each level the union of the ranges of the computes that share the loop is walked in order; a compute runs only
/// inside its own bounds. An element outside its array's memory reads as 0 and is not written. `coverage`, when given,
/// notes which arms were taken.
void interpret(const Function&, Memory&, Coverage* coverage = nullptr);

/// How many statement instances the program has, guards not considered, at those of the sizes at which it is executed
/// (sample_sizes) where it has most: loops may be longer where a size is small. Above `limit`: limit + 1.
std::int64_t count_instances(const Function&, std::int64_t limit);
/// The same, with an instance whose value has n operations, loads and constants counted as ⌈n / 32⌉ instances: the time
/// of an execution grows with both.
std::int64_t count_work(const Function&, std::int64_t limit);
constexpr std::int64_t operations_of_an_instance = 32;

}  // namespace pom::dsl
