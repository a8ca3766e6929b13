#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <unordered_set>

#include "dsl/execute/interpret.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::dsl {
namespace {

using pom_inputs::FloatFormat;
using pom_inputs::Values;

template <class T>
void put(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

void put_real(std::byte* at, const Type& type, double value) {
  if (type == p_float32) {
    put(at, static_cast<float>(value));
  } else if (type == p_float64) {
    put(at, value);
  } else {
    put(at, type == p_half ? round_to_half(value) : round_to_bfloat16(value));
  }
}

void fill(std::vector<std::byte>& bytes, const Type& type, std::size_t elements, Values& values) {
  const std::size_t size = storage_bytes(type);
  bytes.resize(elements * size);
  for (std::size_t n = 0; n < elements; ++n) {
    std::byte* at = bytes.data() + n * size;
    if (type.is_float()) {
      put_real(at, type, values.real(float_format(type)));
    } else {
      // Little-endian: the low bytes of the two's complement are the narrower integer.
      const pom_inputs::Integer value =
          type.is_fixed() ? values.pattern(type.bits, type.is_signed()) : values.integer(type.bits, type.is_signed());
      std::memcpy(at, &value, size);
    }
  }
}

/// Contents that keep what is assumed of the array.
void fill_range(std::vector<std::byte>& bytes, const Array& array, Values& values) {
  const std::size_t size = storage_bytes(array.type);
  const ElementRange& range = *array.range;
  bytes.resize(static_cast<std::size_t>(array.elements()) * size);
  for (std::size_t n = 0; n * size < bytes.size(); ++n) {
    std::byte* at = bytes.data() + n * size;
    if (array.type.is_float()) {
      const double drawn = range.real_low + values.share() * (range.real_high - range.real_low);
      put_real(at, array.type, std::clamp(drawn, range.real_low, range.real_high));
    } else {
      const Wide drawn =
          values.integer_within(static_cast<std::int64_t>(range.low), static_cast<std::int64_t>(range.high));
      std::memcpy(at, &drawn, size);
    }
  }
}

class HintCollector {
 public:
  void visit(const ExprNode& node) {
    if (!seen_.insert(&node).second) return;
    if (node.op == Op::integer) add(static_cast<double>(node.integer));
    if (node.op == Op::real) add(node.real);
    for (const ExprPtr& operand : node.operands) visit(*operand);
  }

  std::vector<double> hints;

 private:
  void add(double value) {
    if (std::isfinite(value) && hints.size() < most_hints && known_.insert(value).second) hints.push_back(value);
  }

  /// The test bench lists them.
  static constexpr std::size_t most_hints = 16;
  std::unordered_set<const ExprNode*> seen_;
  std::set<double> known_;
};

}  // namespace

FloatFormat float_format(const Type& type) {
  if (type.kind == TypeKind::brain_floating) return {8, -126, 128};
  if (type.bits == 16) return {11, -14, 16};
  return type.bits == 32 ? FloatFormat{24, -126, 128} : FloatFormat{53, -1022, 1024};
}

std::vector<double> input_hints(const Function& function) {
  HintCollector collector;
  for (const Compute& compute : function.computes) collector.visit(*compute.value);
  return collector.hints;
}

Memory make_memory(const Function& function, const Run& run, FloatInputs floats) {
  const InputSet& set = run.set;
  const std::vector<double> hints = input_hints(function);
  Memory memory;
  memory.arrays.resize(function.arrays.size());
  memory.scalars.resize(function.scalars.size());
  const auto values_for = [&](const Type& type, int stream) {
    InputSet own = set;
    if (type.is_float() && floats == FloatInputs::ordinary) own.strategy = pom_inputs::ordinary;
    return Values(own, stream, hints.data(), static_cast<int>(hints.size()));
  };
  for (int index : function.scalar_arguments()) {
    const Type& type = function.scalars[index]->type;
    Values values = values_for(type, scalar_stream(index));
    fill(memory.scalars[index], type, 1, values);
    if (function.scalars[index]->is_parameter())
      put(memory.scalars[index].data(), static_cast<std::int32_t>(run.sizes.at(index)));
  }
  for (int index : function.used_arrays()) {
    const Array& array = *function.arrays[index];
    Values values = values_for(array.type, array_stream(index));
    if (array.is_table()) {
      memory.arrays[index] = *array.contents;
      continue;
    }
    if (array.returned) {
      memory.arrays[index].assign(storage_bytes(array.type), std::byte{0});
      continue;
    }
    if (array.range) {
      fill_range(memory.arrays[index], array, values);
      continue;
    }
    fill(memory.arrays[index], array.type, static_cast<std::size_t>(array.elements()), values);
  }
  return memory;
}

Memory make_memory(const Function& function, std::uint64_t seed) {
  return make_memory(function, {{pom_inputs::ordinary, seed}, largest_sizes(function)}, FloatInputs::as_the_set);
}

}  // namespace pom::dsl
