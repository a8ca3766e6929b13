#include <algorithm>
#include <optional>

#include "dse/estimate/blocks/function_view.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

/// Finds the local arrays that only one pipelined loop uses.
class LoopLocalWalk {
 public:
  explicit LoopLocalWalk(const Function& function) : function_(function), homes_(function.arrays.size()) {}

  std::vector<int> run() {
    walk(function_.body, nowhere);
    std::vector<int> local(homes_.size(), nowhere);
    for (std::size_t n = 0; n < local.size(); ++n) {
      const Array& array = function_.arrays[n];
      // A local array with a port directive is built even if no statement reads it (2023.2: "RAM_T2P_BRAM_0R0W").
      const bool own = array.role == Array::Role::local && !array.is_static && !array.stream && !array.shape.empty() &&
                       array.port.mode.empty() && !array.read_elsewhere;
      if (own && homes_[n]) local[n] = *homes_[n];
    }
    return local;
  }

 private:
  static constexpr int nowhere = -1;

  void touch(int array, int loop) {
    std::optional<int>& home = homes_[array];
    home = !home || *home == loop ? loop : nowhere;
  }

  void read(int expression, int loop) {
    visit_parts(function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load) touch(e.array, loop);
    });
  }

  void read_all(const std::vector<Index>& indices, int loop) {
    for (const Index& index : indices) read(index.value, loop);
  }

  void walk(const std::vector<Node>& body, int loop) {
    for (const Node& node : body) {
      switch (node.kind) {
        case Node::Kind::assignment:
          read(node.assignment.value, loop);
          read_all(node.assignment.indices, loop);
          touch(node.assignment.array, loop);
          break;
        case Node::Kind::branch:
          read(node.branch.condition, loop);
          walk(node.branch.then, loop);
          walk(node.branch.otherwise, loop);
          break;
        case Node::Kind::call:
          for (const int array : node.call.arrays) {
            if (array >= 0) touch(array, nowhere);
          }
          for (const int value : node.call.values) read(value, nowhere);
          break;
        case Node::Kind::loop:
          read_all(node.loop.lower, loop);
          read_all(node.loop.upper, loop);
          walk(node.loop.body, loop == nowhere && node.loop.pipeline ? node.loop.id : loop);
          break;
      }
    }
  }

  const Function& function_;
  std::vector<std::optional<int>> homes_;  // by array
};

}  // namespace

std::vector<int> find_loop_local(const Function& function) { return LoopLocalWalk(function).run(); }

}  // namespace pom::dse::estimate
