#include "dse/kernel/steady_loads.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "dse/kernel/index.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse {

namespace {

void collect_loop_ids(const std::vector<Node>& body, std::set<int>& ids) {
  for (const Node& node : body) {
    if (node.kind == Node::Kind::loop) ids.insert(node.loop.id);
    for (const std::vector<Node>* inner : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      collect_loop_ids(*inner, ids);
  }
}

bool has_part_of(const std::set<int>& ids, const Index& index) {
  std::set<int> loops;
  collect_loops(index, loops);
  return index.opaque || std::any_of(loops.begin(), loops.end(), [&](int loop) { return ids.contains(loop); });
}

Expression scalar_value(const Function& function, int scalar) {
  Expression value;
  value.op = OpKind::load;
  value.type = function.arrays[scalar].element;
  value.array = scalar;
  return value;
}

int add_scalar(Function& function, int array) {
  Array scalar;
  scalar.name = function.arrays[array].name + "'";
  scalar.element = function.arrays[array].element;
  function.arrays.push_back(std::move(scalar));
  return static_cast<int>(function.arrays.size()) - 1;
}

/// In `body`; `in_pipeline`: around it.
void load_once(Function& function, std::vector<Node>& body, bool in_pipeline) {
  for (std::size_t n = 0; n < body.size(); ++n) {
    load_once(function, body[n].branch.then, in_pipeline);
    load_once(function, body[n].branch.otherwise, in_pipeline);
    Loop& loop = body[n].loop;
    load_once(function, loop.body, in_pipeline || loop.pipeline);
    if (loop.steady.empty() || !(loop.unroll || in_pipeline)) continue;
    std::vector<Node> own;
    own.push_back(std::move(body[n]));
    const std::vector<int> steady = own.front().loop.steady;
    std::vector<Node> loads = take_out_loads(function, own, steady);
    body[n] = std::move(own.front());
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(n), std::make_move_iterator(loads.begin()),
                std::make_move_iterator(loads.end()));
    n += loads.size();
  }
}

}  // namespace

std::vector<Node> take_out_loads(Function& function, std::vector<Node>& body, const std::vector<int>& arrays) {
  std::set<int> inside;
  collect_loop_ids(body, inside);
  std::vector<Node> loads;
  for_each_expression(function, body, [&](int number) {
    const Expression& e = function.expressions[number];
    const bool steady = e.op == OpKind::load && std::find(arrays.begin(), arrays.end(), e.array) != arrays.end();
    if (!steady ||
        std::any_of(e.indices.begin(), e.indices.end(), [&](const Index& index) { return has_part_of(inside, index); }))
      return;
    auto known = std::find_if(loads.begin(), loads.end(), [&](const Node& load) {
      const Expression& other = function.expressions[load.assignment.value];
      return other.array == e.array && other.indices == e.indices;
    });
    if (known == loads.end()) {
      Node load;
      Expression element = e;
      element.shared = false;
      load.assignment.array = add_scalar(function, e.array);
      load.assignment.value = add_expression(function, std::move(element));
      loads.push_back(std::move(load));
      known = loads.end() - 1;
    }
    function.expressions[number] = scalar_value(function, known->assignment.array);
  });
  return loads;
}

void load_steady_once(Function& function) { load_once(function, function.body, false); }

}  // namespace pom::dse
