#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/affine_form.hpp"
#include "dsl/model/function.hpp"

namespace pom::dse::explore {

/// An argument behind m_axi.
struct External {
  int array = -1;
  std::string bundle;  ///< arrays of one bundle take turns
  std::int64_t elements = 0;
  bool read = false, written = false;
  bool reused = false;    ///< some element is accessed more than once
  std::size_t nests = 0;  ///< top-level nests that use it
};

/// An access of a compute to such an argument.
struct ExternalUse {
  int array = -1;
  std::vector<dsl::AffineForm> indices;
  bool writes = false;
};

/// The arguments that the program's own schedule puts behind m_axi and that some compute uses.
std::vector<External> external_arrays(const dsl::Function&);

/// The accesses of a compute to those arrays; nothing: an index is no sum of multiples of loops.
std::optional<std::vector<ExternalUse>> external_uses(const dsl::Compute&, const std::vector<External>&);

/// Iterations of each loop of a compute; nothing where a bound is no number or a guard leaves iterations out.
std::optional<std::vector<std::int64_t>> constant_trips(const dsl::Compute&);

/// Cycles until the first element of a copy arrives.
constexpr double first_element = 20;

/// Block memories of 18 Kibit, each with 16 Kibit for elements of 32 bits.
std::int64_t blocks_for(std::int64_t elements, int bits);

}  // namespace pom::dse::explore
