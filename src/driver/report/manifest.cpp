#include "driver/report/manifest.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/atomic_write.hpp"
#include "support/content_hash.hpp"

namespace pom::driver {

namespace {

/// A name from the file may lead nowhere but to a file of the directory itself.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

/// Whether the text has a list of hashes for each file. Of half a record nobody knows what it said of the other files.
bool is_list_of_hashes(const nlohmann::json& text) {
  if (!text.is_object() || !text.contains("files") || !text["files"].is_object()) return false;
  return std::all_of(text["files"].begin(), text["files"].end(), [](const nlohmann::json& hashes) {
    return hashes.is_array() &&
           std::all_of(hashes.begin(), hashes.end(), [](const nlohmann::json& hash) { return hash.is_string(); });
  });
}

}  // namespace

Manifest Manifest::read(const std::filesystem::path& directory) {
  Manifest manifest;
  std::error_code failed;
  if (!std::filesystem::exists(std::filesystem::symlink_status(directory / file_name, failed))) return manifest;
  manifest.state_ = State::unreadable;
  if (!std::filesystem::is_regular_file(directory / file_name, failed)) return manifest;
  std::ifstream in(directory / file_name);
  const nlohmann::json text = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!is_list_of_hashes(text)) return manifest;
  manifest.state_ = State::found;
  for (const auto& [name, hashes] : text["files"].items()) {
    if (!is_plain_name(name)) continue;
    for (const nlohmann::json& hash : hashes) manifest.files_[name].insert(hash.get<std::string>());
  }
  return manifest;
}

Status Manifest::write(const std::filesystem::path& directory) const {
  nlohmann::json text;
  text["generator"] = "libpom";
  text["note"] = "libpom replaces a file of this directory only while its hash is listed here";
  text["files"] = files_;
  return write_file_atomically(directory / file_name, text.dump(2) + "\n");
}

void Manifest::add(const std::string& name, const std::string& text) { files_[name].insert(content_hash(text)); }

bool Manifest::holds(const std::string& name, const std::string& text) const {
  const auto found = files_.find(name);
  return found != files_.end() && found->second.count(content_hash(text)) > 0;
}

}  // namespace pom::driver
