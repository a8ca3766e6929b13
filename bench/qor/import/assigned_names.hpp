#pragma once
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "bench/qor/import/environment.hpp"

namespace pom::dse::qor {

/// Collects the names that the statements of a body may assign, those of inner bodies included.
std::set<std::string> assigned_names(const nlohmann::json& body);

/// Forgets the values of the scalars that the body may assign. A parameter with a symbol keeps its value.
void forget_assigned(const nlohmann::json& body, const Function&, Environment&);

}  // namespace pom::dse::qor
