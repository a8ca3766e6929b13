#include "bench/qor/description/pragma_text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace pom::dse::qor {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Words and "=" signs.
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) || c == '=' || c == ',')
      finish();
    else
      word += c;
    if (c == '=') words.push_back("=");
  }
  finish();
  return words;
}

}  // namespace

std::string Directive::value(const std::string& key) const {
  const auto found = values.find(key);
  return found == values.end() ? "" : found->second;
}

std::string Directive::choice(const std::string& key, const std::set<std::string>& words) const {
  if (const std::string given = lower(value(key)); !given.empty()) return given;
  for (const std::string& flag : flags) {
    if (words.contains(flag)) return flag;
  }
  return "";
}

Directive parse_directive(std::string_view text) {
  Directive directive;
  directive.text = text;
  if (text.starts_with('@')) text.remove_prefix(1);
  std::vector<std::string> words = split_words(text);
  if (!words.empty() && lower(words[0]) == "hls") words.erase(words.begin());
  if (words.empty()) return directive;
  directive.name = lower(words[0]);
  for (std::size_t n = 1; n < words.size(); ++n) {
    if (n + 2 < words.size() && words[n + 1] == "=" && words[n + 2] != "=") {
      directive.values[lower(words[n])] = words[n + 2];
      n += 2;
    } else if (words[n] != "=") {
      directive.flags.insert(lower(words[n]));
    }
  }
  return directive;
}

}  // namespace pom::dse::qor
