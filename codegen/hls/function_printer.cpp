#include "codegen/hls/function_printer.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringSet.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/IR/IntegerSet.h>

#include <limits>
#include <map>

#include "codegen/affine/number_format.hpp"
#include "codegen/affine/word_access.hpp"
#include "codegen/hls/access_text.hpp"
#include "codegen/hls/array_pragmas.hpp"
#include "codegen/hls/cpp_names.hpp"
#include "codegen/hls/helper_text.hpp"
#include "codegen/hls/inlined_values.hpp"
#include "codegen/hls/loop_bounds.hpp"
#include "codegen/hls/memories.hpp"
#include "codegen/hls/parameter_text.hpp"
#include "codegen/hls/stored_text.hpp"
#include "codegen/hls/stream_text.hpp"
#include "codegen/hls/table_printer.hpp"
#include "codegen/hls/value_printer.hpp"
#include "codegen/hls/value_type.hpp"
#include "codegen/hls/word_text.hpp"
#include "codegen/pragmas/pragmas.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/port_words.hpp"
#include "support/classic_stream.hpp"
#include "support/words.hpp"

namespace pom::backend {

namespace {

using mlir::affine::AffineForOp;
using mlir::affine::AffineIfOp;
using mlir::affine::AffineStoreOp;

std::string string_attribute(mlir::Attribute attribute, const std::string& otherwise) {
  const auto text = llvm::dyn_cast_or_null<mlir::StringAttr>(attribute);
  return text ? text.str() : otherwise;
}

/// Prints one function whose signature is printable; print() also needs a printable body.
class FunctionPrinter {
 public:
  FunctionPrinter(mlir::func::FuncOp function, Helpers& helpers)
      : function_(function), helpers_(helpers), values_(names_, helpers), inlined_(function) {
    // A variable would hide the function from the call.
    function.walk([&](mlir::func::CallOp call) {
      if (called_.insert(call.getCallee()).second) declared_.declare(call.getCallee().str());
    });
    for (unsigned n = 0; n < function.getNumArguments(); ++n) {
      const mlir::Value argument = function.getArgument(n);
      const auto array = llvm::dyn_cast<mlir::MemRefType>(argument.getType());
      const ValueType type = value_type(array ? array.getElementType() : argument.getType(),
                                        static_cast<bool>(function.getArgAttr(n, ir::unsigned_attribute)),
                                        function.getArgAttrOfType<ir::FormatAttr>(n, ir::format_attribute));
      const std::string name = string_attribute(function.getArgAttr(n, ir::name_attribute), "arg" + std::to_string(n));
      names_.arguments[argument] = declare_variable(name);
      if (ir::ports_of(argument) > 1)
        for (const std::string& port : arrays_[name] = port_variables(argument, names_)) declared_.declare(port);
      names_.types[argument] = type;
      if (const auto mark = function.getArgAttrOfType<ir::StreamAttr>(n, ir::stream_attribute))
        names_.streams[argument] = mark;
      if (const ir::StreamPort port = ir::stream_port_of(argument); port != ir::StreamPort::none)
        names_.ports[argument] = port;
    }
    function->getParentOp()->walk(
        [&](mlir::memref::AllocOp alloc) { has_streams_ = has_streams_ || alloc->hasAttr(ir::stream_attribute); });
  }

  /// "void gemm(float A[32][32])"
  std::string signature() {
    std::string text, result = "void";
    for (const mlir::Value argument : function_.getArguments()) {
      if (is_returned(argument)) {
        result = to_cpp(names_.types[argument]);
        continue;
      }
      text += (text.empty() ? "" : ", ") + parameter_text(argument, names_);
    }
    return (function_.isPrivate() ? "static " : "") + result + " " + function_.getName().str() + "(" + text + ")";
  }

  std::string print() {
    out_ << signature() << " {\n";
    print_function_pragmas();
    print_promises();
    std::string result;
    for (const mlir::Value argument : function_.getArguments()) {
      if (!is_returned(argument)) continue;
      const std::string &name = names_.arguments[argument], type = to_cpp(names_.types[argument]);
      line(1) << type << " " << name << "[1] = {" << type << "(0)};\n";
      result = "  return " + name + "[0];\n";
    }
    print_block(function_.getBody().front(), 1);
    if (runs_processes()) line(1) << "POM_END_OF_PROCESSES;\n";
    out_ << result << "}\n";
    return out_.str();
  }

 private:
  /// At the top function only: nests that became functions are given its place.
  bool is_returned(mlir::Value argument) {
    const unsigned n = llvm::cast<mlir::BlockArgument>(argument).getArgNumber();
    return !function_.isPrivate() && function_.getArgAttr(n, ir::returned_attribute);
  }

  /// Processes that hand tokens on run side by side, on a host too.
  bool runs_processes() const { return has_streams_ && function_->hasAttr(ir::dataflow_attribute); }

  /// An argument or a local array; facts about arrays speak of the name in the module.
  std::string declare_variable(const std::string& name_in_module) {
    const std::string name = declared_.declare(name_in_module);
    arrays_.try_emplace(name_in_module, 1, name);
    return name;
  }

  std::ostream& line(int indent) { return out_ << std::string(2 * indent, ' '); }

  void print_function_pragmas() {
    if (function_->hasAttr(ir::inline_off_attribute)) out_ << inline_off_pragma() << "\n";
    if (const auto control = function_->getAttrOfType<ir::InterfaceAttr>(ir::interface_attribute))
      out_ << interface_pragma("return", control, nullptr, 0) << "\n";
    for (unsigned n = 0; n < function_.getNumArguments(); ++n) {
      const auto mode = function_.getArgAttrOfType<ir::InterfaceAttr>(n, ir::interface_attribute);
      if (!mode || function_.isPrivate()) continue;
      const auto array = llvm::dyn_cast<mlir::MemRefType>(function_.getArgumentTypes()[n]);
      const mlir::Value argument = function_.getArgument(n);
      const std::vector<std::string> ports = port_variables(argument, names_);
      for (std::size_t port = 0; port < ports.size(); ++port)
        out_ << interface_pragma(ports[port], interface_of_port(mode, port, ports.size()),
                                 function_.getArgAttrOfType<ir::StorageAttr>(n, ir::storage_attribute),
                                 array ? array.getNumElements() / ir::lanes_of(argument) : 1)
             << "\n";
    }
    for (unsigned n = 0; n < function_.getNumArguments(); ++n) {
      const std::string& name = names_.arguments[function_.getArgument(n)];
      if (names_.streams.contains(function_.getArgument(n)) || names_.ports.contains(function_.getArgument(n)))
        continue;
      for (const std::string& pragma : array_pragmas(name, function_.getArgAttrDict(n), ArrayPlace::argument))
        out_ << pragma << "\n";
    }
    if (function_->hasAttr(ir::dataflow_attribute)) {
      out_ << dataflow_pragma() << "\n";
    } else {
      print_shared_functions();
    }
  }

  /// The ranges of parameters: the vendor's tool sizes counters by an assertion, and a simulation stops at it.
  void print_promises() {
    for (unsigned n = 0; n < function_.getNumArguments(); ++n) {
      const auto ends = function_.getArgAttrOfType<mlir::DenseI64ArrayAttr>(n, ir::range_attribute);
      if (!ends) continue;
      const std::string& name = names_.arguments[function_.getArgument(n)];
      const Interval values = {ends[0], ends[1]};
      const auto number = [](std::int64_t value) {
        return value == std::numeric_limits<std::int32_t>::min() ? "INT32_MIN" : std::to_string(value);
      };
      helpers_.insert(assertion_helper);
      line(1) << "assert(" << name << " >= " << number(values.low) << " && " << name << " <= " << number(values.high)
              << ");\n";
      for (mlir::Operation* user : function_.getArgument(n).getUsers()) {
        if (llvm::isa<mlir::arith::IndexCastOp>(user)) names_.loops[user->getResult(0)] = {name, values, false};
      }
    }
  }

  /// Calls of one function take turns on one module.
  void print_shared_functions() {
    llvm::MapVector<llvm::StringRef, int> calls;
    function_.walk([&](mlir::func::CallOp call) { ++calls[call.getCallee()]; });
    for (const auto& [callee, count] : calls) {
      if (count > 1) out_ << allocation_pragma(callee.str()) << "\n";
    }
  }

  void print_stream(mlir::memref::AllocOp alloc, const std::string& name, const ValueType& type) {
    const auto mark = names_.streams[alloc] = alloc->getAttrOfType<ir::StreamAttr>(ir::stream_attribute);
    for (const std::string& text : stream_declaration(to_cpp(type), name, mark, helpers_)) out_ << text << "\n";
    if (const auto storage = alloc->getAttrOfType<ir::StorageAttr>(ir::storage_attribute))
      out_ << bind_storage_pragma(name, storage) << "\n";
  }

  static bool is_only_written(mlir::memref::AllocOp alloc) {
    return llvm::all_of(alloc->getUsers(), [](mlir::Operation* user) {
      return llvm::isa<mlir::affine::AffineStoreOp, mlir::memref::StoreOp, mlir::memref::DeallocOp>(user);
    });
  }

  /// A local array. Its macro keeps large ones off the host's stack; processes have stacks of their own, as several may
  /// run one function.
  void print_alloc(mlir::memref::AllocOp alloc, int indent) {
    const std::string name =
        declare_variable(string_attribute(alloc->getAttr(ir::name_attribute), "local" + std::to_string(locals_++)));
    const ValueType type = value_type(alloc.getType().getElementType(), alloc->hasAttr(ir::unsigned_attribute),
                                      alloc->getAttrOfType<ir::FormatAttr>(ir::format_attribute));
    names_.arguments[alloc] = name;
    names_.types[alloc] = type;
    if (alloc->hasAttr(ir::stream_attribute)) return print_stream(alloc, name, type);
    const bool in_process = has_streams_ && function_.isPrivate();
    if (!in_process) helpers_.insert("POM_LOCAL");
    line(indent) << (in_process ? "" : "POM_LOCAL ") << to_cpp(type) << " " << name << extents(alloc.getType())
                 << ";\n";
    print_array_pragmas(name, alloc);
    if (is_only_written(alloc)) line(indent) << "(void)" << name << ";  // nothing reads it\n";
  }

  /// Constants, which the vendor's tool makes a ROM, or parts of operators.
  void print_table(mlir::memref::GetGlobalOp table, int indent) {
    const std::string name =
        declare_variable(string_attribute(table->getAttr(ir::name_attribute), table.getName().str()));
    names_.arguments[table] = name;
    names_.types[table] = table_element(table);
    line(indent) << "static const " << to_cpp(table_element(table)) << " " << name << extents(table.getType()) << " = "
                 << table_text(table, 2 * indent + 4) << ";\n";
    print_array_pragmas(name, table);
  }

  void print_array_pragmas(const std::string& name, mlir::Operation* declaration) {
    for (const std::string& pragma :
         array_pragmas(name, declaration->getDiscardableAttrDictionary(), ArrayPlace::local))
      out_ << pragma << "\n";
  }

  void print_call(mlir::func::CallOp call, int indent) {
    std::vector<std::string> arguments;
    for (const mlir::Value operand : call.getOperands()) {
      const std::string name = values_.print_argument(operand, *call.getOperation());
      for (const std::string& part : dsl::port_names(name, ir::ports_of(operand))) arguments.push_back(part);
    }
    const std::string text = call.getCallee().str() + "(" + pom::join(arguments) + ")";
    line(indent) << (runs_processes() ? process_text(text, call) : text) << ";\n";
  }

  /// With the memories that earlier processes have to fill before this one starts.
  std::string process_text(std::string text, mlir::func::CallOp call) {
    helpers_.insert("POM_PROCESS");
    for (const mlir::Value memory : handed_over_.note_call(call)) text += ", \"" + names_.arguments[memory] + "\"";
    return "POM_PROCESS(" + text + ")";
  }

  void print_block(mlir::Block& block, int indent) {
    for (mlir::Operation& op : block) {
      if (auto loop = llvm::dyn_cast<AffineForOp>(op)) {
        print_loop(loop, indent);
      } else if (auto guard = llvm::dyn_cast<AffineIfOp>(op)) {
        print_guard(guard, indent);
      } else if (auto store = llvm::dyn_cast<AffineStoreOp>(op); store && names_.ports.contains(store.getMemRef())) {
        print_write(store, indent);
      } else if (auto store = llvm::dyn_cast<AffineStoreOp>(op)) {
        print_store(
            store, print_element(op, store.getMemRef(), store.getAffineMap(), store.getMapOperands(), names_, helpers_),
            indent);
      } else if (auto store = llvm::dyn_cast<mlir::memref::StoreOp>(op)) {
        print_store(store, values_.print_element(store.getMemRef(), store.getIndices()), indent);
      } else if (auto table = llvm::dyn_cast<mlir::memref::GetGlobalOp>(op)) {
        print_table(table, indent);
      } else if (auto alloc = llvm::dyn_cast<mlir::memref::AllocOp>(op)) {
        print_alloc(alloc, indent);
      } else if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) {
        print_call(call, indent);
      } else if (llvm::isa<mlir::memref::DeallocOp>(op)) {
        continue;  // the end of a scope is the end of what it declares
      } else if (llvm::isa<mlir::arith::IndexCastOp>(op) && names_.loops.contains(op.getResult(0))) {
        continue;  // a parameter as an index has its own name
      } else if (op.getNumResults() == 1) {
        if (!inlined_.add(op)) print_temporary(op, indent);
      }
    }
  }

  void print_loop(AffineForOp loop, int indent) {
    IndexPrinter lower = index_printer(*loop, loop.getLowerBoundOperands(), names_.loops, helpers_);
    IndexPrinter upper = index_printer(*loop, loop.getUpperBoundOperands(), names_.loops, helpers_);
    const Interval first = bound_interval(loop.getLowerBoundMap(), lower);
    const Interval end = bound_interval(loop.getUpperBoundMap(), upper);
    const std::int64_t step = loop.getStepAsInt();
    // The variable's last value is the one that ends the loop.
    const Interval last = upper.checked(end.low, static_cast<__int128>(end.high) - 1 + step);
    const bool wide = !fits_int(first) || !fits_int(end) || !fits_int(last);
    const std::string from = print_bound(loop.getLowerBoundMap(), lower, fits_int(first) ? "pom_max" : "pom_max_wide");
    const std::string to = print_bound(loop.getUpperBoundMap(), upper, fits_int(end) ? "pom_min" : "pom_min_wide");
    const std::string name = declared_.declare(
        string_attribute(loop->getAttr(ir::name_attribute), "i" + std::to_string(names_.loops.size())));
    const std::string label = string_attribute(loop->getAttr(ir::label_attribute), "");
    names_.loops[loop.getInductionVar()] = {name, {first.low, end.high - 1}, wide};
    const WordsOfLoop words = open_words(loop, name, names_, helpers_, declared_);
    for (const WordsOfLoop::Word& word : words.declared) {
      line(indent) << word.declaration << ";\n";
      if (!word.parts.empty()) out_ << dissolved_pragma(word.parts, *loop.getContext()) << "\n";
    }
    line(indent) << (label.empty() ? "" : labels_.declare(label) + ": ") << "for (" << (wide ? "long long " : "int ")
                 << name << " = " << from << "; " << name << " < " << to << "; "
                 << (step == 1 ? "++" + name : name + " += " + std::to_string(step)) << ") {\n";
    if (const auto mark = loop->getAttrOfType<ir::PipelineAttr>(ir::pipeline_attribute))
      out_ << pipeline_pragma(mark) << "\n";
    if (const auto mark = loop->getAttrOfType<ir::UnrollAttr>(ir::unroll_attribute))
      out_ << unroll_pragma(mark) << "\n";
    if (loop->hasAttr(ir::dataflow_attribute)) out_ << dataflow_pragma() << "\n";
    if (loop->hasAttr(ir::flatten_off_attribute)) out_ << flatten_off_pragma() << "\n";
    if (asks_parameters(loop)) out_ << trip_count_text(loop, names_.loops) << "\n";
    print_facts(loop);
    print_block(*loop.getBody(), indent + 1);
    names_.loops.erase(loop.getInductionVar());
    declared_.forget(name);
    line(indent) << "}\n";
    for (const std::string& text : words.behind) line(indent) << text << ";\n";
  }

  void print_facts(AffineForOp loop) {
    const auto facts = loop->getAttrOfType<mlir::ArrayAttr>(ir::dependence_attribute);
    if (!facts) return;
    for (const mlir::Attribute entry : facts) {
      const auto fact = llvm::cast<ir::DependenceAttr>(entry);
      const auto array = arrays_.find(fact.getArray().str());
      if (array == arrays_.end()) throw Unsupported{loop};  // a claim about nothing
      for (const std::string& variable : array->second) out_ << dependence_pragma(variable, fact) << "\n";
    }
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

  void print_guard(AffineIfOp guard, int indent) {
    const bool only_else = guard.hasElse() && guard.getThenBlock()->without_terminator().empty();
    IndexPrinter indices = index_printer(*guard, guard.getOperands(), names_.loops, helpers_);
    line(indent) << "if (" << indices.print_condition(guard.getIntegerSet(), !only_else) << ") {\n";
    print_block(only_else ? *guard.getElseBlock() : *guard.getThenBlock(), indent + 1);
    if (guard.hasElse() && !only_else) {
      line(indent) << "} else {\n";
      print_block(*guard.getElseBlock(), indent + 1);
    }
    line(indent) << "}\n";
  }

  void print_store(auto store, const std::string& target, int indent) {
    const std::string value = stored_text(store.getValueToStore(), store.getMemRef(), names_, values_);
    const bool streamed = names_.streams.contains(store.getMemRef());
    line(indent) << target << (streamed ? ".write(" + value + ");\n" : " = " + value + ";\n");
  }

  void print_write(AffineStoreOp store, int indent) {
    const mlir::Value array = store.getMemRef();
    std::string value = stored_text(store.getValueToStore(), array, names_, values_);
    if (names_.ports[array] == ir::StreamPort::beats)
      value = beat(to_cpp(names_.types[array]), value, is_last_element(store, names_.loops, helpers_), helpers_);
    line(indent) << names_.arguments[array] << ".write(" << value << ");\n";
  }

  void print_temporary(mlir::Operation& op, int indent) {
    const Text value = values_.print(op.getResult(0));
    const std::string name = declared_.declare("t" + std::to_string(temporaries_++));
    line(indent) << "const " << to_cpp(value.type) << " " << name << " = " << value.text << ";\n";
    if (const auto binding = op.getAttrOfType<ir::BindOpAttr>(ir::bind_op_attribute))
      out_ << bind_op_pragma(name, binding) << "\n";
    names_.temporaries[op.getResult(0)] = {name, value.type, Binding::primary, false};
  }

  mlir::func::FuncOp function_;
  Helpers& helpers_;
  CppNames declared_, labels_;
  llvm::StringSet<> called_;
  MemoriesHandedOver handed_over_;
  Names names_;
  ValuePrinter values_;
  InlinedValues inlined_;
  std::map<std::string, std::vector<std::string>> arrays_;  ///< name in the module → variables in C++
  ClassicStream out_;
  int temporaries_ = 0, locals_ = 0;
  bool has_streams_ = false;  ///< the module has FIFOs
};

}  // namespace

std::string print_signature(mlir::func::FuncOp function) {
  Helpers unused;
  return FunctionPrinter(function, unused).signature();
}

std::string print_function(mlir::func::FuncOp function, Helpers& helpers) {
  return FunctionPrinter(function, helpers).print();
}

}  // namespace pom::backend
