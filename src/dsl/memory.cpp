#include <cstring>

#include "dsl/interpret.hpp"
#include "dsl/number.hpp"
#include "dsl/small_float.hpp"

namespace pom::dsl {
namespace {

/// Splitmix64: every seed, also 0, gives a good sequence.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

template <class T>
void write_element(std::vector<std::byte>& bytes, std::size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

/// 1 … 9, with a sign where the type has one.
std::int64_t small_integer(Random& random, Type type) {
  std::uint64_t bits = random.next();
  auto size = static_cast<std::int64_t>(bits % 9 + 1);
  bool negative = type.is_signed() && (bits >> 32 & 1) != 0;
  return negative ? -size : size;
}

/// Never 0, as other integers: programs divide.
Wide random_number(Random& random, Type type) {
  Wide value = small_integer(random, type);
  if (type.is_fixed()) value = static_cast<Wide>(random.next()) << 64 | static_cast<Wide>(random.next());
  value = wrap_number(value, type);
  return value == 0 ? wrap_number(1, type) : value;
}

void fill(std::vector<std::byte>& bytes, Type type, std::size_t elements, Random& random) {
  const std::size_t size = storage_bytes(type);
  bytes.resize(elements * size);
  for (std::size_t n = 0; n < elements; ++n) {
    if (type == p_float32) {
      write_element(bytes, n, 0.5f + static_cast<float>(random.next() >> 41) * 0x1p-23f);
    } else if (type == p_float64) {
      write_element(bytes, n, 0.5 + static_cast<double>(random.next() >> 12) * 0x1p-52);
    } else if (type.is_float()) {
      const double value = 0.5 + static_cast<double>(random.next() >> 12) * 0x1p-52;
      write_element(bytes, n, type == p_half ? round_to_half(value) : round_to_bfloat16(value));
    } else {
      // Little-endian: the low bytes of the two's complement are the narrower integer.
      const Wide value = is_number(type) ? random_number(random, type) : small_integer(random, type);
      std::memcpy(bytes.data() + n * size, &value, size);
    }
  }
}

}  // namespace

Memory make_memory(const Function& function, std::uint64_t seed) {
  Random random(seed);
  Memory memory;
  memory.arrays.resize(function.arrays.size());
  memory.scalars.resize(function.scalars.size());
  for (int index : function.scalar_arguments()) fill(memory.scalars[index], function.scalars[index]->type, 1, random);
  for (int index : function.used_arrays()) {
    const Array& array = *function.arrays[index];
    fill(memory.arrays[index], array.type, static_cast<std::size_t>(array.elements()), random);
  }
  return memory;
}

}  // namespace pom::dsl
