#include "codegen/hls/testbench.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "dsl/print_expression.hpp"
#include "dsl/program_tree.hpp"

namespace pom::backend {

namespace {

std::string extents(const dsl::Array& array) {
  std::string text;
  for (std::int64_t extent : array.shape) text += "[" + std::to_string(extent) + "]";
  return array.shape.empty() ? "[1]" : text;
}

/// Prints the program's loops as they were written; loops that several computes share run over the union of their
/// ranges.
class ReferencePrinter {
 public:
  explicit ReferencePrinter(const dsl::Function& program) : program_(program), guards_(program.computes.size()) {
    for (const dsl::Compute& compute : program.computes)
      names_.push_back(std::vector<std::string>(compute.loops.size()));
  }

  std::string print() {
    for (const dsl::ProgramNode& node : dsl::program_tree(program_)) print_node(node, 1);
    return out_.str();
  }

 private:
  std::ostream& line(int indent) { return out_ << std::string(2 * indent, ' '); }

  void print_node(const dsl::ProgramNode& node, int indent) {
    if (node.is_statement()) return print_statement(node.computes.front(), indent);
    const std::string name = loop_name(node);
    std::string lower, upper;
    for (int c : node.computes) {
      const dsl::Loop& loop = program_.computes[c].loops[node.depth];
      merge(lower, dsl::print_affine(*loop.lower, names_[c]), "reference_min");
      merge(upper, dsl::print_affine(*loop.upper, names_[c]), "reference_max");
    }
    line(indent) << "for (int " << name << " = " << lower << "; " << name << " < " << upper << "; ++" << name
                 << ") {\n";
    for (int c : node.computes) {
      names_[c][node.depth] = name;
      add_range_guard(c, node.depth, lower, upper);
    }
    for (const dsl::ProgramNode& child : node.children) print_node(child, indent + 1);
    line(indent) << "}\n";
  }

  static void merge(std::string& all, const std::string& bound, const char* combine) {
    if (all.empty()) {
      all = bound;
    } else if (all != bound) {
      all = std::string(combine) + "(" + all + ", " + bound + ")";
    }
  }

  /// A shared loop may run further than one of its computes; the compute's statement then asks.
  void add_range_guard(int c, int depth, const std::string& lower, const std::string& upper) {
    const dsl::Loop& loop = program_.computes[c].loops[depth];
    const auto add = [&](const std::string& condition) {
      guards_[c] += (guards_[c].empty() ? "" : " && ") + condition;
    };
    const std::string own_lower = dsl::print_affine(*loop.lower, names_[c]),
                      own_upper = dsl::print_affine(*loop.upper, names_[c]);
    if (own_lower != lower) add(names_[c][depth] + " >= " + own_lower);
    if (own_upper != upper) add(names_[c][depth] + " < " + own_upper);
  }

  void print_statement(int c, int indent) {
    const dsl::Compute& compute = program_.computes[c];
    for (const dsl::ExprPtr& guard : compute.guards) {
      guards_[c] += (guards_[c].empty() ? "(" : " && (") + dsl::print_affine(*guard, names_[c]) + ")";
    }
    const dsl::PrintedValue value = dsl::print_value(*compute.value, program_, names_[c]);
    const std::string guard = guards_[c].empty() ? "" : "if (" + guards_[c] + ") ";
    const std::string store = dsl::print_access(compute.store, program_, names_[c]) + " = " + value.text + ";\n";
    if (value.variables.empty()) {
      line(indent) << guard << store;
      return;
    }
    line(indent) << guard << "{\n";
    for (const std::string& variable : value.variables) line(indent + 1) << variable << ";\n";
    line(indent + 1) << store;
    line(indent) << "}\n";
  }

  /// The first compute's name for the loop, told apart from the loops around it.
  std::string loop_name(const dsl::ProgramNode& node) const {
    const int first = node.computes.front();
    std::string name = program_.computes[first].loops[node.depth].name;
    const std::vector<std::string>& around = names_[first];
    while (std::find(around.begin(), around.begin() + node.depth, name) != around.begin() + node.depth) name += "_";
    return name;
  }

  const dsl::Function& program_;
  std::vector<std::vector<std::string>> names_;  ///< of each compute's loops, where they are printed
  std::vector<std::string> guards_;              ///< of each compute's statement
  std::ostringstream out_;
};

std::string argument_list(const dsl::Function& program, const char* suffix) {
  std::string text;
  for (int scalar : program.scalar_arguments()) text += (text.empty() ? "" : ", ") + program.scalars[scalar]->name;
  for (int array : program.array_arguments()) text += (text.empty() ? "" : ", ") + program.arrays[array]->name + suffix;
  return text;
}

std::string parameter_list(const dsl::Function& program) {
  std::string text;
  for (int scalar : program.scalar_arguments()) {
    const dsl::Scalar& declared = *program.scalars[scalar];
    text += (text.empty() ? "" : ", ") + dsl::cpp_type(declared.type) + " " + declared.name;
  }
  for (int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    text += (text.empty() ? "" : ", ") + dsl::cpp_type(declared.type) + " " + declared.name + extents(declared);
  }
  return text;
}

/// Static: they may be too large for a stack.
std::string local_arrays(const dsl::Function& program) {
  std::string text;
  for (int array : program.used_arrays()) {
    const dsl::Array& declared = *program.arrays[array];
    if (!declared.local) continue;
    text += "  static " + dsl::cpp_type(declared.type) + " " + declared.name + extents(declared) + ";\n";
  }
  return text;
}

const char* const support_code = R"(
template <class T>
static T next_value() {
  static std::uint32_t state = 2024u;
  state = state * 1664525u + 1013904223u;
  if (std::is_integral<T>::value) return static_cast<T>(static_cast<std::int32_t>(state >> 24) - 128);
  return static_cast<T>(0.5 + (state >> 8) / 16777216.0);
}

template <class T>
static void fill(T* expected, T* actual, long long elements) {
  for (long long n = 0; n < elements; ++n) expected[n] = actual[n] = next_value<T>();
}

template <class T>
static bool within_tolerance(T expected, T actual) {
  if (!std::is_floating_point<T>::value || tolerance == 0) return false;
  const double a = static_cast<double>(expected), b = static_cast<double>(actual);
  return std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b));
}

// Bit for bit; classes compare themselves.
template <class T>
static bool same_value(const T& expected, const T& actual, std::true_type) {
  return std::memcmp(&expected, &actual, sizeof(T)) == 0;
}
template <class T>
static bool same_value(const T& expected, const T& actual, std::false_type) {
  return expected == actual || (expected != expected && actual != actual);
}

template <class T>
static bool same(const char* name, const T* expected, const T* actual, long long elements) {
  for (long long n = 0; n < elements; ++n) {
    if (same_value(expected[n], actual[n], std::is_arithmetic<T>())) continue;
    if (within_tolerance(expected[n], actual[n])) continue;
    std::cout << "FAIL: element " << n << " of " << name << " is " << static_cast<double>(actual[n]) << ", expected "
              << static_cast<double>(expected[n]) << "\n";
    return false;
  }
  return true;
}
)";

}  // namespace

std::string emit_testbench(const dsl::Function& program, double tolerance) {
  std::ostringstream out;
  out << "// Generated by libpom: compares the kernel with the program as written.\n"
      << "#include \"" << program.name
      << ".h\"\n\n#include <cmath>\n#include <cstdint>\n#include <cstring>\n#include <iostream>\n"
      << "#include <type_traits>\n";
  const std::string loops = ReferencePrinter(program).print();
  out << dsl::number_includes(parameter_list(program) + local_arrays(program) + loops) << "\n"
      << dsl::expression_helpers();
  for (const char* helper : {"min", "max"}) {
    if (loops.find(std::string("reference_") + helper + "(") == std::string::npos) continue;
    out << "static int reference_" << helper << "(int a, int b) { return a " << (*(helper + 1) == 'i' ? "<" : ">")
        << " b ? a : b; }\n";
  }
  out << "\n// Relative error allowed in floating-point results; 0: none, they are equal bit for bit.\nstatic const "
         "double tolerance = "
      << tolerance << ";\n"
      << support_code << "\n// The program as written.\nstatic void reference(" << parameter_list(program) << ") {\n"
      << local_arrays(program) << loops << "}\n\n";
  std::set<int> written;
  for (const dsl::Compute& compute : program.computes) written.insert(compute.store.array);
  for (int a : program.array_arguments()) {
    const dsl::Array& array = *program.arrays[a];
    out << "static " << dsl::cpp_type(array.type) << " " << array.name << "_expected" << extents(array) << ", "
        << array.name << "_actual" << extents(array) << ";\n";
  }
  out << "\nint main() {\n";
  for (int s : program.scalar_arguments()) {
    const dsl::Scalar& scalar = *program.scalars[s];
    out << "  const " << dsl::cpp_type(scalar.type) << " " << scalar.name << " = next_value<"
        << dsl::cpp_type(scalar.type) << ">();\n";
  }
  const auto flat = [&](const dsl::Array& array, const char* suffix) {
    std::string text = "&" + array.name + suffix;
    for (std::size_t d = 0; d < std::max<std::size_t>(array.shape.size(), 1); ++d) text += "[0]";
    return text;
  };
  for (int a : program.array_arguments()) {
    const dsl::Array& array = *program.arrays[a];
    out << "  fill(" << flat(array, "_expected") << ", " << flat(array, "_actual") << ", " << array.elements()
        << ");\n";
  }
  out << "  reference(" << argument_list(program, "_expected") << ");\n  " << program.name << "("
      << argument_list(program, "_actual") << ");\n"
      << "  bool passed = true;\n";
  for (int a : program.array_arguments()) {
    if (!written.contains(a)) continue;
    const dsl::Array& array = *program.arrays[a];
    out << "  passed = same(\"" << array.name << "\", " << flat(array, "_expected") << ", " << flat(array, "_actual")
        << ", " << array.elements() << ") && passed;\n";
  }
  out << "  std::cout << (passed ? \"PASS\" : \"FAIL\") << \"\\n\";\n  return passed ? 0 : 1;\n}\n";
  return out.str();
}

}  // namespace pom::backend
