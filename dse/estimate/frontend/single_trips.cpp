#include "dse/estimate/frontend/single_trips.hpp"

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "dse/estimate/frontend/loop_shape.hpp"

namespace pom::dse::estimate {

namespace {

class SingleTrips {
 public:
  SingleTrips(Function& function, bool with_directives) : function_(function), with_directives_(with_directives) {}

  void run() {
    collect(function_.body);
    if (!any_) return;
    rewrite(function_.body);
    for (Expression& e : function_.expressions) {
      replace_all(e.indices);
      const auto loop = static_cast<std::size_t>(e.loop);
      if (e.op != OpKind::iterator || e.loop < 0 || loop >= value_.size() || !value_[loop]) continue;
      e.op = OpKind::constant;
      e.constant = static_cast<double>(*value_[loop]);
      e.loop = -1;
    }
  }

 private:
  bool runs_once(const Loop& loop) const {
    return loop.trip.min == 1 && !loop.trip.varies() && (with_directives_ || !loop.pipeline) && !loop.dataflow &&
           loop.lower.size() == 1 && loop.lower.front().is_constant();
  }

  bool is_replaced(const Loop& loop) const {
    const auto id = static_cast<std::size_t>(loop.id);
    return id < value_.size() && value_[id];
  }

  void collect(const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::branch) {
        collect(node.branch.then);
        collect(node.branch.otherwise);
      }
      if (node.kind != Node::Kind::loop) continue;
      // Loops inside a pipelined loop are unrolled later anyway.
      if (!node.loop.pipeline) collect(node.loop.body);
      if (!runs_once(node.loop)) continue;
      const auto id = static_cast<std::size_t>(node.loop.id);
      if (id >= value_.size()) value_.resize(id + 1);
      value_[id] = node.loop.lower.front().constant;
      any_ = true;
    }
  }

  void replace(Index& index) const {
    std::erase_if(index.terms, [&](const Index::Term& term) {
      const auto loop = static_cast<std::size_t>(term.loop);
      if (loop >= value_.size() || !value_[loop]) return false;
      index.constant += term.coefficient * *value_[loop];
      return true;
    });
    for (Index::Division& division : index.divisions) replace(division.inner);
  }

  void replace_all(std::vector<Index>& indices) const {
    for (Index& index : indices) replace(index);
  }

  void rewrite(std::vector<Node>& body) const {
    std::vector<Node> out;
    out.reserve(body.size());
    for (Node& node : body) {
      replace_all(node.assignment.indices);
      for (auto& offset : node.call.offsets) replace_all(offset);
      replace_all(node.loop.lower);
      replace_all(node.loop.upper);
      for (auto* inside : {&node.branch.then, &node.branch.otherwise, &node.loop.body}) rewrite(*inside);
      if (node.kind == Node::Kind::loop && is_replaced(node.loop)) {
        if (node.loop.pipeline) unroll_all(node.loop.body);
        out.insert(out.end(), std::make_move_iterator(node.loop.body.begin()),
                   std::make_move_iterator(node.loop.body.end()));
        continue;
      }
      out.push_back(std::move(node));
    }
    body = std::move(out);
  }

  Function& function_;
  bool with_directives_;
  std::vector<std::optional<std::int64_t>> value_;  // by loop
  bool any_ = false;
};

}  // namespace

void fold_single_trips(Function& function, bool with_directives) { SingleTrips(function, with_directives).run(); }

}  // namespace pom::dse::estimate
