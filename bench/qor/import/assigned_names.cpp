#include "bench/qor/import/assigned_names.hpp"

#include "bench/qor/description/program.hpp"

namespace pom::dse::qor {

namespace {

std::string leading_operand(const std::string& text) {
  const std::size_t start = text.find_first_not_of("*(& ");
  if (start == std::string::npos) return "";
  const std::size_t end = text.find_first_of(" [(){}+-*/.", start);
  return text.substr(start, end == std::string::npos ? end : end - start);
}

void collect_assigned(const nlohmann::json& body, std::set<std::string>& names) {
  if (!body.is_array()) return;
  for (const nlohmann::json& node : body) {
    if (!node.is_object()) continue;
    names.insert(leading_operand(text_of(node, "set")));
    const std::string definition = text_of(node, "def");
    names.insert(definition.substr(0, definition.find(':')));
    names.insert(text_of(node, "var"));
    for (const char* part : {"expr", "set", "do", "call", "if"}) {
      // An increment inside an expression, or an address that a callee may write through.
      const std::string text = text_of(node, part);
      for (const char* mark : {"++ ", "-- ", "&"}) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
          names.insert(leading_operand(text.substr(at + std::string(mark).size())));
        }
      }
      if (std::string(part) != "call") continue;
      for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
        names.insert(leading_operand(text.substr(at + 1)));  // references
      }
    }
    for (const char* part : {"body", "then", "else"}) {
      if (node.contains(part)) collect_assigned(node[part], names);
    }
  }
}

bool has_symbol(const Function& function, int array) {
  for (std::size_t p = 0; p < function.symbols.size(); ++p) {
    if (function.parameters[p] == array && function.symbols[p] >= 0) return true;
  }
  return false;
}

}  // namespace

std::set<std::string> assigned_names(const nlohmann::json& body) {
  std::set<std::string> names;
  collect_assigned(body, names);
  return names;
}

void forget_assigned(const nlohmann::json& body, const Function& function, Environment& environment) {
  for (const std::string& name : assigned_names(body)) {
    const auto symbol = environment.scopes.find(name);
    if (symbol && symbol->array >= 0 && !has_symbol(function, symbol->array)) environment.values.erase(symbol->array);
  }
}

}  // namespace pom::dse::qor
