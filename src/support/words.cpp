#include "support/words.hpp"

#include <algorithm>
#include <cctype>

namespace pom {
namespace {

/// Characters to change, insert, remove, or exchange with their neighbour, so that one word becomes the other
/// (Damerau, 1964).
std::size_t count_mistakes(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      least[i][j] =
          std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least.back().back();
}

/// What is left of a name where capitals and separators do not count: "KV-260" and "kv_260" are one.
std::string without_style(const std::string& word) {
  std::string plain;
  for (const char c : word) {
    if (c != '-' && c != '_' && c != ' ') plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return plain;
}

/// The longest of the words that `longer` begins with, as an ordering code begins with its device's name.
std::string find_beginning(const std::string& longer, const std::vector<std::string>& words) {
  std::string found;
  for (const std::string& word : words) {
    if (word.size() > found.size() && without_style(longer).starts_with(without_style(word))) found = word;
  }
  return found;
}

}  // namespace

std::size_t find_word(const std::string& text, const std::string& word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end])))
      return at;
  }
  return std::string::npos;
}

std::string meant_word(const std::string& misspelt, const std::vector<std::string>& words) {
  const std::string plain = without_style(misspelt);
  std::size_t least = plain.size() / 3 + 1;
  std::string meant;
  for (const std::string& word : words) {
    const std::size_t mistakes = count_mistakes(plain, without_style(word));
    if (mistakes == least) meant.clear();
    if (mistakes >= least) continue;
    meant = word;
    least = mistakes;
  }
  return meant.empty() ? find_beginning(misspelt, words) : meant;
}

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string join_names(std::initializer_list<std::string_view> parts) {
  std::string name;
  const char* separator = "";
  for (std::string_view part : parts) {
    if (*separator != '\0') {
      while (name.ends_with('_')) name.pop_back();
      while (part.starts_with('_')) part.remove_prefix(1);
    }
    name += separator;
    name += part;
    separator = "_";
  }
  return name;
}

std::string counted(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

}  // namespace pom
