#pragma once
#include <memory>
#include <string>

#include "dsl/model/function.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// A function's right to write to a directory, from the beginning of its compilation to the end. Functions of several
/// threads ask for it at the same time; who comes second is told so before any work.
class OutputClaim {
 public:
  /// Throws CompileError `directory-used-twice`: another function of this process has written there, or is about to,
  /// and would lose its project without a word.
  OutputClaim(const std::string& path, const std::shared_ptr<const dsl::Function>& function);
  ~OutputClaim();
  OutputClaim(const OutputClaim&) = delete;
  OutputClaim& operator=(const OutputClaim&) = delete;

 private:
  std::string key_;
};

/// Remembers that the function has written there, and tells whoever runs the program. It may do so again, with another
/// schedule.
void note_written(const std::string& path);

}  // namespace pom::driver
