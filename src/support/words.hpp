#pragma once
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pom {

/// Letters, digits and _: what identifiers of C++ are made of.
inline bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The first place, from `from` on, where the word stands in the text and is no part of a longer one; npos: there is
/// none.
std::size_t find_word(const std::string& text, const std::string& word, std::size_t from = 0);

/// The one word of the list that a misspelt one means: it differs in at most a third of its characters, not counting
/// capitals, - and _, or a longer word begins with it. Empty: that is none, or several.
std::string meant_word(const std::string& misspelt, const std::vector<std::string>& words);

/// The words of the list, one after the other.
std::string join(const std::vector<std::string>& words, const std::string& separator = ", ");

/// The parts of a name with one "_" between each two: C++ reserves names with two in a row, and a user's name may end
/// or begin with one. "i_" and "i" give the same name with "0", so whoever needs one of its own looks whether it is
/// free.
std::string join_names(std::initializer_list<std::string_view> parts);

/// "1 loop", "3 loops".
std::string counted(std::size_t number, const std::string& thing);

}  // namespace pom
