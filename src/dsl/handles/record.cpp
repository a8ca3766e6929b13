#include <pom/diagnostic.hpp>
#include <pom/record.hpp>

#include <algorithm>
#include <string_view>

#include "dsl/handles/current_function.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom {
namespace {

/// Where the field stands; there is nothing to go on with where it does not.
std::size_t find_field(const std::string& array, const std::vector<std::string>& names, const std::string& name,
                       const Location& at) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string fields = names.empty() ? "it has none" : "its fields are \"" + join(names, "\", \"") + "\"";
  const std::string text = "\"" + array + "\" has no field \"" + name + "\"; " + fields;
  throw CompileError({misspelt(make_error("unknown-field", text, at), name, names)});
}

}  // namespace

const array_element& record_element::operator()(const std::string& name, std::source_location at) const {
  return fields_[find_field(array_, names_, name, at)];
}

struct_array::struct_array(std::string name, const std::vector<array_extent>& shape, const std::vector<field>& fields,
                           here at)
    : name_(std::move(name)) {
  const bool nameless =
      std::any_of(fields.begin(), fields.end(), [](const field& one) { return std::string_view(one.name).empty(); });
  if (fields.empty() || nameless)
    dsl::add_finding(
        *dsl::current_function("struct_array", at),
        make_error("no-field",
                   "struct_array \"" + name_ + "\" has " + (nameless ? "a field without a name" : "no field"), at));
  for (const field& one : fields) {
    names_.push_back(one.name);
    const std::string part = join_names({name_, one.name});
    arrays_.emplace_back(part, shape, one.type, at);
    dsl::note_part(part, name_ + ".at(\"" + one.name + "\")", at);
  }
}

placeholder& struct_array::at(const std::string& name, here at) { return arrays_[find_field(name_, names_, name, at)]; }

struct_array& struct_array::partition(std::vector<std::int64_t> factors, const char* kind, here at) {
  for (placeholder& one : arrays_) one.partition(factors, kind, at);
  return *this;
}

struct_array& struct_array::local(std::source_location at) {
  for (placeholder& one : arrays_) one.local(at);
  return *this;
}

}  // namespace pom
