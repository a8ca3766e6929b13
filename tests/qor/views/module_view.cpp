#include "module_view.hpp"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/IntegerSet.h>

#include <optional>
#include <set>

#include "codegen/affine/affine_module_internal.hpp"
#include "codegen/affine/number_format.hpp"
#include "codegen/affine/pom_dialect.hpp"
#include "dse/kernel/value_builder.hpp"
#include "module_trips.hpp"

namespace pom::test {

namespace {

using namespace mlir::affine;
namespace arith = mlir::arith;

std::string text_of(mlir::Type type) {
  if (type.isBF16()) return "bf16";
  const auto bits = std::to_string(type.getIntOrFloatBitWidth());
  return (llvm::isa<mlir::FloatType>(type) ? "f" : "i") + bits;
}

/// "arith.mulf" → "mul"; "": costs nothing.
std::string operation_name(mlir::Operation& op) {
  static const std::map<std::string, std::string> names = {
      {"arith.negf", "neg"},    {"arith.addf", "add"},    {"arith.addi", "add"},    {"arith.subf", "sub"},
      {"arith.subi", "sub"},    {"arith.mulf", "mul"},    {"arith.muli", "mul"},    {"arith.divf", "div"},
      {"arith.divsi", "div"},   {"arith.divui", "div"},   {"arith.remsi", "rem"},   {"arith.remui", "rem"},
      {"math.absf", "abs"},     {"math.sqrt", "sqrt"},    {"math.exp", "exp"},      {"math.log", "log"},
      {"math.tanh", "tanh"},    {"math.powf", "pow"},     {"math.sin", "sin"},      {"math.cos", "cos"},
      {"math.atan2", "atan2"},  {"arith.remf", "rem"},    {"math.tan", "tan"},      {"math.atan", "atan"},
      {"math.erf", "erf"},      {"math.floor", "floor"},  {"math.ceil", "ceil"},    {"math.round", "round"},
      {"math.trunc", "trunc"},  {"arith.andi", "and"},    {"arith.ori", "or"},      {"arith.select", "select"},
      {"arith.extf", "cast"},   {"arith.truncf", "cast"}, {"arith.extsi", "cast"},  {"arith.extui", "cast"},
      {"arith.trunci", "cast"}, {"arith.sitofp", "cast"}, {"arith.uitofp", "cast"}, {"arith.fptosi", "cast"},
      {"arith.fptoui", "cast"}, {"arith.xori", "xor"},    {"arith.shli", "shl"},    {"arith.shrsi", "shr"},
      {"arith.shrui", "shr"}};
  static constexpr const char* integer[] = {"eq", "ne", "lt", "le", "gt", "ge", "lt", "le", "gt", "ge"};
  if (auto compare = llvm::dyn_cast<arith::CmpIOp>(op)) return integer[static_cast<unsigned>(compare.getPredicate())];
  if (auto compare = llvm::dyn_cast<arith::CmpFOp>(op)) {
    using P = arith::CmpFPredicate;
    static const std::map<P, std::string> floating = {{P::OLT, "lt"}, {P::OLE, "le"}, {P::OGT, "gt"},
                                                      {P::OGE, "ge"}, {P::OEQ, "eq"}, {P::UNE, "ne"}};
    return floating.at(compare.getPredicate());
  }
  if (auto number = llvm::dyn_cast<ir::NumberOp>(op)) {
    llvm::StringRef kind = number.getKind();
    kind.consume_front("saturating_");
    kind.consume_back("_or_zero");
    if (kind == "mod") return "rem";
    kind.consume_front("bit_");
    return kind == "not" ? "xor" : kind.str();  // ~x is x ^ -1
  }
  return names.at(op.getName().getStringRef().str());
}

class Walk {
 public:
  explicit Walk(View& view) : view_(view), values_(assignments) {}

  void visit(mlir::func::FuncOp function) {
    std::string text = "function " + function.getName().str();
    if (function->hasAttr(ir::inline_off_attribute)) text += " inline_off";
    if (function->hasAttr(ir::dataflow_attribute)) text += " dataflow";
    if (auto control = function->getAttrOfType<ir::InterfaceAttr>(ir::interface_attribute))
      text += " control=" + stringifyInterfaceMode(control.getMode()).str();
    add(text);
    for (LoopAssignment& values : values_) assign_sizes(function, values);
    for (unsigned n = 0; n < function.getNumArguments(); ++n)
      visit_array("parameter ", function.getArgument(n), function.getArgAttrDict(n));
    for (auto alloc : function.getOps<mlir::memref::AllocOp>())
      visit_array("local ", alloc, alloc->getDiscardableAttrDictionary());
    for (auto table : function.getOps<mlir::memref::GetGlobalOp>())
      visit_array("table ", table, table->getDiscardableAttrDictionary());
    function.walk([&](mlir::memref::AllocOp alloc) {
      if (alloc->getParentOp() != function) visit_array("local ", alloc, alloc->getDiscardableAttrDictionary());
    });
    visit(function.getBody().front());
  }

 private:
  void add(const std::string& line) {
    view_.lines.push_back(std::string(static_cast<std::size_t>(2 * depth_), ' ') + line);
  }

  void visit_array(const std::string& role, mlir::Value value, mlir::DictionaryAttr attributes) {
    names_[value] = attributes.getAs<mlir::StringAttr>(ir::name_attribute).str();
    const auto array = llvm::dyn_cast<mlir::MemRefType>(value.getType());
    const auto format = attributes.getAs<ir::FormatAttr>(ir::format_attribute);
    std::string text = role;
    text += format ? without_sign(to_string(dse::number_type(backend::type_of(format))))
                   : text_of(array ? array.getElementType() : value.getType());
    text += " " + names_[value];
    const auto stream = attributes.getAs<ir::StreamAttr>(ir::stream_attribute);
    if (stream) {
      streams_[value] = stream;
      for (const std::int64_t lanes : stream.getLanes()) text += lanes > 1 ? "[" + std::to_string(lanes) + "]" : "";
    } else if (array) {
      for (const std::int64_t extent : array.getShape()) text += "[" + std::to_string(extent) + "]";
      if (array.getRank() == 0) text += "[1]";
    }
    text +=
        banks(attributes, ir::partition_attribute, " partition") + banks(attributes, ir::reshape_attribute, " reshape");
    if (const auto lanes = attributes.getAs<mlir::IntegerAttr>(ir::lanes_attribute))
      text += " reshape" + std::to_string(array.getRank()) + "cyclic" + std::to_string(lanes.getInt());
    if (stream) text += " stream" + std::to_string(stream.getDepth());
    if (const auto storage = attributes.getAs<ir::StorageAttr>(ir::storage_attribute)) {
      const std::string resource = storage.getResource().str();
      text += " storage " + storage.getMemory().str() + "," + (resource == "auto" ? "" : resource) + "," +
              std::to_string(storage.getLatency());
    }
    if (const auto port = attributes.getAs<ir::InterfaceAttr>(ir::interface_attribute))
      text += " port " + stringifyInterfaceMode(port.getMode()).str() + "," +
              (port.getBundle() ? port.getBundle().str() : "");
    add(text);
  }

  static std::string banks(mlir::DictionaryAttr attributes, const char* name, const std::string& word) {
    std::set<std::string> all;
    if (const auto list = attributes.getAs<mlir::ArrayAttr>(name)) {
      for (const mlir::Attribute entry : list) {
        const auto bank = llvm::cast<ir::PartitionAttr>(entry);
        all.insert(std::to_string(bank.getDimension()) + stringifyPartitionKind(bank.getKind()).str() +
                   std::to_string(bank.getFactor()));
      }
    }
    std::string text;
    for (const std::string& bank : all) text += word + bank;
    return text;
  }

  void visit(mlir::Block& block) {
    ++depth_;
    for (mlir::Operation& op : block) {
      if (auto loop = llvm::dyn_cast<AffineForOp>(op)) visit_loop(loop);
      if (auto guard = llvm::dyn_cast<AffineIfOp>(op)) visit_guard(guard);
      if (auto store = llvm::dyn_cast<AffineStoreOp>(op))
        visit_store(store.getValueToStore(), {},
                    element(store.getMemRef(), store.getAffineMap(), store.getMapOperands()));
      if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op))
        visit_store(store.getValueToStore(), store.getIndices(), element(store.getMemRef(), store.getIndices()));
      if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) visit_call(call);
    }
    --depth_;
  }

  std::vector<std::int64_t> everywhere(mlir::AffineExpr e, mlir::OperandRange operands) const {
    std::vector<std::int64_t> all;
    for (int n = 0; n < assignments; ++n) all.push_back(evaluate(e, operands, values_[n]));
    return all;
  }

  std::string bounds(mlir::AffineMap map, mlir::OperandRange operands) const {
    std::set<std::string> texts;
    for (const mlir::AffineExpr one : map.getResults()) texts.insert(joined(everywhere(one, operands)));
    std::string text;
    for (const std::string& one : texts) text += one;
    return text;
  }

  void visit_loop(AffineForOp loop) {
    const std::string label = loop->getAttrOfType<mlir::StringAttr>(ir::label_attribute).str();
    std::string text = "for " + loop->getAttrOfType<mlir::StringAttr>(ir::name_attribute).str() + " " + label +
                       " step " + std::to_string(loop.getStepAsInt()) + " from " +
                       bounds(loop.getLowerBoundMap(), loop.getLowerBoundOperands()) + " to " +
                       bounds(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
    if (const auto mark = loop->getAttrOfType<ir::PipelineAttr>(ir::pipeline_attribute))
      text += " pipeline " + std::to_string(mark.getInterval());
    if (const auto mark = loop->getAttrOfType<ir::UnrollAttr>(ir::unroll_attribute))
      text += " unroll " + std::to_string(mark.getFactor());
    if (loop->hasAttr(ir::flatten_off_attribute)) text += " flatten off";
    if (loop->hasAttr(ir::dataflow_attribute)) text += " dataflow";
    if (const auto facts = loop->getAttrOfType<mlir::ArrayAttr>(ir::dependence_attribute)) {
      for (const mlir::Attribute entry : facts) {
        const auto fact = llvm::cast<ir::DependenceAttr>(entry);
        const bool all = fact.getKind() == ir::CarriedKind::none;
        text += " " + fact.getArray().str() + (all ? " all " : " flow ") + std::to_string(fact.getDistance());
      }
    }
    add(text);
    for (int n = 0; n < assignments; ++n) values_[n][loop.getInductionVar()] = assigned(n, depth_);
    visit(*loop.getBody());
  }

  void visit_guard(AffineIfOp guard) {
    const mlir::IntegerSet set = guard.getIntegerSet();
    std::string text = "if ";
    for (int n = 0; n < assignments; ++n) text += holds(guard, values_[n]) ? '1' : '0';
    add(text + " constraints " + std::to_string(set.getNumConstraints()));
    visit(*guard.getThenBlock());
  }

  std::string element(mlir::Value array, mlir::AffineMap map, mlir::OperandRange operands) const {
    std::string text = names_.at(array);
    if (const auto stream = streams_.find(array); stream != streams_.end()) {
      const llvm::ArrayRef<std::int64_t> lanes = stream->second.getLanes();
      const auto shape = llvm::cast<mlir::MemRefType>(array.getType()).getShape();
      for (unsigned d = 0; d < lanes.size(); ++d) {
        if (lanes[d] == 1) continue;
        // A lane for each index: loops have values here that they do not have in the program.
        const mlir::AffineExpr lane = lanes[d] == shape[d] ? map.getResult(d) : map.getResult(d) % lanes[d];
        text += "[" + joined(everywhere(lane, operands)) + "]";
      }
      return text;
    }
    for (const mlir::AffineExpr one : map.getResults()) text += "[" + joined(everywhere(one, operands)) + "]";
    return map.getNumResults() == 0 ? text + "[" + joined(std::vector<std::int64_t>(assignments, 0)) + "]" : text;
  }

  /// Where indices are computed; those that are not are affine.
  std::string element(mlir::Value array, mlir::OperandRange indices) const {
    std::string text = names_.at(array);
    for (const mlir::Value index : indices) {
      auto inside = index.getDefiningOp<ir::InsideOp>();
      auto affine = (inside ? inside.getIndex() : index).getDefiningOp<AffineApplyOp>();
      text +=
          affine ? "[" + joined(everywhere(affine.getAffineMap().getResult(0), affine.getMapOperands())) + "]" : "[?]";
    }
    return text;
  }

  void collect_computed(mlir::ValueRange indices, llvm::DenseSet<mlir::Value>& seen,
                        std::multiset<std::string>& parts) const {
    for (const mlir::Value index : indices) {
      if (auto computed = index.getDefiningOp<arith::IndexCastOp>()) collect(computed.getIn(), seen, parts);
    }
  }

  /// Integers that depend on the loops only.
  std::optional<std::int64_t> value(mlir::Value of, const LoopAssignment& values) const {
    mlir::Operation* op = of.getDefiningOp();
    if (!op && values.contains(of)) return values.lookup(of);
    if (!op || llvm::isa<ir::NumberOp>(op)) return std::nullopt;
    if (auto apply = llvm::dyn_cast<AffineApplyOp>(op))
      return evaluate(apply.getAffineMap().getResult(0), apply.getMapOperands(), values);
    if (!of.getType().isIntOrIndex() || of.getType().isInteger(1)) return std::nullopt;
    if (auto constant = llvm::dyn_cast<arith::ConstantOp>(op))
      return llvm::cast<mlir::IntegerAttr>(constant.getValue()).getInt();
    if (op->getNumOperands() < 1 || llvm::isa<AffineLoadOp>(op)) return std::nullopt;
    const auto a = value(op->getOperand(0), values);
    if (!a) return std::nullopt;
    if (op->getNumOperands() == 1) return wrapped(*a, static_cast<int>(of.getType().getIntOrFloatBitWidth()));
    const auto b = value(op->getOperand(1), values);
    if (!b || op->getNumOperands() != 2) return std::nullopt;
    const int bits = static_cast<int>(of.getType().getIntOrFloatBitWidth());
    if (llvm::isa<arith::AddIOp>(op)) return wrapped(*a + *b, bits);
    if (llvm::isa<arith::SubIOp>(op)) return wrapped(*a - *b, bits);
    if (llvm::isa<arith::MulIOp>(op)) return wrapped(*a * *b, bits);
    if (llvm::isa<arith::DivSIOp, arith::DivUIOp>(op)) return floor_quotient(*a, *b);
    if (llvm::isa<arith::RemSIOp, arith::RemUIOp>(op)) return *a - floor_quotient(*a, *b) * *b;
    return std::nullopt;
  }

  static bool is_zero(mlir::Value value) {
    auto constant = value.getDefiningOp<arith::ConstantOp>();
    const auto integer = constant ? llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()) : mlir::IntegerAttr();
    return integer && integer.getInt() == 0;
  }

  void collect(mlir::Value of, llvm::DenseSet<mlir::Value>& seen, std::multiset<std::string>& parts) const {
    mlir::Operation* op = of.getDefiningOp();
    if (!op || op->hasTrait<mlir::OpTrait::ConstantLike>() || !seen.insert(of).second) return;
    if (value(of, values_[0])) {
      std::vector<std::int64_t> all;
      for (const LoopAssignment& values : values_) all.push_back(*value(of, values));
      parts.insert("value" + joined(all));
      return;
    }
    if (auto load = llvm::dyn_cast<AffineLoadOp>(op)) {
      parts.insert("load " + element(load.getMemRef(), load.getAffineMap(), load.getMapOperands()));
      return;
    }
    if (auto load = llvm::dyn_cast<mlir::memref::LoadOp>(op)) {
      parts.insert("load " + element(load.getMemRef(), load.getIndices()));
      return collect_computed(load.getIndices(), seen, parts);
    }
    const std::string text = operation_text(*op);
    if (!text.empty()) parts.insert(text);
    if (auto number = llvm::dyn_cast<ir::NumberOp>(op)) add_guards(number, parts);
    for (const mlir::Value operand : op->getOperands()) collect(operand, seen, parts);
  }

  /// What surrounds an operation that is defined for all values.
  static void add_guards(ir::NumberOp number, std::multiset<std::string>& parts) {
    const auto type_at = [&](std::size_t n) {
      const Type type = backend::type_of(llvm::cast<ir::FormatAttr>(number.getFormats()[n]));
      return without_sign(to_string(dse::number_type(type)));
    };
    const auto compare = [&](const std::string& name, const std::string& type) {
      parts.insert(name + "." + type);
      parts.insert("select." + type_at(number.getFormats().size() - 1));
    };
    if (number.getKind().ends_with("_or_zero")) compare("eq", type_at(1));
    if (number.getKind() != "saturating_cast") return;
    for (const char* name : {"lt", "ge", "ne"}) compare(name, type_at(0));
  }

  static std::string operation_text(mlir::Operation& op) {
    std::string name = operation_name(op), type;
    const bool compares = llvm::isa<arith::CmpIOp, arith::CmpFOp>(op);
    if (auto number = llvm::dyn_cast<ir::NumberOp>(op)) {
      const auto format_at = [&](std::size_t n) {
        return dse::number_type(backend::type_of(llvm::cast<ir::FormatAttr>(number.getFormats()[n])));
      };
      if (name == "constant") return "";
      const dse::NumberType first = format_at(0);
      if (name == "abs" && !first.is_signed) return "";
      type = without_sign(to_string(format_at(number.getFormats().size() - 1)));
    } else {
      if (name == "sub" && is_zero(op.getOperand(0))) name = "neg";
      type = text_of(compares ? op.getOperand(0).getType() : op.getResult(0).getType());
    }
    std::string text = name + "." + type;
    if (const auto bind = op.getAttrOfType<ir::BindOpAttr>(ir::bind_op_attribute))
      text += "@" + bind.getResource().str() + "," + std::to_string(bind.getLatency());
    return text;
  }

  void visit_store(mlir::Value value, mlir::ValueRange computed, const std::string& target) {
    llvm::DenseSet<mlir::Value> seen;
    std::multiset<std::string> parts;
    collect(value, seen, parts);
    collect_computed(computed, seen, parts);
    add("store " + target);
    for (const std::string& part : parts) add("  " + part);
  }

  void visit_call(mlir::func::CallOp call) {
    std::string text = "call " + call.getCallee().str();
    for (const mlir::Value operand : call.getOperands()) {
      const auto iteration = names_.contains(operand) ? std::nullopt : value(operand, values_[0]);
      text += " " + (iteration ? std::to_string(*iteration) : names_.at(operand));
    }
    add(text);
  }

  struct Order {
    bool operator()(mlir::Value a, mlir::Value b) const { return a.getAsOpaquePointer() < b.getAsOpaquePointer(); }
  };

  View& view_;
  std::vector<LoopAssignment> values_;
  std::map<mlir::Value, std::string, Order> names_;
  std::map<mlir::Value, ir::StreamAttr, Order> streams_;
  int depth_ = 0;
};

}  // namespace

View view_of(const backend::AffineModule& module) {
  View view;
  for (auto function : module.impl().module->getOps<mlir::func::FuncOp>()) {
    Walk(view).visit(function);
    count_trips(function, view);
  }
  return view;
}

}  // namespace pom::test
