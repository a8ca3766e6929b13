#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// What a name stands for: one of Function::arrays (scalars are arrays of rank 0), or the variable of a loop.
struct Symbol {
  int array = -1, loop = -1;
};

/// The scopes around a place of a function, and the names that each of them declares.
class Scopes {
 public:
  Scopes() { enter(); }  ///< the function's own scope
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }

  void declare(const std::string& name, Symbol symbol) { scopes_.back()[name] = symbol; }
  void declare_in_function(const std::string& name, Symbol symbol) { scopes_.front()[name] = symbol; }
  /// Looks a name up from the innermost scope outwards.
  std::optional<Symbol> find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    }
    return {};
  }
  /// Tells whether the place is in the function's body, but in no loop or branch of it.
  bool is_function_body() const { return scopes_.size() == 2; }

 private:
  std::vector<std::map<std::string, Symbol>> scopes_;
};

/// What is known of a scalar's value without running the program.
struct KnownValue {
  std::optional<double> constant;
  std::optional<Index> index;  ///< integers: an affine function of the loops around
};

/// An array, or the part of it that begins at an element: what a pointer points to.
struct Place {
  int array = -1;
  std::vector<Index> indices;
};

/// What the names of a function mean at one place of its body.
struct Environment {
  Scopes scopes;
  std::map<int, KnownValue> values;  ///< by scalar
  std::map<int, Place> aliases;      ///< by pointer: the memory that it was set to
};

}  // namespace pom::dse::qor
