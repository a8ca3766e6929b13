#include "codegen/hls/kernel.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/IntegerSet.h>

#include <limits>
#include <sstream>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/hls/array_pragmas.hpp"
#include "codegen/hls/value_printer.hpp"
#include "codegen/pragmas/pragmas.hpp"

namespace pom::backend {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;
using mlir::affine::AffineStoreOp;

std::string string_attribute(mlir::Attribute attribute, const std::string& otherwise) {
  const auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute);
  return text ? text.str() : otherwise;
}

/// Prints one function.
class FunctionPrinter {
 public:
  FunctionPrinter(mlir::func::FuncOp function, Helpers& helpers)
      : function_(function), helpers_(helpers), values_(names_, helpers) {
    for (unsigned n = 0; n < function.getNumArguments(); ++n) {
      const mlir::Value argument = function.getArgument(n);
      const auto array = llvm::dyn_cast<mlir::MemRefType>(argument.getType());
      ValueType type = ValuePrinter::type_of(array ? array.getElementType() : argument.getType());
      type.is_unsigned = static_cast<bool>(function.getArgAttr(n, ir::unsigned_attribute));
      names_.arguments[argument] =
          string_attribute(function.getArgAttr(n, ir::name_attribute), "arg" + std::to_string(n));
      names_.types[argument] = type;
    }
  }

  /// "void gemm(float A[32][32])"
  std::string signature() {
    std::string text;
    for (const mlir::Value argument : function_.getArguments()) {
      text += (text.empty() ? "" : ", ") + to_cpp(names_.types[argument]) + " " + names_.arguments[argument];
      const auto array = llvm::dyn_cast<mlir::MemRefType>(argument.getType());
      if (!array) continue;
      text += extents(array);
    }
    return (function_.isPrivate() ? "static void " : "void ") + function_.getName().str() + "(" + text + ")";
  }

  std::string print() {
    out_ << signature() << " {\n";
    print_function_pragmas();
    print_block(function_.getBody().front(), 1);
    out_ << "}\n";
    return out_.str();
  }

 private:
  std::ostream& line(int indent) { return out_ << std::string(2 * indent, ' '); }

  void print_function_pragmas() {
    if (function_->hasAttr(ir::inline_off_attribute)) out_ << inline_off_pragma() << "\n";
    if (const auto control = function_->getAttrOfType<ir::InterfaceAttr>(ir::interface_attribute))
      out_ << interface_pragma("return", control, nullptr, 0) << "\n";
    for (unsigned n = 0; n < function_.getNumArguments(); ++n) {
      const auto mode = function_.getArgAttrOfType<ir::InterfaceAttr>(n, ir::interface_attribute);
      if (!mode) continue;
      const auto array = llvm::dyn_cast<mlir::MemRefType>(function_.getArgumentTypes()[n]);
      out_ << interface_pragma(names_.arguments[function_.getArgument(n)], mode,
                               function_.getArgAttrOfType<ir::StorageAttr>(n, ir::storage_attribute),
                               array ? array.getNumElements() : 1)
           << "\n";
    }
    for (unsigned n = 0; n < function_.getNumArguments(); ++n) {
      const std::string& name = names_.arguments[function_.getArgument(n)];
      for (const std::string& pragma : array_pragmas(name, function_.getArgAttrDict(n), ArrayPlace::argument))
        out_ << pragma << "\n";
    }
    if (function_->hasAttr(ir::dataflow_attribute)) out_ << dataflow_pragma() << "\n";
  }

  /// A local array. Its macro keeps large ones off the host's stack.
  void print_alloc(mlir::memref::AllocOp alloc, int indent) {
    if (!alloc.getType().hasStaticShape() || !alloc.getType().getLayout().isIdentity()) throw Unsupported{alloc};
    const std::string name = string_attribute(alloc->getAttr(ir::name_attribute), "local" + std::to_string(locals_++));
    ValueType type = ValuePrinter::type_of(alloc.getType().getElementType());
    type.is_unsigned = alloc->hasAttr(ir::unsigned_attribute);
    names_.arguments[alloc] = name;
    names_.types[alloc] = type;
    helpers_.insert("POM_LOCAL");
    line(indent) << "POM_LOCAL " << to_cpp(type) << " " << name << extents(alloc.getType()) << ";\n";
    for (const std::string& pragma : array_pragmas(name, alloc->getDiscardableAttrDictionary(), ArrayPlace::local))
      out_ << pragma << "\n";
  }

  void print_call(mlir::func::CallOp call, int indent) {
    if (call.getNumResults() != 0) throw Unsupported{call};
    std::string arguments;
    for (const mlir::Value operand : call.getOperands())
      arguments += (arguments.empty() ? "" : ", ") + values_.print_argument(operand, *call.getOperation());
    line(indent) << call.getCallee().str() << "(" << arguments << ");\n";
  }

  static std::string extents(mlir::MemRefType array) {
    std::string text;
    for (const std::int64_t extent : array.getShape()) text += "[" + std::to_string(extent) + "]";
    return array.getRank() == 0 ? "[1]" : text;
  }

  void print_block(mlir::Block& block, int indent) {
    for (mlir::Operation& op : block) {
      if (auto loop = llvm::dyn_cast<AffineForOp>(op)) {
        print_loop(loop, indent);
      } else if (auto guard = llvm::dyn_cast<AffineIfOp>(op)) {
        print_guard(guard, indent);
      } else if (auto store = llvm::dyn_cast<AffineStoreOp>(op)) {
        print_store(store, indent);
      } else if (auto alloc = llvm::dyn_cast<mlir::memref::AllocOp>(op)) {
        print_alloc(alloc, indent);
      } else if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) {
        print_call(call, indent);
      } else if (llvm::isa<mlir::memref::DeallocOp>(op)) {
        continue;  // the end of a scope is the end of what it declares
      } else if (op.getNumResults() == 1) {
        if (!is_inlined(op)) print_temporary(op, indent);
      } else if (!op.hasTrait<mlir::OpTrait::IsTerminator>()) {
        throw Unsupported{&op};
      }
    }
  }

  void print_loop(AffineForOp loop, int indent) {
    if (loop.getNumResults() != 0) throw Unsupported{loop};
    const std::string name =
        string_attribute(loop->getAttr(ir::name_attribute), "i" + std::to_string(names_.loops.size()));
    IndexPrinter lower = values_.index_printer(loop.getLowerBoundOperands());
    IndexPrinter upper = values_.index_printer(loop.getUpperBoundOperands());
    const std::string first = print_bound(loop.getLowerBoundMap(), lower, "pom_max");
    const std::string end = print_bound(loop.getUpperBoundMap(), upper, "pom_min");
    const std::int64_t step = loop.getStepAsInt();
    const Interval values = {bound_interval(loop.getLowerBoundMap(), lower).low,
                             bound_interval(loop.getUpperBoundMap(), upper).high - 1};
    const bool wide =
        values.low < std::numeric_limits<int>::min() || values.high + step > std::numeric_limits<int>::max();
    const std::string label = string_attribute(loop->getAttr(ir::label_attribute), "");
    line(indent) << (label.empty() ? "" : label + ": ") << "for (" << (wide ? "long long " : "int ") << name << " = "
                 << first << "; " << name << " < " << end << "; "
                 << (step == 1 ? "++" + name : name + " += " + std::to_string(step)) << ") {\n";
    if (const auto mark = loop->getAttrOfType<ir::PipelineAttr>(ir::pipeline_attribute))
      out_ << pipeline_pragma(mark) << "\n";
    if (const auto mark = loop->getAttrOfType<ir::UnrollAttr>(ir::unroll_attribute))
      out_ << unroll_pragma(mark) << "\n";
    if (const auto facts = loop->getAttrOfType<mlir::ArrayAttr>(ir::dependence_attribute)) {
      for (const mlir::Attribute fact : facts) out_ << dependence_pragma(llvm::cast<ir::DependenceAttr>(fact)) << "\n";
    }
    names_.loops[loop.getInductionVar()] = {name, values};
    print_block(*loop.getBody(), indent + 1);
    names_.loops.erase(loop.getInductionVar());
    line(indent) << "}\n";
  }

  /// The greatest of lower bounds or the least of upper bounds.
  std::string print_bound(mlir::AffineMap map, IndexPrinter& indices, const std::string& combine) {
    std::string text = indices.print(map.getResult(0));
    for (unsigned n = 1; n < map.getNumResults(); ++n) {
      helpers_.insert(combine);
      text = combine + "(" + text + ", " + indices.print(map.getResult(n)) + ")";
    }
    return text;
  }

  static Interval bound_interval(mlir::AffineMap map, const IndexPrinter& indices) {
    Interval all = indices.interval(map.getResult(0));
    for (const mlir::AffineExpr result : map.getResults()) {
      const Interval one = indices.interval(result);
      all = {std::min(all.low, one.low), std::max(all.high, one.high)};
    }
    return all;
  }

  void print_guard(AffineIfOp guard, int indent) {
    if (guard.getNumResults() != 0) throw Unsupported{guard};
    const mlir::IntegerSet set = guard.getIntegerSet();
    IndexPrinter indices = values_.index_printer(guard.getOperands());
    std::string condition;
    for (unsigned n = 0; n < set.getNumConstraints(); ++n) {
      condition += (n ? " && " : "") + indices.print_constraint(set.getConstraint(n), set.isEq(n));
    }
    line(indent) << "if (" << condition << ") {\n";
    print_block(*guard.getThenBlock(), indent + 1);
    if (guard.hasElse()) {
      line(indent) << "} else {\n";
      print_block(*guard.getElseBlock(), indent + 1);
    }
    line(indent) << "}\n";
  }

  void print_store(AffineStoreOp store, int indent) {
    const std::string target = values_.element(store.getMemRef(), store.getAffineMap(), store.getMapOperands());
    line(indent) << target << " = " << print_stored(store).text << ";\n";
  }

  /// An assignment converts by itself: a last conversion to the array's own type needs no cast.
  Text print_stored(AffineStoreOp store) {
    mlir::Operation* last = store.getValueToStore().getDefiningOp();
    const ValueType element = names_.types.lookup(store.getMemRef());
    const bool converts =
        last && last->getNumOperands() == 1 && !names_.temporaries.contains(store.getValueToStore()) &&
        (last->getName().getStringRef() == "arith.truncf" || last->getName().getStringRef() == "arith.extf" ||
         last->getName().getStringRef() == "arith.trunci");
    if (converts) return values_.print(last->getOperand(0));
    const Text value = values_.print(store.getValueToStore());
    return value.type.floating == element.floating ? value : cast_to(value, element);
  }

  /// A value with one use is printed where it is used, unless a store in between could change what it loads.
  bool is_inlined(mlir::Operation& op) const {
    if (op.hasTrait<mlir::OpTrait::ConstantLike>()) return true;
    if (op.hasAttr(ir::bind_op_attribute)) return false;  // the pragma needs a variable
    if (!op.getResult(0).hasOneUse()) return op.getResult(0).use_empty();
    mlir::Operation* user = *op.getResult(0).user_begin();
    if (user->getBlock() != op.getBlock()) return false;
    if (!reads_memory(op)) return true;
    mlir::Operation* printed_at = user;
    while (printed_at->getNumResults() == 1 && printed_at->getResult(0).hasOneUse() &&
           (*printed_at->getResult(0).user_begin())->getBlock() == op.getBlock()) {
      printed_at = *printed_at->getResult(0).user_begin();
    }
    for (mlir::Operation* between = op.getNextNode(); between && between != printed_at;
         between = between->getNextNode()) {
      if (between->getNumResults() == 0) return false;
    }
    return true;
  }

  /// True when the value's printed text would contain an array element.
  static bool reads_memory(mlir::Operation& op) {
    if (llvm::isa<mlir::affine::AffineLoadOp>(op)) return true;
    for (const mlir::Value operand : op.getOperands()) {
      mlir::Operation* definition = operand.getDefiningOp();
      if (definition && definition->getBlock() == op.getBlock() && reads_memory(*definition)) return true;
    }
    return false;
  }

  void print_temporary(mlir::Operation& op, int indent) {
    const Text value = values_.print(op.getResult(0));
    const std::string name = "t" + std::to_string(temporaries_++);
    line(indent) << "const " << to_cpp(value.type) << " " << name << " = " << value.text << ";\n";
    if (const auto binding = op.getAttrOfType<ir::BindOpAttr>(ir::bind_op_attribute))
      out_ << bind_op_pragma(name, binding) << "\n";
    names_.temporaries[op.getResult(0)] = {name, value.type, Binding::primary, false};
  }

  mlir::func::FuncOp function_;
  Helpers& helpers_;
  Names names_;
  ValuePrinter values_;
  std::ostringstream out_;
  int temporaries_ = 0, locals_ = 0;
};

const char* helper_text(const std::string& helper) {
  if (helper == "POM_LOCAL") {
    return "#ifdef __SYNTHESIS__\n#define POM_LOCAL\n#else\n#define POM_LOCAL static  // large arrays do not fit on a "
           "host's stack\n#endif\n";
  }
  if (helper == "pom_min") return "static inline int pom_min(int a, int b) { return a < b ? a : b; }\n";
  if (helper == "pom_max") return "static inline int pom_max(int a, int b) { return a > b ? a : b; }\n";
  if (helper == "pom_floordiv") {
    return "static inline int pom_floordiv(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }\n";
  }
  return "static inline int pom_mod(int a, int b) { return a % b < 0 ? a % b + b : a % b; }\n";
}

Diagnostic unsupported(const Unsupported& found) {
  Location at;
  found.operation->getLoc()->walk([&](mlir::Location part) {
    if (const auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part)) at = {file.getFilename().str(), file.getLine()};
    return mlir::WalkResult::advance();
  });
  return {Severity::error,
          "unsupported-op",
          "HLS C++ has no form for \"" + found.operation->getName().getStringRef().str() + "\" here",
          at,
          {},
          ""};
}

}  // namespace

Result<std::string> emit_kernel(const AffineModule& module, const std::string& header) {
  Helpers helpers;
  std::string functions;
  try {
    for (auto function : module.impl().module->getOps<mlir::func::FuncOp>()) {
      if (function.isExternal() || function.getNumResults() != 0) throw Unsupported{function};
      functions += "\n" + FunctionPrinter(function, helpers).print();
    }
  } catch (const Unsupported& found) {
    return unsupported(found);
  }
  std::string text = "// Generated by libpom.\n";
  if (!header.empty()) text += "#include \"" + header + "\"\n\n";
  text += "#include <cmath>\n#include <cstdint>\n#include <limits>\n\n";
  text +=
      "#ifndef __SYNTHESIS__  // a host compiler does not see that the vendor's tool names loops by their labels\n"
      "#pragma GCC diagnostic ignored \"-Wunused-label\"\n#endif\n";
  if (!helpers.empty()) text += "\n";
  for (const std::string& helper : helpers) text += helper_text(helper);
  return text + functions;
}

Result<std::string> emit_header(const AffineModule& module) {
  std::string guard = "POM", declarations;
  Helpers unused;
  for (auto function : module.impl().module->getOps<mlir::func::FuncOp>()) {
    if (function.isPrivate()) continue;
    declarations += FunctionPrinter(function, unused).signature() + ";\n";
    guard += "_" + function.getName().str();
  }
  guard += "_H";
  return "// Generated by libpom.\n#ifndef " + guard + "\n#define " + guard + "\n\n#include <cstdint>\n\n" +
         declarations + "\n#endif\n";
}

}  // namespace pom::backend
