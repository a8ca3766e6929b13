#include "bench/qor/description/type_text.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "bench/qor/description/unsupported.hpp"

namespace pom::dse::qor {

namespace {

/// The number at the text's start, which is taken away.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<NumberType> word_type(std::string_view text) {
  if (text == "bool") return integer_type(1, false);
  if (text == "char") return integer_type(8);
  if (text == "short") return integer_type(16);
  if (text == "int") return integer_type(32);
  if (text == "long") return integer_type(64);
  if (text == "half") return float_type(16);
  if (text == "float") return float_type(32);
  if (text == "double") return float_type(64);
  if (text == "bf16") return NumberType{NumberType::Kind::floating, 16, true, 8, false, false};
  return {};
}

constexpr std::int64_t widest = 1 << 16;

std::optional<NumberType> coded_type(std::string_view text) {
  NumberType type;
  if (take(text, "ufx") || take(text, "fx"))
    type.kind = NumberType::Kind::fixed;
  else if (take(text, "i") || take(text, "u"))
    type.kind = NumberType::Kind::integer;
  else if (take(text, "f"))
    type.kind = NumberType::Kind::floating;
  else
    return {};
  const auto bits = take_number(text);
  if (!bits || *bits < 1 || *bits > widest) return {};
  type.bits = type.integer_bits = static_cast<int>(*bits);
  if (type.kind == NumberType::Kind::floating) {
    type.integer_bits = 0;
    const bool known = *bits == 16 || *bits == 32 || *bits == 64;
    return known && text.empty() ? std::optional(type) : std::nullopt;
  }
  if (type.kind == NumberType::Kind::integer) return text.empty() ? std::optional(type) : std::nullopt;
  if (!take(text, ".")) return {};
  const auto integer_bits = take_number(text);
  if (!integer_bits || *integer_bits < -widest || *integer_bits > widest) return {};
  type.integer_bits = static_cast<int>(*integer_bits);
  type.saturates = take(text, "s");
  type.rounds = take(text, "r");
  return text.empty() ? std::optional(type) : std::nullopt;
}

NumberType element_type(std::string_view text) {
  if (const auto type = word_type(text)) return *type;
  if (auto type = coded_type(text)) {
    type->is_signed = !text.starts_with('u');
    return *type;
  }
  refuse("the type " + std::string(text) + " has no counterpart");
}

std::int64_t extent(std::string_view text) {
  if (const std::size_t comment = text.find("/*"); comment != std::string_view::npos) text = text.substr(0, comment);
  text = trim(text);
  if (text == "*" || text.empty()) return -1;
  const auto value = take_number(text);
  if (!value || !text.empty() || *value < 1) refuse("an array's extent " + std::string(text) + " is no number");
  return *value;
}

}  // namespace

DeclaredType parse_type(std::string_view text) {
  text = trim(text);
  DeclaredType type;
  if (take(text, "const ")) text = trim(text);
  std::string_view element = text.substr(0, text.find('['));
  if (text.starts_with("stream<")) {
    type.stream = true;
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) refuse("the type " + std::string(text) + " has no counterpart");
    element = text.substr(7, end - 7);
    text.remove_prefix(end + 1);
  } else {
    text.remove_prefix(element.size());
  }
  type.element = element_type(trim(element));
  while (!(text = trim(text)).empty()) {
    const std::size_t end = text.find(']');
    if (!take(text, "[") || end == std::string_view::npos) refuse("a type ends in \"" + std::string(text) + "\"");
    type.shape.push_back(extent(text.substr(0, end - 1)));
    text.remove_prefix(end);
  }
  return type;
}

}  // namespace pom::dse::qor
