#pragma once
#include <concepts>
#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

#include "placeholder.hpp"

namespace pom {

/// A named scalar of a struct.
struct field {
  std::string name;
  Type type = p_float32;
};

/// An element of an array of structs: its fields by name.
class record_element {
 public:
  /// Moves copy, so that what was moved from still names what it named.
  record_element(const record_element&) = default;
  record_element& operator=(const record_element&) = default;
  record_element(std::string array, std::vector<std::string> names, std::vector<array_element> fields)
      : array_(std::move(array)), names_(std::move(names)), fields_(std::move(fields)) {}

  /// Throws CompileError `unknown-field` where there is none of the name.
  const array_element& operator()(const std::string& name,
                                  std::source_location at = std::source_location::current()) const;
  const std::vector<std::string>& names() const { return names_; }
  const std::string& array() const { return array_; }

 private:
  std::string array_;
  std::vector<std::string> names_;
  std::vector<array_element> fields_;
};

/// An array of structs of scalars: one array <name>_<field> per field, so that all the fields of an element are read in
/// one cycle, and those that nobody uses cost nothing. What a placeholder can do, each of them can:
/// `P.at("x").stream()`.
class struct_array {
  using here = std::source_location;

 public:
  /// Moves copy, so that what was moved from still names what it named.
  struct_array(const struct_array&) = default;
  struct_array& operator=(const struct_array&) = default;
  struct_array(std::string name, const std::vector<array_extent>& shape, const std::vector<field>& fields,
               here at = here::current());
  /// A template, so that a braced list is always the one above.
  template <plain_integer Extent>
  struct_array(std::string name, const std::vector<Extent>& shape, const std::vector<field>& fields,
               here at = here::current())
      : struct_array(std::move(name), std::vector<array_extent>(shape.begin(), shape.end()), fields, at) {}

  record_element operator()(Located first, const std::convertible_to<expr> auto&... rest) const {
    std::vector<array_element> elements;
    for (const placeholder& one : arrays_) elements.push_back(one(first, rest...));
    return {name_, names_, std::move(elements)};
  }

  /// The array of one field.
  placeholder& at(const std::string& name, here at = here::current());

  // Of all fields alike.
  struct_array& partition(std::vector<std::int64_t> factors, const char* kind, here at = here::current());
  struct_array& local(std::source_location at = std::source_location::current());

 private:
  std::string name_;
  std::vector<std::string> names_;
  std::vector<placeholder> arrays_;
};

}  // namespace pom
