#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <pom/pom.hpp>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/graph/dependence_graph.hpp"

using namespace pom;

namespace {

graph::DependenceGraph graph_of(const std::function<void()>& declare) {
  function program("f");
  program.scope(declare);
  static const poly::IslContext context;  // the graph's distances live in it
  const poly::Scop scop = poly::extract_scop(program.record(), context);
  return graph::build_dependence_graph(scop, poly::analyze_dependences(scop));
}

std::vector<std::string> path_names(const graph::DependenceGraph& graph) {
  std::vector<std::string> names;
  for (const std::vector<int>& path : graph.paths) {
    std::string text;
    for (int node : path) text += (text.empty() ? "" : "-") + graph.nodes[node].name;
    names.push_back(text);
  }
  return names;
}

bool advises(const graph::Node& node, const std::string& beginning) {
  return std::any_of(node.guidance.begin(), node.guidance.end(),
                     [&](const std::string& advice) { return advice.starts_with(beginning); });
}

/// The paper's Fig. 8 as printed: S4 only writes D.
void figure_8() {
  var i("i", 0, 16), j("j", 0, 16), k("k", 0, 16);
  placeholder A("A", {16, 16}), B("B", {16, 16}), C("C", {16, 16}), D("D", {16, 16});
  constant beta("beta");
  compute S1("S1", {i, j, k}, A(i, j) * beta, A(i, j));
  compute S2("S2", {i, j, k}, A(i, j) + B(i, j), B(i, j));
  compute S3("S3", {i, j, k}, A(i, j) + C(i, j), C(i, j));
  compute S4("S4", {i, j, k}, B(i, k) * C(k, j), D(i, j));
}

void two_reductions() {
  var i("i", 0, 16), j("j", 0, 16);
  placeholder A("A", {16, 16}), p("p", {16}), q("q", {16}), r("r", {16}), s("s", {16});
  compute S1("S1", {i, j}, s(j) + A(i, j) * r(i), s(j));
  compute S2("S2", {i, j}, q(i) + A(i, j) * p(j), q(i));
  S2.after(S1, j);
}

}  // namespace

TEST_CASE("graph: Fig. 1 has distance (1,1) and direction (<,<)") {
  const auto graph = graph_of([] {
    var i("i", 1, 5), j("j", 1, 5);
    placeholder A("A", {5, 5});
    compute S("S", {i, j}, A(i - 1, j - 1) * 2 + 3, A(i, j));
  });
  REQUIRE(graph.edges.size() == 1);
  CHECK(graph.edges[0].distance.vectors == std::vector<std::vector<std::int64_t>>{{1, 1}});
  CHECK(to_string(graph.edges[0].distance.directions[0]) == "(<,<)");
  CHECK(graph.edges[0].carriers == std::vector<std::string>{"i"});
}

TEST_CASE("graph: Fig. 8 has the data paths S1-S2-S4 and S1-S3-S4") {
  const auto graph = graph_of(figure_8);
  CHECK(path_names(graph) == std::vector<std::string>{"S1-S2-S4", "S1-S3-S4"});
  CHECK(graph.nodes[1].loads == std::vector<std::string>{"A", "B"});
  CHECK(graph.nodes[1].store == "B");
  CHECK(graph.topological_order == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("graph: Fig. 8's node S4 reduces along k with distance (0,0,1), and an interchange helps") {
  const auto graph = graph_of(figure_8);
  const graph::Node& S4 = graph.nodes[3];
  CHECK(S4.pattern == "(i, j)");
  CHECK(S4.loops == std::vector<std::string>{"i", "j", "k"});
  CHECK(S4.reductions == std::vector<std::string>{"k"});
  CHECK(advises(S4, "interchange k outward"));
  for (const graph::Edge& edge : graph.edges) {
    if (edge.source != 3 || edge.sink != 3) continue;
    CHECK(edge.kind == poly::DependenceKind::output);
    CHECK(edge.distance.vectors == std::vector<std::vector<std::int64_t>>{{0, 0, 1}});
    CHECK(edge.carriers == std::vector<std::string>{"k"});
  }
}

TEST_CASE("graph: Fig. 9's node S3 reduces along t with distance (0,1)") {
  const auto graph = graph_of([] {
    var t("t", 0, 32), i("i", 0, 32);
    placeholder K("K", {32}), N("N", {32});
    compute S3("S3", {i, t}, K(i) + N(i), K(i));
  });
  CHECK(graph.nodes[0].pattern == "(i)");
  CHECK(graph.nodes[0].reductions == std::vector<std::string>{"t"});
  CHECK(graph.edges[0].distance.vectors == std::vector<std::vector<std::int64_t>>{{0, 1}});
  CHECK(advises(graph.nodes[0], "interchange t outward"));
}

TEST_CASE("graph: Fig. 10's statements want different loop orders, so a split is suggested") {
  const auto graph = graph_of(two_reductions);
  CHECK(advises(graph.nodes[0], "split from S2"));
  CHECK(advises(graph.nodes[1], "split from S1"));
  CHECK(advises(graph.nodes[1], "interchange j outward"));
  CHECK_FALSE(advises(graph.nodes[0], "interchange"));
}

TEST_CASE("graph: a stencil in place needs a skew") {
  const auto graph = graph_of([] {
    var t("t", 0, 4), i("i", 1, 9), j("j", 1, 9);
    placeholder A("A", {10, 10});
    compute s("s", {t, i, j}, A(i - 1, j) + A(i, j - 1) + A(i, j) + A(i, j + 1) + A(i + 1, j), A(i, j));
  });
  CHECK(advises(graph.nodes[0], "skew"));
}

TEST_CASE("graph: nothing is suggested for a nest whose innermost loop is free") {
  const auto graph = graph_of([] {
    var i("i", 0, 8), j("j", 0, 8);
    placeholder A("A", {8, 8}), B("B", {8, 8});
    compute s("s", {i, j}, A(i, j) * 2, B(i, j));
  });
  CHECK(graph.nodes[0].guidance.empty());
  CHECK(graph.nodes[0].reductions.empty());
}

TEST_CASE("graph: statements that feed each other through time form a cycle") {
  const auto graph = graph_of([] {
    var t("t", 0, 4), i("i", 1, 7);
    placeholder A("A", {8}), B("B", {8});
    compute s1("s1", {t, i}, A(i - 1) + A(i + 1), B(i));
    compute s2("s2", {t, i}, B(i), A(i));
    s2.after(s1, t);
  });
  CHECK(graph.cycles == std::vector<std::vector<int>>{{0, 1}});
  CHECK(path_names(graph) == std::vector<std::string>{"s1-s2"});
}

TEST_CASE("graph: a distance that is not uniform is given as an exact relation") {
  const auto graph = graph_of([] {
    var i("i", 0, 50);
    placeholder A("A", {100});
    compute s("s", {i}, A(2 * i) + 1, A(i));
  });
  REQUIRE_FALSE(graph.edges.empty());
  CHECK_FALSE(graph.edges[0].distance.uniform);
  CHECK(graph.edges[0].distance.relation.find("s[i] -> s[i'") != std::string::npos);
}

TEST_CASE("graph: text, DOT and JSON say the same") {
  const auto graph = graph_of(figure_8);
  CHECK(to_text(graph).find("Data access pattern: (i, j)") != std::string::npos);
  CHECK(to_text(graph).find("S1-S2-S4") != std::string::npos);
  CHECK(to_dot(graph).find("\"S1\" -> \"S2\" [style=solid, label=\"flow A") != std::string::npos);
  const auto json = nlohmann::json::parse(to_json(graph));
  CHECK(json.at("nodes").size() == 4);
  CHECK(json.at("nodes")[3].at("reductions") == nlohmann::json{"k"});
  CHECK(json.at("paths") == nlohmann::json{"S1-S2-S4", "S1-S3-S4"});
  CHECK(json.at("edges").size() == graph.edges.size());
}
