#include "support/print_diagnostic.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <vector>

#include "support/record_event.hpp"
#include "support/words.hpp"

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

/// Some characters of a line, from `begin` up to `end`.
struct Part {
  std::size_t begin = 0, end = 0;
};

/// Of UTF-8, in which other bytes take no room on the screen.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// From the first character of the line to where a comment begins.
std::optional<Part> find_statement(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t comment = line.find("//", begin + 1);
  const std::size_t last = line.find_last_not_of(' ', comment == std::string::npos ? comment : comment - 1);
  return Part{begin, std::max(last, begin) + 1};
}

/// The parenthesis that belongs to the one at `at`; npos: it is not in this line.
std::size_t find_other_parenthesis(const std::string& line, std::size_t at) {
  const bool forward = line[at] == '(';
  int open = 0;
  for (std::size_t n = at; n < line.size(); forward ? ++n : --n) {
    if (line[n] == '(') ++open;
    if (line[n] == ')') --open;
    if (open == 0) return n;
  }
  return std::string::npos;
}

/// The call that the column points into: at its name, or at one of its parentheses. Nothing: there is none.
std::optional<Part> find_call(const std::string& line, unsigned column) {
  if (column == 0 || column > line.size()) return std::nullopt;
  std::size_t at = column - 1;
  while (at < line.size() && (is_word_character(line[at]) || line[at] == '.')) ++at;
  if (at >= line.size() || (line[at] != '(' && line[at] != ')')) return std::nullopt;
  const std::size_t other = find_other_parenthesis(line, at);
  if (other == std::string::npos) return std::nullopt;
  Part call{std::min(at, other), std::max(at, other) + 1};
  while (call.begin > 0 && is_word_character(line[call.begin - 1])) --call.begin;
  return call;
}

/// What the fix replaces, where that is certain: it stands in the line once.
std::optional<Part> find_written(const std::string& line, const Diagnostic::Fix& fix) {
  if (fix.written.empty()) return std::nullopt;
  const bool is_word = is_word_character(fix.written.front());
  const auto find = [&](std::size_t from) {
    return is_word ? find_word(line, fix.written, from) : line.find(fix.written, from);
  };
  const std::size_t at = find(0);
  if (at == std::string::npos || find(at + 1) != std::string::npos) return std::nullopt;
  return Part{at, at + fix.written.size()};
}

/// "^~~~~" under what a fix replaces, with what should stand there below; else under the call that is meant, or else
/// under the whole statement.
std::vector<std::string> mark_under(const std::string& line, const Diagnostic& diagnostic) {
  const std::optional<Part> written = find_written(line, diagnostic.fix);
  std::optional<Part> marked = written ? written : find_call(line, diagnostic.at.column);
  if (!marked) marked = find_statement(line);
  if (!marked) return {};
  const auto width = [&](std::size_t begin, std::size_t end) {
    return static_cast<std::size_t>(std::count_if(line.begin() + static_cast<std::ptrdiff_t>(begin),
                                                  line.begin() + static_cast<std::ptrdiff_t>(end), begins_character));
  };
  const std::string margin(width(0, marked->begin), ' ');
  std::vector<std::string> marks = {margin + "^" + std::string(width(marked->begin + 1, marked->end), '~')};
  if (written) marks.push_back(margin + diagnostic.fix.instead);
  return marks;
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
  std::vector<std::string> marks = mark_under(line, diagnostic);
  const std::string number = std::to_string(diagnostic.at.line);
  const bool is_error = diagnostic.severity == Severity::error;
  if (style == Style::colour) {
    const std::string kind = std::string(is_error ? "error" : "warning") + "[" + diagnostic.code + "]";
    paint(text, kind, is_error ? red : yellow);
    if (!diagnostic.help.empty()) paint(text, "\n  help:", green);
    if (!diagnostic.fix.written.empty()) paint(text, "\n  fix:", green);
    for (std::string& mark : marks) mark = in_colour(mark, green);
  }
  if (marks.empty()) return text;
  std::string quoted = "  " + number + " | " + line + "\n";
  for (const std::string& mark : marks) quoted += "  " + std::string(number.size(), ' ') + " | " + mark + "\n";
  return text.insert(text.find('\n') + 1, quoted);
}

void print_diagnostic(const Diagnostic& diagnostic) {
  const char* no_color = std::getenv("NO_COLOR");
  const Style style = no_color && *no_color ? Style::plain : Style::colour;
  const std::string text = isatty(STDERR_FILENO) == 1 ? render_with_source(diagnostic, style) : render(diagnostic);
  std::fputs(text.c_str(), stderr);
  record_finding(diagnostic);
}

void print_diagnostics(const std::vector<Diagnostic>& found) {
  const auto is_such = [](const Diagnostic& a, const Diagnostic& b) {
    return a.at.line != 0 && a.code == b.code && a.at.line == b.at.line && a.at.file == b.at.file;
  };
  for (auto one = found.begin(); one != found.end(); ++one) {
    const auto is_like_this = [&](const Diagnostic& other) { return is_such(*one, other); };
    if (std::any_of(found.begin(), one, is_like_this)) {
      record_finding(*one);
      continue;
    }
    print_diagnostic(*one);
    const auto more = std::count_if(one + 1, found.end(), is_like_this);
    if (more > 0) std::fprintf(stderr, "  and %td more such about this line\n", more);
  }
}

}  // namespace pom
