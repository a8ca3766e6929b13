#include <pom/diagnostic.hpp>

#include "support/classic_stream.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom {
namespace {

/// As C++ writes it: names may have control characters, which end the text or steer a terminal.
std::string visible(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code >= ' ' && code != 127) return {c};
  constexpr const char* digits = "0123456789abcdef";
  return {'\\', 'x', digits[code / 16], digits[code % 16]};
}

/// The text with every line but the first indented.
std::string indent_following_lines(const std::string& text, const std::string& indent) {
  std::string result;
  for (char c : text) result += c == '\n' ? c + indent : visible(c);
  return result;
}

/// The place of what a container builds out of arguments is the line of the container that does it.
bool is_of_standard_library(const Location& at) {
  return at.file.find("/include/c++/") != std::string::npos || at.file.find("/c++/v1/") != std::string::npos;
}

}  // namespace

std::string to_string(const Location& at) {
  std::size_t slash = at.file.find_last_of('/');
  std::string base = slash == std::string::npos ? at.file : at.file.substr(slash + 1);
  return base + ":" + std::to_string(at.line);
}

Diagnostic misspelt(Diagnostic error, const std::string& word, const std::vector<std::string>& words) {
  const std::string meant = meant_word(word, words);
  if (!meant.empty()) error.fix = {'"' + word + '"', '"' + meant + '"'};
  return error;
}

std::string render(const Diagnostic& diagnostic) {
  ClassicStream text;
  if (diagnostic.at.line != 0) text << to_string(diagnostic.at) << ": ";
  text << (diagnostic.severity == Severity::error ? "error" : "warning") << '[' << diagnostic.code << "]: ";
  text << indent_following_lines(diagnostic.message, "  ") << '\n';
  for (const Diagnostic::Note& note : diagnostic.notes) {
    text << "  note: " << indent_following_lines(note.text, "    ");
    if (note.at.line != 0) text << " at " << to_string(note.at);
    text << '\n';
  }
  if (is_of_standard_library(diagnostic.at))
    text << "  note: the C++ library made it there, as for emplace_back and make_unique; push_back(compute(...)) gives "
            "the "
            "program's line\n";
  if (!diagnostic.help.empty()) text << "  help: " << indent_following_lines(diagnostic.help, "    ") << '\n';
  if (!diagnostic.fix.written.empty()) {
    text << "  fix: write " << indent_following_lines(diagnostic.fix.instead, "    ") << " for "
         << indent_following_lines(diagnostic.fix.written, "    ") << '\n';
  }
  return text.str();
}

}  // namespace pom
