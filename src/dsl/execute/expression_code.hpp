#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/affine_form.hpp"

namespace pom::dsl {

/// A register: one value of any element type, in the low bytes.
using Slot = unsigned __int128;

/// Where one access of a statement goes.
struct AccessCode {
  /// What a dimension with a computed index adds to the offset.
  struct Computed {
    int index = 0;  ///< a register that holds a p_int32
    std::int64_t stride = 1;
  };

  AffineForm offset;  ///< in elements, row-major; without the dimensions of `computed`
  std::vector<Computed> computed;
  std::byte* base = nullptr;
  std::int64_t elements = 0;
};

/// What a step reads and writes.
struct Frame {
  Slot* registers;
  const AccessCode* accesses;
  const std::int64_t* offsets;    ///< one per access, for the current instance; without what is computed
  const std::int64_t* iterators;  ///< one per loop
};

/// Where the access goes now, in elements.
inline std::int64_t element_offset(const Frame& frame, int access) {
  std::int64_t offset = frame.offsets[access];
  for (const AccessCode::Computed& part : frame.accesses[access].computed)
    offset += part.stride * static_cast<std::int32_t>(frame.registers[part.index]);
  return offset;
}

/// One operation, with its types settled.
struct Step {
  void (*run)(const Step&, const Frame&) = nullptr;
  int target = 0;        ///< register
  int operands[3] = {};  ///< registers; a load's or store's access, a loop's number
  Op op = Op::integer;   ///< of operations on numbers (number.hpp); so are their types
  Type result, left, right;
};

/// A statement as straight-line code. Numbers and arguments stand in `registers` from the start.
struct StatementCode {
  std::vector<Step> steps;
  std::vector<Slot> registers;
  std::vector<AccessCode> accesses;                      ///< each different load, then the store
  int value = 0;                                         ///< the register of what is stored
  std::unordered_map<const ExprNode*, int> register_of;  ///< of every node of the value
};

/// The bytes of a literal in the low bytes of a register.
Slot literal_slot(const ExprNode& literal);

/// `memory` outlives the code and keeps its place.
StatementCode compile_statement(const Compute&, const Function&, Memory& memory);

}  // namespace pom::dsl
