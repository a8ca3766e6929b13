#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pom::driver {

struct GraphNode {
  std::string title, detail;
};

struct GraphEdge {
  int source = -1, sink = -1;  ///< no two edges have both in common
  std::string label;
  bool strong = true;  ///< data flow along it; else it only orders
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

/// Where everything stands, in inches from the top left corner.
struct Layout {
  using Point = std::pair<double, double>;
  struct Box {
    Point centre;
    double width = 0, height = 0;
  };
  struct Curve {
    std::vector<Point> points;  ///< of a cubic spline: the first, then three for each piece
    std::optional<Point> label;
  };
  double width = 0, height = 0;
  std::vector<Box> nodes;
  std::vector<Curve> edges;
};

/// Graphviz's `dot` places the nodes. Nothing: it is not installed, or takes longer than a moment.
std::optional<Layout> lay_out(const Graph&);

/// What `dot -Tplain` answered for the graph; nothing: it is no such answer. For tests.
std::optional<Layout> read_layout(const std::string& plain, const Graph&);

}  // namespace pom::driver
