#pragma once
#include <algorithm>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse {

/// Tells whether a loop of the body, at any depth, is one for which `holds` is true.
inline bool any_loop(const std::vector<Node>& body, bool (*holds)(const Loop&)) {
  return std::any_of(body.begin(), body.end(), [&](const Node& node) {
    if (node.kind == Node::Kind::loop) return holds(node.loop) || any_loop(node.loop.body, holds);
    if (node.kind == Node::Kind::branch)
      return any_loop(node.branch.then, holds) || any_loop(node.branch.otherwise, holds);
    return false;
  });
}

}  // namespace pom::dse
