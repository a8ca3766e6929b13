#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace pom::dse::qor {

/// "ARRAY_PARTITION variable=A cyclic factor=4 dim=0", "@PIPELINE" (a Tcl directive), "pipeline II = 1".
struct Directive {
  std::string name;                           ///< lower case
  std::map<std::string, std::string> values;  ///< keys in lower case, values as written
  std::set<std::string> flags;                ///< lower case
  std::string text;

  bool has(const std::string& flag) const { return flags.contains(flag); }
  std::string value(const std::string& key) const;
  /// `key=word` (in lower case), or the one of `words` that stands alone.
  std::string choice(const std::string& key, const std::set<std::string>& words) const;
};

Directive parse_directive(std::string_view text);

}  // namespace pom::dse::qor
