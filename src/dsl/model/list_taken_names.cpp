// Run by the build: reads what the preprocessor says of the headers that generated code includes, and writes the names
// that they take as three sorted lists: macros, declarations at file scope, and the headers' own names.
//   list_taken_names <output> <preprocessed text with its #include lines, or list of macros>...
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Goes through preprocessed C or C++ and keeps the identifiers that stand outside of all braces, brackets and
/// parentheses: what a file declares for all others, and the words around it. `extern "C" { }` and enumerations are
/// transparent, because what stands in them is declared outside.
class FileScope {
 public:
  explicit FileScope(std::set<std::string>& names) : names_(names) {}

  void scan(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) at = step(text, at);
  }

 private:
  std::size_t step(const std::string& text, std::size_t at) {
    const char c = text[at];
    if (c == '#') return std::min(text.find('\n', at), text.size());
    if (c == '"' || c == '\'') return skip_literal(text, at);
    if (is_word(c)) {
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      take_word(text.substr(at, end - at));
      return end;
    }
    if (std::isspace(static_cast<unsigned char>(c)) == 0) take_sign(c);
    return at + 1;
  }

  std::size_t skip_literal(const std::string& text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
    linkage_ = last_ == "extern";
    return at + 1;
  }

  void take_word(const std::string& word) {
    last_ = word;
    if (word == "enum") enumerates_ = true;
    if (word == "using") declares_used_ = true;
    const bool member = colons_ == 2 && !declares_used_;
    colons_ = 0;
    const bool at_file_scope = opaque_ == 0 && brackets_ == 0 && angles_ == 0 && !member;
    if (at_file_scope && std::isdigit(static_cast<unsigned char>(word[0])) == 0) names_.insert(word);
  }

  void take_sign(char sign) {
    colons_ = sign == ':' ? colons_ + 1 : 0;
    if (sign == '(' || sign == '[') ++brackets_;
    if (sign == ')' || sign == ']') --brackets_;
    // Outside of parentheses these are templates' only, or an operator's name.
    if (sign == '<' && brackets_ == 0 && last_ != "operator") ++angles_;
    if (sign == '>' && brackets_ == 0 && angles_ > 0) --angles_;
    if (sign == '{') {
      transparent_.push_back(linkage_ || enumerates_);
      opaque_ += transparent_.back() ? 0 : 1;
    }
    if (sign == '}' && !transparent_.empty()) {
      opaque_ -= transparent_.back() ? 0 : 1;
      transparent_.pop_back();
    }
    if (sign == '{' || sign == '}' || sign == ';') {
      linkage_ = enumerates_ = declares_used_ = false;
      if (brackets_ == 0) angles_ = 0;
    }
    if (sign != '<' && sign != '>') last_.clear();
  }

  std::set<std::string>& names_;
  std::vector<bool> transparent_;  ///< per open brace
  int opaque_ = 0, brackets_ = 0, angles_ = 0, colons_ = 0;
  bool linkage_ = false, enumerates_ = false, declares_used_ = false;
  std::string last_;
};

void collect_macros(const std::string& text, std::set<std::string>& macros) {
  const std::string define = "#define ";
  for (std::size_t at = text.find(define); at != std::string::npos; at = text.find(define, at + 1)) {
    std::size_t end = at + define.size();
    while (end < text.size() && is_word(text[end])) ++end;
    macros.insert(text.substr(at + define.size(), end - at - define.size()));
  }
}

/// "stdint" of `#include <stdint.h>`, and of `#include "stdint.h"`, which is no longer found beside its includer when
/// it comes from another directory: a generated stdint.h would be found in its place.
void collect_headers(const std::string& text, std::set<std::string>& headers) {
  const std::string include = "#include ";
  for (std::size_t at = text.find(include); at != std::string::npos; at = text.find(include, at + 1)) {
    const std::size_t begin = at + include.size() + 1;  // behind < or "
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const bool ends = text.compare(end, 3, ".h>") == 0 || text.compare(end, 3, ".h\"") == 0;
    if (ends) headers.insert(text.substr(begin, end - begin));
  }
}

/// Names that C and C++ keep for their implementations are refused by their form.
bool is_reserved_by_form(const std::string& name) {
  return name.find("__") != std::string::npos ||
         (name.size() > 1 && name[0] == '_' && std::isupper(static_cast<unsigned char>(name[1])) != 0);
}

void write_list(std::ostream& out, const char* list, const std::set<std::string>& names) {
  out << "constexpr std::string_view " << list << "[] = {\n";
  for (const std::string& name : names) {
    if (!is_reserved_by_form(name)) out << "    \"" << name << "\",\n";
  }
  out << "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::set<std::string> macros, declared, headers;
  for (int n = 2; n < argc; ++n) {
    std::ifstream in(argv[n]);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (text.empty()) {
      std::cerr << argv[n] << " is missing or empty\n";
      return 1;
    }
    const bool lists_macros = std::string(argv[n]).find("macros") != std::string::npos;
    if (lists_macros) {
      collect_macros(text, macros);
    } else {
      FileScope(declared).scan(text);
      collect_headers(text, headers);
    }
  }
  std::ofstream out(argv[1]);
  out << "// Written by list_taken_names.\n";
  write_list(out, "macro_names", macros);
  write_list(out, "file_scope_names", declared);
  write_list(out, "header_names", headers);
  return out.flush() ? 0 : 1;
}
