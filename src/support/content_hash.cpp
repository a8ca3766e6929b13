#include "support/content_hash.hpp"

#include <cstdint>

namespace pom {

std::string content_hash(std::string_view text) {
  // Offset basis and prime of the 64-bit hash, as its authors (Fowler, Noll, Vo) publish them.
  constexpr std::uint64_t offset_basis = 14695981039346656037U, prime = 1099511628211U;
  std::uint64_t hash = offset_basis;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  std::string digits(16, '0');
  for (std::size_t at = digits.size(); at-- > 0; hash >>= 4) digits[at] = "0123456789abcdef"[hash & 15];
  return digits;
}

}  // namespace pom
