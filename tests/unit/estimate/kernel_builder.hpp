#pragma once
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "dse/devices/tables/device.hpp"
#include "dse/estimate/estimate.hpp"

/// Kernels by hand, for the laws of the latency model.
namespace pom::dse::test {

struct Builder {
  Function function;

  int array(const std::string& name, std::vector<std::int64_t> shape, Array::Role role = Array::Role::argument) {
    Array added;
    added.name = name;
    added.element = float_type(32);
    added.shape = std::move(shape);
    added.role = role;
    function.arrays.push_back(added);
    const int number = static_cast<int>(function.arrays.size()) - 1;
    if (role == Array::Role::argument) function.parameters.push_back(number);
    return number;
  }
  int add(Expression e) {
    if (e.op != OpKind::iterator) e.type = float_type(32);
    function.expressions.push_back(std::move(e));
    return static_cast<int>(function.expressions.size()) - 1;
  }
  int load(int array, std::vector<Index> indices = {}) {
    Expression e;
    e.op = OpKind::load;
    e.array = array;
    e.indices = std::move(indices);
    return add(e);
  }
  int number(double value) {
    Expression e;
    e.constant = value;
    return add(e);
  }
  int op(OpKind kind, int a, int b) {
    Expression e;
    e.op = kind;
    e.operands = {a, b};
    return add(e);
  }
  Node set(int array, std::vector<Index> indices, int value) {
    Node node;
    node.assignment = {array, std::move(indices), value};
    return node;
  }
  Node loop(int id, std::int64_t trip, std::vector<Node> body) {
    Node node;
    node.kind = Node::Kind::loop;
    node.loop.id = id;
    node.loop.name = node.loop.label = "l" + std::to_string(id);
    node.loop.lower = {Index{}};
    Index upper;
    upper.constant = trip;
    node.loop.upper = {upper};
    node.loop.trip = {trip, trip, static_cast<double>(trip)};
    node.loop.body = std::move(body);
    return node;
  }
};

inline Index at(int loop, std::int64_t coefficient = 1, std::int64_t constant = 0) {
  Index index;
  index.constant = constant;
  index.terms.push_back({loop, coefficient});
  return index;
}

/// What only the data know: the element that a value names.
inline Index at_value(int expression) {
  Index index;
  index.opaque = true;
  index.value = expression;
  return index;
}

inline Node call(int function, std::vector<int> arrays) {
  Node node;
  node.kind = Node::Kind::call;
  node.call.function = function;
  node.call.values.assign(arrays.size(), -1);
  node.call.offsets.resize(arrays.size());
  node.call.arrays = std::move(arrays);
  return node;
}

inline estimate::Qor estimate_kernel(const Kernel& kernel, const std::string& device, double clock_ns,
                                     devices::ToolVersion version, const estimate::EstimateOptions& options = {}) {
  const auto found = devices::find_device(device);
  devices::Target target;
  target.device = &*found;
  target.clock_ns = clock_ns;
  target.version = version;
  const auto result = estimate::estimate(kernel, target, options);
  return std::get<estimate::Qor>(result);
}

inline estimate::Qor estimate_function(const Function& function, const std::string& device, double clock_ns,
                                       devices::ToolVersion version, const estimate::EstimateOptions& options = {}) {
  Kernel kernel;
  kernel.functions.push_back(function);
  return estimate_kernel(kernel, device, clock_ns, version, options);
}

}  // namespace pom::dse::test
