#pragma once
#include <cstddef>
#include <string>
#include <vector>

/// A table that can be read on a terminal and in a Markdown file.
struct Table {
  std::string title, note;
  std::vector<std::string> headers;
  std::vector<std::vector<std::string>> rows;
};

enum class Format { terminal, markdown };

std::string to_text(const Table&, Format);

/// A number of about `digits` digits, without an exponent below 10^12; "" for 0 where that means "not known".
std::string number(double value, int digits = 6);
std::string number_or_nothing(double value, int digits = 6);
std::string percent(double part);
/// 12345678 → "12 345 678"
std::string cycles_text(double cycles);
