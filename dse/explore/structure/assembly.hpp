#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dse/explore/structure/choose_structures.hpp"

namespace pom::dse::explore {

/// The function that a nest shares with equal ones.
struct Module {
  std::string name;                 ///< empty: the nest shares none
  std::vector<std::string> arrays;  ///< of the nest, in the order of first use
};

/// The nests of a function in one structure each; what their units take is decided next.
struct Assembly {
  const Structures* of = nullptr;
  Designs designs;              ///< by nest
  std::vector<Module> modules;  ///< by nest; or none

  bool shares(std::size_t nest) const { return !modules.empty() && !modules[nest].name.empty(); }
};

/// The directives of all nests' structures, and which of them are functions.
Schedule structure_of(const Assembly&, const dsl::Function& program);

/// Arrays that stand for each other in nests of one module have the same banks, also those that no call hands over.
void tie_modules(const Assembly&, BankFactors&);

/// Equal nests as one function each, whose module serves them in turn; nothing where no nests are equal, or all are
/// refused as functions.
std::optional<Assembly> share_modules(SearchContext&, const Structures&);

}  // namespace pom::dse::explore
