#include <algorithm>
#include <map>

#include "driver/page/layout.hpp"
#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;

namespace {

constexpr double pixels_per_inch = 96;
/// From so many edges on, those that only order hide those along which data flow; the table has them all.
constexpr std::size_t crowded = 30;

std::string in_pixels(double inches) { return html::pixels(inches * pixels_per_inch); }

std::string draw_edge(const GraphEdge& edge, const Layout::Curve& curve, const std::string& arrow) {
  if (curve.points.empty()) return "";
  std::string path;
  for (std::size_t n = 0; n < curve.points.size(); ++n) {
    path += n == 0 ? "M" : n == 1 ? " C" : " ";
    path += in_pixels(curve.points[n].first) + " " + in_pixels(curve.points[n].second);
  }
  std::string text = "<path class=\"" + std::string(edge.strong ? "flow" : "order") + "\" d=\"" + path +
                     "\" marker-end=\"url(#" + arrow + ")\"/>\n";
  if (curve.label)
    text += "<text class=\"label\" x=\"" + in_pixels(curve.label->first) + "\" y=\"" + in_pixels(curve.label->second) +
            "\">" + html::escape(edge.label) + "</text>\n";
  return text;
}

std::string draw_node(const GraphNode& node, const Layout::Box& box) {
  const double x = box.centre.first, y = box.centre.second;
  std::string text = "<g class=\"node\"><rect x=\"" + in_pixels(x - box.width / 2) + "\" y=\"" +
                     in_pixels(y - box.height / 2) + "\" width=\"" + in_pixels(box.width) + "\" height=\"" +
                     in_pixels(box.height) + "\" rx=\"6\"/>";
  const double lift = node.detail.empty() ? -0.045 : 0.05;
  text += "<text x=\"" + in_pixels(x) + "\" y=\"" + in_pixels(y - lift) + "\">" + html::escape(node.title) + "</text>";
  if (!node.detail.empty())
    text += "<text class=\"detail\" x=\"" + in_pixels(x) + "\" y=\"" + in_pixels(y + 0.15) + "\">" +
            html::escape(node.detail) + "</text>";
  return text + "</g>\n";
}

/// The graph as a picture, or without Graphviz as a list. `id`: of the picture's own, in the page.
std::string draw(const Graph& graph, const std::string& id, const std::string& title) {
  const std::optional<Layout> layout = lay_out(graph);
  if (!layout) {
    std::string items;
    for (const GraphNode& node : graph.nodes) {
      if (id == "processes" && !node.detail.empty())
        items += "<li>" + html::code(node.title) + ": " + html::escape(node.detail) + "</li>\n";
    }
    for (const GraphEdge& edge : graph.edges) {
      items += "<li>" + html::code(graph.nodes[static_cast<std::size_t>(edge.source)].title) + " → " +
               html::code(graph.nodes[static_cast<std::size_t>(edge.sink)].title) +
               (edge.label.empty() ? "" : ": " + html::escape(edge.label)) + "</li>\n";
    }
    return "<ul class=\"edges\" aria-label=\"" + html::escape(title) + "\">\n" + items +
           "</ul>\n<p class=\"quiet\">A list, as Graphviz’s <code>dot</code> was not found when this was written (or "
           "the graph is too large to read).</p>\n";
  }
  const std::string arrow = "arrow-" + id;
  std::string shapes;
  for (std::size_t n = 0; n < graph.edges.size(); ++n) shapes += draw_edge(graph.edges[n], layout->edges[n], arrow);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) shapes += draw_node(graph.nodes[n], layout->nodes[n]);
  const std::string width = in_pixels(layout->width + 0.1), height = in_pixels(layout->height + 0.1);
  return "<div class=\"scroll graph\" tabindex=\"0\" role=\"region\" aria-label=\"" + html::escape(title) +
         "\"><svg role=\"img\" aria-label=\"" + html::escape(title) + "\" width=\"" + width + "\" height=\"" + height +
         "\" viewBox=\"-4 -4 " + width + " " + height + "\"><defs><marker id=\"" + arrow +
         "\" viewBox=\"0 0 8 8\" refX=\"1\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
         "orient=\"auto\">"
         "<path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>\n" +
         shapes + "</svg></div>\n";
}

int index_of(const std::vector<GraphNode>& nodes, const std::string& title) {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const GraphNode& node) { return node.title == title; });
  return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

/// Joins what goes from one node to another into one edge.
void add_edge(Graph& graph, int source, int sink, const std::string& label, bool strong) {
  for (GraphEdge& edge : graph.edges) {
    if (edge.source != source || edge.sink != sink) continue;
    if (strong && !edge.strong) edge.label.clear();
    edge.strong = edge.strong || strong;
    if (strong && !label.empty() && edge.label != label && edge.label.find(label + ",") == std::string::npos)
      edge.label += (edge.label.empty() ? "" : ", ") + label;
    return;
  }
  graph.edges.push_back({source, sink, strong ? label : "", strong});
}

std::string distance_text(const Json& vector) {
  std::string text;
  for (const Json& entry : vector)
    text += (text.empty() ? "" : ", ") + (entry.is_string() ? entry.get<std::string>() : entry.dump());
  return "(" + text + ")";
}

/// The carriers of a dependence, as a label: "C by k"; "C": no loop carries it.
std::string edge_label(const Json& dependence) {
  const std::string carriers = html::join(dependence.at("carriers"), ", ");
  return dependence.at("array").get<std::string>() + (carriers.empty() || carriers == "none" ? "" : " by " + carriers);
}

/// What "by k" says behind an array's name, with a loop that stands there; empty: no loop carries anything.
std::string carried_words(const Json& report) {
  for (const Json& dependence : report.at("dependences")) {
    const Json& carriers = dependence.at("carriers");
    if (carriers.empty() || carriers[0] == "none") continue;
    const std::string loop = html::escape(carriers[0].get<std::string>());
    return " “by " + loop + "”: loop " + loop + " carries it, so iterations of " + loop + " wait for each other.";
  }
  return "";
}

/// Nodes without an edge say nothing in a picture of many; so many are left out.
std::size_t leave_out_lonely(Graph& graph) {
  constexpr std::size_t most_lonely = 12;
  std::vector<int> place(graph.nodes.size(), -1);
  for (const GraphEdge& edge : graph.edges) place[edge.source] = place[edge.sink] = 0;
  const auto lonely = static_cast<std::size_t>(std::count(place.begin(), place.end(), -1));
  if (lonely <= most_lonely || graph.edges.empty()) return 0;
  std::vector<GraphNode> nodes;
  for (std::size_t n = 0; n < place.size(); ++n) {
    if (place[n] < 0) continue;
    place[n] = static_cast<int>(nodes.size());
    nodes.push_back(std::move(graph.nodes[n]));
  }
  graph.nodes = std::move(nodes);
  for (GraphEdge& edge : graph.edges) {
    edge.source = place[edge.source];
    edge.sink = place[edge.sink];
  }
  return lonely;
}

/// Of the statements as written: what the schedule or libpom adds has no dependences of its own there.
Graph dependence_graph(const Json& report) {
  Graph graph;
  for (const Json& statement : report.at("statements")) {
    graph.nodes.push_back({statement.at("name").get<std::string>(),
                           statement.at("loops").empty() ? "" : "for " + html::join(statement.at("loops"), ", ")});
  }
  const Json& dependences = report.at("dependences");
  for (const Json& one : dependences) {
    const bool flow = one.at("kind") == "flow";
    const int source = index_of(graph.nodes, one.at("source").get<std::string>()),
              sink = index_of(graph.nodes, one.at("sink").get<std::string>());
    if (source < 0 || sink < 0 || (!flow && dependences.size() > crowded)) continue;
    add_edge(graph, source, sink, edge_label(one), flow);
  }
  return graph;
}

/// Is there a way from one node to another along the edges, without edge `left_out`?
bool is_reachable(const Graph& graph, int from, int to, std::size_t left_out) {
  std::vector<bool> seen(graph.nodes.size(), false);
  std::vector<int> open = {from};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    for (std::size_t n = 0; n < graph.edges.size(); ++n) {
      const GraphEdge& edge = graph.edges[n];
      if (n == left_out || edge.source != node || edge.sink == node) continue;
      if (edge.sink == to) return true;
      if (!seen[static_cast<std::size_t>(edge.sink)]) open.push_back(edge.sink);
      seen[static_cast<std::size_t>(edge.sink)] = true;
    }
  }
  return false;
}

/// Leaves out the edges that a way along others implies: of a network that is a chain, a chain is left.
void leave_out_implied(Graph& graph) {
  for (std::size_t n = graph.edges.size(); n > 0; --n) {
    const GraphEdge& edge = graph.edges[n - 1];
    if (edge.source != edge.sink && is_reachable(graph, edge.source, edge.sink, n - 1))
      graph.edges.erase(graph.edges.begin() + static_cast<std::ptrdiff_t>(n - 1));
  }
}

std::string dependence_table(const Json& report) {
  constexpr std::size_t most_vectors = 6;
  html::Rows rows;
  for (const Json& one : report.at("dependences")) {
    std::string distances;
    const Json& vectors = one.at("distances");
    for (std::size_t n = 0; n < std::min(most_vectors, vectors.size()); ++n)
      distances += (n ? " " : "") + distance_text(vectors[n]);
    if (vectors.size() > most_vectors) distances += " … " + number(static_cast<double>(vectors.size())) + " in all";
    rows.push_back(
        {html::escape(one.at("kind").get<std::string>()), html::code(one.at("array").get<std::string>()),
         html::code(one.at("source").get<std::string>()) + " → " + html::code(one.at("sink").get<std::string>()),
         html::code(distances), html::escape(html::join(one.at("carriers"), ", "))});
  }
  return "<details><summary>All " + number(static_cast<double>(report.at("dependences").size())) +
         " dependences</summary>\n" +
         html::table("Dependences of the program as written", {"kind", "array", "from → to", "distances", "carried by"},
                     rows) +
         "</details>\n";
}

/// "2 854 cycles + 227 waiting", where a run was simulated.
std::string process_detail(const Json& report, const std::string& process) {
  const Json* run = simulated_run(report);
  if (!run) return "";
  for (const Json& one : run->at("processes")) {
    if (one.at("function") != process && one.at("function") != process + "_process") continue;
    const double stalls = one.at("stalls");
    return number(one.at("length").get<double>()) + " cycles" + (stalls > 0 ? " + " + number(stalls) + " waiting" : "");
  }
  return "";
}

/// "8 × FIFO of 2", or "memory"
std::string channel_kind(const Json& channel, bool is_fifo) {
  if (!is_fifo) return "memory";
  const std::int64_t lanes = channel.value("lanes", 1);
  return (lanes > 1 ? std::to_string(lanes) + " × " : "") + "FIFO of " + channel.at("depth").dump();
}

Graph network_of(const Json& report) {
  Graph graph;
  const auto node = [&](const std::string& process) {
    const int known = index_of(graph.nodes, process);
    if (known >= 0) return known;
    graph.nodes.push_back({process, process_detail(report, process)});
    return static_cast<int>(graph.nodes.size()) - 1;
  };
  const auto edge = [&](const Json& channel, bool is_fifo) {
    const int source = node(channel.at("producer")), sink = node(channel.at("consumer"));
    add_edge(graph, source, sink, channel.at("array").get<std::string>() + ": " + channel_kind(channel, is_fifo), true);
  };
  if (report.contains("channels")) {
    for (const Json& channel : report.at("channels")) edge(channel, channel.at("streamed").get<bool>());
  }
  if (report.contains("streams")) {
    for (const Json& channel : report.at("streams")) edge(channel, !channel.contains("memory"));
  }
  return graph;
}

std::string process_network(const Json& report) {
  if (!report.contains("channels") && !report.contains("streams")) return "";
  const std::string note = simulated_run(report) ? "<p>Beside each process the cycles that it takes, and those for "
                                                   "which it stands still for its FIFOs.</p>\n"
                                                 : "";
  return "<h3>Processes and their channels</h3>\n" + note + draw(network_of(report), "processes", "Process network");
}

}  // namespace

std::string page_graphs(const Json& report) {
  if (report.at("computes").empty()) return "";
  Graph graph = dependence_graph(report);
  const std::size_t lonely = leave_out_lonely(graph);
  const bool thinned = report.at("dependences").size() > crowded;
  if (thinned) leave_out_implied(graph);
  const bool some = !report.at("dependences").empty();
  const bool orders =
      std::any_of(graph.edges.begin(), graph.edges.end(), [](const GraphEdge& edge) { return !edge.strong; });
  std::string text = "<p>No statement waits for another, nor for itself.</p>\n";
  if (some) {
    text = "<p>Along solid lines data flow" + std::string(orders ? "; dashed ones only keep an order" : "") + "." +
           carried_words(report) +
           (thinned ? " Drawn is only what no way along other lines implies; the table below has all." : "") +
           (lonely > 0 ? " " + std::to_string(lonely) + " statements that depend on no other are not drawn." : "") +
           "</p>\n";
  }
  text += draw(graph, "dependences", "Dependence graph of the program as written");
  return html::section("graphs", "Dependences",
                       text + (some ? dependence_table(report) : "") + process_network(report));
}

}  // namespace pom::driver
