#pragma once
#include <string>
#include <string_view>

namespace pom {

/// The 64-bit FNV-1a hash of a text, as 16 hexadecimal digits: the same on every machine. It tells an edited file from
/// an untouched one; it is no defence against somebody who wants two texts to collide.
std::string content_hash(std::string_view text);

}  // namespace pom
