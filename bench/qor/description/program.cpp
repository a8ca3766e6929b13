#include "bench/qor/description/program.hpp"

#include <algorithm>
#include <functional>

#include "bench/qor/description/unsupported.hpp"

namespace pom::dse::qor {

namespace {

using nlohmann::json;

constexpr int deepest_body = 100;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':' || c == '$';
}

/// The name at the text's start: "buff[k]" → "buff".
std::string leading_name(const std::string& text) {
  std::size_t n = 0;
  while (n < text.size() && is_name_character(text[n])) ++n;
  return text.substr(0, n);
}

void for_each_node(const json& body, int depth, const std::function<void(const json&)>& visit) {
  if (depth > deepest_body) refuse("the body is nested too deep");
  if (!body.is_array()) refuse("a body is no list");
  for (const json& node : body) {
    if (!node.is_object()) refuse("a statement is no object");
    visit(node);
    for (const char* part : {"body", "then", "else"}) {
      if (node.contains(part)) for_each_node(node[part], depth + 1, visit);
    }
  }
}

/// Every word that could be a name, in any text of the body.
std::set<std::string> words_of(const json& body) {
  std::set<std::string> words;
  const auto add_words = [&](const std::string& text) {
    for (std::size_t n = 0; n < text.size();) {
      std::size_t end = n;
      while (end < text.size() && is_name_character(text[end])) ++end;
      if (end > n) words.insert(text.substr(n, end - n));
      n = end + 1;
    }
  };
  for_each_node(body, 0, [&](const json& node) {
    for (const auto& [key, value] : node.items()) {
      if (value.is_string() && key != "type") add_words(value.get<std::string>());
    }
  });
  return words;
}

/// Names behind "call": statements, and "(call name …)" in expressions.
std::set<std::string> called_names(const json& body) {
  std::set<std::string> names;
  for_each_node(body, 0, [&](const json& node) {
    names.insert(leading_name(text_of(node, "call")));
    for (const char* part : {"expr", "if", "set", "do", "ret", "range", "call"}) {
      const std::string text = text_of(node, part);
      for (std::size_t at = text.find("(call "); at != std::string::npos; at = text.find("(call ", at + 1)) {
        names.insert(leading_name(text.substr(at + 6)));
      }
    }
  });
  names.erase("");
  return names;
}

void note_assignments(FunctionFacts& facts) {
  for_each_node((*facts.text)["body"], 0, [&](const json& node) {
    const std::string target = text_of(node, "set");
    facts.assigned.insert(leading_name(target));
    if (leading_name(target) == target) facts.scalars.emplace(target, text_of(node, "type"));
    const std::string effect = text_of(node, "do");
    for (const char* start : {"(write ", "(post++ ", "(post-- ", "(pre++ ", "(pre-- "}) {
      if (effect.starts_with(start)) facts.assigned.insert(leading_name(effect.substr(std::string(start).size())));
    }
    const std::string result = text_of(node, "ret");
    if (!result.empty()) facts.returns = true;
  });
  facts.assigned.erase("");
}

FunctionFacts read_facts(const json& text) {
  if (!text.is_object() || text_of(text, "function").empty()) refuse("a function without a name");
  if (!text.contains("body")) refuse("the function " + text_of(text, "function") + " has no body");
  FunctionFacts facts;
  facts.text = &text;
  facts.name = text_of(text, "function");
  for (const json& parameter : text.value("params", json::array())) {
    facts.parameters.push_back(text_of(parameter, "name"));
    facts.types.push_back(parse_type(text_of(parameter, "type")));
  }
  note_assignments(facts);
  return facts;
}

/// Depth first, so that the reverse of the order in which functions are done has callers before callees.
class Order {
 public:
  explicit Order(const std::map<std::string, const json*>& texts) : texts_(texts) {}

  void visit(const std::string& name) {
    if (done_.contains(name)) return;
    if (!active_.insert(name).second) refuse("the function " + name + " calls itself");
    const json& text = *texts_.at(name);
    if (text.contains("body")) {
      for (const std::string& callee : called_names(text["body"])) {
        if (texts_.contains(callee)) visit(callee);
      }
    }
    active_.erase(name);
    done_.insert(name);
    order.push_back(name);
  }

  std::vector<std::string> order;

 private:
  const std::map<std::string, const json*>& texts_;
  std::set<std::string> done_, active_;
};

std::string find_top(const json& functions, const std::string& kernel) {
  std::set<std::string> called;
  for (const json& text : functions) {
    if (text_of(text, "function") == kernel) return kernel;
    if (text.contains("body")) called.merge(called_names(text["body"]));
  }
  for (const json& text : functions) {
    if (!called.contains(text_of(text, "function"))) return text_of(text, "function");
  }
  return text_of(functions[0], "function");
}

void read_globals(const json& point, Program& program) {
  std::map<std::string, DeclaredType> all;
  for (const json& global : point.value("globals", json::array())) {
    // A global that nothing uses may have any type.
    const std::string name = text_of(global, "name");
    const bool used = std::any_of(program.functions.begin(), program.functions.end(), [&](const FunctionFacts& facts) {
      return words_of((*facts.text)["body"]).contains(name);
    });
    if (used) program.globals[name] = parse_type(text_of(global, "type"));
  }
  for (auto facts = program.functions.rbegin(); facts != program.functions.rend(); ++facts) {
    std::set<std::string> shared;
    const std::set<std::string> words = words_of((*facts->text)["body"]);
    const std::set<std::string> callees = called_names((*facts->text)["body"]);
    for (const auto& [name, type] : program.globals) {
      const bool hidden =
          std::find(facts->parameters.begin(), facts->parameters.end(), name) != facts->parameters.end();
      if (words.contains(name) && !hidden) shared.insert(name);
    }
    for (const std::string& callee : callees) {
      const auto found = program.by_name.find(callee);
      if (found == program.by_name.end()) continue;
      const auto& below = program.functions[found->second].shared_globals;
      shared.insert(below.begin(), below.end());
    }
    facts->shared_globals.assign(shared.begin(), shared.end());
  }
}

/// A global is written when a function assigns it or passes it to one that assigns the parameter; the latter is not
/// followed: passing counts as writing.
void find_written_globals(Program& program) {
  for (const FunctionFacts& facts : program.functions) {
    for (const auto& [name, type] : program.globals) {
      bool passed = false;
      for_each_node((*facts.text)["body"], 0, [&](const json& node) {
        const std::string call = " " + text_of(node, "call") + " ";
        passed = passed || call.find(" " + name + " ") != std::string::npos ||
                 call.find("&" + name + "[") != std::string::npos || call.find(" " + name + "[") != std::string::npos;
      });
      if (passed || facts.assigned.contains(name)) program.written_globals.insert(name);
    }
  }
  for (FunctionFacts& facts : program.functions) {
    std::erase_if(facts.shared_globals,
                  [&](const std::string& name) { return !program.written_globals.contains(name); });
  }
}

}  // namespace

std::string text_of(const json& object, const char* member) {
  if (!object.is_object()) return "";
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

Program survey_program(const json& point) {
  const auto functions = point.find("desc");
  if (functions == point.end() || !functions->is_array() || functions->empty()) refuse("there is no description");
  std::map<std::string, const json*> texts;
  for (const json& text : *functions) {
    if (!texts.emplace(text_of(text, "function"), &text).second)
      refuse("the function " + text_of(text, "function") + " is described twice");
  }
  Order order(texts);
  order.visit(find_top(*functions, text_of(point, "kernel")));
  Program program;
  for (auto name = order.order.rbegin(); name != order.order.rend(); ++name) {
    program.by_name[*name] = static_cast<int>(program.functions.size());
    program.functions.push_back(read_facts(*texts.at(*name)));
  }
  read_globals(point, program);
  find_written_globals(program);
  return program;
}

}  // namespace pom::dse::qor
