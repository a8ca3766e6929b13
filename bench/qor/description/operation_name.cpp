#include "bench/qor/description/operation_name.hpp"

#include <map>

#include "bench/qor/description/type_text.hpp"

namespace pom::dse::qor {

namespace {

std::optional<OpKind> comparison(const std::string& symbol) {
  static const std::map<std::string, OpKind> symbols = {{"<", OpKind::lt},  {"<=", OpKind::le}, {">", OpKind::gt},
                                                        {">=", OpKind::ge}, {"==", OpKind::eq}, {"!=", OpKind::ne}};
  const auto found = symbols.find(symbol);
  return found == symbols.end() ? std::nullopt : std::optional(found->second);
}

std::optional<OpKind> arithmetic(const std::string& word) {
  static const std::map<std::string, OpKind> words = {
      {"add", OpKind::add},     {"sub", OpKind::sub},     {"mul", OpKind::mul},      {"div", OpKind::div},
      {"rem", OpKind::rem},     {"neg", OpKind::neg},     {"min", OpKind::min},      {"max", OpKind::max},
      {"abs", OpKind::abs},     {"and", OpKind::bit_and}, {"or", OpKind::bit_or},    {"xor", OpKind::bit_xor},
      {"not", OpKind::bit_not}, {"shl", OpKind::shl},     {"shr", OpKind::shr},      {"lshr", OpKind::shr},
      {"ashr", OpKind::shr},    {"sqrt", OpKind::sqrt},   {"sdiv", OpKind::div},     {"udiv", OpKind::div},
      {"cast", OpKind::cast},   {"itofp", OpKind::cast},  {"uitofp", OpKind::cast},  {"fptoi", OpKind::cast},
      {"fptoui", OpKind::cast}, {"fpext", OpKind::cast},  {"fptrunc", OpKind::cast}, {"trunc", OpKind::cast},
      {"zext", OpKind::cast},   {"sext", OpKind::cast},   {"fxtofp", OpKind::cast},  {"fptofx", OpKind::cast}};
  const auto found = words.find(word);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

int operand_count(OpKind op) {
  switch (op) {
    case OpKind::neg:
    case OpKind::abs:
    case OpKind::bit_not:
    case OpKind::sqrt:
    case OpKind::exp:
    case OpKind::log:
    case OpKind::tanh:
    case OpKind::sin:
    case OpKind::cos:
    case OpKind::tan:
    case OpKind::atan:
    case OpKind::erf:
    case OpKind::floor:
    case OpKind::ceil:
    case OpKind::round:
    case OpKind::trunc:
    case OpKind::cast:
      return 1;
    case OpKind::select:
      return 3;
    default:
      return 2;
  }
}

OperationName named(OpKind op, std::optional<NumberType> type) { return {op, type, operand_count(op)}; }

/// "land", infix operators: without a type.
std::optional<OperationName> untyped(const std::string& text) {
  static const std::map<std::string, OpKind> symbols = {
      {"+", OpKind::add},    {"-", OpKind::sub},       {"*", OpKind::mul},        {"/", OpKind::div},
      {"%", OpKind::rem},    {"<<", OpKind::shl},      {">>", OpKind::shr},       {"&", OpKind::bit_and},
      {"|", OpKind::bit_or}, {"^", OpKind::bit_xor},   {"&&", OpKind::bit_and},   {"||", OpKind::bit_or},
      {"neg", OpKind::neg},  {"not", OpKind::bit_not}, {"select", OpKind::select}};
  if (text == "land") return named(OpKind::bit_and, integer_type(1, false));
  if (text == "lor") return named(OpKind::bit_or, integer_type(1, false));
  if (text == "lnot") return named(OpKind::bit_not, integer_type(1, false));
  if (text == "fpext") return named(OpKind::cast, float_type(64));
  if (text == "fptrunc") return named(OpKind::cast, float_type(32));
  const auto found = symbols.find(text);
  if (found != symbols.end()) return named(found->second, {});
  if (const auto op = comparison(text)) return named(*op, {});
  return {};
}

/// "fadd", "dcmp<", "hmul": the float types by their first letters.
std::optional<OperationName> floating(const std::string& text) {
  if (text.size() < 3) return {};
  const char letter = text[0];
  if (letter != 'f' && letter != 'd' && letter != 'h') return {};
  const NumberType type = float_type(letter == 'd' ? 64 : letter == 'h' ? 16 : 32);
  const std::string word = text.substr(1);
  if (word.starts_with("cmp")) {
    const auto op = comparison(word.substr(3));
    // fcmp stands for every float type.
    return op ? std::optional(named(*op, letter == 'f' ? std::nullopt : std::optional(type))) : std::nullopt;
  }
  const auto op = arithmetic(word);
  return op ? std::optional(named(*op, type)) : std::nullopt;
}

}  // namespace

std::optional<OperationName> read_operation(const std::string& text) {
  if (const auto found = untyped(text)) return found;
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return floating(text);
  const std::string word = text.substr(0, dot);
  if (text.find('[', dot) != std::string::npos) return {};
  if (word == "cmp") {
    const std::size_t symbol = text.find_first_of("<>=!", dot);
    if (symbol == std::string::npos) return {};
    const auto op = comparison(text.substr(symbol));
    if (!op) return {};
    return named(*op, parse_type(text.substr(dot + 1, symbol - dot - 1)).element);
  }
  const auto op = word.empty() ? std::nullopt : arithmetic(word);
  return op ? std::optional(named(*op, parse_type(text.substr(dot + 1)).element)) : std::nullopt;
}

std::optional<OperationName> read_library_function(const std::string& name) {
  static const std::map<std::string, OpKind> functions = {
      {"sqrt", OpKind::sqrt}, {"exp", OpKind::exp},     {"log", OpKind::log},    {"tanh", OpKind::tanh},
      {"pow", OpKind::pow},   {"sin", OpKind::sin},     {"cos", OpKind::cos},    {"fabs", OpKind::abs},
      {"abs", OpKind::abs},   {"max", OpKind::max},     {"min", OpKind::min},    {"fmax", OpKind::max},
      {"fmin", OpKind::min},  {"labs", OpKind::abs},    {"fmod", OpKind::rem},   {"atan2", OpKind::atan2},
      {"tan", OpKind::tan},   {"atan", OpKind::atan},   {"erf", OpKind::erf},    {"floor", OpKind::floor},
      {"ceil", OpKind::ceil}, {"round", OpKind::round}, {"trunc", OpKind::trunc}};
  std::string base = name;
  if (const std::size_t scope = base.rfind("::"); scope != std::string::npos) base.erase(0, scope + 2);
  auto found = functions.find(base);
  const bool single = found == functions.end() && base.size() > 1 && base.back() == 'f';
  if (single) found = functions.find(base.substr(0, base.size() - 1));
  if (found == functions.end()) return {};
  return named(found->second, single ? std::optional(float_type(32)) : std::nullopt);
}

}  // namespace pom::dse::qor
