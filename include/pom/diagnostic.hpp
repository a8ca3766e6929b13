#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "location.hpp"

namespace pom {

enum class Severity { error, warning };

/// One finding about the user's program. `code` is a stable kebab-case name with an entry in docs/errors.md;
/// `help` is set only when the library tried the advice and it works.
struct Diagnostic {
  struct Note {
    std::string text;
    Location at;  ///< line 0: no place belongs to the note
  };

  /// The one certain cure of a mistake: what stands in the line of the finding, and what should stand there.
  struct Fix {
    std::string written, instead;  ///< both empty: there is none
  };

  Severity severity = Severity::error;
  std::string code;
  std::string message;  ///< first line: the finding; further lines: what exactly was violated
  Location at;
  std::vector<Note> notes;
  std::string help;
  Fix fix = {};
};

/// "gemm.cpp:31: error[code]: message\n  details\n  note: …\n  help: …\n  fix: write … for …\n"
std::string render(const Diagnostic&);

/// Thrown once, at the call that compiles (codegen, verify, auto_DSE …), with every independent finding.
/// what() is the rendered text. Uncaught, it prints that text and ends the program with exit status 1.
class CompileError : public std::runtime_error {
 public:
  explicit CompileError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// A defect of libpom itself; never the answer to a user's mistake.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace pom
