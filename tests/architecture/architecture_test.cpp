#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "source_tree.hpp"

using namespace pom::test;

namespace {

const std::vector<std::string> library = {"src", "polyhedral", "codegen", "dse", "bench/qor"};

/// Every layer and the layers that it may include; its own files always.
const std::map<std::string, std::set<std::string>>& allowed_layers() {
  static const std::map<std::string, std::set<std::string>> allowed = [] {
    // Lowest first: each may include all before it, unless a shorter list follows below.
    const std::vector<std::pair<std::string, std::vector<std::string>>> order = {
        {"src/support", {""}},
        {"src/dsl", {"/model", "/print", "/execute", "/record", "/handles"}},
        {"polyhedral", {"/ir", "/analysis", "/dataflow", "/graph", "/primitives", "/streaming", "/buffers", "/loops"}},
        {"codegen", {"/affine", "/affine/text", "/pragmas", "/hls", "/boards", "/host_headers", "/execute"}},
        {"dse", {"/kernel", "/kernel/rewrite", "/devices/tables", "/boards/tables"}},
        {"dse/dataflow", {""}},
        {"dse/estimate", {"/qor", "/graph", "/schedule", "/area", "/blocks", "/frontend", "/compose", "/stalls", ""}},
        {"dse/transform", {"/nests", "/steps", ""}},
        {"dse/explore",
         {"/budget", "/values", "/unit", "/banks", "/space", "/solve", "/bound", "/context", "/structure", "/combine", "",
          "/tiles", "/programs"}},
        {"src/driver", {"/page", "/pipeline", "/board", "/verify", "/explore", "/report", "", "/import"}},
    };
    std::map<std::string, std::set<std::string>> all;
    std::set<std::string> below;
    for (const auto& [folder, rooms] : order) {
      for (const std::string& room : rooms) {
        all[folder + room] = below;
        below.insert(folder + room);
      }
    }
    all["src/tools"] = below;
    all["dse/devices/tables"] = {"dse/kernel"};
    all["dse/boards/tables"] = {"dse/devices/tables"};
    // The estimator's rooms see each other in their order, and of the rest only this.
    for (auto& [layer, may] : all) {
      if (layer.starts_with("dse/estimate"))
        std::erase_if(may,
                      [](const std::string& below) { return !below.starts_with("dse/") && below != "src/support"; });
    }
    // Judges the estimator, and is no part of the library.
    all["bench/qor/description"] = {"dse/kernel"};
    all["bench/qor/import"] = {"src/support", "bench/qor/description", "dse/kernel"};
    all["bench/qor/judge"] = {"bench/qor/description", "dse/kernel",       "dse/devices/tables",
                              "dse/estimate",          "dse/estimate/qor", "dse/estimate/stalls"};
    all["bench/qor/dataflow"] = {"bench/qor/description", "bench/qor/judge", "dse/kernel", "dse/dataflow",
                                 "dse/estimate/stalls"};
    all["bench/qor"] = {"src/support", "bench/qor/description", "bench/qor/import", "bench/qor/judge",
                        "bench/qor/dataflow"};
    all["dse/dataflow"] = {};
    all["dse/kernel/rewrite"] = {"dse/kernel"};
    all["dse/kernel"] = {"src/support", "src/dsl/model", "polyhedral/ir", "polyhedral/loops"};
    // Text of others is parsed for pom-opt only.
    for (auto& [layer, may] : all) {
      if (layer.starts_with("codegen/") || layer.starts_with("src/driver")) may.erase("codegen/affine/text");
    }
    all["codegen/host_headers"] = {"src/support"};
    for (auto& [layer, may] : all) {
      if (layer.starts_with("codegen/")) {
        for (const char* apart : {"polyhedral/graph", "polyhedral/primitives", "polyhedral/analysis"}) may.erase(apart);
      }
      if (layer.starts_with("polyhedral/")) may.erase("polyhedral/graph");
    }
    // Rooms of the driver that only meet in compile.cpp.
    for (const char* room : {"src/driver/verify", "src/driver/explore", "src/driver/report"}) {
      std::erase_if(all[room], [room](const std::string& below) {
        return below.starts_with("src/driver/") && below != "src/driver/pipeline" &&
               !(below == "src/driver/board" && std::string(room) == "src/driver/report");
      });
    }
    // The page is made from report.json alone.
    all["src/driver/page"] = {"src/support"};
    for (const char* apart : {"polyhedral/primitives", "polyhedral/streaming", "polyhedral/buffers"})
      all["polyhedral/loops"].erase(apart);
    return all;
  }();
  return allowed;
}

/// "polyhedral/ir/scop.hpp" → "polyhedral/ir"; "dsl/model/function.hpp" → "src/dsl/model" (src/ is an include root).
/// "": no layer. A room inside a layer is a layer of its own.
std::string layer_of(const std::string& path) {
  std::string innermost;
  for (const auto& [layer, may] : allowed_layers()) {
    const std::string from_src = layer.starts_with("src/") ? layer.substr(4) : layer;
    const bool inside = path.starts_with(layer + "/") || path.starts_with(from_src + "/");
    if (inside && layer.size() > innermost.size()) innermost = layer;
  }
  return innermost;
}

std::string place(const SourceFile& file, std::size_t line) {
  return file.path + ":" + std::to_string(line + 1) + ": " + file.lines[line];
}

/// The namespaces of each room, by folder: rooms inside have the same unless they have their own here.
const std::map<std::string, std::set<std::string>>& namespaces() {
  static const std::map<std::string, std::set<std::string>> all = {
      {"src/support", {"pom"}},
      {"src/dsl", {"pom::dsl"}},
      {"src/dsl/handles", {"pom", "pom::dsl"}},  // what include/pom declares is in pom
      {"src/dsl/print", {"pom", "pom::dsl"}},
      {"src/driver", {"pom::driver"}},
      {"polyhedral", {"pom::poly"}},
      {"polyhedral/graph", {"pom::graph"}},
      {"codegen", {"pom::backend"}},                    // pom::codegen() is a function of the user's
      {"codegen/affine", {"pom::backend", "pom::ir"}},  // and the dialect
      {"dse/kernel", {"pom::dse"}},                     // the words that all rooms of dse share
      {"dse/devices", {"pom::dse::devices"}},
      {"dse/boards", {"pom::dse::boards"}},
      {"dse/dataflow", {"pom::dse::dataflow"}},
      {"dse/estimate", {"pom::dse::estimate"}},
      {"dse/transform", {"pom::dse::transform"}},
      {"dse/explore", {"pom::dse::explore"}},
      {"bench/qor", {"pom::dse::qor"}},
  };
  return all;
}

/// The folder of `namespaces()` that is nearest above the file; "": none is.
std::string namespaced_folder(const std::string& path) {
  std::string innermost;
  for (const auto& [folder, names] : namespaces()) {
    if (path.starts_with(folder + "/") && folder.size() > innermost.size()) innermost = folder;
  }
  return innermost;
}

/// Every line of the folders, with its place.
void for_each_line(const std::vector<std::string>& folders,
                   const std::function<void(const SourceFile&, std::size_t)>& visit) {
  for (const std::string& folder : folders) {
    for (const SourceFile& file : read_sources(folder)) {
      for (std::size_t n = 0; n < file.lines.size(); ++n) visit(file, n);
    }
  }
}

/// Lines of each class, of its definition and of its functions outside of it, by "folder name". Sources are formatted:
/// what begins at the start of a line ends with a brace at the start of a line.
void count_class_lines(const SourceFile& file, std::map<std::string, std::size_t>& lines) {
  static const std::regex opened(R"(^(?:class|struct) (\w+)[^;]*\{$)"),
      member(R"(^[\w:<>,&* ]*?(\w+)::~?[\w=+\[\]()]+\(.*)");
  const std::string folder = file.path.substr(0, file.path.rfind('/'));
  for (std::size_t n = 0; n < file.lines.size(); ++n) {
    std::smatch name;
    const bool is_class = std::regex_match(file.lines[n], name, opened);
    if (!is_class && !std::regex_match(file.lines[n], name, member)) continue;
    const std::string owner = folder + " " + name[1].str();
    const std::size_t first = n;
    const auto ends = [&](const std::string& line) {
      const bool on_one_line = !is_class && n == first && (line.ends_with(";") || line.ends_with("}"));
      return line == "};" || line == "}" || on_one_line;
    };
    while (n + 1 < file.lines.size() && !ends(file.lines[n])) ++n;
    lines[owner] += n - first + 1;
  }
}

}  // namespace

TEST_CASE("architecture: no layer includes one above it") {
  int includes = 0;
  for_each_line(library, [&](const SourceFile& file, std::size_t n) {
    const std::string path = included(file.lines[n]), from = layer_of(file.path), to = layer_of(path);
    if (from.empty() || to.empty()) return;
    ++includes;
    const bool allowed = from == to || allowed_layers().at(from).contains(to);
    CHECK_MESSAGE(allowed, place(file, n));
  });
  CHECK(includes > 100);
}

TEST_CASE("architecture: a file's namespace is that of its room") {
  static const std::regex opened(R"(^namespace (pom(?:::[\w:]+)?) \{$)");
  std::set<std::string> met;
  for_each_line(library, [&](const SourceFile& file, std::size_t n) {
    std::smatch name;
    const std::string folder = namespaced_folder(file.path);
    if (folder.empty() || !std::regex_match(file.lines[n], name, opened)) return;
    met.insert(folder);
    const auto is_inside = [&](const std::string& of_room) {
      return name[1] == of_room || (of_room != "pom" && name[1].str().starts_with(of_room + "::"));
    };
    const std::set<std::string>& allowed = namespaces().at(folder);
    // What the driver's map calls is the user's: declared in include/pom.
    const bool is_door = file.path == "src/driver/compile.cpp";
    CHECK_MESSAGE((is_door || std::any_of(allowed.begin(), allowed.end(), is_inside)), place(file, n));
  });
  CHECK(met.size() == namespaces().size());
}

// Two types of one name are undefined behaviour as soon as both stand in a std::vector: the linker keeps one of the two
// instances of its functions.
TEST_CASE("architecture: no two headers of a namespace define types of one name") {
  static const std::regex space(R"(^namespace ([\w:]+) \{$)"),
      type(R"(^(?:class|struct|enum class|union) (\w+) [^;]*\{.*)");
  std::map<std::string, std::string> definitions;
  std::string name_space, path;
  for_each_line(library, [&](const SourceFile& file, std::size_t n) {
    if (!file.path.ends_with(".hpp")) return;
    if (std::exchange(path, file.path) != file.path) name_space.clear();
    std::smatch found;
    if (std::regex_match(file.lines[n], found, space)) name_space = found[1].str();
    if (!std::regex_match(file.lines[n], found, type)) return;
    const auto [known, fresh] = definitions.emplace(name_space + "::" + found[1].str(), place(file, n));
    CHECK_MESSAGE(fresh, place(file, n), " and ", known->second);
  });
  CHECK(definitions.size() > 300);
}

TEST_CASE("architecture: no class has more than 400 lines in all of its files") {
  std::map<std::string, std::size_t> lines;
  for (const std::string& folder : library) {
    for (const SourceFile& file : read_sources(folder)) count_class_lines(file, lines);
  }
  CHECK(lines.size() > 100);
  CHECK(lines.at("codegen/hls FunctionPrinter") > 200);
  CHECK(lines.at("dse/estimate/compose FunctionEstimator") > 200);  // its functions stand in several files
  for (const auto& [name, count] : lines) CHECK_MESSAGE(count <= 400, name, ": ", count, " lines");
}

TEST_CASE("architecture: public headers include the standard library and each other only") {
  for_each_line({"include"}, [](const SourceFile& file, std::size_t n) {
    const std::string path = included(file.lines[n]);
    if (path.empty()) return;
    const bool standard = includes_in_brackets(file.lines[n]) && path.find_first_of("/.") == std::string::npos;
    const auto beside = std::filesystem::path(POM_SOURCE_DIR) / std::filesystem::path(file.path).parent_path() / path;
    const bool own = !includes_in_brackets(file.lines[n]) && std::filesystem::exists(beside);
    CHECK_MESSAGE((standard || own), place(file, n));
  });
}

TEST_CASE("architecture: isl's C interface is called in isl_extras only") {
  const std::regex call(R"(\bisl_[a-z_]+\()");
  for_each_line(library, [&](const SourceFile& file, std::size_t n) {
    if (file.path.starts_with("polyhedral/ir/isl_extras")) return;
    CHECK_MESSAGE(!std::regex_search(code_of(file.lines[n]), call), place(file, n));
  });
}

TEST_CASE("architecture: only codegen and the import of modules include MLIR and LLVM") {
  for_each_line({"src", "polyhedral", "dse", "include"}, [](const SourceFile& file, std::size_t n) {
    if (file.path.starts_with("src/driver/import/")) return;
    const std::string path = included(file.lines[n]);
    CHECK_MESSAGE(!(path.starts_with("mlir/") || path.starts_with("llvm/")), place(file, n));
  });
}

TEST_CASE("architecture: the library knows no kernel by name") {
  const std::regex kernel(R"(\b(gemm|bicg|gesummv|2mm|3mm|seidel|jacobi|heat|vgg\w*|resnet\w*|edgeDetect|gaussian)\b)",
                          std::regex::icase);
  for_each_line(library, [&](const SourceFile& file, std::size_t n) {
    const std::string& line = file.lines[n];
    const bool comment =
        line.find("//") != std::string::npos && !std::regex_search(line.substr(0, line.find("//")), kernel);
    CHECK_MESSAGE((comment || !std::regex_search(line, kernel)), place(file, n));
  });
}

TEST_CASE("architecture: no file of the library is longer than 400 lines") {
  for (const std::string& folder : library) {
    for (const SourceFile& file : read_sources(folder)) CHECK_MESSAGE(file.lines.size() <= 400, file.path);
  }
}
