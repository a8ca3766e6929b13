#include "dse/estimate/schedule/balance_sums.hpp"

#include <algorithm>
#include <span>

namespace pom::dse::estimate {

namespace {

/// Fewest terms that are balanced: a chain of three is as deep as a tree.
constexpr std::size_t fewest_terms = 4;

/// Of three floats the one that an earlier iteration gives is added last, also where there is a choice between it and a
/// first value (2023.2, 3.33 ns: an interval of 4 for two products, 4 loops of two designs).
constexpr std::size_t terms_with_carried = 3;

/// Below this interval, in states, the carried value is added last. A tree of up to 256 terms takes two or three states
/// and fits between iterations that are further apart.
constexpr std::int64_t close_iterations = 4;

class Balancer {
 public:
  Balancer(Graph& graph, const Function& function, std::int64_t interval, bool unsafe_math)
      : graph_(graph),
        function_(function),
        unsafe_math_(unsafe_math),
        users_(graph.nodes.size()),
        carried_(graph.nodes.size()),
        close_(interval < close_iterations) {
    for (const GraphNode& node : graph.nodes) {
      if (node.role == Role::source) continue;  // a store that a later one overwrites
      for (const GraphEdge& edge : graph.edges_of(node)) ++users_[edge.from];
    }
    for (const CarriedEdge& edge : graph.carried) {
      users_[edge.from] += 2;
      carried_[edge.to] = 1;
    }
  }

  void run() {
    std::vector<char> absorbed(graph_.nodes.size());
    bool any = false;
    for (std::size_t n = graph_.nodes.size(); n-- > 0;) {
      if (!is_sum(n)) continue;
      for (const GraphEdge& edge : edges_of(n)) absorbed[edge.from] = is_inner(edge.from);
    }
    std::vector<std::vector<std::size_t>> terms(graph_.nodes.size());
    for (std::size_t n = 0; n < absorbed.size(); ++n) {
      if (!is_sum(n) || absorbed[n]) continue;
      collect(n, absorbed, terms[n]);
      const bool three = terms[n].size() == terms_with_carried && is_of_floats(n) &&
                         std::any_of(terms[n].begin(), terms[n].end(), [&](std::size_t t) { return is_carried(t); });
      if (terms[n].size() < fewest_terms && !three) terms[n].clear();
      any = any || !terms[n].empty();
    }
    if (any) rebuild(absorbed, terms);
  }

 private:
  std::span<const GraphEdge> edges_of(std::size_t n) const { return graph_.edges_of(graph_.nodes[n]); }

  bool is_sum(std::size_t n) const {
    const GraphNode& node = graph_.nodes[n];
    if (node.role != Role::operation || node.op != OpKind::add || node.edges != 2 || node.cost < 0) return false;
    const NumberType& type = function_.expressions[node.cost].type;
    return type.is_float() ? unsafe_math_ : type.kind == NumberType::Kind::integer && node.latency == 0;
  }
  bool is_of_floats(std::size_t sum) const { return function_.expressions[graph_.nodes[sum].cost].type.is_float(); }

  /// Tells whether the term is the value of an earlier iteration, or a choice between it and a first value.
  bool is_carried(std::size_t term) const {
    if (carried_[term]) return true;
    if (graph_.nodes[term].op != OpKind::select) return false;
    const auto edges = edges_of(term);
    return std::any_of(edges.begin(), edges.end(), [&](const GraphEdge& edge) { return carried_[edge.from] != 0; });
  }

  bool is_inner(std::size_t n) const { return is_sum(n) && users_[n] == 1; }

  void collect(std::size_t n, const std::vector<char>& absorbed, std::vector<std::size_t>& terms) const {
    for (const GraphEdge& edge : edges_of(n)) {
      if (absorbed[edge.from]) {
        collect(edge.from, absorbed, terms);
      } else {
        terms.push_back(edge.from);
      }
    }
  }

  /// Appends a copy of the node whose edges are `waits`.
  int append(const GraphNode& node, const std::vector<GraphEdge>& waits) {
    return static_cast<int>(result_.add_node(node, waits));
  }

  /// Adds two terms. A DSP block has one multiplier: if both terms are products in DSPs, the second is built of LUTs.
  int join(const GraphNode& sum, int left, int right) {
    GraphNode& second = result_.nodes[right];
    if (result_.nodes[left].multiply_add) second.multiply_add = false;
    return append(sum, {{left, GraphEdge::Kind::value}, {right, GraphEdge::Kind::value}});
  }

  /// Halves the terms recursively into a tree (2023.2: 83 DSP blocks for sums of 147 products in five designs).
  int add_tree(const GraphNode& sum, std::span<const int> terms) {
    if (terms.size() == 1) return terms.front();
    const std::size_t half = (terms.size() + 1) / 2;
    const int left = add_tree(sum, terms.first(half));
    return join(sum, left, add_tree(sum, terms.subspan(half)));
  }

  /// Floats add the value of an earlier iteration last, unless there is a choice between it and a first value: then it
  /// is a term like the others (2023.2: "v4[j] + …" of ten products at an interval of 9; "k == 0 ? 0 : sum" of ten at
  /// 16). Integers add it last between close iterations, and begin with products.
  int add_sum(const GraphNode& sum, const std::vector<std::size_t>& terms) {
    const bool floats = function_.expressions[sum.cost].type.is_float();
    std::vector<int> early, plain, ends;
    for (const std::size_t term : terms) {
      const GraphNode& node = graph_.nodes[term];
      if (node.is_constant() && !floats) continue;  // mostly the initial zero
      const bool last =
          floats && terms.size() != terms_with_carried ? carried_[term] != 0 : is_carried(term) && (floats || close_);
      const bool product = node.role == Role::operation && node.op == OpKind::mul && !floats;
      (last ? ends : product ? early : plain).push_back(place_[term]);
    }
    early.insert(early.end(), plain.begin(), plain.end());
    if (!early.empty()) ends.insert(ends.begin(), add_tree(sum, early));
    int all = ends.front();
    for (std::size_t n = 1; n < ends.size(); ++n)
      all = append(sum, {{all, GraphEdge::Kind::value}, {ends[n], GraphEdge::Kind::value}});
    return all;
  }

  void rebuild(const std::vector<char>& absorbed, const std::vector<std::vector<std::size_t>>& terms) {
    place_.assign(graph_.nodes.size(), -1);
    std::vector<char> gone(graph_.nodes.size());
    for (std::size_t n = 0; n < terms.size(); ++n) {
      if (!terms[n].empty()) mark_inner(n, absorbed, gone);
    }
    std::vector<GraphEdge> waits;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const GraphNode& node = graph_.nodes[n];
      if (gone[n]) continue;
      if (!terms[n].empty()) {
        place_[n] = add_sum(node, terms[n]);
        continue;
      }
      waits.clear();
      for (const GraphEdge& edge : edges_of(n)) {
        const int from = place_[edge.from];
        if (from >= 0) waits.push_back({from, edge.kind});
      }
      place_[n] = append(node, waits);
    }
    graph_.nodes = std::move(result_.nodes);
    graph_.edges = std::move(result_.edges);
    for (GraphAccess& access : graph_.accesses) {
      if (access.node >= 0) access.node = place_[access.node];
    }
    for (CarriedEdge& edge : graph_.carried) {
      edge.from = place_[edge.from];
      edge.to = place_[edge.to];
    }
  }

  void mark_inner(std::size_t n, const std::vector<char>& absorbed, std::vector<char>& gone) const {
    for (const GraphEdge& edge : edges_of(n)) {
      if (!absorbed[edge.from]) continue;
      gone[edge.from] = 1;
      mark_inner(edge.from, absorbed, gone);
    }
  }

  Graph& graph_;
  const Function& function_;
  bool unsafe_math_;
  std::vector<int> users_;
  std::vector<char> carried_;  ///< holds the value of an earlier iteration
  bool close_;                 ///< the interval is below close_iterations
  std::vector<int> place_;     ///< position of each node in the new graph; -1: gone
  Graph result_;
};

}  // namespace

void balance_sums(Graph& graph, const Function& function, std::int64_t interval, bool unsafe_math) {
  const bool any = std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNode& node) {
    return node.role == Role::operation && node.op == OpKind::add && (node.latency == 0 || unsafe_math);
  });
  if (any) Balancer(graph, function, interval, unsafe_math).run();
}

}  // namespace pom::dse::estimate
