#include "codegen/hls/access_text.hpp"

namespace pom::backend {

namespace {

/// Prints the FIFO that the access is to: "x[i]", or "x" when there is one.
std::string print_lane(mlir::Operation& access, mlir::Value stream, mlir::AffineMap map, mlir::OperandRange operands,
                       const Names& names, Helpers& helpers) {
  std::string text = names.arguments.lookup(stream);
  const llvm::ArrayRef<std::int64_t> lanes = names.streams.lookup(stream).getLanes();
  IndexPrinter indices = index_printer(access, operands, names.loops, helpers);
  for (unsigned d = 0; d < lanes.size(); ++d) {
    if (lanes[d] == 1) continue;
    mlir::AffineExpr index = map.getResult(d) % lanes[d];
    const auto remainder = llvm::dyn_cast<mlir::AffineBinaryOpExpr>(index);
    if (remainder && index.getKind() == mlir::AffineExprKind::Mod) {
      const Interval values = indices.interval(remainder.getLHS());
      if (values.low >= 0 && values.high < lanes[d]) index = remainder.getLHS();
    }
    text += "[" + indices.print(index) + "]";
  }
  return text;
}

}  // namespace

IndexPrinter index_printer(mlir::Operation& user, mlir::OperandRange operands, const LoopVariables& loops,
                           Helpers& helpers) {
  std::vector<LoopVariable> dimensions;
  for (mlir::Value operand : operands) {
    const auto found = loops.find(operand);
    if (found == loops.end()) throw Unsupported{&user};
    dimensions.push_back(found->second);
  }
  return IndexPrinter(std::move(dimensions), helpers, &user);
}

std::string print_element(mlir::Operation& access, mlir::Value array, mlir::AffineMap map, mlir::OperandRange operands,
                          const Names& names, Helpers& helpers) {
  if (const auto word = names.words.find(&access); word != names.words.end()) return word->second;
  const auto name = names.arguments.find(array);
  if (name == names.arguments.end()) throw Unsupported{&access};
  if (names.ports.contains(array)) return name->second;
  if (names.streams.contains(array)) return print_lane(access, array, map, operands, names, helpers);
  return name->second + print_subscripts(access, map, operands, names.loops, helpers);
}

std::string print_subscripts(mlir::Operation& access, mlir::AffineMap map, mlir::OperandRange operands,
                             const LoopVariables& loops, Helpers& helpers) {
  IndexPrinter indices = index_printer(access, operands, loops, helpers);
  std::string text;
  for (const mlir::AffineExpr index : map.getResults()) text += "[" + indices.print(index) + "]";
  return map.getNumResults() == 0 ? text + "[0]" : text;
}

std::string is_last_element(mlir::affine::AffineStoreOp store, const LoopVariables& loops, Helpers& helpers) {
  IndexPrinter indices = index_printer(*store, store.getMapOperands(), loops, helpers);
  std::string text;
  for (unsigned d = 0; d < store.getAffineMap().getNumResults(); ++d) {
    const std::int64_t last = store.getMemRefType().getDimSize(d) - 1;
    if (last > 0)
      text += (text.empty() ? "" : " && ") + indices.print(store.getAffineMap().getResult(d)) +
              " == " + std::to_string(last);
  }
  return text.empty() ? "true" : text;
}

}  // namespace pom::backend
