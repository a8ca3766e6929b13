#include <algorithm>
#include <map>
#include <sstream>

#include "driver/page/parts.hpp"
#include "support/words.hpp"

namespace pom::driver {

using html::Json;
using html::number;

namespace {

/// The class of a word of C++ for the eye; empty: an ordinary name.
const char* word_class(const std::string& word) {
  static const std::map<std::string, const char*> known = [] {
    std::map<std::string, const char*> words;
    for (const char* keyword : {"for", "if", "else", "return", "const", "static", "inline", "void", "struct",
                                "template", "constexpr", "extern", "while"})
      words[keyword] = "k";
    for (const char* type : {"int",     "float",   "double",   "bool",      "char",     "unsigned", "half",
                             "ap_int",  "ap_uint", "ap_fixed", "ap_ufixed", "int8_t",   "int16_t",  "int32_t",
                             "int64_t", "uint8_t", "uint16_t", "uint32_t",  "uint64_t", "long",     "short"})
      words[type] = "t";
    return words;
  }();
  const auto found = known.find(word);
  return found == known.end() ? "" : found->second;
}

std::string marked(const char* name, const std::string& text) {
  return std::string("<span class=\"") + name + "\">" + html::escape(text) + "</span>";
}

/// One line of C++, its words marked.
std::string highlight(const std::string& line) {
  std::string text;
  for (std::size_t n = 0; n < line.size();) {
    if (line.compare(n, 2, "//") == 0) return text + marked("c", line.substr(n));
    std::size_t end = n;
    while (end < line.size() &&
           (is_word_character(line[end]) ||
            (end > n && line[end] == '.' && std::isdigit(static_cast<unsigned char>(line[n])) != 0)))
      ++end;
    if (end == n) {
      text += html::escape(line.substr(n++, 1));
      continue;
    }
    const std::string word = line.substr(n, end - n);
    const std::string kind = word_class(word);
    text += kind.empty() ? html::escape(word) : marked(kind.c_str(), word);
    n = end;
  }
  return text;
}

/// A directive as the program would say it inside of its function.
std::string directive_text(const Json& directive) {
  const std::string text = directive.at("text"), whole = "global::get_implicit_function()->";
  return text.starts_with(whole) ? text.substr(whole.size()) : text;
}

/// Who made a directive: a line of the program, or in words.
std::string made_by(const Json& directive) {
  const std::string at = directive.at("at"), origin = directive.at("origin");
  if (!at.empty()) return html::escape(at);
  if (origin == "board") return "made for the board";
  return origin == "search" ? "found by auto_DSE" : "of a schedule found before";
}

/// What made a pragma: a link to the directive, or the reason.
std::string origin(const Json& pragma, const Json& directives) {
  if (pragma.at("directive").is_null())
    return "<span class=\"origin\">" + html::escape(pragma.at("because").get<std::string>()) + "</span>";
  const std::size_t n = pragma.at("directive");
  const Json& directive = directives.at(n);
  return "<a class=\"origin\" href=\"#d" + std::to_string(n) + "\">" + html::escape(directive_text(directive)) +
         "<span class=\"from\">" + made_by(directive) + "</span></a>";
}

std::string row(std::size_t number, const std::string& text, const char* kind = "") {
  return std::string("<span class=\"row") + kind + "\" id=\"L" + std::to_string(number) + "\">" + text + "</span>\n";
}

/// A line of nothing but numbers: a part of a table.
bool is_numbers(const std::string& line) {
  return line.find_first_of("0123456789") != std::string::npos &&
         line.find_first_not_of(" 0123456789.,-+{};efpx") == std::string::npos;
}

/// Lines first + 1 to last of a table, folded: thousands of numbers say nothing, and each would be looked at by the
/// browser.
std::string folded(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t n = first; n < last; ++n) text += html::escape(lines[n]) + "\n";
  const auto count = static_cast<std::int64_t>(last - first);
  return "<details class=\"fold\" style=\"counter-increment:line " + std::to_string(count) + "\"><summary>" +
         html::counted(count, "line") + " of numbers</summary><span class=\"numbers\">" + text + "</span></details>\n";
}

/// The kernel, an element for each line, numbered by the style sheet.
std::string kernel_rows(const Json& report) {
  constexpr std::size_t longest_table = 8;
  const Json& kernel = report.at("kernel");
  std::map<std::size_t, const Json*> pragmas;
  for (const Json& pragma : kernel.at("pragmas")) pragmas[pragma.at("line").get<std::size_t>()] = &pragma;
  std::istringstream in(kernel.at("text").get<std::string>());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::string rows;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto end = std::find_if_not(lines.begin() + static_cast<std::ptrdiff_t>(n), lines.end(), is_numbers);
    const auto table_end = static_cast<std::size_t>(end - lines.begin());
    if (table_end > n + longest_table) {
      rows += folded(lines, n, table_end);
      n = table_end - 1;
    } else if (const auto pragma = pragmas.find(n + 1); pragma != pragmas.end()) {
      rows += row(n + 1, "<b>" + html::escape(lines[n]) + "</b>" + origin(*pragma->second, report.at("directives")),
                  " pragma");
    } else {
      rows += row(n + 1, highlight(lines[n]));
    }
  }
  return rows;
}

}  // namespace

std::string page_schedule(const Json& report) {
  const Json& directives = report.at("directives");
  if (directives.empty()) return "";
  std::map<std::size_t, std::string> lines;
  for (const Json& pragma : report.at("kernel").at("pragmas")) {
    if (pragma.at("directive").is_null()) continue;
    std::string& text = lines[pragma.at("directive")];
    text += (text.empty() ? "" : ", ") + html::line_link(pragma.at("line"));
  }
  std::string items;
  for (std::size_t n = 0; n < directives.size(); ++n) {
    std::string from = made_by(directives[n]);
    if (!directives[n].at("step").is_null())
      from = "<a href=\"#step" + directives[n].at("step").dump() + "\">" + from + "</a>";
    items += "<li id=\"d" + std::to_string(n) + "\">" + html::code(directive_text(directives[n]) + ";") +
             "<span class=\"why\">" + from + (lines.count(n) ? " · made " + lines[n] : "") + "</span></li>\n";
  }
  return html::section("schedule", "Schedule",
                       "<p>In their order; each was checked against the exact dependences of the program.</p>\n<ol "
                       "class=\"trail dense\">\n" +
                           items + "</ol>\n");
}

std::string page_kernel(const Json& report) {
  return html::section("kernel", "Kernel",
                       "<p>" + html::code(report.at("kernel").at("file").get<std::string>()) +
                           ". Beside each pragma stands the directive that made it.</p>\n<pre class=\"kernel scroll\" "
                           "tabindex=\"0\" role=\"region\" aria-label=\"The generated kernel\"><code>" +
                           kernel_rows(report) + "</code></pre>\n");
}

}  // namespace pom::driver
