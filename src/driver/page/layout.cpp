#include "driver/page/layout.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sstream>

#include "support/child_process.hpp"
#include "support/classic_stream.hpp"

extern char** environ;

namespace pom::driver {

namespace {

/// `dot` takes some 30 ms for the graphs of PolyBench, 0.1 s for ResNet-18's; whoever waits longer has no use for it.
constexpr std::chrono::seconds longest_layout{3};
/// Nodes and edges that somebody can still read.
constexpr std::size_t most_nodes = 120, most_edges = 400;
/// Inches that a character takes: of the page's font of 13 pixels, 96 to an inch, with some air; of its edge labels
/// of 11.
constexpr double title_character = 0.088, label_character = 0.075;
/// Inches that Graphviz takes a character of a label for.
constexpr double dot_character = 0.067;

/// A file without a name that goes with its last handle.
class MemoryFile {
 public:
  MemoryFile() : handle_(memfd_create("pom-graph", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (handle_ >= 0) close(handle_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int handle() const { return handle_; }

  bool fill(const std::string& text) const {
    return handle_ >= 0 && write(handle_, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
           lseek(handle_, 0, SEEK_SET) == 0;
  }

  std::string contents() const {
    std::string text;
    char part[4096];
    if (lseek(handle_, 0, SEEK_SET) != 0) return text;
    for (ssize_t count = read(handle_, part, sizeof part); count > 0; count = read(handle_, part, sizeof part))
      text.append(part, static_cast<std::size_t>(count));
    return text;
  }

 private:
  int handle_;
};

std::optional<std::string> run_dot(const std::string& text) {
  const MemoryFile in, out;
  if (out.handle() < 0 || !in.fill(text)) return std::nullopt;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.handle(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.handle(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "dot", format = "-Tplain";
  char* arguments[] = {program.data(), format.data(), nullptr};
  pid_t child = 0;
  const KnownChildren known;
  const int failed = posix_spawnp(&child, "dot", &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed || wait_for(child, longest_layout).status != 0) return std::nullopt;
  return out.contents();
}

bool has_predecessor(const Graph& graph, int node) {
  return std::any_of(graph.edges.begin(), graph.edges.end(),
                     [&](const GraphEdge& edge) { return edge.sink == node && edge.source != node && edge.strong; });
}

/// Names of the program never reach Graphviz: it sees numbers, and labels as wide as the page will print them.
std::string dot_text(const Graph& graph) {
  ClassicStream out;
  out << "digraph g {\nrankdir=TB; nodesep=0.3; ranksep=0.45;\nnode [shape=box, fixedsize=true, label=\"\"];\nedge "
         "[fontname=monospace, fontsize=8];\n";
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    const double width = title_character * static_cast<double>(std::max(node.title.size(), node.detail.size())) + 0.3;
    out << n << " [width=" << width << ", height=" << (node.detail.empty() ? 0.36 : 0.55) << "];\n";
  }
  for (const GraphEdge& edge : graph.edges) {
    out << edge.source << " -> " << edge.sink;
    // A chain stands straight, and what only begins one, such as a statement that clears an array, stands aside.
    if (has_predecessor(graph, edge.source)) out << " [weight=10]";
    // What only orders does not decide what stands above what; of a label only its width counts.
    if (!edge.strong) out << " [constraint=false]";
    if (!edge.label.empty()) {
      const double inches = static_cast<double>(edge.label.size()) * label_character;
      out << " [label=\"" << std::string(static_cast<std::size_t>(inches / dot_character) + 1, 'x') << "\"]";
    }
    out << ";\n";
  }
  out << "}\n";
  return out.str();
}

int edge_between(const Graph& graph, int source, int sink) {
  for (std::size_t n = 0; n < graph.edges.size(); ++n) {
    if (graph.edges[n].source == source && graph.edges[n].sink == sink) return static_cast<int>(n);
  }
  return -1;
}

bool read_node(std::istream& in, Layout& layout) {
  std::size_t node = 0;
  Layout::Box box;
  if (!(in >> node >> box.centre.first >> box.centre.second >> box.width >> box.height) || node >= layout.nodes.size())
    return false;
  box.centre.second = layout.height - box.centre.second;
  layout.nodes[node] = box;
  return true;
}

bool read_edge(std::istream& in, const Graph& graph, Layout& layout) {
  int source = -1, sink = -1;
  std::size_t count = 0;
  if (!(in >> source >> sink >> count) || count > 10000) return false;
  const int edge = edge_between(graph, source, sink);
  if (edge < 0) return false;
  Layout::Curve& curve = layout.edges[static_cast<std::size_t>(edge)];
  for (std::size_t n = 0; n < count; ++n) {
    double x = 0, y = 0;
    if (!(in >> x >> y)) return false;
    curve.points.emplace_back(x, layout.height - y);
  }
  if (graph.edges[static_cast<std::size_t>(edge)].label.empty()) return true;
  std::string text;
  double x = 0, y = 0;
  if (!(in >> text >> x >> y)) return false;
  curve.label = {x, layout.height - y};
  return true;
}

}  // namespace

std::optional<Layout> read_layout(const std::string& plain, const Graph& graph) {
  Layout layout;
  layout.nodes.resize(graph.nodes.size());
  layout.edges.resize(graph.edges.size());
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    in.imbue(std::locale::classic());
    std::string kind;
    double scale = 0;
    in >> kind;
    if (kind == "stop") return layout;
    if (kind == "graph" && !(in >> scale >> layout.width >> layout.height)) return std::nullopt;
    if (kind == "node" && !read_node(in, layout)) return std::nullopt;
    if (kind == "edge" && !read_edge(in, graph, layout)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Layout> lay_out(const Graph& graph) {
  if (graph.nodes.empty() || graph.nodes.size() > most_nodes || graph.edges.size() > most_edges) return std::nullopt;
  const std::optional<std::string> plain = run_dot(dot_text(graph));
  return plain ? read_layout(*plain, graph) : std::nullopt;
}

}  // namespace pom::driver
