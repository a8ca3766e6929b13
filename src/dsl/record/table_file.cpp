#include "dsl/record/table_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "dsl/model/small_float.hpp"
#include "dsl/print/shape_text.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// No table that may be is nearly as large, whatever its format.
constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

Diagnostic bad_file(const std::string& file, const std::string& reason, const Location& at) {
  return make_error("bad-table", "cannot read a table from \"" + file + "\": " + reason, at);
}

bool is_separator(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ','; }

/// A decimal number too small for a double is the nearest one, 0 or subnormal; one too large is none.
std::optional<Number> parse_tiny(std::string_view word) {
  const std::string text(word);
  char* stop = nullptr;
  const double nearest = std::strtod(text.c_str(), &stop);
  if (*stop != '\0' || std::fabs(nearest) > 1) return std::nullopt;
  return Number(nearest);
}

/// An integer (also 0x…), or a real number; nothing: the word is neither.
std::optional<Number> parse_number(std::string_view word) {
  const char* const end = word.data() + word.size();
  const auto reads = [&](auto& value, std::string_view text, auto... how) {
    const auto [stop, error] = std::from_chars(text.data(), end, value, how...);
    return error == std::errc() && stop == end;
  };
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  std::int64_t with_sign = 0;
  std::uint64_t without_sign = 0;
  double real = 0;
  if (word.starts_with("0x") || word.starts_with("0X"))
    return reads(without_sign, word.substr(2), 16) ? std::optional<Number>(without_sign) : std::nullopt;
  if (reads(with_sign, word)) return Number(with_sign);
  if (reads(without_sign, word)) return Number(without_sign);
  if (reads(real, word)) return Number(real);
  const bool is_out_of_range = std::from_chars(word.data(), end, real).ec == std::errc::result_out_of_range;
  return is_out_of_range ? parse_tiny(word) : std::nullopt;
}

/// What a .npy file says of its contents: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
struct NpyHeader {
  char order = '<', kind = 'f';
  std::size_t size = 4;
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

/// Reads the dictionary; "" or what is wrong.
class NpyHeaderReader {
 public:
  NpyHeaderReader(std::string_view text, NpyHeader& header) : text_(text), header_(header) {}

  std::string read() {
    const std::string descr = value_of("descr"), fortran = value_of("fortran_order"), shape = value_of("shape");
    if (descr.empty() || fortran.empty() || shape.empty()) return "its header has no descr, fortran_order and shape";
    if (!read_type(descr))
      return "elements of type " + descr + " are not read; b1, i1 … i8, u1 … u8, f2, f4 and f8 are";
    header_.fortran = fortran == "True";
    if (!header_.fortran && fortran != "False") return "its fortran_order is " + fortran;
    return read_shape(shape) ? "" : "its shape is " + shape;
  }

 private:
  /// Up to the comma that ends it; brackets of a shape are part of it.
  std::string value_of(const std::string& key) const {
    std::size_t at = text_.find("'" + key + "'");
    if (at == text_.npos) return "";
    at = text_.find(':', at);
    if (at == text_.npos) return "";
    at = text_.find_first_not_of(' ', at + 1);
    if (at == text_.npos) return "";
    const std::size_t end = text_[at] == '(' ? text_.find(')', at) : text_.find_first_of(",}", at) - 1;
    return end >= text_.size() ? "" : std::string(text_.substr(at, end - at + 1));
  }

  bool read_type(const std::string& descr) {
    const bool quoted = descr.size() == 5 && descr.front() == '\'' && descr.back() == '\'';
    if (!quoted || std::string("<>|=").find(descr[1]) == std::string::npos) return false;
    header_.order = descr[1], header_.kind = descr[2], header_.size = static_cast<std::size_t>(descr[3] - '0');
    const std::string sizes = header_.kind == 'f' ? "248" : header_.kind == 'b' ? "1" : "1248";
    return std::string("biuf").find(header_.kind) != std::string::npos && sizes.find(descr[3]) != std::string::npos;
  }

  bool read_shape(const std::string& shape) {
    if (shape.find('(', 1) != shape.npos) return false;
    std::string word;
    for (char c : shape) {
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        word += c;
      } else if (c == '(' || c == ')' || c == ',' || c == ' ') {
        if (word.size() > 12) return false;
        if (!word.empty()) header_.shape.push_back(std::stoll(word));
        word.clear();
      } else {
        return false;
      }
    }
    return true;
  }

  std::string_view text_;
  NpyHeader& header_;
};

/// One element of a .npy file.
Number npy_element(const char* at, const NpyHeader& header) {
  std::uint64_t bits = 0;
  for (std::size_t byte = 0; byte < header.size; ++byte) {
    const std::size_t significance = header.order == '>' ? header.size - 1 - byte : byte;
    bits |= std::uint64_t{static_cast<unsigned char>(at[byte])} << (8 * significance);
  }
  if (header.kind == 'f' && header.size == 8) return std::bit_cast<double>(bits);
  if (header.kind == 'f' && header.size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (header.kind == 'f') return half_value(static_cast<std::uint16_t>(bits));
  if (header.kind != 'i') return bits;
  const int unused = 64 - 8 * static_cast<int>(header.size);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// Where the element at a place of the row-major order stands in column-major order.
std::size_t column_major(std::int64_t position, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; position /= shape[d]) index[d] = position % shape[d];
  std::int64_t place = 0;
  for (std::size_t d = shape.size(); d-- > 0;) place = place * shape[d] + index[d];
  return static_cast<std::size_t>(place);
}

/// The bytes of the header's dictionary and where the elements begin; "" with what is wrong.
std::string find_npy_header(const std::string& text, std::string_view& dictionary, std::size_t& data) {
  if (text.size() < 10 || !text.starts_with("\x93NUMPY")) return "it is no .npy file";
  const int version = text[6];
  if (version < 1 || version > 3) return "its version is " + std::to_string(version) + "; 1, 2 and 3 are read";
  const std::size_t width = version == 1 ? 2 : 4;
  std::size_t length = 0;
  for (std::size_t byte = 0; byte < width && 8 + byte < text.size(); ++byte)
    length |= std::size_t{static_cast<unsigned char>(text[8 + byte])} << (8 * byte);
  data = 8 + width + length;
  if (data > text.size()) return "it ends inside of its header";
  dictionary = std::string_view(text).substr(8 + width, length);
  return "";
}

}  // namespace

Result<Bytes> read_npy(const std::string& text, const std::string& file, const Array& array, const Location& at) {
  std::string_view dictionary;
  std::size_t data = 0;
  NpyHeader header;
  std::string fault = find_npy_header(text, dictionary, data);
  if (fault.empty()) fault = NpyHeaderReader(dictionary, header).read();
  if (!fault.empty()) return bad_file(file, fault, at);
  const bool flat = header.shape == std::vector{array.elements()};
  if (header.shape != array.shape && !flat)
    return bad_file(
        file,
        "its shape is " + shape_text(header.shape) + ", that of \"" + array.name + "\" is " + shape_text(array.shape),
        at);
  if (header.kind == 'f' && !array.type.is_float() && !array.type.is_fixed())
    return bad_file(file, "it holds floating-point numbers, but \"" + array.name + "\" is of " + to_string(array.type),
                    at);
  const auto elements = static_cast<std::size_t>(array.elements());
  if (text.size() - data != elements * header.size)
    return bad_file(file,
                    "it has " + std::to_string(text.size() - data) + " bytes of elements, not " +
                        std::to_string(elements * header.size),
                    at);
  std::vector<Number> numbers;
  numbers.reserve(elements);
  for (std::size_t n = 0; n < elements; ++n) {
    const std::size_t place = header.fortran && !flat ? column_major(static_cast<std::int64_t>(n), array.shape) : n;
    const char* const element = text.data() + data + place * header.size;
    if (header.kind == 'b' && *element != 0 && *element != 1)
      return bad_file(
          file, subscript_of(array, static_cast<std::int64_t>(n)) + " is a bool whose byte is neither 0 nor 1", at);
    numbers.push_back(npy_element(element, header));
  }
  return pack_numbers(numbers, array, at);
}

Result<Bytes> read_raw(const std::string& text, const std::string& file, const Array& array, const Location& at) {
  const std::size_t size = storage_bytes(array.type);
  const std::size_t wanted = static_cast<std::size_t>(array.elements()) * size;
  if (text.size() != wanted)
    return bad_file(file,
                    "it has " + std::to_string(text.size()) + " bytes, but \"" + array.name + "\" has " +
                        std::to_string(array.elements()) + " elements of " + std::to_string(size) +
                        (size == 1 ? " byte" : " bytes"),
                    at);
  Bytes bytes(wanted);
  std::memcpy(bytes.data(), text.data(), wanted);
  if (array.type.is_float()) return bytes;
  // A number's bits beyond its width follow from those inside.
  const Type stored{TypeKind::signed_integer, static_cast<int>(8 * size)};
  for (std::int64_t n = 0; n < array.elements(); ++n) {
    Wide bits = 0;
    std::memcpy(&bits, bytes.data() + static_cast<std::size_t>(n) * size, size);
    if (wrap_number(wrap_number(bits, array.type), stored) == wrap_number(bits, stored)) continue;
    return bad_file(file,
                    subscript_of(array, n) + " has bits beyond the " + std::to_string(array.type.bits) + " of " +
                        to_string(array.type),
                    at);
  }
  return bytes;
}

Result<Bytes> read_number_text(const std::string& text, const std::string& file, const Array& array,
                               const Location& at) {
  std::vector<Number> numbers;
  std::size_t line = 1;
  bool has_cell = false;  // the comma that may follow ends a number; one at the end of a line begins no new one
  for (std::size_t begin = 0; begin < text.size();) {
    if (is_separator(text[begin])) {
      if (text[begin] == ',' && !has_cell)
        return bad_file(file, "line " + std::to_string(line) + ": there is no number before a comma", at);
      has_cell = has_cell && text[begin] != ',' && text[begin] != '\n';
      line += text[begin++] == '\n' ? 1 : 0;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && !is_separator(text[end])) ++end;
    const std::string word = text.substr(begin, std::min<std::size_t>(end - begin, 40));
    const auto number = parse_number(std::string_view(text).substr(begin, end - begin));
    if (!number)
      return bad_file(file, "line " + std::to_string(line) + ": \"" + word + "\" is no number that 64 bits hold", at);
    numbers.push_back(*number);
    has_cell = true;
    begin = end;
  }
  return pack_numbers(numbers, array, at);
}

Result<Bytes> read_table_file(const std::string& file, const Array& array, const Location& at) {
  const std::filesystem::path path(file);
  const std::string end = path.extension().string();
  const bool is_npy = end == ".npy", is_raw = end == ".bin" || end == ".raw", is_text = end == ".txt" || end == ".csv";
  if (!is_npy && !is_raw && !is_text)
    return bad_file(file, "its name ends in none of .npy, .bin, .raw, .txt and .csv", at);
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(path, failed);
  if (!regular)
    return bad_file(file, std::filesystem::exists(path, failed) ? "it is no file" : "there is no such file", at);
  if (std::filesystem::file_size(path, failed) > most_bytes)
    return bad_file(file, "it has more than " + std::to_string(most_bytes >> 20) + " MiB", at);
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return bad_file(file, "it cannot be read", at);
  if (is_npy) return read_npy(text, file, array, at);
  return is_raw ? read_raw(text, file, array, at) : read_number_text(text, file, array, at);
}

}  // namespace pom::dsl
