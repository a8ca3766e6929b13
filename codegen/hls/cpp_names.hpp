#pragma once
#include <set>
#include <string>

#include "dsl/model/names.hpp"
#include "support/words.hpp"

namespace pom::backend {

/// The names that one printed function uses up. A module may give a name twice, or one that the printer makes up for
/// itself, or one that two of the user's names make together and that is a macro: C++ would take the wrong one, or
/// nothing.
class CppNames {
 public:
  /// `wanted`, or `wanted` with a number behind it.
  std::string declare(const std::string& wanted) {
    std::string name = wanted;
    for (int n = 1; dsl::is_macro(name) || !declared_.insert(name).second; ++n)
      name = join_names({wanted, std::to_string(n)});
    return name;
  }
  void forget(const std::string& name) { declared_.erase(name); }

 private:
  std::set<std::string> declared_ = {"pom_min",
                                     "pom_max",
                                     "pom_floordiv",
                                     "pom_mod",
                                     "pom_min_wide",
                                     "pom_max_wide",
                                     "pom_floordiv_wide",
                                     "pom_mod_wide",
                                     "pom_abs",
                                     "pom_quotient",
                                     "pom_remainder",
                                     "pom_number_quotient",
                                     "pom_number_remainder",
                                     "pom_truncate"};
};

}  // namespace pom::backend
