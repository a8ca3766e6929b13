#pragma once
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "program_spec.hpp"

namespace pom::fuzz {

using Relation = ComparisonSpec::Relation;

inline std::int64_t whole_number(double value, Type type) {
  const auto whole = static_cast<std::int64_t>(value);
  return type.is_signed() ? whole : std::abs(whole);
}

/// Renders as text. Every operation is in parentheses: readers of a minimised case can live with some too many.
struct Printed {
  using Value = std::string;
  const ProgramSpec& program;
  std::vector<std::string> loops;

  std::string number(double value, Type type) const {
    if (!type.is_float()) return "expr(" + std::to_string(whole_number(value, type)) + ")";
    std::string text = std::to_string(value);
    text.erase(std::max(text.find_last_not_of('0') + 1, text.find('.') + 2));
    return "expr(" + text + ")";
  }
  std::string integer(int value) const { return std::to_string(value); }
  std::string loop(int n) const { return loops[static_cast<std::size_t>(n)]; }
  std::string cast(const std::string& value, Type to) const { return "cast(" + value + ", " + to_string(to) + ")"; }
  std::string clamp(const std::string& value, int low) const {
    return "p_max(p_min(" + value + ", 100), " + std::to_string(low) + ")";
  }
  std::string add(const std::string& a, const std::string& b) const { return "(" + a + " + " + b + ")"; }
  std::string sub(const std::string& a, const std::string& b) const { return "(" + a + " - " + b + ")"; }
  std::string mul(const std::string& a, const std::string& b) const { return "(" + a + " * " + b + ")"; }
  std::string max(const std::string& a, const std::string& b) const { return "p_max(" + a + ", " + b + ")"; }
  std::string min(const std::string& a, const std::string& b) const { return "p_min(" + a + ", " + b + ")"; }
  std::string bit_and(const std::string& a, const std::string& b) const { return "(" + a + " & " + b + ")"; }
  std::string bit_or(const std::string& a, const std::string& b) const { return "(" + a + " | " + b + ")"; }
  std::string bit_xor(const std::string& a, const std::string& b) const { return "(" + a + " ^ " + b + ")"; }
  std::string bit_not(const std::string& a) const { return "(~" + a + ")"; }
  std::string shift_left(const std::string& a, const std::string& b) const { return "(" + a + " << " + b + ")"; }
  std::string shift_right(const std::string& a, const std::string& b) const { return "(" + a + " >> " + b + ")"; }
  std::string floor(const std::string& a) const { return "floor(" + a + ")"; }
  std::string ceil(const std::string& a) const { return "ceil(" + a + ")"; }
  std::string round(const std::string& a) const { return "round(" + a + ")"; }
  std::string trunc(const std::string& a) const { return "trunc(" + a + ")"; }
  std::string sine(const std::string& a) const { return "sin(" + a + ")"; }
  std::string popcount(const std::string& a, Type to) const { return cast("popcount(" + a + ")", to); }
  std::string divide(const std::string& a, const std::string& b) const { return "(" + a + " / " + b + ")"; }
  std::string modulo(const std::string& a, const std::string& b) const { return "(" + a + " % " + b + ")"; }
  std::string select(const std::vector<std::string>& v) const {
    return "select(" + v[0] + " < " + v[1] + ", " + v[2] + ", " + v[3] + ")";
  }
  std::string scale(int factor, const std::string& value) const { return std::to_string(factor) + " * " + value; }
  std::string quotient(const std::string& value, int divisor) const {
    return "(" + value + ") / " + std::to_string(divisor);
  }
  std::string remainder(const std::string& value, int divisor) const {
    return "(" + value + ") % " + std::to_string(divisor);
  }
  std::string compare(Relation relation, const std::string& a, int b) const {
    const std::vector<std::string> signs = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    const bool is_number = a.find_first_not_of("-0123456789") == std::string::npos;
    return "(" + (is_number ? "expr(" + a + ")" : a) + signs[static_cast<std::size_t>(relation)] + std::to_string(b) +
           ")";
  }
  std::string border(Index::Border kind, const std::string& index, int extent) const {
    const std::string end = ", " + std::to_string(extent) + ")";
    switch (kind) {
      case Index::Border::clamped:
        return "clamp(" + index + ", 0, " + std::to_string(extent - 1) + ")";
      case Index::Border::mirrored:
        return "mirror(" + index + end;
      case Index::Border::wrapped:
        return "wrap(" + index + end;
      case Index::Border::zero_in_front:
        return "p_min(" + index + ", " + std::to_string(extent - 1) + ")";
      default:
        return index;
    }
  }
  std::string choose(const std::string& condition, const std::string& value, const std::string& otherwise) const {
    return "select(" + condition + ", " + value + ", " + otherwise + ")";
  }
  std::string both(const std::string& a, const std::string& b) const { return "(" + a + " && " + b + ")"; }
  std::string either(const std::string& a, const std::string& b) const { return "(" + a + " || " + b + ")"; }
  std::string element(int array, const std::vector<std::string>& indices) const {
    std::string text;
    for (const std::string& index : indices) text += (text.empty() ? "" : ", ") + index;
    return program.arrays[static_cast<std::size_t>(array)].name + "(" + text + ")";
  }
};

}  // namespace pom::fuzz
