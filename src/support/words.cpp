#include "support/words.hpp"

#include <algorithm>

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
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1,
                              least[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least.back().back();
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
  std::size_t least = misspelt.size() / 3 + 1;
  std::string meant;
  for (const std::string& word : words) {
    const std::size_t mistakes = count_mistakes(misspelt, word);
    if (mistakes == least) meant.clear();
    if (mistakes >= least) continue;
    meant = word;
    least = mistakes;
  }
  return meant;
}

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string counted(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

}  // namespace pom
