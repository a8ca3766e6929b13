#include "driver/report/check_buffers.hpp"

#include <algorithm>
#include <cstdint>

#include "support/findings.hpp"

namespace pom::driver {

namespace {

std::int64_t bytes_of(const poly::PlacedBuffer& buffer) {
  const std::int64_t arrays = buffer.halves * (buffer.loaded.empty() ? 1 : 2);
  return (buffer.elements * buffer.bits + 7) / 8 * arrays;
}

}  // namespace

Status check_buffers(const std::vector<poly::PlacedBuffer>& buffers, const dse::devices::Device& device) {
  const std::int64_t available = device.memory_bits() / 8;
  std::int64_t needed = 0;
  for (const poly::PlacedBuffer& buffer : buffers) needed += bytes_of(buffer);
  if (needed <= available) return std::nullopt;
  const auto largest = std::max_element(buffers.begin(), buffers.end(), [](const auto& left, const auto& right) {
    return bytes_of(left) < bytes_of(right);
  });
  const std::string where = largest->loop.empty() ? "" : " in loop \"" + largest->loop + "\"";
  std::string text =
      "the buffer of \"" + largest->array + "\"" + where + " takes " + std::to_string(bytes_of(*largest)) + " bytes";
  if (buffers.size() > 1) text += ", all buffers together " + std::to_string(needed);
  text += "; " + device.name + " has " + std::to_string(available) + " on the chip";
  Diagnostic error = make_error("buffer-too-large", text, largest->at);
  error.notes.push_back({"smaller tiles, or a loop further inside, take less", {}});
  return error;
}

}  // namespace pom::driver
