#pragma once

/// Functions that self-checking programs consist of beside the program's own text: filling arrays and comparing them.
namespace pom::backend {

inline constexpr const char* range_support_code = R"(
// Within what the program assumes of the array; of fixed point, in units of the last place.
template <class T>
static void pom_fill_range(T* expected, T* actual, long long elements, pom_inputs::Values values, long long low,
                           long long high, double place) {
  for (long long n = 0; n < elements; ++n) {
    const long long drawn = values.integer_within(low, high);
    expected[n] = actual[n] = place == 1 ? T(drawn) : T(static_cast<double>(drawn) * place);
  }
}
template <class T>
static void pom_fill_real_range(T* expected, T* actual, long long elements, pom_inputs::Values values, double low,
                                double high) {
  for (long long n = 0; n < elements; ++n) {
    const double drawn = low + values.share() * (high - low);
    expected[n] = actual[n] = T(drawn < low ? low : drawn > high ? high : drawn);
  }
}
)";

inline constexpr const char* support_code = R"(
template <class T>
static void pom_fill_integers(T* expected, T* actual, long long elements, pom_inputs::Values values, int bits,
                              bool is_signed) {
  for (long long n = 0; n < elements; ++n)
    expected[n] = actual[n] = static_cast<T>(static_cast<std::int64_t>(values.integer(bits, is_signed).low));
}

template <class T>
static void pom_fill_reals(T* expected, T* actual, long long elements, pom_inputs::Values values,
                           pom_inputs::FloatFormat format) {
  for (long long n = 0; n < elements; ++n) expected[n] = actual[n] = static_cast<T>(values.real(format));
}

template <class T>
static bool pom_within(double tolerance, double step, const T& expected, const T& actual) {
  if (tolerance == 0) return false;
  const double a = static_cast<double>(expected), b = static_cast<double>(actual);
  return std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b)) + step;
}

// Bit for bit; classes compare themselves. Of a NaN C++ fixes no bits: any two are the same.
template <class T>
static bool pom_same_value(const T& expected, const T& actual, std::true_type) {
  return std::memcmp(&expected, &actual, sizeof(T)) == 0 || (expected != expected && actual != actual);
}
template <class T>
static bool pom_same_value(const T& expected, const T& actual, std::false_type) {
  return expected == actual || (expected != expected && actual != actual);
}

template <class T>
static bool pom_same(const char* name, const T* expected, const T* actual, long long elements, double tolerance,
                     double step = 0) {
  for (long long n = 0; n < elements; ++n) {
    if (pom_same_value(expected[n], actual[n], std::is_arithmetic<T>())) continue;
    if (pom_within(tolerance, step, expected[n], actual[n])) continue;
    std::cout << "FAIL: element " << n << " of " << name << " is " << static_cast<double>(actual[n]) << ", expected "
              << static_cast<double>(expected[n]) << "\n";
    return false;
  }
  return true;
}
)";

/// For arguments whose ports hand over words.
inline constexpr const char* word_support_code = R"(
// Rows of elements as rows of whole words, and back; what no element has in the last word of a row is 0. Of several
// ports, a word lies in parts of as many elements at one after the other.
template <class T, class Word>
static void pom_to_words(const T* elements, long long count, long long row, Word* words, long long lanes,
                         long long port = 0, long long ports = 1) {
  const long long row_words = (row + lanes * ports - 1) / (lanes * ports);
  for (long long n = 0; n < count / row * row_words * lanes; ++n) {
    const long long c = (n / lanes % row_words * ports + port) * lanes + n % lanes;
    words[n / lanes][static_cast<std::size_t>(n % lanes)] = c < row ? elements[n / lanes / row_words * row + c] : T(0);
  }
}
template <class T, class Word>
static void pom_from_words(T* elements, long long count, long long row, const Word* words, long long lanes,
                           long long port = 0, long long ports = 1) {
  const long long row_words = (row + lanes * ports - 1) / (lanes * ports);
  for (long long n = 0; n < count; ++n) {
    const long long part = n % row / lanes;
    if (part % ports == port)
      elements[n] = words[n / row * row_words + part / ports][static_cast<std::size_t>(n % row % lanes)];
  }
}

)";

/// For integers of any width: the vendor's classes are assembled from two words.
inline constexpr const char* wide_support_code = R"(
template <class T>
static void pom_fill_wide(T* expected, T* actual, long long elements, pom_inputs::Values values, int bits,
                          bool is_signed) {
  for (long long n = 0; n < elements; ++n) {
    const pom_inputs::Integer value = values.integer(bits, is_signed);
    ap_uint<128> word = static_cast<ap_uint<64> >(value.high);
    word = (word << 64) | ap_uint<128>(static_cast<ap_uint<64> >(value.low));
    expected[n] = actual[n] = T(word);
  }
}
)";

inline constexpr const char* fixed_support_code = R"(
template <int bits, class T>
static void pom_fill_fixed(T* expected, T* actual, long long elements, pom_inputs::Values values, bool is_signed) {
  for (long long n = 0; n < elements; ++n) {
    const pom_inputs::Integer value = values.pattern(bits, is_signed);
    ap_uint<128> word = static_cast<ap_uint<64> >(value.high);
    word = (word << 64) | ap_uint<128>(static_cast<ap_uint<64> >(value.low));
    T drawn;
    drawn.range(bits - 1, 0) = ap_uint<bits>(word);
    expected[n] = actual[n] = drawn;
  }
}
)";

}  // namespace pom::backend
