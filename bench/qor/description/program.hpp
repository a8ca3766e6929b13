#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "bench/qor/description/type_text.hpp"

namespace pom::dse::qor {

/// What callers must know of a function before its body is read.
struct FunctionFacts {
  const nlohmann::json* text = nullptr;
  std::string name;
  std::vector<std::string> parameters;
  std::vector<DeclaredType> types;             ///< of the parameters
  std::map<std::string, std::string> scalars;  ///< names that are assigned as scalars, and the types given there
  std::set<std::string> assigned;              ///< names that the body assigns
  std::vector<std::string> shared_globals;     ///< of the program's, in order of name, what it and its callees use
  bool returns = false;                        ///< a value: passed through one more parameter, the last
};

/// The functions that the top one needs, callers before callees, the top first.
struct Program {
  std::vector<FunctionFacts> functions;
  std::map<std::string, int> by_name;
  std::map<std::string, DeclaredType> globals;
  std::set<std::string> written_globals;  ///< the others are tables of constants
};

/// Throws Unsupported: recursion, no body, a type without counterpart.
Program survey_program(const nlohmann::json& point);

/// The member's text; "" when it is absent or no text.
std::string text_of(const nlohmann::json& object, const char* member);

}  // namespace pom::dse::qor
