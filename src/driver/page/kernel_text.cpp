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
  if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return "m";
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
  const Json& kernel = report.at("kernel");
  std::map<int, const Json*> pragmas;
  for (const Json& pragma : kernel.at("pragmas")) pragmas[pragma.at("line").get<int>()] = &pragma;
  std::istringstream in(kernel.at("text").get<std::string>());
  std::string rows, line;
  for (int n = 1; std::getline(in, line); ++n) {
    const auto pragma = pragmas.find(n);
    const std::string anchor = std::to_string(n);
    rows += "<span class=\"row" + std::string(pragma == pragmas.end() ? "" : " pragma") + "\" id=\"L" + anchor +
            "\"><a class=\"no\" tabindex=\"-1\" href=\"#L" + anchor + "\" aria-label=\"Line " + anchor + "\">" +
            anchor + "</a><span class=\"text\">" + (pragma == pragmas.end() ? highlight(line) : html::escape(line)) +
            "</span>" + (pragma == pragmas.end() ? "" : origin(*pragma->second, report.at("directives"))) + "</span>\n";
  }
  return html::section("kernel", "Kernel",
                       "<p>" + html::code(kernel.at("file").get<std::string>()) +
                           ". Beside each pragma stands the directive that made it.</p>\n<pre class=\"kernel scroll\" "
                           "tabindex=\"0\" role=\"region\" aria-label=\"The generated kernel\"><code>" +
                           rows + "</code></pre>\n");
}

}  // namespace pom::driver
