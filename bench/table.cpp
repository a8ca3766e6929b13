#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace {

std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, Format format) {
  std::string text = format == Format::markdown ? "|" : "  ";
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const std::string cell = n < cells.size() ? cells[n] : "";
    const std::string pad(widths[n] - std::min(widths[n], cell.size()), ' ');
    if (format == Format::markdown) {
      text += " " + cell + " |";
    } else {
      text += n == 0 ? cell + pad : "  " + pad + cell;
    }
  }
  return text + "\n";
}

}  // namespace

std::string to_text(const Table& table, Format format) {
  std::vector<std::size_t> widths;
  for (const std::string& header : table.headers) widths.push_back(header.size());
  for (const auto& row : table.rows) {
    for (std::size_t n = 0; n < std::min(row.size(), widths.size()); ++n)
      widths[n] = std::max(widths[n], row[n].size());
  }
  std::string text = format == Format::markdown ? "### " + table.title + "\n\n" : table.title + "\n";
  if (!table.note.empty()) text += format == Format::markdown ? table.note + "\n\n" : "  " + table.note + "\n";
  text += line(table.headers, widths, format);
  if (format == Format::markdown) {
    text += "|";
    for (std::size_t n = 0; n < widths.size(); ++n) text += n == 0 ? "---|" : "--:|";
    text += "\n";
  }
  for (const auto& row : table.rows) text += line(row, widths, format);
  return text + "\n";
}

std::string number(double value, int digits) {
  std::ostringstream out;
  if (std::abs(value) < 1e12 && std::abs(value) >= std::pow(10.0, digits - 1)) {
    out.precision(0);
    out << std::fixed << value;
  } else {
    out.precision(digits);
    out << value;
  }
  return out.str();
}

std::string number_or_nothing(double value, int digits) { return value == 0 ? "" : number(value, digits); }

std::string percent(double part) {
  std::ostringstream out;
  out.precision(1);
  out << std::fixed << 100 * part << " %";
  return out.str();
}

std::string cycles_text(double cycles) {
  std::ostringstream out;
  out.precision(0);
  out << std::fixed << cycles;
  std::string text = out.str();
  for (std::size_t n = text.size(); n > 3 && n - 3 > 0;) {
    n -= 3;
    if (text[n - 1] != '-') text.insert(n, " ");
  }
  return text;
}
