#pragma once
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <pom/diagnostic.hpp>

namespace pom {

/// Either a stage's value or the errors that prevented it (at least one).
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Diagnostic error) : state_(std::vector<Diagnostic>{std::move(error)}) {}
  Result(std::vector<Diagnostic> errors) : state_(std::move(errors)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const std::vector<Diagnostic>& errors() const { return std::get<1>(state_); }

 private:
  std::variant<T, std::vector<Diagnostic>> state_;
};

/// Success without a value, or errors.
using Status = std::optional<Diagnostic>;

}  // namespace pom
