#pragma once
#include <locale>
#include <sstream>
#include <string>

namespace pom {

/// A text that is built as in the classic locale. The user's program may have a global one that writes 1.234,5, which
/// neither C++ nor JSON reads.
class ClassicStream : public std::ostringstream {
 public:
  ClassicStream() { imbue(std::locale::classic()); }
};

}  // namespace pom
