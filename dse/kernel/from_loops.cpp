#include "dse/kernel/from_loops.hpp"

#include <algorithm>
#include <utility>

#include "dse/kernel/steady_loads.hpp"
#include "dse/kernel/trip_counts.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dsl/model/ports.hpp"

namespace pom::dse {

namespace {

using poly::LoopNode;

/// The parameters and local arrays of a function, as indices in dsl::Function.
struct Signature {
  std::string name;
  const std::vector<int>&scalars, &arrays, &locals, &tables;
  std::vector<poly::PassedIterator> iterators = {};
};

class FunctionBuilder {
 public:
  FunctionBuilder(const poly::LoopTree& tree, const Signature& signature) : tree_(tree), program_(*tree.program) {
    function_.name = signature.name;
    for (const poly::PassedIterator& passed : signature.iterators) add_iterator(passed);
    for (int scalar : signature.scalars) {
      const dsl::Scalar& declared = *program_.scalars[scalar];
      places_.scalars[scalar] = add_parameter(scalar_array(declared));
      // Scalars and loops have different numbers (LoopNode::id), so a scalar can stand for itself.
      function_.symbols.push_back(declared.is_parameter() ? scalar : -1);
      if (declared.is_parameter()) function_.sizes[scalar] = declared.estimated_size();
    }
    const bool none = std::all_of(function_.symbols.begin(), function_.symbols.end(), [](int s) { return s < 0; });
    none ? function_.symbols.clear() : function_.symbols.resize(function_.symbols.size() + signature.arrays.size(), -1);
    for (int array : signature.arrays) places_.arrays[array] = add_parameter(make_array(array, Array::Role::argument));
    for (int array : signature.locals) {
      places_.arrays[array] = static_cast<int>(function_.arrays.size());
      function_.arrays.push_back(make_array(array, Array::Role::local));
    }
    for (int array : signature.tables) {
      places_.arrays[array] = static_cast<int>(function_.arrays.size());
      function_.arrays.push_back(make_array(array, Array::Role::constant));
    }
  }

  /// Only the top function has ports. An array argument is an external memory unless the schedule says otherwise.
  void add_ports() {
    for (int parameter : function_.parameters) {
      Array& array = function_.arrays[parameter];
      // A scalar argument has no shape; an output without dimensions is not a memory.
      const int declared = program_.find_array(array.name);
      const bool is_output = declared >= 0 && program_.arrays[declared]->shape.empty();
      if (!array.shape.empty()) array.port.mode = is_output ? "ap_vld" : "ap_memory";
      if (const poly::PortMark* mark = tree_.hardware.find_port(array.name)) {
        array.port.mode = mark->mode;
        array.port.bundle = dsl::bundle_name(mark->mode, mark->bundle);
        if (declared >= 0) array.port.masters = static_cast<int>(program_.arrays[declared]->ports);
      }
    }
    if (const poly::PortMark* mark = tree_.hardware.find_port("return")) function_.control = mark->mode;
    function_.dataflow = tree_.hardware.dataflow.has_value();
  }

  Function build(const std::vector<LoopNode>& body) {
    function_.body = make_body(body);
    load_steady_once(function_);
    count_trips(function_);
    return std::move(function_);
  }

 private:
  /// The iterator of a loop around the call stands for itself. Most iterations are as the first one.
  void add_iterator(const poly::PassedIterator& passed) {
    Array array;
    array.name = passed.name;
    array.element = number_type(p_int32);
    array.role = Array::Role::argument;
    add_parameter(std::move(array));
    function_.symbols.push_back(passed.loop);
    function_.sizes[passed.loop] = passed.low;
  }

  int add_parameter(Array array) {
    const int place = static_cast<int>(function_.arrays.size());
    function_.parameters.push_back(place);
    function_.arrays.push_back(std::move(array));
    return place;
  }

  static Array scalar_array(const dsl::Scalar& declared) {
    Array array;
    array.name = declared.name;
    array.element = number_type(declared.type);
    array.role = Array::Role::argument;
    return array;
  }

  Array make_array(int index, Array::Role role) const {
    const dsl::Array& declared = *program_.arrays[index];
    Array array;
    array.name = declared.name;
    array.element = number_type(declared.type);
    array.shape = declared.shape;
    if (array.shape.empty()) array.shape.push_back(1);  // "x[1]" in C++
    array.role = role;
    add_banks(index, array);
    for (const poly::StorageMark& mark : tree_.hardware.storages) {
      if (mark.array != index) continue;
      array.storage_type = mark.type;
      array.storage = mark.implementation == "auto" ? "" : mark.implementation;
      array.storage_latency = mark.latency;
    }
    if (const poly::StreamMark* mark = tree_.hardware.find_stream(index)) {
      array.stream = true;
      array.depth = mark->depth;
      array.shape.clear();  // a FIFO has no shape, whatever the shape of the array that it replaces
      std::copy_if(mark->lanes.begin(), mark->lanes.end(), std::back_inserter(array.shape),
                   [](std::int64_t lanes) { return lanes > 1; });
      array.banking.clear();
    }
    // The top function's ports are told of by add_ports.
    const poly::PortMark* port = tree_.hardware.find_port(declared.name);
    if (port && dsl::is_stream_mode(port->mode)) array.port.mode = port->mode;
    return array;
  }

  void add_banks(int index, Array& array) const {
    for (const poly::PartitionMark& mark : tree_.hardware.partitions) {
      if (mark.array != index) continue;
      array.banking.resize(array.shape.size());
      Banking& banking = array.banking.at(mark.dimension);
      banking.kind = mark.kind == poly::PartitionKind::cyclic  ? BankingKind::cyclic
                     : mark.kind == poly::PartitionKind::block ? BankingKind::block
                                                               : BankingKind::complete;
      banking.factor = mark.factor;
      banking.reshape = mark.banking == poly::Banking::reshape;
    }
    // A word of the port is one access, as one of a reshaped memory is.
    const std::int64_t lanes = program_.arrays[index]->lanes;
    if (lanes == 1) return;
    array.banking.resize(array.shape.size());
    array.banking.back() = {BankingKind::cyclic, lanes, /*reshape=*/true};
  }

  std::vector<Node> make_body(const std::vector<LoopNode>& body) {
    std::vector<Node> nodes;
    nodes.reserve(body.size());
    for (const LoopNode& node : body) add_node(node, nodes);
    return nodes;
  }

  void add_node(const LoopNode& node, std::vector<Node>& to) {
    if (node.kind == LoopNode::Kind::guard && node.when.empty()) {
      for (const LoopNode& child : node.body) add_node(child, to);
      return;
    }
    Node made;
    switch (node.kind) {
      case LoopNode::Kind::loop:
        made.kind = Node::Kind::loop;
        made.loop = make_loop(node);
        break;
      case LoopNode::Kind::guard:
        made.kind = Node::Kind::branch;
        made.branch.condition = make_condition(node);
        (node.unless ? made.branch.otherwise : made.branch.then) = make_body(node.body);
        break;
      case LoopNode::Kind::instance:
        made.assignment = make_assignment(node);
        break;
      case LoopNode::Kind::call:
        made.kind = Node::Kind::call;
        made.call = make_call(node);
        break;
    }
    to.push_back(std::move(made));
  }

  Loop make_loop(const LoopNode& node) {
    Loop loop;
    loop.id = node.id;
    loop.name = node.name;
    loop.label = node.label;
    for (const poly::AffineExpr& bound : node.lower) loop.lower.push_back(make_index(bound));
    for (const poly::AffineExpr& bound : node.upper) loop.upper.push_back(make_index(bound));
    loop.step = node.step;
    if (node.pipeline) loop.pipeline = node.pipeline->interval;
    if (node.unroll) loop.unroll = node.unroll->factor;
    loop.flatten_off = node.flatten_off.has_value();
    loop.dataflow = node.region >= 0;
    for (const int array : node.steady) {
      const auto outside = places_.arrays.find(array);  // not of what the loop's body declares
      if (outside != places_.arrays.end()) loop.steady.push_back(outside->second);
    }
    const std::map<int, int> around = places_.arrays;
    for (const int array : node.locals) {
      places_.arrays[array] = static_cast<int>(function_.arrays.size());
      function_.arrays.push_back(make_array(array, Array::Role::local));
    }
    for (const poly::CarriedFact& fact : node.facts) {
      const bool flow_only = fact.kind != poly::CarriedFact::Kind::none;
      const bool at_distance = fact.kind == poly::CarriedFact::Kind::distance;
      loop.promises.push_back({places_.arrays.at(fact.array), at_distance ? fact.distance : 0, flow_only});
    }
    loop.body = make_body(node.body);
    if (!node.locals.empty()) places_.arrays = around;
    return loop;
  }

  int make_condition(const LoopNode& node) {
    int all = -1;
    for (const poly::Constraint& constraint : node.when) {
      const OpKind comparison = constraint.equality ? OpKind::eq : OpKind::ge;
      const int one = add_constraint(function_, make_index(constraint.expr), comparison);
      all = all < 0 ? one : add_conjunction(function_, all, one);
    }
    return all;
  }

  Assignment make_assignment(const LoopNode& node) {
    const dsl::Compute& compute = program_.computes[node.compute];
    std::vector<Index> iterators;
    for (const poly::AffineExpr& iterator : node.iterators) iterators.push_back(make_index(iterator));
    Assignment made;
    ValueBuilder values(tree_, function_, places_, iterators, tree_.bindings[node.compute]);
    made.value = values.build(*compute.value);
    made.array = places_.arrays.at(compute.store.array);
    const Array& array = function_.arrays[made.array];
    if (array.stream) {
      made.indices = values.lane_indices(compute.store.array, compute.store.indices);
      return made;
    }
    for (const dsl::ExprPtr& index : compute.store.indices) made.indices.push_back(values.build_index(*index));
    if (made.indices.empty()) made.indices.push_back(constant_index(0));
    return made;
  }

  Call make_call(const LoopNode& node) {
    Call call;
    call.function = node.routine;
    for (const poly::PassedIterator& passed : tree_.routines[node.routine].iterators) {
      call.arrays.push_back(-1);
      call.values.push_back(add_index_value(function_, loop_index(passed.loop)));
      call.scalars.push_back(loop_index(passed.loop));
    }
    for (int scalar : node.scalars) {
      Expression load;
      load.op = OpKind::load;
      load.array = places_.scalars.at(scalar);
      load.type = function_.arrays[load.array].element;
      call.arrays.push_back(-1);
      call.values.push_back(add_expression(function_, std::move(load)));
      Index unknown;
      unknown.opaque = true;
      call.scalars.push_back(program_.scalars[scalar]->is_parameter() ? loop_index(scalar) : unknown);
    }
    for (int array : node.arrays) {
      call.arrays.push_back(places_.arrays.at(array));
      call.values.push_back(-1);
    }
    return call;
  }

  const poly::LoopTree& tree_;
  const dsl::Function& program_;
  Function function_;
  VariablePlaces places_;
};

/// Decides whether all calls of a routine share one module: nests that run one after the other do, processes do not.
bool is_shared(const poly::LoopTree& tree, std::size_t routine) {
  const auto calls = std::count_if(tree.roots.begin(), tree.roots.end(), [&](const LoopNode& node) {
    return node.kind == LoopNode::Kind::call && node.routine == static_cast<int>(routine);
  });
  return calls > 1 && !tree.hardware.dataflow;
}

}  // namespace

Kernel make_kernel(const poly::LoopTree& tree) {
  Kernel kernel;
  kernel.name = tree.program->name;
  // Other programs' sums are split where a directive says so.
  kernel.reorders_sums = tree.program->allow_reassociation && tree.hardware.automatic_channels;
  for (std::size_t n = 0; n < tree.routines.size(); ++n) {
    const poly::Routine& routine = tree.routines[n];
    const std::vector<int> tables = poly::tables_in(routine.body, *tree.program);
    const Signature signature{routine.name, routine.scalars, routine.arrays, routine.locals, tables, routine.iterators};
    kernel.functions.push_back(FunctionBuilder(tree, signature).build(routine.body));
    kernel.functions.back().inlining = Function::Inline::never;
    kernel.functions.back().one_instance = is_shared(tree, n);
  }
  const std::vector<int> scalars = tree.program->scalar_arguments(), arrays = tree.program->array_arguments(),
                         locals = tree.top_locals(), tables = poly::tables_in(tree.roots, *tree.program);
  FunctionBuilder top(tree, {kernel.name, scalars, arrays, locals, tables});
  top.add_ports();
  kernel.functions.push_back(top.build(tree.roots));
  kernel.top = static_cast<int>(kernel.functions.size()) - 1;
  return kernel;
}

}  // namespace pom::dse
