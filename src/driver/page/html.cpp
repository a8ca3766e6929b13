#include "driver/page/html.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>

namespace pom::driver::html {

namespace {

constexpr const char* narrow_space = "\u202f";

std::string formatted(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// Digits behind the point that leave three that count.
int digits_of(double value) {
  const double size = std::fabs(value);
  if (size >= 100 || value == std::floor(value)) return 0;
  return size >= 10 ? 1 : 2;
}

}  // namespace

std::string escape(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string prose(const std::string& text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  std::string joined;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const bool groups = text[n] == ' ' && n > 0 && is_digit(n - 1) && is_digit(n + 1) && is_digit(n + 2) &&
                        is_digit(n + 3) && !is_digit(n + 4);
    joined += groups ? std::string(narrow_space) : std::string(1, text[n]);
  }
  return escape(joined);
}

std::string number(double value) {
  const std::string plain = formatted(value, digits_of(value));
  const std::size_t whole = std::min(plain.find('.'), plain.size());
  std::string grouped;
  for (std::size_t n = 0; n < plain.size(); ++n) {
    const bool inside = n > 0 && n < whole && plain[n - 1] != '-';
    if (inside && (whole - n) % 3 == 0) grouped += narrow_space;
    grouped += plain[n];
  }
  return grouped;
}

std::string percent(double share) {
  constexpr double least_shown = 0.0001;
  if (share > 0 && share < least_shown) return "&lt;" + std::string(narrow_space) + "0.01" + narrow_space + "%";
  return number(std::fabs(share) >= 0.1 ? std::round(100 * share) : 100 * share) + narrow_space + "%";
}

std::string seconds(double value) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}}) {
    if (value >= unit.size) return number(std::round(value / unit.size * 100) / 100) + narrow_space + unit.name;
  }
  return number(std::round(value * 1e9)) + narrow_space + "ns";
}

std::string size(std::int64_t bits) {
  const double bytes = static_cast<double>(bits) / 8;
  if (bytes >= 1024 * 1024) return number(bytes / (1024 * 1024)) + narrow_space + "MiB";
  if (bytes >= 1024) return number(bytes / 1024) + narrow_space + "KiB";
  return number(bytes) + narrow_space + (bytes == 1 ? "byte" : "bytes");
}

std::string section(const std::string& id, const std::string& title, const std::string& content) {
  return "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-title\">\n<h2 id=\"" + id + "-title\">" + title +
         "</h2>\n" + content + "</section>\n";
}

std::string table(const std::string& caption, const std::vector<std::string>& columns, const Rows& rows) {
  std::string head, body;
  for (const std::string& column : columns) {
    const bool numbers = column.starts_with('#');
    head +=
        std::string("<th scope=\"col\"") + (numbers ? " class=\"n\">" : ">") + column.substr(numbers ? 1 : 0) + "</th>";
  }
  for (const std::vector<std::string>& row : rows) {
    body += "<tr>";
    for (std::size_t n = 0; n < row.size(); ++n) {
      const bool numbers = columns[n].starts_with('#');
      const std::string label = " data-label=\"" + escape(columns[n].substr(numbers ? 1 : 0)) + "\"";
      if (n == 0) body += "<th scope=\"row\">" + row[n] + "</th>";
      if (n > 0) body += "<td" + std::string(numbers ? " class=\"n\"" : "") + label + ">" + row[n] + "</td>";
    }
    body += "</tr>\n";
  }
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + escape(caption) +
         "\"><table class=\"cards\"><caption>" + escape(caption) + "</caption><thead><tr>" + head +
         "</tr></thead><tbody>\n" + body + "</tbody></table></div>\n";
}

std::string pixels(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", length);
  return text;
}

std::string code(const std::string& text) { return text.empty() ? "" : "<code>" + escape(text) + "</code>"; }

std::string codes(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + code(word);
  return text;
}

std::string line_link(int line) {
  if (line <= 0) return "";
  const std::string text = std::to_string(line);
  return "<a href=\"#L" + text + "\">line " + text + "</a>";
}

std::string join(const Json& list, const std::string& separator) {
  std::string text;
  for (const Json& word : list) text += (text.empty() ? "" : separator) + word.get<std::string>();
  return text;
}

std::string counted(std::int64_t count, const std::string& thing) {
  return number(static_cast<double>(count)) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace pom::driver::html
