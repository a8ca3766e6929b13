// hls::vector on a host, for the words of the ports of kernels that libpom generates: so many elements side by side,
// without gaps, as the vendor's header lays them out. Words may stand wherever their elements may.
#ifndef POM_HLS_VECTOR_H
#define POM_HLS_VECTOR_H

#include <cstddef>

namespace hls {

template <class T, std::size_t N>
class vector {
  static_assert(N > 0 && (N & (N - 1)) == 0, "a word has a power of two of elements");

 public:
  vector() = default;
  explicit vector(const T& all) {
    for (T& element : elements_) element = all;
  }
  T& operator[](std::size_t lane) { return elements_[lane]; }
  const T& operator[](std::size_t lane) const { return elements_[lane]; }
  static constexpr std::size_t size() { return N; }

 private:
  T elements_[N];
};

}  // namespace hls

#endif
