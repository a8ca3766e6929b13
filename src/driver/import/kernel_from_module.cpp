#include "driver/import/kernel_from_module.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/IntegerSet.h>

#include <algorithm>
#include <optional>

#include "codegen/affine/affine_module_internal.hpp"
#include "driver/import/array_import.hpp"
#include "driver/import/c_variables.hpp"
#include "driver/import/value_import.hpp"
#include "dse/kernel/trip_counts.hpp"
#include "dse/kernel/value_builder.hpp"
#include "support/deep_stack.hpp"
#include "support/findings.hpp"

namespace pom::driver {

namespace {

namespace affine = mlir::affine;
namespace ir = pom::ir;
using dse::Node;
using dse::OpKind;

using FunctionNumbers = llvm::StringMap<int>;

std::string text_attribute(mlir::Operation* op, const char* name, const std::string& otherwise) {
  const auto text = op->getAttrOfType<mlir::StringAttr>(name);
  return text ? text.str() : otherwise;
}

/// Imports the body of one function.
class FunctionImport {
 public:
  FunctionImport(mlir::func::FuncOp source, const FunctionNumbers& numbers, dse::Function& function,
                 const ChosenSizes& sizes)
      : source_(source), numbers_(numbers), into_{function}, types_(into_), sizes_(sizes) {}

  void run() {
    dse::Function& function = into_.function;
    function.name = source_.getName().str();
    function.dataflow = source_->hasAttr(ir::dataflow_attribute);
    if (source_->hasAttr(ir::inline_off_attribute)) function.inlining = dse::Function::Inline::never;
    if (const auto control = source_->getAttrOfType<ir::InterfaceAttr>(ir::interface_attribute))
      function.control = stringifyInterfaceMode(control.getMode()).str();
    import_arrays(source_, into_);
    number_sizes();
    for (mlir::Operation* op : find_variables(source_)) declare_variable(op);
    function.body = import_block(source_.getBody().front());
    dse::count_trips(function);
  }

 private:
  /// Arguments that indices speak of: the number of an argument follows those of the loops.
  void number_sizes() {
    dse::Function& function = into_.function;
    source_.walk([&](affine::AffineForOp) { ++loops_; });
    int next = std::exchange(loops_, 0);
    for (unsigned n = 0; n < source_.getNumArguments(); ++n) {
      const mlir::BlockArgument argument = source_.getArgument(n);
      const auto range = source_.getArgAttrOfType<mlir::DenseI64ArrayAttr>(n, ir::range_attribute);
      bool is_size = range != nullptr;
      for (mlir::Operation* user : argument.getUsers()) {
        if (!llvm::isa<mlir::arith::IndexCastOp>(user) || user->getBlock() != &source_.getBody().front()) continue;
        is_size = true;
        into_.loops[user->getResult(0)] = next;
      }
      if (!is_size) continue;
      function.symbols.resize(source_.getNumArguments(), -1);
      function.symbols[n] = next;
      function.sizes[next++] = size_of(n, range);
    }
  }

  std::int64_t size_of(unsigned n, mlir::DenseI64ArrayAttr range) const {
    const std::string& name = into_.function.arrays[n].name;
    if (const auto chosen = sizes_.find(name); chosen != sizes_.end()) {
      const std::int64_t size = chosen->second;
      if (!range || (range[0] <= size && size <= range[1])) return size;
      throw BadSize{source_, "the size " + name + " = " + std::to_string(size) + " is outside of [" +
                                 std::to_string(range[0]) + ", " + std::to_string(range[1]) + "]"};
    }
    if (const auto size = source_.getArgAttrOfType<mlir::IntegerAttr>(n, ir::size_attribute)) return size.getInt();
    if (range) return range[1];
    throw NotImported{source_, "an argument that is a size has no range"};
  }

  void declare_variable(mlir::Operation* op) {
    const mlir::Value value = op->getResult(0);
    dse::Array variable;
    variable.element = types_.of(value);
    variable.name = "v" + std::to_string(into_.variables.size());
    planned_[op] = static_cast<int>(into_.function.arrays.size());
    into_.function.arrays.push_back(std::move(variable));
  }

  std::vector<Node> import_block(mlir::Block& block) {
    std::vector<Node> nodes;
    for (mlir::Operation& op : block) {
      if (const auto planned = planned_.find(&op); planned != planned_.end()) {
        nodes.push_back(assign_variable(op, planned->second));
      } else if (std::optional<Node> node = import_operation(op)) {
        nodes.push_back(std::move(*node));
      }
    }
    return nodes;
  }

  std::optional<Node> import_operation(mlir::Operation& op) {
    if (auto loop = llvm::dyn_cast<affine::AffineForOp>(op)) return import_loop(loop);
    if (auto guard = llvm::dyn_cast<affine::AffineIfOp>(op)) return import_guard(guard);
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) return import_call(call);
    if (auto store = llvm::dyn_cast<affine::AffineStoreOp>(op)) {
      ValueImport values(into_, types_);
      const int value = values.build(store.getValueToStore());
      return assignment(
          store.getMemRef(), value,
          values.element(store.getMemRef(), values.indices(store.getAffineMap(), store.getMapOperands())));
    }
    if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op)) {
      ValueImport values(into_, types_);
      const int value = values.build(store.getValueToStore());
      std::vector<dse::Index> indices;
      for (const mlir::Value one : store.getIndices()) indices.push_back(values.index(one));
      return assignment(store.getMemRef(), value, values.element(store.getMemRef(), std::move(indices)));
    }
    return std::nullopt;
  }

  Node assignment(mlir::Value array, int value, std::vector<dse::Index> indices) const {
    Node node;
    node.assignment.array = into_.arrays.lookup(array);
    node.assignment.value = value;
    node.assignment.indices = std::move(indices);
    return node;
  }

  /// Further statements load the variable; this one computes it.
  Node assign_variable(mlir::Operation& op, int variable) {
    Node node;
    node.assignment.value = ValueImport(into_, types_).build(op.getResult(0));
    node.assignment.array = variable;
    into_.variables[op.getResult(0)] = variable;
    return node;
  }

  std::vector<dse::Index> bounds(mlir::Operation* loop, mlir::AffineMap map, mlir::OperandRange operands) {
    std::vector<dse::Index> all = ValueImport(into_, types_).indices(map, operands);
    if (std::any_of(all.begin(), all.end(), [](const dse::Index& one) { return one.opaque; }))
      throw NotImported{loop, "a bound that depends on data has no estimate"};
    return all;
  }

  Node import_loop(affine::AffineForOp source) {
    Node node;
    node.kind = Node::Kind::loop;
    dse::Loop& loop = node.loop;
    loop.id = loops_++;
    loop.name = text_attribute(source, ir::name_attribute, "i" + std::to_string(loop.id));
    loop.label = text_attribute(source, ir::label_attribute, "loop" + std::to_string(loop.id));
    loop.lower = bounds(source, source.getLowerBoundMap(), source.getLowerBoundOperands());
    loop.upper = bounds(source, source.getUpperBoundMap(), source.getUpperBoundOperands());
    loop.step = source.getStepAsInt();
    if (const auto mark = source->getAttrOfType<ir::PipelineAttr>(ir::pipeline_attribute))
      loop.pipeline = static_cast<int>(mark.getInterval());
    if (const auto mark = source->getAttrOfType<ir::UnrollAttr>(ir::unroll_attribute)) loop.unroll = mark.getFactor();
    loop.flatten_off = source->hasAttr(ir::flatten_off_attribute);
    loop.dataflow = source->hasAttr(ir::dataflow_attribute);
    add_promises(source, loop);
    into_.loops[source.getInductionVar()] = loop.id;
    loop.body = import_block(*source.getBody());
    return node;
  }

  void add_promises(affine::AffineForOp source, dse::Loop& loop) const {
    const auto facts = source->getAttrOfType<mlir::ArrayAttr>(ir::dependence_attribute);
    if (!facts) return;
    for (const mlir::Attribute entry : facts) {
      const auto fact = llvm::cast<ir::DependenceAttr>(entry);
      for (std::size_t a = 0; a < into_.function.arrays.size(); ++a) {
        if (into_.function.arrays[a].name != fact.getArray().str()) continue;
        loop.promises.push_back({static_cast<int>(a), fact.getDistance(), fact.getKind() != ir::CarriedKind::none});
      }
    }
  }

  Node import_guard(affine::AffineIfOp source) {
    Node node;
    node.kind = Node::Kind::branch;
    ValueImport values(into_, types_);
    const mlir::IntegerSet set = source.getIntegerSet();
    int all = -1;
    for (unsigned n = 0; n < set.getNumConstraints(); ++n) {
      const dse::Index index = values.index(set.getConstraint(n), source.getOperands());
      if (index.opaque) throw NotImported{source, "a guard that depends on data has no estimate"};
      const int one = dse::add_constraint(into_.function, index, set.isEq(n) ? OpKind::eq : OpKind::ge);
      all = all < 0 ? one : dse::add_conjunction(into_.function, all, one);
    }
    node.branch.condition = all;
    node.branch.then = import_block(*source.getThenBlock());
    if (source.hasElse()) node.branch.otherwise = import_block(*source.getElseBlock());
    return node;
  }

  Node import_call(mlir::func::CallOp source) {
    Node node;
    node.kind = Node::Kind::call;
    dse::Call& call = node.call;
    call.function = numbers_.lookup(source.getCallee());
    ValueImport values(into_, types_);
    std::size_t scalars = 0;
    for (const mlir::Value operand : source.getOperands()) {
      const bool is_array = llvm::isa<mlir::MemRefType>(operand.getType());
      call.arrays.push_back(is_array ? into_.arrays.lookup(operand) : -1);
      call.values.push_back(is_array ? -1 : values.build(operand));
      call.scalars.push_back(size_as_index(operand));
      if (!is_array) scalars = call.scalars.size();
    }
    call.scalars.resize(scalars);
    return node;
  }

  /// The argument as a number in indices; opaque: it is no size.
  dse::Index size_as_index(mlir::Value operand) const {
    dse::Index unknown;
    unknown.opaque = true;
    if (auto iteration = operand.getDefiningOp<mlir::arith::IndexCastOp>()) {
      const auto loop = into_.loops.find(iteration.getIn());
      return loop == into_.loops.end() ? unknown : dse::loop_index(loop->second);
    }
    const auto argument = llvm::dyn_cast<mlir::BlockArgument>(operand);
    if (!argument || argument.getOwner() != &source_.getBody().front()) return unknown;
    const std::vector<int>& symbols = into_.function.symbols;
    const unsigned n = argument.getArgNumber();
    return n < symbols.size() && symbols[n] >= 0 ? dse::loop_index(symbols[n]) : unknown;
  }

 public:
  /// A size that is chosen outside of its range.
  struct BadSize {
    mlir::Operation* operation;
    std::string message;
  };

 private:
  mutable mlir::func::FuncOp source_;
  const FunctionNumbers& numbers_;
  ImportedFunction into_;
  ValueTypes types_;
  const ChosenSizes& sizes_;
  llvm::DenseMap<mlir::Operation*, int> planned_;  ///< variables, in Function::arrays
  int loops_ = 0;
};

/// Calls of one function take turns on one module, unless the callers are processes.
void mark_shared(dse::Kernel& kernel) {
  for (const dse::Function& caller : kernel.functions) {
    std::map<int, int> calls;
    for (const Node& node : caller.body) {
      if (node.kind == Node::Kind::call) ++calls[node.call.function];
    }
    for (const auto& [callee, count] : calls) {
      if (count > 1 && !caller.dataflow) kernel.functions[callee].one_instance = true;
    }
  }
}

dse::Kernel import_module(mlir::ModuleOp module, const ChosenSizes& sizes) {
  dse::Kernel kernel;
  FunctionNumbers numbers;
  std::vector<mlir::func::FuncOp> functions;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    numbers[function.getName()] = static_cast<int>(functions.size());
    if (function->hasAttr(ir::top_attribute) || functions.empty() || !functions[kernel.top]->hasAttr(ir::top_attribute))
      kernel.top = static_cast<int>(functions.size());
    functions.push_back(function);
  }
  if (functions.empty()) throw NotImported{module, "the module has no function: there is nothing to estimate"};
  kernel.functions.resize(functions.size());
  for (std::size_t n = 0; n < functions.size(); ++n)
    FunctionImport(functions[n], numbers, kernel.functions[n], sizes).run();
  mlir::func::FuncOp top = functions[kernel.top];
  add_ports(top, kernel.top_function());
  kernel.name = kernel.top_function().name;
  kernel.reorders_sums = top->hasAttr(ir::reorder_sums_attribute);
  mark_shared(kernel);
  return kernel;
}

Diagnostic error_at(mlir::Operation* op, const char* code, std::string message) {
  Location at;
  op->getLoc()->walk([&](mlir::Location part) {
    if (const auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part)) at = {file.getFilename().str(), file.getLine()};
    return mlir::WalkResult::advance();
  });
  return make_error(code, std::move(message), at);
}

}  // namespace

Result<dse::Kernel> kernel_from_module(const backend::AffineModule& module, const ChosenSizes& sizes) {
  std::optional<Result<dse::Kernel>> made;
  with_deep_stack([&] {
    try {
      made = import_module(*module.impl().module, sizes);
    } catch (const NotImported& found) {
      made = error_at(found.operation, "unsupported-op", found.reason);
    } catch (const FunctionImport::BadSize& found) {
      made = error_at(found.operation, "bad-parameter", found.message);
    }
  });
  return *std::move(made);
}

}  // namespace pom::driver
