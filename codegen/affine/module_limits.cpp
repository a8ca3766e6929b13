#include "codegen/affine/module_limits.hpp"

#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>

#include <algorithm>

namespace pom::backend {

namespace {

constexpr std::int64_t most_parts = 4'000'000;  ///< of all attributes and types, each written out where it is used
constexpr int deepest = 200;                    ///< parts in parts
constexpr int longest_chain = 16;  ///< of affine operations that feed each other; libpom's have no chain at all

/// How large an attribute or a type is when it is written out.
struct Extent {
  std::int64_t parts = 1;
  int depth = 1;
};

/// Measures each attribute and type once, without recursion.
class Measure {
 public:
  Extent of(mlir::Attribute attribute) { return attribute ? of(Part(attribute)) : Extent{}; }
  Extent of(mlir::Type type) { return type ? of(Part(type)) : Extent{}; }

 private:
  using Part = llvm::PointerUnion<mlir::Attribute, mlir::Type>;

  static void for_each_child(Part part, llvm::function_ref<void(Part)> visit) {
    const auto visit_attribute = [&](mlir::Attribute child) {
      if (child) visit(child);
    };
    const auto visit_type = [&](mlir::Type child) {
      if (child) visit(child);
    };
    if (auto attribute = llvm::dyn_cast<mlir::Attribute>(part)) {
      attribute.walkImmediateSubElements(visit_attribute, visit_type);
    } else {
      llvm::cast<mlir::Type>(part).walkImmediateSubElements(visit_attribute, visit_type);
    }
  }

  Extent of(Part whole) {
    llvm::SmallVector<Part> open = {whole};
    while (!open.empty()) {
      const Part part = open.back();
      if (done_.contains(part.getOpaqueValue())) {
        open.pop_back();
        continue;
      }
      Extent extent;
      bool ready = true;
      for_each_child(part, [&](Part child) {
        const auto found = done_.find(child.getOpaqueValue());
        if (found == done_.end()) {
          open.push_back(child);
          ready = false;
          return;
        }
        extent.parts = std::min(most_parts + 1, extent.parts + found->second.parts);
        extent.depth = std::max(extent.depth, std::min(deepest, found->second.depth) + 1);
      });
      if (!ready) continue;
      done_[part.getOpaqueValue()] = extent;
      open.pop_back();
    }
    return done_.lookup(whole.getOpaqueValue());
  }

  llvm::DenseMap<void*, Extent> done_;
};

class LimitCheck {
 public:
  mlir::LogicalResult check(mlir::Operation* op) {
    if (failed(check_size(op)) || failed(check_chain(op))) return mlir::failure();
    for (mlir::Region& region : op->getRegions()) {
      for (mlir::Block& block : region) {
        for (mlir::Operation& inner : block) {
          if (failed(check(&inner))) return mlir::failure();
        }
      }
    }
    return mlir::success();
  }

 private:
  mlir::LogicalResult check_size(mlir::Operation* op) {
    int depth = 0;
    const auto add = [&](auto part) {
      const Extent extent = measure_.of(part);
      parts_ = std::min(most_parts + 1, parts_ + extent.parts);
      depth = std::max(depth, extent.depth);
    };
    add(mlir::Attribute(mlir::LocationAttr(op->getLoc())));
    add(mlir::Attribute(op->getAttrDictionary()));
    for (const mlir::Type type : op->getResultTypes()) add(type);
    for (const mlir::Type type : op->getOperandTypes()) add(type);
    for (mlir::Region& region : op->getRegions()) {
      for (mlir::Block& block : region) {
        for (const mlir::Type type : block.getArgumentTypes()) add(type);
      }
    }
    // The place of an operation may be what is too deep; a diagnostic there would be walked.
    const mlir::Location here = mlir::UnknownLoc::get(op->getContext());
    if (depth > deepest)
      return mlir::emitError(here) << "an attribute or a type is nested more than " << deepest << " deep";
    if (parts_ > most_parts)
      return mlir::emitError(here) << "attributes and types have more than " << most_parts << " parts";
    return mlir::success();
  }

  /// Whether a value may be an index is asked of its operands, and of theirs, along every path. Dominance is not
  /// verified yet: a chain may stand in any order, and bite its tail.
  mlir::LogicalResult check_chain(mlir::Operation* op) {
    if (chain_to(op, 1) <= longest_chain) return mlir::success();
    return op->emitOpError() << "ends a chain of more than " << longest_chain << " affine operations";
  }

  int chain_to(mlir::Operation* op, int above) {
    if (!op || !llvm::isa<mlir::affine::AffineDialect>(op->getDialect())) return 0;
    if (const auto found = chains_.find(op); found != chains_.end()) return found->second;
    int length = 1;
    for (const mlir::Value operand : op->getOperands()) {
      if (above + length > longest_chain) return longest_chain + 1;
      length = std::max(length, 1 + chain_to(operand.getDefiningOp(), above + 1));
    }
    chains_[op] = length;
    return length;
  }

  Measure measure_;
  std::int64_t parts_ = 0;
  llvm::DenseMap<mlir::Operation*, int> chains_;
};

}  // namespace

mlir::LogicalResult check_module_limits(mlir::ModuleOp module) { return LimitCheck().check(module); }

}  // namespace pom::backend
