#pragma once
#include <string>
#include <vector>

#include <pom/diagnostic.hpp>

namespace pom {

enum class Style { plain, colour };

/// The finding as render() has it and, below its first line, the line of the program that it is about, marked. Without
/// that line where the file cannot be read.
std::string render_with_source(const Diagnostic&, Style);

/// Prints the finding on the standard error output: on a terminal with its line of source, and in colour unless
/// NO_COLOR is set (https://no-color.org); elsewhere as render() has it, for whoever reads it by program.
void print_diagnostic(const Diagnostic&);

/// Prints findings as print_diagnostic does; of those with one code about one line the first, which says how many more
/// there are.
void print_diagnostics(const std::vector<Diagnostic>&);

}  // namespace pom
