#include "codegen/hls/testbench.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "codegen/hls/lasting_array.hpp"
#include "codegen/hls/reference_printer.hpp"
#include "codegen/hls/table_text.hpp"
#include "codegen/hls/testbench_arguments.hpp"
#include "codegen/hls/testbench_support.hpp"
#include "dsl/execute/table.hpp"
#include "dsl/model/floats.hpp"
#include "dsl/model/number.hpp"
#include "dsl/model/port_words.hpp"
#include "dsl/model/ports.hpp"
#include "dsl/print/print_expression.hpp"
#include "dsl/print/stream_call.hpp"
#include "support/classic_stream.hpp"
#include "support/number_text.hpp"

// What the test bench calls its own things begins with pom_, as no name of a program does.
namespace pom::backend {

namespace {

/// Whether some compute needs what is in the array, for its value or to find an element.
bool is_read(const dsl::Function& program, int array) {
  return std::any_of(program.computes.begin(), program.computes.end(), [&](const dsl::Compute& compute) {
    return std::any_of(compute.loads.begin(), compute.loads.end(),
                       [&](const dsl::Access& load) { return load.array == array; });
  });
}

/// And tables. Static: they may be too large for a stack.
std::string local_arrays(const dsl::Function& program, bool on_heap) {
  std::string text;
  for (int array : program.used_arrays()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.is_table()) {
      const auto bits_of = [&](std::int64_t n) { return dsl::element_bits(declared, n); };
      text += "  static const " + dsl::cpp_type(declared.type) + " " + declared.name + extents_text(declared) + " = " +
              table_text(declared.type, declared.shape, bits_of, 6) + ";\n";
    }
    if (!declared.local) continue;
    text += "  " + lasting_array(declared, declared.name, on_heap);
    if (!is_read(program, array)) text += "  (void)" + declared.name + ";\n";
  }
  return text;
}

const char* strategy_name(pom_inputs::Strategy strategy) {
  static const char* const names[] = {"ordinary",  "full_range", "special", "narrow",
                                      "ascending", "descending", "equal"};
  return names[static_cast<int>(strategy)];
}

bool is_fixed(const Type& type) { return type.is_fixed(); }
bool is_wide(const Type& type) { return dsl::is_number(type) && !type.is_fixed(); }

class TestbenchPrinter {
 public:
  TestbenchPrinter(const dsl::Function& program, double tolerance, const TestInputs& inputs, const KernelUse& use)
      : program_(program),
        tolerance_(tolerance),
        inputs_(inputs),
        use_(use),
        loops_(print_reference(program)),
        parameters_(program.parameters()),
        hints_(dsl::input_hints(program)),
        follows_floats_(dsl::follow_from_floats(program)),
        on_heap_(exceeds_static_memory(program)) {}

  std::string print() {
    print_head();
    print_inputs();
    out_ << "\n// The program as written.\nstatic void pom_reference(" << parameter_list(program_) << ") {\n"
         << local_arrays(program_, on_heap_) << loops_ << "}\n\n"
         << (on_heap_ ? memory_check(program_) : "");
    for (int a : program_.array_arguments()) {
      const dsl::Array& array = *program_.arrays[a];
      out_ << lasting_array(array, "pom_expected_" + array.name, on_heap_)
           << lasting_array(array, "pom_actual_" + array.name, on_heap_);
    }
    print_words();
    print_run();
    out_ << "\n"
         << use_.main_begin << R"(  bool pom_passed = true;
  for (std::size_t n = 0; n < sizeof pom_sets / sizeof pom_sets[0]; ++n) pom_passed = pom_run(pom_sets[n])";
    out_ << (parameters_.empty() ? "" : ", pom_sizes[n]") << use_.argument << ") && pom_passed;\n" << use_.main_end;
    return out_.str();
  }

 private:
  bool any_type(bool (*is)(const Type&)) const {
    const std::vector<int> arrays = program_.array_arguments(), scalars = program_.scalar_arguments();
    return std::any_of(arrays.begin(), arrays.end(), [&](int a) { return is(program_.arrays[a]->type); }) ||
           std::any_of(scalars.begin(), scalars.end(), [&](int s) { return is(program_.scalars[s]->type); });
  }

  /// Whether a run fills something with the values of its set.
  bool has_inputs() const {
    const std::vector<int> scalars = program_.scalar_arguments(), arrays = program_.array_arguments();
    return inputs_.floats == dsl::FloatInputs::ordinary ||
           std::any_of(scalars.begin(), scalars.end(), [&](int s) { return !program_.scalars[s]->is_parameter(); }) ||
           std::any_of(arrays.begin(), arrays.end(), [&](int a) { return !program_.arrays[a]->returned; });
  }

  /// The arguments that the program writes.
  std::vector<int> results() const {
    std::set<int> written;
    for (const dsl::Compute& compute : program_.computes) written.insert(compute.store.array);
    std::vector<int> arguments = program_.array_arguments();
    std::erase_if(arguments, [&](int a) { return !written.contains(a); });
    return arguments;
  }

  /// The arguments that the kernel takes as words.
  std::vector<int> words() const {
    std::vector<int> arguments = use_.with_counts ? std::vector<int>{} : program_.array_arguments();
    std::erase_if(arguments, [&](int a) { return program_.arrays[a]->lanes == 1; });
    return arguments;
  }

  void print_words() {
    if (words().empty()) return;
    out_ << word_support_code;
    for (const int a : words()) {
      const dsl::Array& array = *program_.arrays[a];
      for (const std::string& port : dsl::port_names(array.name, array.ports))
        out_ << lasting_words(array, "pom_words_" + port, on_heap_);
    }
  }

  void print_word_copy(const char* function, const dsl::Array& array) {
    const std::vector<std::string> ports = dsl::port_names(array.name, array.ports);
    for (std::size_t n = 0; n < ports.size(); ++n) {
      out_ << "  " << function << "(" << flat(array, "pom_actual_" + array.name) << ", " << array.elements() << ", "
           << array.shape.back() << ", " << flat(array, "pom_words_" + ports[n]) << ", " << array.lanes_of_port();
      out_ << (ports.size() > 1 ? ", " + std::to_string(n) + ", " + std::to_string(ports.size()) : "") << ");\n";
    }
  }

  /// The arguments that the kernel takes as streams.
  std::vector<int> streams() const {
    std::vector<int> arguments = program_.array_arguments();
    std::erase_if(arguments, [&](int a) { return !dsl::is_stream_port(program_, a); });
    return arguments;
  }

  dsl::PortCall call_of(int array) const {
    return dsl::pass_to_stream(program_, array,
                               flat(*program_.arrays[array], "pom_actual_" + program_.arrays[array]->name));
  }

  /// What follows from reassociated floats may be one step of its own type away, too.
  bool is_rounded(int array) const {
    return program_.arrays[array]->type.is_float() || (tolerance_ > 0 && follows_floats_[array]);
  }

  bool has_rounded_results() const {
    const std::vector<int> all = results();
    return std::any_of(all.begin(), all.end(), [&](int a) { return is_rounded(a); });
  }

  bool any_range() const {
    const std::vector<int> arrays = program_.array_arguments();
    return std::any_of(arrays.begin(), arrays.end(), [&](int a) { return program_.arrays[a]->range.has_value(); });
  }

  /// The kernel assumes it of every element.
  void print_range(const dsl::Array& array, int stream) {
    const dsl::ElementRange& range = *array.range;
    const std::string common = flat(array, "pom_expected_" + array.name) + ", " +
                               flat(array, "pom_actual_" + array.name) + ", " + std::to_string(array.elements()) +
                               ", " + values(array.type, stream) + ", ";
    if (array.type.is_float()) {
      out_ << "  pom_fill_real_range(" << common << number_text(range.real_low, all_digits) << ", "
           << number_text(range.real_high, all_digits) << ");\n";
      return;
    }
    const auto end = [](__int128 value) { return table_text(p_int64, {1}, [&](std::int64_t) { return value; }, 0); };
    const auto bare = [](const std::string& braced) { return braced.substr(1, braced.size() - 2); };
    out_ << "  pom_fill_range(" << common << bare(end(range.low)) << ", " << bare(end(range.high)) << ", "
         << number_text(std::ldexp(1.0, -dsl::fraction_bits(array.type)), all_digits) << ");\n";
  }

  void print_head() {
    out_ << "// " << use_.title << "\n"
         << use_.includes
         << (inputs_.leaves_arrays
                 ? "\n// The program accesses elements outside of its arrays, and so do the reference "
                   "and the kernel here: the result\n// of this test bench means nothing.\n"
                 : "")
         << "\n#include <cmath>\n#include <cstddef>\n#include <cstdint>\n"
         << (on_heap_ ? "#include <cstdlib>\n" : "") << "#include <cstring>\n"
         << "#include <iostream>\n"
         << (on_heap_ ? "#include <new>\n" : "") << (streams().empty() ? "" : "#include <stdexcept>\n")
         << "#include <type_traits>\n\n#include \"pom_inputs.h\"\n";
    const bool wide = any_type(is_wide), fixed = any_type(is_fixed);
    const std::string words = wide || fixed ? " ap_uint<128> " : "";
    out_ << dsl::number_includes(parameter_list(program_) + local_arrays(program_, on_heap_) + loops_ + words) << "\n"
         << dsl::expression_helpers();
    if (has_rounded_results())
      out_ << "\n// Relative error allowed in floating-point results; 0: none, they are equal bit for bit.\n"
           << "static const double pom_tolerance = " << tolerance_ << ";\n";
    out_ << support_code << (any_range() ? range_support_code : "") << (wide ? wide_support_code : "")
         << (fixed ? fixed_support_code : "");
  }

  void print_inputs() {
    out_ << "\n// The inputs of libpom's own executions: how values are chosen, and the seed.\n"
         << "static const pom_inputs::InputSet pom_sets[] = {";
    const char* separator = "";
    for (const dsl::Run& run : inputs_.runs) {
      out_ << separator << "{pom_inputs::" << strategy_name(run.set.strategy) << ", " << run.set.seed << "u}";
      separator = ", ";
    }
    out_ << "};\n";
    print_sizes();
    out_ << "\n// Numbers of the program.\nstatic const double pom_hints[] = {";
    for (double hint : hints_) out_ << number_text(hint, all_digits) << ", ";
    out_ << "0};\n";
  }

  /// Of the parameters, in each run.
  void print_sizes() {
    if (parameters_.empty()) return;
    out_ << "\n// The sizes of each run:";
    for (int s : parameters_) out_ << " " << program_.scalars[s]->name;
    out_ << ".\nstatic const std::int32_t pom_sizes[][" << parameters_.size() << "] = {";
    const char* separator = "";
    for (const dsl::Run& run : inputs_.runs) {
      out_ << separator << "{";
      for (std::size_t n = 0; n < parameters_.size(); ++n) out_ << (n ? ", " : "") << run.sizes.at(parameters_[n]);
      out_ << "}";
      separator = ", ";
    }
    out_ << "};\n";
  }

  /// The values of one argument: "pom_inputs::Values(set, 4, pom_hints, 3)".
  std::string values(const Type& type, int stream) const {
    const bool ordinary = type.is_float() && inputs_.floats == dsl::FloatInputs::ordinary;
    return "pom_inputs::Values(" + std::string(ordinary ? "pom_ordinary" : "pom_set") + ", " + std::to_string(stream) +
           ", pom_hints, " + std::to_string(hints_.size()) + ")";
  }

  void print_fill(const Type& type, const std::string& expected, const std::string& actual, std::int64_t elements,
                  int stream) {
    const std::string is_signed = type.is_signed() ? "true" : "false", bits = std::to_string(type.bits);
    const std::string common = expected + ", " + actual + ", " + std::to_string(elements) + ", " + values(type, stream);
    out_ << "  ";
    if (type.is_float()) {
      const pom_inputs::FloatFormat format = dsl::float_format(type);
      out_ << "pom_fill_reals(" << common << ", pom_inputs::FloatFormat{" << format.digits << ", " << format.lowest
           << ", " << format.highest << "});\n";
    } else if (type.is_fixed()) {
      out_ << "pom_fill_fixed<" << bits << ">(" << common << ", " << is_signed << ");\n";
    } else {
      out_ << (is_wide(type) ? "pom_fill_wide(" : "pom_fill_integers(") << common << ", " << bits << ", " << is_signed
           << ");\n";
    }
  }

  void print_run() {
    out_ << "\n// One run on the inputs of a set.\nstatic bool pom_run(const pom_inputs::InputSet& pom_set"
         << (parameters_.empty() ? "" : ", const std::int32_t* pom_size") << use_.parameter << ") {\n";
    if (inputs_.floats == dsl::FloatInputs::ordinary)
      out_ << "  // Rounding of reassociated sums is bounded for numbers of one sign.\n"
           << "  const pom_inputs::InputSet pom_ordinary = {pom_inputs::ordinary, pom_set.seed};\n"
           << "  (void)pom_ordinary;\n";
    for (int s : program_.scalar_arguments()) {
      const dsl::Scalar& scalar = *program_.scalars[s];
      if (scalar.is_parameter()) {
        const auto place = std::find(parameters_.begin(), parameters_.end(), s) - parameters_.begin();
        out_ << "  const " << dsl::cpp_type(scalar.type) << " " << scalar.name << " = pom_size[" << place << "];\n";
        continue;
      }
      out_ << "  " << dsl::cpp_type(scalar.type) << " " << scalar.name << ", pom_unused_" << scalar.name << ";\n";
      print_fill(scalar.type, "&" + scalar.name, "&pom_unused_" + scalar.name, 1, dsl::scalar_stream(s));
    }
    for (int a : program_.array_arguments()) {
      const dsl::Array& array = *program_.arrays[a];
      if (array.returned) {
        out_ << "  pom_expected_" << array.name << "[0] = " << dsl::cpp_type(array.type) << "(0);\n";
        continue;
      }
      if (array.range) {
        print_range(array, dsl::array_stream(a));
        continue;
      }
      print_fill(array.type, flat(array, "pom_expected_" + array.name), flat(array, "pom_actual_" + array.name),
                 array.elements(), dsl::array_stream(a));
    }
    if (!has_inputs()) out_ << "  (void)pom_set;\n";
    for (const int a : words()) print_word_copy("pom_to_words", *program_.arrays[a]);
    for (const int a : streams()) out_ << call_of(a).before;
    out_ << "  pom_reference(" << argument_list(program_, "pom_expected_", Callee::reference) << ");\n  ";
    for (int a : program_.array_arguments()) {
      if (program_.arrays[a]->returned) out_ << "pom_actual_" << program_.arrays[a]->name << "[0] = ";
    }
    out_ << use_.callee << "("
         << (use_.with_counts ? counted_argument_list(program_, "pom_actual_")
                              : argument_list(program_, "pom_actual_", Callee::kernel))
         << ");\n";
    for (const int a : words()) print_word_copy("pom_from_words", *program_.arrays[a]);
    for (const int a : streams()) out_ << call_of(a).behind;
    out_ << "  bool pom_passed = true;\n";
    for (int a : results()) {
      const dsl::Array& array = *program_.arrays[a];
      out_ << "  pom_passed = pom_same(\"" << array.name << "\", " << flat(array, "pom_expected_" + array.name) << ", "
           << flat(array, "pom_actual_" + array.name) << ", " << array.elements() << ", "
           << (is_rounded(a) ? "pom_tolerance" : "0");
      if (is_rounded(a) && !array.type.is_float())
        out_ << ", " << number_text(std::ldexp(1.0, -dsl::fraction_bits(array.type)), all_digits);
      out_ << ") && pom_passed;\n";
    }
    out_ << "  return pom_passed;\n}\n";
  }

  const dsl::Function& program_;
  double tolerance_;
  const TestInputs& inputs_;
  const KernelUse& use_;
  std::string loops_;
  std::vector<int> parameters_;
  std::vector<double> hints_;         ///< numbers of the program
  std::vector<bool> follows_floats_;  ///< by array
  bool on_heap_;
  ClassicStream out_;
};

}  // namespace

std::string emit_testbench(const dsl::Function& program, double tolerance, const TestInputs& inputs) {
  const KernelUse use{
      "Generated by libpom: compares the kernel with the program as written.",
      "#include \"" + program.name + ".h\"\n",
      program.name,
      false,
      "",
      "int main() {\n",
      "",
      "  std::cout << (pom_passed ? \"PASS\" : \"FAIL\") << \"\\n\";\n  return pom_passed ? 0 : 1;\n}\n"};
  return emit_checking_program(program, tolerance, inputs, use);
}

std::string emit_checking_program(const dsl::Function& program, double tolerance, const TestInputs& inputs,
                                  const KernelUse& use) {
  return TestbenchPrinter(program, tolerance, inputs, use).print();
}

}  // namespace pom::backend
