#include <algorithm>
#include <charconv>

#include "dse/devices/tables/target.hpp"

namespace pom::dse::devices {

namespace {

/// Reads the number at the front of the text and removes it from the text.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::optional<ToolVersion> read_version(const std::string& text) {
  std::string_view rest = text;
  const auto year = take_number(rest);
  if (!year || *year < 2000 || *year > 2999 || !rest.starts_with('.')) return std::nullopt;
  rest.remove_prefix(1);
  const auto release = take_number(rest);
  if (!release) return std::nullopt;
  // The rest, ".2" in "2022.2.2", is an update of the release.
  const bool is_update =
      std::all_of(rest.begin(), rest.end(), [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  if (!is_update) return std::nullopt;
  return ToolVersion{*year, *release};
}

}  // namespace pom::dse::devices
