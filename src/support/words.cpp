#include "support/words.hpp"

namespace pom {

std::size_t find_word(const std::string& text, const std::string& word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end])))
      return at;
  }
  return std::string::npos;
}

std::string counted(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

}  // namespace pom
