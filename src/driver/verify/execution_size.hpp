#pragma once
#include <cstdint>
#include <string>

#include "dsl/model/function.hpp"
#include "polyhedral/loops/loop_tree.hpp"

namespace pom::driver {

/// What an execution may take.
struct ExecutionSize {
  std::int64_t instances = 0;   ///< of the program as written, of up to 32 operations each
  std::int64_t bytes = 0;       ///< of its arrays
  std::int64_t iterations = 0;  ///< of the generated loops, which skewing and large steps make more than the instances
};

/// "1 073 741 824": by threes.
std::string grouped(std::int64_t number);

/// In what the program exceeds the limits: "it has more than 1 000 000 instances"; empty: in nothing.
std::string too_large(const dsl::Function&, const ExecutionSize& limits);
std::string too_large(const poly::LoopTree&, const ExecutionSize& limits);

}  // namespace pom::driver
