#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/IntegerSet.h>
#include <mlir/IR/Verifier.h>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/array_attributes.hpp"
#include "codegen/affine/lower_value.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "codegen/affine/table_contents.hpp"
#include "codegen/affine/word_access.hpp"
#include "support/findings.hpp"

namespace pom::backend {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;
using poly::LoopNode;

/// What a function is called with, and what it declares: indices in dsl::Function.
struct Signature {
  std::string name;
  std::vector<int> scalars, arrays, locals, tables;
  std::vector<poly::PassedIterator> iterators = {};
};

/// Lowers one body into one function.
class FunctionLowering {
 public:
  FunctionLowering(const poly::LoopTree& tree, mlir::OpBuilder& builder)
      : tree_(tree), program_(*tree.program), context_(*builder.getContext()), builder_(builder) {}

  mlir::func::FuncOp lower(const Signature& signature, const std::vector<LoopNode>& body) {
    mlir::func::FuncOp function = declare(signature);
    const mlir::OpBuilder::InsertionGuard keep(builder_);
    builder_.setInsertionPointToStart(function.addEntryBlock());
    name_arguments(function, signature);
    declare_locals(signature.locals);
    declare_tables(signature);
    for (const LoopNode& node : body) lower_node(node);
    end_locals(signature.locals);
    builder_.create<mlir::func::ReturnOp>(builder_.getUnknownLoc());
    return function;
  }

 private:
  mlir::MemRefType array_type(int array) const {
    const dsl::Array& declared = *program_.arrays[array];
    return mlir::MemRefType::get(declared.shape, lower_type(declared.type, context_));
  }

  mlir::func::FuncOp declare(const Signature& signature) {
    llvm::SmallVector<mlir::Type> types(signature.iterators.size(), builder_.getI32Type());
    for (int scalar : signature.scalars) types.push_back(lower_type(program_.scalars[scalar]->type, context_));
    for (int array : signature.arrays) types.push_back(array_type(array));
    return builder_.create<mlir::func::FuncOp>(builder_.getUnknownLoc(), signature.name,
                                               builder_.getFunctionType(types, {}));
  }

  void name_arguments(mlir::func::FuncOp function, const Signature& signature) {
    unsigned position = 0;
    for (const poly::PassedIterator& passed : signature.iterators) {
      function.setArgAttrs(position, iterator_attributes(passed, builder_));
      variables_.loops[passed.loop] = builder_.create<mlir::arith::IndexCastOp>(
          builder_.getUnknownLoc(), builder_.getIndexType(), function.getArgument(position++));
    }
    for (int scalar : signature.scalars) {
      function.setArgAttrs(position, scalar_attributes(tree_, scalar, builder_));
      scalars_[scalar] = function.getArgument(position++);
      if (!program_.scalars[scalar]->is_parameter()) continue;
      variables_.parameters[scalar] = builder_.create<mlir::arith::IndexCastOp>(
          builder_.getUnknownLoc(), builder_.getIndexType(), scalars_[scalar]);
    }
    for (int array : signature.arrays) {
      function.setArgAttrs(position, array_attributes(tree_, array, builder_));
      arrays_[array] = function.getArgument(position++);
    }
  }

  void declare_locals(const std::vector<int>& locals) {
    for (int array : locals) {
      auto local = builder_.create<mlir::memref::AllocOp>(builder_.getUnknownLoc(), array_type(array));
      for (const mlir::NamedAttribute attribute : array_attributes(tree_, array, builder_))
        local->setAttr(attribute.getName(), attribute.getValue());
      arrays_[array] = local;
    }
  }

  void end_locals(const std::vector<int>& locals) {
    for (int local : locals) builder_.create<mlir::memref::DeallocOp>(builder_.getUnknownLoc(), arrays_.at(local));
  }

  void declare_tables(const Signature& signature) {
    for (int array : signature.tables) {
      auto table = builder_.create<mlir::memref::GetGlobalOp>(builder_.getUnknownLoc(), array_type(array),
                                                              program_.arrays[array]->name);
      for (const mlir::NamedAttribute attribute : array_attributes(tree_, array, builder_))
        table->setAttr(attribute.getName(), attribute.getValue());
      arrays_[array] = table;
    }
  }

  void lower_node(const LoopNode& node) {
    switch (node.kind) {
      case LoopNode::Kind::loop:
        return lower_loop(node);
      case LoopNode::Kind::guard:
        return lower_guard(node);
      case LoopNode::Kind::instance:
        return lower_instance(node);
      case LoopNode::Kind::call:
        return lower_call(node);
    }
  }

  void lower_call(const LoopNode& node) {
    llvm::SmallVector<mlir::Value> arguments;
    for (const poly::PassedIterator& passed : tree_.routines[node.routine].iterators) {
      arguments.push_back(builder_.create<mlir::arith::IndexCastOp>(builder_.getUnknownLoc(), builder_.getI32Type(),
                                                                    variables_.loops.at(passed.loop)));
    }
    for (int scalar : node.scalars) arguments.push_back(scalars_.at(scalar));
    for (int array : node.arrays) arguments.push_back(arrays_.at(array));
    builder_.create<mlir::func::CallOp>(builder_.getUnknownLoc(), tree_.routines[node.routine].name, mlir::TypeRange(),
                                        arguments);
  }

  void lower_loop(const LoopNode& node) {
    IndexMapBuilder lower(context_, variables_), upper(context_, variables_);
    const mlir::AffineMap lower_map = bound_map(node.lower, lower), upper_map = bound_map(node.upper, upper);
    auto loop = builder_.create<AffineForOp>(builder_.getUnknownLoc(), lower.operands(), lower_map, upper.operands(),
                                             upper_map, node.step);
    loop->setAttr(ir::name_attribute, builder_.getStringAttr(node.name));
    loop->setAttr(ir::label_attribute, builder_.getStringAttr(node.label));
    if (node.pipeline) loop->setAttr(ir::pipeline_attribute, ir::PipelineAttr::get(&context_, node.pipeline->interval));
    if (node.unroll) loop->setAttr(ir::unroll_attribute, ir::UnrollAttr::get(&context_, node.unroll->factor));
    if (node.flatten_off) loop->setAttr(ir::flatten_off_attribute, builder_.getUnitAttr());
    if (node.region >= 0) loop->setAttr(ir::dataflow_attribute, builder_.getUnitAttr());
    if (!node.facts.empty()) loop->setAttr(ir::dependence_attribute, fact_attributes(node));
    variables_.loops[node.id] = loop.getInductionVar();
    lower_body(node, loop.getBody());
    variables_.loops.erase(node.id);
    if (node.unroll || is_pipelined_around(loop)) load_steady_once(loop, node.steady);
  }

  static bool is_pipelined_around(AffineForOp loop) {
    for (auto around = loop->getParentOfType<AffineForOp>(); around; around = around->getParentOfType<AffineForOp>()) {
      if (around->hasAttr(ir::pipeline_attribute)) return true;
    }
    return false;
  }

  /// What the loop keeps (LoopNode::steady) is loaded in front of it, each element once.
  void load_steady_once(AffineForOp loop, const std::vector<int>& arrays) {
    llvm::SmallVector<mlir::affine::AffineLoadOp> loads;
    loop.walk([&](mlir::affine::AffineLoadOp load) {
      const bool steady = llvm::any_of(arrays, [&](int array) {
        const auto outside = arrays_.find(array);  // not of what the loop's body declares
        return outside != arrays_.end() && outside->second == load.getMemRef();
      });
      if (steady && llvm::all_of(load.getMapOperands(), [&](mlir::Value v) { return loop.isDefinedOutsideOfLoop(v); }))
        loads.push_back(load);
    });
    llvm::SmallVector<mlir::affine::AffineLoadOp> moved;
    for (mlir::affine::AffineLoadOp load : loads) {
      auto* same = llvm::find_if(moved, [&](mlir::affine::AffineLoadOp other) {
        return other.getMemRef() == load.getMemRef() && other.getAffineMap() == load.getAffineMap() &&
               llvm::equal(other.getMapOperands(), load.getMapOperands());
      });
      if (same == moved.end()) {
        load->moveBefore(loop);
        moved.push_back(load);
      } else {
        load.getResult().replaceAllUsesWith(same->getResult());
        load->erase();
      }
    }
  }

  mlir::ArrayAttr fact_attributes(const LoopNode& node) {
    llvm::SmallVector<mlir::Attribute> facts;
    for (const poly::CarriedFact& fact : node.facts) {
      facts.push_back(ir::DependenceAttr::get(&context_, builder_.getStringAttr(program_.arrays[fact.array]->name),
                                              static_cast<ir::CarriedKind>(static_cast<int>(fact.kind)),
                                              fact.distance));
    }
    return builder_.getArrayAttr(facts);
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
    IndexMapBuilder indices(context_, variables_);
    llvm::SmallVector<mlir::AffineExpr> constraints;
    llvm::SmallVector<bool> equalities;
    for (const poly::Constraint& constraint : node.when) {
      constraints.push_back(indices.convert(constraint.expr));
      equalities.push_back(constraint.equality);
    }
    const mlir::IntegerSet set = mlir::IntegerSet::get(indices.dimensions(), 0, constraints, equalities);
    auto guard =
        builder_.create<AffineIfOp>(builder_.getUnknownLoc(), set, indices.operands(), /*withElseRegion=*/node.unless);
    lower_body(node, node.unless ? guard.getElseBlock() : guard.getThenBlock());
  }

  void lower_body(const LoopNode& node, mlir::Block* block) {
    const mlir::OpBuilder::InsertionGuard keep(builder_);
    builder_.setInsertionPoint(block->getTerminator());
    const std::map<int, mlir::Value> around = arrays_;
    declare_locals(node.locals);
    for (const LoopNode& child : node.body) lower_node(child);
    end_locals(node.locals);
    arrays_ = around;
  }

  void lower_instance(const LoopNode& node) {
    const dsl::Compute& compute = program_.computes[node.compute];
    const mlir::Location location =
        mlir::FileLineColLoc::get(&context_, compute.at.file.empty() ? "-" : compute.at.file, compute.at.line, 1);
    const InstanceScope scope{
        builder_,      location, node.iterators, variables_, arrays_, scalars_, tree_.bindings[node.compute],
        tree_.hardware};
    ValueLowering values(scope);
    const mlir::Value value = values.lower(*compute.value);
    mlir::Operation* store = values.store(value, compute.store);
    store->setAttr(ir::compute_attribute, builder_.getStringAttr(compute.name));
  }

  const poly::LoopTree& tree_;
  const dsl::Function& program_;
  mlir::MLIRContext& context_;
  mlir::OpBuilder& builder_;
  IndexVariables variables_;
  std::map<int, mlir::Value> arrays_, scalars_;
};

/// Constants of the module; each function gets at them by name.
void lower_tables(const poly::LoopTree& tree, mlir::OpBuilder& builder) {
  for (int array : tree.program->used_arrays()) {
    const dsl::Array& table = *tree.program->arrays[array];
    if (!table.is_table()) continue;
    const auto type = mlir::MemRefType::get(table.shape, lower_type(table.type, *builder.getContext()));
    builder.create<mlir::memref::GlobalOp>(builder.getUnknownLoc(), table.name, builder.getStringAttr("private"), type,
                                           table_contents(table, type), /*constant=*/true, mlir::IntegerAttr());
  }
}

void lower_module(const poly::LoopTree& tree, mlir::OpBuilder& builder) {
  lower_tables(tree, builder);
  for (const poly::Routine& routine : tree.routines) {
    mlir::func::FuncOp function = FunctionLowering(tree, builder)
                                      .lower({routine.name, routine.scalars, routine.arrays, routine.locals,
                                              poly::tables_in(routine.body, *tree.program), routine.iterators},
                                             routine.body);
    function.setPrivate();
    function->setAttr(ir::inline_off_attribute, builder.getUnitAttr());
  }
  const dsl::Function& program = *tree.program;
  mlir::func::FuncOp top = FunctionLowering(tree, builder)
                               .lower({program.name, program.scalar_arguments(), program.array_arguments(),
                                       tree.top_locals(), poly::tables_in(tree.roots, program)},
                                      tree.roots);
  top->setAttr(ir::top_attribute, builder.getUnitAttr());
  if (tree.hardware.dataflow) top->setAttr(ir::dataflow_attribute, builder.getUnitAttr());
  if (program.allow_reassociation && tree.hardware.automatic_channels)
    top->setAttr(ir::reorder_sums_attribute, builder.getUnitAttr());
  if (const mlir::Attribute control = port_attribute(tree, "return", builder))
    top->setAttr(ir::interface_attribute, control);
  name_interfaces(tree, top, builder);
}

/// Where the array was packed; the program's own place if its schedule does not say.
Location place_of_pack(const dsl::Function& program, const std::string& array) {
  for (const Directive& directive : program.schedule) {
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    if (pack && pack->array == array) return directive.at;
  }
  return program.at;
}

/// Loops that the generator of loops cut, or put under conditions, take no whole words, whatever the schedule says.
Status check_words(mlir::ModuleOp module, const dsl::Function& program) {
  Status refused;
  module.walk([&](mlir::func::FuncOp function) {
    for (const mlir::BlockArgument array : function.getArguments()) {
      if (ir::lanes_of(array) == 1) continue;
      for (mlir::Operation* user : array.getUsers()) {
        if (refused || llvm::isa<mlir::func::CallOp>(user) || ir::find_word(*user)) continue;
        const auto attribute = function.getArgAttrOfType<mlir::StringAttr>(array.getArgNumber(), ir::name_attribute);
        const std::string name = attribute ? attribute.str() : "an argument";
        refused = make_error("bad-pack",
                             "\"" + name + "\" gets no words of " + std::to_string(ir::lanes_of(array)) +
                                 " elements: the generated loops take single ones\nleave pack() out, or keep it in a "
                                 "buffer",
                             place_of_pack(program, name));
      }
    }
  });
  return refused;
}

}  // namespace

Result<AffineModule> lower_to_affine(const poly::LoopTree& tree, CodegenContext& context) {
  auto impl = std::make_unique<AffineModule::Impl>();
  mlir::OpBuilder builder(&context.impl().context);
  impl->module = mlir::ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(impl->module->getBody());
  lower_module(tree, builder);
  if (const Status refused = check_words(*impl->module, *tree.program)) return *refused;
  if (failed(mlir::verify(*impl->module))) throw InternalError("the affine module does not verify");
  return AffineModule(std::move(impl));
}

}  // namespace pom::backend
