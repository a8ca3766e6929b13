#include "driver/report/output_directories.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>

#include <pom/diagnostic.hpp>

#include "support/findings.hpp"
#include "support/record_event.hpp"

namespace pom::driver {

namespace {

/// Who writes to a directory.
struct Writer {
  /// Weak, so that functions die as ever; a weak pointer keeps its owner's identity, which no later function can take.
  std::weak_ptr<const dsl::Function> function;
  int compilations = 0;  ///< that are under way
  bool written = false;
  std::optional<std::string> found = {};  ///< the schedule of the search whose report stands there
};

std::mutex guard;

std::map<std::string, Writer>& writers() {
  static std::map<std::string, Writer> all;
  return all;
}

std::string key(const std::string& path) {
  std::error_code failed;
  // Absolute first: a relative path of which nothing exists stays relative otherwise, and is another one later.
  const std::filesystem::path whole = std::filesystem::absolute(path, failed);
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, failed);
  const std::filesystem::path named = failed ? std::filesystem::path(path).lexically_normal() : canonical;
  return (named.has_filename() ? named : named.parent_path()).string();
}

bool is_same(const Writer& writer, const std::shared_ptr<const dsl::Function>& function) {
  return !writer.function.owner_before(function) && !function.owner_before(writer.function);
}

/// Tells apart the states of one function: computes and their guards are only ever added, and the schedule is as it
/// stands.
std::string text_of(const dsl::Function& function) {
  std::string text;
  for (const dsl::Compute& compute : function.computes) text += std::to_string(compute.guards.size()) + " guards\n";
  for (const Directive& directive : function.schedule) text += to_string(directive) + "\n";
  return text;
}

}  // namespace

OutputClaim::OutputClaim(const std::string& path, const std::shared_ptr<const dsl::Function>& function)
    : key_(key(path)) {
  const std::lock_guard<std::mutex> lock(guard);
  Writer& writer = writers()[key_];
  std::error_code ignored;
  const bool is_taken = writer.compilations > 0 || (writer.written && std::filesystem::exists(key_, ignored));
  if (is_taken && !is_same(writer, function)) {
    throw CompileError({make_error(
        "directory-used-twice",
        "another function of this program " + std::string(writer.written ? "has written" : "is about to write") +
            " its project to " + path + "\nits files are left as they are; give one of the two another name or path",
        {})});
  }
  if (!is_same(writer, function)) writer = {function, 0, false};
  ++writer.compilations;
}

OutputClaim::~OutputClaim() {
  const std::lock_guard<std::mutex> lock(guard);
  --writers()[key_].compilations;
}

void note_written(const std::string& path) {
  const std::lock_guard<std::mutex> lock(guard);
  Writer& writer = writers()[key(path)];
  writer.written = true;
  writer.found.reset();
  record_design(path);
}

void note_searched(const std::string& path, const dsl::Function& designed) {
  const std::lock_guard<std::mutex> lock(guard);
  writers()[key(path)].found = text_of(designed);
}

Status check_search_kept(const std::string& path, const dsl::Function& function, const Location& at) {
  const std::lock_guard<std::mutex> lock(guard);
  if (writers()[key(path)].found != text_of(function)) return std::nullopt;
  Diagnostic warning = make_error("lost-search",
                                  "codegen() replaces the report of the search in " + path +
                                      "\nauto_DSE() has written the design already: leave out codegen(), or give it "
                                      "another path",
                                  at);
  warning.severity = Severity::warning;
  return warning;
}

}  // namespace pom::driver
