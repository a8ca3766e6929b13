#include "driver/verify/execution_size.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/at_sizes.hpp"
#include "dsl/model/number.hpp"
#include "polyhedral/loops/count_iterations.hpp"

namespace pom::driver {

namespace {

std::int64_t count_bytes(const dsl::Function& program) {
  std::int64_t bytes = 0;
  for (const int array : program.used_arrays()) {
    const dsl::Array& used = *program.arrays[array];
    std::int64_t own = 0;
    if (__builtin_mul_overflow(used.elements(), static_cast<std::int64_t>(dsl::storage_bytes(used.type)), &own) ||
        __builtin_add_overflow(bytes, own, &bytes))
      return std::numeric_limits<std::int64_t>::max();
  }
  return bytes;
}

}  // namespace

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

std::string too_large(const dsl::Function& program, const ExecutionSize& limits) {
  if (dsl::count_work(program, limits.instances) > limits.instances) {
    const bool many = dsl::count_instances(program, limits.instances) > limits.instances;
    return "the program is too large to execute, at any size tried: it has more than " + grouped(limits.instances) +
           " instances" + (many ? "" : " of " + std::to_string(dsl::operations_of_an_instance) + " operations");
  }
  const std::int64_t bytes = count_bytes(program);
  if (bytes > limits.bytes)
    return "the program is too large to execute, at any size tried: its arrays have " + grouped(bytes) + " bytes";
  return "";
}

std::string too_large(const poly::LoopTree& loops, const ExecutionSize& limits) {
  const std::vector<dsl::Sizes> sizes = dsl::sample_sizes(*loops.program);
  const auto fits = [&](const dsl::Sizes& at) {
    return poly::count_iterations(loops, at, limits.iterations) <= limits.iterations;
  };
  if (std::all_of(sizes.begin(), sizes.end(), fits)) return "";
  return "the program is too large to execute, at any size tried: its generated loops run for more than " +
         grouped(limits.iterations) + " iterations";
}

}  // namespace pom::driver
