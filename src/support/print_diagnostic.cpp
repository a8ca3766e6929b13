#include "support/print_diagnostic.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace pom {

namespace {

/// Characters of a line that a terminal shows without breaking it.
constexpr std::size_t longest_shown = 110;

/// The line of the file, without what only fills it; empty: it cannot be read.
std::string source_line(const Location& at) {
  std::ifstream in(at.file);
  std::string line;
  for (unsigned n = 0; n < at.line; ++n) {
    if (!std::getline(in, line)) return "";
  }
  std::replace(line.begin(), line.end(), '\t', ' ');
  line.erase(line.find_last_not_of(" \r") + 1);
  if (line.size() > longest_shown) line = line.substr(0, longest_shown) + " ...";
  return line;
}

/// "^~~~~" under the statement of the line: from its first character to where a comment begins.
std::string mark_under(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  const std::size_t comment = line.find("//", begin + 1);
  const std::size_t end = line.find_last_not_of(' ', comment == std::string::npos ? comment : comment - 1);
  return std::string(begin, ' ') + "^" + std::string(end > begin ? end - begin : 0, '~');
}

std::string in_colour(const std::string& text, const char* colour) {
  return std::string("\033[") + colour + "m" + text + "\033[0m";
}

constexpr const char* red = "1;31";
constexpr const char* yellow = "1;33";
constexpr const char* green = "1;32";

/// Colours the first place of a word.
void paint(std::string& text, const std::string& word, const char* colour) {
  const std::size_t at = text.find(word);
  if (at != std::string::npos) text.replace(at, word.size(), in_colour(word, colour));
}

}  // namespace

std::string render_with_source(const Diagnostic& diagnostic, Style style) {
  std::string text = render(diagnostic);
  const std::string line = diagnostic.at.line == 0 ? "" : source_line(diagnostic.at);
  std::string mark = mark_under(line);
  const std::string number = std::to_string(diagnostic.at.line);
  const bool is_error = diagnostic.severity == Severity::error;
  if (style == Style::colour) {
    const std::string kind = std::string(is_error ? "error" : "warning") + "[" + diagnostic.code + "]";
    paint(text, kind, is_error ? red : yellow);
    if (!diagnostic.help.empty()) paint(text, "\n  help:", green);
    if (!mark.empty()) mark = in_colour(mark, green);
  }
  if (mark.empty()) return text;
  const std::string quoted =
      "  " + number + " | " + line + "\n  " + std::string(number.size(), ' ') + " | " + mark + "\n";
  return text.insert(text.find('\n') + 1, quoted);
}

void print_diagnostic(const Diagnostic& diagnostic) {
  const char* no_color = std::getenv("NO_COLOR");
  const Style style = no_color && *no_color ? Style::plain : Style::colour;
  const std::string text = isatty(STDERR_FILENO) == 1 ? render_with_source(diagnostic, style) : render(diagnostic);
  std::fputs(text.c_str(), stderr);
}

}  // namespace pom
