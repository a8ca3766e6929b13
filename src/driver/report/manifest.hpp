#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "support/result.hpp"

namespace pom::driver {

/// The record, kept in the project's directory, of what libpom wrote there: it tells libpom's files from the user's,
/// and untouched ones from edited ones.
class Manifest {
 public:
  static constexpr const char* file_name = ".pom-manifest.json";

  /// What stands in the directory. Without one, or with one that nobody can read: no file is libpom's.
  static Manifest read(const std::filesystem::path& directory);

  /// Error: `cannot-write`.
  Status write(const std::filesystem::path& directory) const;

  /// Also counts a file with this text as libpom's. A file has two texts while a project is replaced: whichever
  /// of them a killed process leaves, it is libpom's.
  void add(const std::string& name, const std::string& text);

  /// Was the file written by libpom, and is this what libpom wrote?
  bool holds(const std::string& name, const std::string& text) const;

  /// File name → the hashes of the texts that it may have.
  const std::map<std::string, std::set<std::string>>& files() const { return files_; }

  enum class State { missing, unreadable, found };

  State state() const { return state_; }
  bool found() const { return state_ == State::found; }

 private:
  std::map<std::string, std::set<std::string>> files_;
  State state_ = State::missing;
};

}  // namespace pom::driver
