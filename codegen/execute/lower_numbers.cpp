#include "codegen/execute/lower_numbers.hpp"

#include <llvm/ExecutionEngine/Orc/Core.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <array>
#include <bit>
#include <cstring>

#include "codegen/affine/number_format.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::backend {

namespace {

namespace arith = mlir::arith;
using dsl::Op;
using dsl::Wide;
using Operation = NumberCalls::Operation;

constexpr const char* low_function = "pom_number_low";
constexpr const char* high_function = "pom_number_high";

double real_of(std::uint64_t bits, const Type& type) {
  if (type == p_float64) return std::bit_cast<double>(bits);
  if (type == p_float32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const auto half = static_cast<std::uint16_t>(bits);
  return type == p_half ? dsl::half_value(half) : dsl::bfloat16_value(half);
}

std::uint64_t bits_of_real(Wide value, const Type& from, const Type& to) {
  if (to == p_float64) return std::bit_cast<std::uint64_t>(dsl::number_to_double(value, from));
  if (to == p_float32) return std::bit_cast<std::uint32_t>(dsl::number_to_float(value, from));
  const double real = dsl::number_to_double(value, from);
  return to == p_half ? dsl::round_to_half(real) : dsl::round_to_bfloat16(real);
}

Wide compute(const Operation& operation, std::uint64_t left_low, std::uint64_t left_high, std::uint64_t right_low,
             std::uint64_t right_high) {
  const auto join = [](std::uint64_t low, std::uint64_t high, const Type& type) {
    return dsl::wrap_number(static_cast<Wide>(static_cast<unsigned __int128>(high) << 64 | low), type);
  };
  const bool casts = operation.op == Op::cast;
  if (casts && operation.left.is_float() && operation.result.is_float())
    return dsl::round_to_bfloat16(real_of(left_low, operation.left));
  if (casts && operation.left.is_float()) {
    const double real = real_of(left_low, operation.left);
    return dsl::is_number(operation.result) ? dsl::number_from_double(real, operation.result)
                                            : dsl::saturated_integer(real, operation.result);
  }
  const Wide left = join(left_low, left_high, operation.left);
  if (casts && operation.result.is_float())
    return static_cast<Wide>(bits_of_real(left, operation.left, operation.result));
  if (casts) return dsl::convert_number(left, operation.left, operation.result);
  return dsl::compute_number(operation.op, operation.result, left, operation.left,
                             join(right_low, right_high, operation.right), operation.right);
}

extern "C" std::int64_t pom_number_low(std::int64_t operation, std::int64_t a, std::int64_t b, std::int64_t c,
                                       std::int64_t d) {
  return static_cast<std::int64_t>(compute(*reinterpret_cast<const Operation*>(operation), a, b, c, d));
}

extern "C" std::int64_t pom_number_high(std::int64_t operation, std::int64_t a, std::int64_t b, std::int64_t c,
                                        std::int64_t d) {
  return static_cast<std::int64_t>(compute(*reinterpret_cast<const Operation*>(operation), a, b, c, d) >> 64);
}

Op op_of(llvm::StringRef kind) {
  if (kind == "saturating_cast") return Op::cast;
  kind.consume_back("_or_zero");
  for (Op op :
       {Op::add, Op::sub, Op::mul, Op::div,  Op::mod,     Op::neg,    Op::abs,     Op::lt,      Op::le,  Op::gt,
        Op::ge,  Op::eq,  Op::ne,  Op::cast, Op::bit_and, Op::bit_or, Op::bit_xor, Op::bit_not, Op::shl, Op::shr}) {
    if (kind == dsl::to_string(op)) return op;
  }
  return Op::integer;
}

/// Lowers the operations of one module.
class Lowering {
 public:
  Lowering(mlir::ModuleOp module, std::deque<Operation>& operations)
      : builder_(module.getContext()), operations_(operations) {
    builder_.setInsertionPointToStart(module.getBody());
    const mlir::Type i64 = builder_.getI64Type();
    const mlir::FunctionType type = builder_.getFunctionType({i64, i64, i64, i64, i64}, {i64});
    for (const char* name : {low_function, high_function})
      builder_.create<mlir::func::FuncOp>(builder_.getUnknownLoc(), name, type).setPrivate();
  }

  /// A double becomes a bfloat16: LLVM has no code for rounding it once.
  void lower(arith::TruncFOp op) {
    builder_.setInsertionPoint(op);
    at_ = op.getLoc();
    const mlir::Value result =
        call({Op::cast, p_bfloat16, p_float64, p_float64}, {op.getIn(), op.getIn()}, op.getType());
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  }

  void lower(ir::NumberOp op) {
    builder_.setInsertionPoint(op);
    at_ = op.getLoc();
    const mlir::Type type = op.getResult().getType();
    op.getResult().replaceAllUsesWith(op.getKind() == "constant" ? constant(op, type) : call(op, type));
    op.erase();
  }

 private:
  mlir::Value constant(ir::NumberOp op, mlir::Type type) {
    const llvm::APInt value(64, static_cast<std::uint64_t>(*op.getValue()), true);
    const auto integer = llvm::cast<mlir::IntegerType>(type);
    return builder_.create<arith::ConstantOp>(at_,
                                              builder_.getIntegerAttr(integer, value.sextOrTrunc(integer.getWidth())));
  }

  mlir::Value call(ir::NumberOp op, mlir::Type type) {
    const auto format = [&](unsigned n) { return type_of(llvm::cast<ir::FormatAttr>(op.getFormats()[n])); };
    const unsigned last = op.getOperands().size() - 1;
    return call({op_of(op.getKind()), format(last + 1), format(0), format(last)},
                {op.getOperands()[0], op.getOperands()[last]}, type);
  }

  mlir::Value call(const Operation& operation, const std::array<mlir::Value, 2>& operands, mlir::Type type) {
    operations_.push_back(operation);
    llvm::SmallVector<mlir::Value> arguments = {number(reinterpret_cast<std::int64_t>(&operations_.back()))};
    for (const mlir::Value operand : operands) {
      const auto [low, high] = halves(operand);
      arguments.push_back(low);
      arguments.push_back(high);
    }
    const mlir::Value low = run(low_function, arguments);
    const unsigned bits = type.getIntOrFloatBitWidth();
    if (llvm::isa<mlir::FloatType>(type)) {
      const mlir::Value raw =
          bits == 64 ? low : builder_.create<arith::TruncIOp>(at_, builder_.getIntegerType(bits), low);
      return builder_.create<arith::BitcastOp>(at_, type, raw);
    }
    if (bits == 64) return low;
    if (bits < 64) return builder_.create<arith::TruncIOp>(at_, type, low);
    const mlir::Type full = builder_.getIntegerType(128);
    const mlir::Value high = builder_.create<arith::ExtUIOp>(at_, full, run(high_function, arguments));
    const mlir::Value shift = builder_.create<arith::ConstantOp>(at_, builder_.getIntegerAttr(full, 64));
    const mlir::Value upper = builder_.create<arith::ShLIOp>(at_, high, shift);
    const mlir::Value both = builder_.create<arith::OrIOp>(at_, upper, builder_.create<arith::ExtUIOp>(at_, full, low));
    return bits == 128 ? both : builder_.create<arith::TruncIOp>(at_, type, both);
  }

  mlir::Value run(const char* function, llvm::ArrayRef<mlir::Value> arguments) {
    return builder_.create<mlir::func::CallOp>(at_, function, mlir::TypeRange(builder_.getI64Type()), arguments)
        .getResult(0);
  }

  mlir::Value number(std::int64_t value) {
    return builder_.create<arith::ConstantOp>(at_, builder_.getI64IntegerAttr(value));
  }

  /// The bits of a value in two words.
  std::pair<mlir::Value, mlir::Value> halves(mlir::Value value) {
    const unsigned bits = value.getType().getIntOrFloatBitWidth();
    if (llvm::isa<mlir::FloatType>(value.getType()))
      value = builder_.create<arith::BitcastOp>(at_, builder_.getIntegerType(bits), value);
    const mlir::Type word = builder_.getI64Type();
    if (bits == 64) return {value, number(0)};
    if (bits < 64) return {builder_.create<arith::ExtUIOp>(at_, word, value), number(0)};
    const mlir::Type full = builder_.getIntegerType(128);
    if (bits < 128) value = builder_.create<arith::ExtUIOp>(at_, full, value);
    const mlir::Value shift = builder_.create<arith::ConstantOp>(at_, builder_.getIntegerAttr(full, 64));
    const mlir::Value high = builder_.create<arith::ShRUIOp>(at_, value, shift);
    return {builder_.create<arith::TruncIOp>(at_, word, value), builder_.create<arith::TruncIOp>(at_, word, high)};
  }

  mlir::OpBuilder builder_;
  mlir::Location at_ = mlir::UnknownLoc::get(builder_.getContext());
  std::deque<Operation>& operations_;
};

}  // namespace

void NumberCalls::lower(mlir::ModuleOp module) {
  llvm::SmallVector<ir::NumberOp> numbers;
  llvm::SmallVector<arith::TruncFOp> roundings;
  module.walk([&](ir::NumberOp op) { numbers.push_back(op); });
  module.walk([&](arith::TruncFOp op) {
    if (op.getIn().getType().isF64() && op.getType().isBF16()) roundings.push_back(op);
  });
  if (numbers.empty() && roundings.empty()) return;
  Lowering lowering(module, operations_);
  for (ir::NumberOp op : numbers) lowering.lower(op);
  for (arith::TruncFOp op : roundings) lowering.lower(op);
}

void NumberCalls::provide(mlir::ExecutionEngine& engine) {
  engine.registerSymbols([](llvm::orc::MangleAndInterner name) {
    llvm::orc::SymbolMap symbols;
    symbols[name(low_function)] = {llvm::orc::ExecutorAddr::fromPtr(pom_number_low), llvm::JITSymbolFlags::Exported};
    symbols[name(high_function)] = {llvm::orc::ExecutorAddr::fromPtr(pom_number_high), llvm::JITSymbolFlags::Exported};
    return symbols;
  });
}

}  // namespace pom::backend
