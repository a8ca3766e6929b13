#include "codegen/hls/table_text.hpp"

#include <cstring>

#include "codegen/hls/expression_text.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::backend {

namespace {

constexpr std::size_t longest_line = 120;

template <class Real>
double real_of(dsl::Wide bits) {
  Real value;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}

/// The least integer has no literal of its own.
std::string integer_text(dsl::Wide value, const Type& type) {
  if (!type.is_signed()) {
    const auto magnitude = static_cast<std::uint64_t>(value);
    return std::to_string(magnitude) + (type.bits > 32 ? "ULL" : type.bits == 32 ? "u" : "");
  }
  return integer_literal(static_cast<std::int64_t>(value), type.bits > 32 ? 64 : 32).text;
}

std::string element_text(const Type& type, dsl::Wide bits) {
  if (type == p_float64) return float_literal(real_of<double>(bits), 64).text;
  if (type == p_float32) return float_literal(real_of<float>(bits), 32).text;
  const auto small = static_cast<std::uint16_t>(bits);
  if (type == p_half) return float_literal(dsl::half_value(small), 16).text;
  if (type == p_bfloat16) return "pom_bfloat16(" + float_literal(dsl::bfloat16_value(small), 32).text + ")";
  const dsl::Wide value = dsl::wrap_number(bits, type);
  return type.is_fixed() ? float_literal(dsl::number_to_double(value, type), 64).text : integer_text(value, type);
}

class TablePrinter {
 public:
  TablePrinter(const Type& type, const std::vector<std::int64_t>& shape,
               const std::function<dsl::Wide(std::int64_t)>& bits_of, int indent)
      : type_(type), shape_(shape), bits_of_(bits_of), indent_(static_cast<std::size_t>(indent), ' ') {}

  std::string print() {
    print_dimension(0);
    return std::move(text_);
  }

 private:
  void print_dimension(std::size_t dimension) {
    if (dimension == shape_.size()) return append(element_text(type_, bits_of_(next_++)));
    append("{");
    for (std::int64_t n = 0; n < shape_[dimension]; ++n) {
      if (n > 0) text_ += ",", ++column_, behind_comma_ = true;
      print_dimension(dimension + 1);
    }
    text_ += "}", ++column_;
  }

  void append(const std::string& part) {
    if (behind_comma_ && column_ + part.size() + 3 > longest_line) {
      text_ += "\n" + indent_;
      column_ = indent_.size();
    } else if (behind_comma_) {
      text_ += " ", ++column_;
    }
    behind_comma_ = false;
    text_ += part;
    column_ += part.size();
  }

  const Type& type_;
  const std::vector<std::int64_t>& shape_;
  const std::function<dsl::Wide(std::int64_t)>& bits_of_;
  std::string indent_, text_;
  std::int64_t next_ = 0;
  std::size_t column_ = 60;  ///< the declaration in front takes about as much
  bool behind_comma_ = false;
};

}  // namespace

std::string table_text(const Type& type, const std::vector<std::int64_t>& shape,
                       const std::function<dsl::Wide(std::int64_t)>& bits_of, int indent) {
  const std::vector<std::int64_t> one = {1};  // "x[1]" in C++
  return TablePrinter(type, shape.empty() ? one : shape, bits_of, indent).print();
}

}  // namespace pom::backend
