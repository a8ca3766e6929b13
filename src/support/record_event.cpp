#include "support/record_event.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace pom {

namespace {

using nlohmann::ordered_json;

/// Says once that nothing is recorded: who reads the file takes its silence for a clean run.
void say_not_written(const char* path) {
  static bool said = false;
  if (said) return;
  said = true;
  std::fprintf(stderr, "libpom: POM_JSON: cannot write to %s; findings and designs are not recorded there\n", path);
}

/// Adds one line. A file that cannot be written is no reason to lose a design.
void append(const std::string& line) {
  const char* path = std::getenv("POM_JSON");
  if (!path || !*path) return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!(file << line << std::flush)) say_not_written(path);
}

/// Names and texts come from the user's program, in any encoding.
std::string line_of(const ordered_json& event) {
  return event.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void add_place(ordered_json& event, const Location& at) {
  if (at.line == 0) return;
  event["file"] = at.file;
  event["line"] = at.line;
  if (at.column > 0) event["column"] = at.column;
}

}  // namespace

std::string finding_event(const Diagnostic& finding) {
  ordered_json event;
  event["event"] = "finding";
  event["severity"] = finding.severity == Severity::error ? "error" : "warning";
  event["code"] = finding.code;
  event["message"] = finding.message;
  add_place(event, finding.at);
  for (const Diagnostic::Note& note : finding.notes) {
    ordered_json one;
    one["message"] = note.text;
    add_place(one, note.at);
    event["notes"].push_back(std::move(one));
  }
  if (!finding.help.empty()) event["help"] = finding.help;
  if (!finding.fix.written.empty()) event["fix"] = {{"written", finding.fix.written}, {"instead", finding.fix.instead}};
  return line_of(event);
}

void record_finding(const Diagnostic& finding) { append(finding_event(finding)); }

void record_design(const std::string& directory) {
  std::filesystem::path full = std::filesystem::absolute(directory).lexically_normal();
  if (!full.has_filename()) full = full.parent_path();  // "out/gemm/" is "out/gemm"
  ordered_json event;
  event["event"] = "design";
  event["directory"] = full.string();
  event["report"] = (full / "report.json").string();
  append(line_of(event));
}

}  // namespace pom
