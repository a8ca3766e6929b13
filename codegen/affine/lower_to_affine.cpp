#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/IntegerSet.h>
#include <mlir/IR/Verifier.h>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/lower_value.hpp"
#include "codegen/affine/pom_dialect.hpp"

namespace pom::backend {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;
using poly::LoopNode;

/// Lowers one loop tree into one function.
class FunctionLowering {
 public:
  FunctionLowering(const poly::LoopTree& tree, mlir::MLIRContext& context)
      : tree_(tree), program_(*tree.program), context_(context), builder_(&context) {}

  mlir::OwningOpRef<mlir::ModuleOp> lower() {
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder_.getUnknownLoc());
    builder_.setInsertionPointToEnd(module->getBody());
    mlir::func::FuncOp function = declare_function();
    builder_.setInsertionPointToStart(function.addEntryBlock());
    name_arguments(function);
    for (const LoopNode& root : tree_.roots) lower_node(root);
    builder_.create<mlir::func::ReturnOp>(builder_.getUnknownLoc());
    return module;
  }

 private:
  mlir::func::FuncOp declare_function() {
    llvm::SmallVector<mlir::Type> types;
    for (int scalar : program_.scalar_arguments())
      types.push_back(lower_type(program_.scalars[scalar]->type, context_));
    for (int array : program_.used_arrays()) {
      const dsl::Array& declared = *program_.arrays[array];
      types.push_back(mlir::MemRefType::get(declared.shape, lower_type(declared.type, context_)));
    }
    auto function = builder_.create<mlir::func::FuncOp>(builder_.getUnknownLoc(), program_.name,
                                                        builder_.getFunctionType(types, {}));
    function->setAttr(ir::top_attribute, builder_.getUnitAttr());
    return function;
  }

  void name_arguments(mlir::func::FuncOp function) {
    unsigned position = 0;
    const auto describe = [&](const std::string& name, const Type& type) {
      function.setArgAttr(position, ir::name_attribute, builder_.getStringAttr(name));
      if (type.kind == TypeKind::unsigned_integer)
        function.setArgAttr(position, ir::unsigned_attribute, builder_.getUnitAttr());
      return function.getArgument(position);
    };
    for (int scalar : program_.scalar_arguments()) {
      scalars_[scalar] = describe(program_.scalars[scalar]->name, program_.scalars[scalar]->type);
      ++position;
    }
    for (int array : program_.used_arrays()) {
      arrays_[array] = describe(program_.arrays[array]->name, program_.arrays[array]->type);
      function.setArgAttr(position, ir::interface_attribute,
                          ir::InterfaceAttr::get(&context_, ir::InterfaceMode::ap_memory));
      const llvm::SmallVector<mlir::Attribute> banks = partitions_of(array);
      if (!banks.empty()) function.setArgAttr(position, ir::partition_attribute, builder_.getArrayAttr(banks));
      ++position;
    }
  }

  llvm::SmallVector<mlir::Attribute> partitions_of(int array) {
    llvm::SmallVector<mlir::Attribute> banks;
    for (const poly::PartitionMark& mark : tree_.partitions) {
      if (mark.array != array) continue;
      const auto kind = static_cast<ir::PartitionKind>(static_cast<int>(mark.kind));
      banks.push_back(ir::PartitionAttr::get(&context_, mark.dimension + 1, kind, mark.factor));
    }
    return banks;
  }

  void lower_node(const LoopNode& node) {
    switch (node.kind) {
      case LoopNode::Kind::loop:
        return lower_loop(node);
      case LoopNode::Kind::guard:
        return lower_guard(node);
      case LoopNode::Kind::instance:
        return lower_instance(node);
    }
  }

  void lower_loop(const LoopNode& node) {
    IndexMapBuilder lower(context_, loops_), upper(context_, loops_);
    const mlir::AffineMap lower_map = bound_map(node.lower, lower), upper_map = bound_map(node.upper, upper);
    auto loop = builder_.create<AffineForOp>(builder_.getUnknownLoc(), lower.operands(), lower_map, upper.operands(),
                                             upper_map, node.step);
    loop->setAttr(ir::name_attribute, builder_.getStringAttr(node.name));
    loop->setAttr(ir::label_attribute, builder_.getStringAttr(node.label));
    if (node.pipeline) loop->setAttr(ir::pipeline_attribute, ir::PipelineAttr::get(&context_, node.pipeline->interval));
    if (node.unroll) loop->setAttr(ir::unroll_attribute, ir::UnrollAttr::get(&context_, node.unroll->factor));
    loops_[node.id] = loop.getInductionVar();
    lower_body(node, loop.getBody());
    loops_.erase(node.id);
  }

  mlir::AffineMap bound_map(const std::vector<poly::AffineExpr>& bounds, IndexMapBuilder& indices) {
    llvm::SmallVector<mlir::AffineExpr> results;
    for (const poly::AffineExpr& bound : bounds) results.push_back(indices.convert(bound));
    return indices.map(results);
  }

  void lower_guard(const LoopNode& node) {
    if (node.when.empty()) {
      for (const LoopNode& child : node.body) lower_node(child);
      return;
    }
    IndexMapBuilder indices(context_, loops_);
    llvm::SmallVector<mlir::AffineExpr> constraints;
    llvm::SmallVector<bool> equalities;
    for (const poly::Constraint& constraint : node.when) {
      constraints.push_back(indices.convert(constraint.expr));
      equalities.push_back(constraint.equality);
    }
    const mlir::IntegerSet set = mlir::IntegerSet::get(indices.dimensions(), 0, constraints, equalities);
    auto guard =
        builder_.create<AffineIfOp>(builder_.getUnknownLoc(), set, indices.operands(), /*withElseRegion=*/false);
    lower_body(node, guard.getThenBlock());
  }

  void lower_body(const LoopNode& node, mlir::Block* block) {
    const mlir::OpBuilder::InsertionGuard keep(builder_);
    builder_.setInsertionPoint(block->getTerminator());
    for (const LoopNode& child : node.body) lower_node(child);
  }

  void lower_instance(const LoopNode& node) {
    const dsl::Compute& compute = program_.computes[node.compute];
    const mlir::Location location =
        mlir::FileLineColLoc::get(&context_, compute.at.file.empty() ? "-" : compute.at.file, compute.at.line, 1);
    const InstanceScope scope{builder_, location, node.iterators, loops_, arrays_, scalars_};
    const mlir::Value value = ValueLowering(scope).lower(*compute.value);
    IndexMapBuilder indices(context_, loops_);
    llvm::SmallVector<mlir::AffineExpr> results;
    for (const dsl::ExprPtr& index : compute.store.indices) results.push_back(indices.convert(*index, node.iterators));
    const mlir::AffineMap map = indices.map(results);
    auto store = builder_.create<mlir::affine::AffineStoreOp>(location, value, arrays_.at(compute.store.array), map,
                                                              indices.operands());
    store->setAttr(ir::compute_attribute, builder_.getStringAttr(compute.name));
  }

  const poly::LoopTree& tree_;
  const dsl::Function& program_;
  mlir::MLIRContext& context_;
  mlir::OpBuilder builder_;
  InductionVariables loops_;
  std::map<int, mlir::Value> arrays_, scalars_;
};

}  // namespace

Result<AffineModule> lower_to_affine(const poly::LoopTree& tree, CodegenContext& context) {
  auto impl = std::make_unique<AffineModule::Impl>();
  impl->module = FunctionLowering(tree, context.impl().context).lower();
  if (failed(mlir::verify(*impl->module))) throw InternalError("the affine module does not verify");
  return AffineModule(std::move(impl));
}

}  // namespace pom::backend
