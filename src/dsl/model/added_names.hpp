#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"

namespace pom::dsl {

/// What a directive that rewrites the program adds to it.
struct AddedNames {
  std::string array;
  std::vector<std::string> computes;
};

/// Nothing: the primitive leaves the program as it is.
std::optional<AddedNames> names_added_by(const Primitive&);

/// The directive of the schedule that adds an array or a compute of this name; null: there is none.
const Directive* find_adding(const Schedule&, const std::string& name);

/// The directive of the schedule that gives a buffer this name; null: there is none.
const Directive* find_buffer(const Schedule&, const std::string& name);

/// Whose memory a directive on the array or buffer speaks of: the array itself, or the one of the buffer.
std::string memory_of(const Schedule&, const std::string& name);

/// Whether the name is that of a buffer that the schedule asks for, or of an argument that has no memory on the chip
/// beside its buffers.
bool lies_in_buffers(const Schedule&, const std::string& name);

/// Whether the directive binds what lies in such buffers.
bool binds_buffers(const Schedule&, const Primitive&);

/// The front of an array's name that has room before and behind it for what names made of it add, within the length of
/// names.
std::string stem_of(const std::string& array);

/// The computes that `rfactor` adds beside its array.
std::string init_name(const Rfactor&);
std::string combine_name(const Rfactor&);
/// The compute that `broadcast` adds beside its array.
std::string reader_name(const Broadcast&);
/// The compute that `convert` adds beside its array.
std::string converter_name(const Convert&);

}  // namespace pom::dsl
