#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Text of HTML, and numbers as people read them.
namespace pom::driver::html {

using Json = nlohmann::ordered_json;

/// The text with the characters that HTML reads as its own replaced.
std::string escape(const std::string& text);

/// The same for sentences of the report: blanks inside of numbers become narrow ones that do not break.
std::string prose(const std::string& text);

/// "264 223", with narrow spaces that do not break; of fractions three digits.
std::string number(double value);
/// "37.5 %"
std::string percent(double share);
/// "2.64 ms"
std::string seconds(double value);
/// "12.5": a length in a picture.
std::string pixels(double length);
/// "256 KiB"
std::string size(std::int64_t bits);

/// A section with its heading and its anchor.
std::string section(const std::string& id, const std::string& title, const std::string& content);

/// A table whose rows become cards on a narrow screen. Columns whose title begins with "#" hold numbers; the first cell
/// of a row names it.
using Rows = std::vector<std::vector<std::string>>;
std::string table(const std::string& caption, const std::vector<std::string>& columns, const Rows& rows);

/// `text` as code; nothing of nothing.
std::string code(const std::string& text);
/// The same of several words, with commas between.
std::string codes(const std::vector<std::string>& words);
/// A link to the line of the kernel that is shown further down; empty for line 0.
std::string line_link(int line);

/// The strings of a list, joined.
std::string join(const Json& list, const std::string& separator);

/// "3 sets", "1 set"
std::string counted(std::int64_t count, const std::string& thing);

}  // namespace pom::driver::html
