#pragma once
#include <string>

#include <pom/diagnostic.hpp>

/// What a program that runs other people's programs wants to know: where POM_JSON names a file, each event adds one
/// JSON object to it, on a line of its own (docs/commands.md).
namespace pom {

/// {"event": "finding", "severity": …, "code": …, "message": …, "file": …, "line": …, "column": …, …}, with the line's
/// end.
std::string finding_event(const Diagnostic&);

/// The finding is an event.
void record_finding(const Diagnostic&);

/// {"event": "design", "directory": …, "report": …}: the files of a design have been written.
void record_design(const std::string& directory);

}  // namespace pom
