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

/// Remembers that what was written there last tells of a search, and the function with the schedule that it found.
void note_searched(const std::string& path, const dsl::Function& designed);

/// The warning `lost-search`: there stands the report of a search that found this schedule of this program, and it is
/// about to be replaced by one that knows nothing of the search.
Status check_search_kept(const std::string& path, const dsl::Function&, const Location& at);

}  // namespace pom::driver
