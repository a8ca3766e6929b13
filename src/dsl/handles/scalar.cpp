#include <utility>

#include <pom/scalar.hpp>

#include "dsl/handles/current_function.hpp"

namespace pom {

scalar::scalar(std::string name, Type type, std::source_location at)
    : scalar(placeholder(std::move(name), {}, type, at).local(at), at) {}

scalar::scalar(placeholder storage, std::source_location at)
    : array_element(storage(at)), storage_(std::move(storage)) {}

const scalar& scalar::output(std::source_location at) const {
  storage_.make_output(at);
  return *this;
}

const scalar& scalar::returned(std::source_location at) const {
  storage_.set_returned(at);
  return *this;
}

const scalar& scalar::interface(const std::string& mode, const std::string& bundle, std::source_location at) const {
  storage_.interface(mode, bundle, at);
  return *this;
}

const scalar& scalar::assume(dsl::Number low, dsl::Number high, std::source_location at) const {
  storage_.assume(low, high, at);
  return *this;
}

}  // namespace pom
