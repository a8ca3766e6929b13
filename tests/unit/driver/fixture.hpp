#pragma once
#include <pom/pom.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pom::test {

namespace fs = std::filesystem;

/// An empty directory of the test's own, gone afterwards. Its name holds the process: two runs may be under way at
/// once.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("pom-unit-driver-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Scratch() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

inline std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// x(i) = 2 x(i) over `size` elements, split by `factor` unless it is 0.
inline function doubling(const std::string& name, int size, int factor) {
  function program(name);
  program.scope([&] {
    var i("i", 0, size);
    placeholder x("x", {size});
    compute s("s", {i}, x(i) * 2.0, x(i));
    if (factor > 0) s.split(i, factor).pipeline(0, 1);
  });
  return program;
}

inline CompileOptions quiet(const std::string& path) {
  CompileOptions options;
  options.path = path;
  options.quiet = true;
  return options;
}

/// The code of the first error that `action` throws, "" when it throws none.
inline std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const CompileError& error) {
    return error.diagnostics().front().code;
  }
  return "";
}

}  // namespace pom::test
