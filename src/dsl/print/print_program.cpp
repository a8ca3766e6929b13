#include "dsl/print/print_program.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/model/program_tree.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/classic_stream.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

std::string loop_text(const Compute& compute, int depth) {
  const Loop& loop = compute.loops[depth];
  std::vector<std::string> names = loop_names(compute);
  return loop.name + " in [" + print_affine(*loop.lower, names) + ", " + print_affine(*loop.upper, names) + ")";
}

/// "for i in [0, 8)"; where computes that share the loop differ: "for i in [0, 8) of s1, i in [1, 7) of s2".
std::string header_text(const Function& function, const ProgramNode& node) {
  std::vector<std::pair<std::string, std::string>> ranges;  // range, computes that have it
  for (int index : node.computes) {
    const Compute& compute = function.computes[index];
    std::string range = loop_text(compute, node.depth);
    if (ranges.empty() || ranges.back().first != range) {
      ranges.push_back({range, compute.name});
    } else {
      ranges.back().second += " " + compute.name;
    }
  }
  if (ranges.size() == 1) return "for " + ranges[0].first;
  std::string text;
  for (const auto& [range, computes] : ranges) text += (text.empty() ? "for " : ", ") + range + " of " + computes;
  return text;
}

/// "if (i + j < 8) "
std::string guard_text(const Compute& compute, const std::vector<std::string>& names) {
  std::string text;
  for (const ExprPtr& guard : compute.guards) text += "if (" + print_affine(*guard, names) + ") ";
  return text;
}

std::string store_text(const Access& store, const Function& function, const std::vector<std::string>& names) {
  std::string text = function.arrays[store.array]->name;
  if (store.indices.empty()) text += "[0]";
  for (const ExprPtr& index : store.indices) text += "[" + print_affine(*index, names) + "]";
  return text;
}

void print_nodes(const Function& function, const std::vector<ProgramNode>& nodes, int indent, std::ostream& out) {
  for (const ProgramNode& node : nodes) {
    out << std::string(static_cast<std::size_t>(indent) * 2, ' ');
    if (!node.is_statement()) {
      out << header_text(function, node) << '\n';
      print_nodes(function, node.children, indent + 1, out);
      continue;
    }
    const Compute& compute = function.computes[node.computes[0]];
    out << compute.name << ": " << statement_text(function, compute) << '\n';
  }
}

/// The names that the directives use and make, in order of first appearance.
class LoopNames {
 public:
  std::vector<std::string> names;

  void operator()(const Interchange& d) { add({d.first.name, d.second.name}); }
  void operator()(const Split& d) { add({d.loop.name, d.outer, d.inner}); }
  void operator()(const Tile& d) {
    for (const LoopRef& loop : d.loops) add({loop.name});
    add(d.outer);
    add(d.inner);
  }
  void operator()(const Skew& d) { add({d.outer.name, d.inner.name, d.new_outer, d.new_inner}); }
  void operator()(const Reorder& d) {
    for (const LoopRef& loop : d.loops) add({loop.name});
  }
  void operator()(const auto& d) {
    if constexpr (requires { d.loop; }) add({d.loop.name});
  }

 private:
  void add(const std::vector<std::string>& more) {
    for (const std::string& name : more) {
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
};

/// Names for the parts of other handles that the lines speak of.
std::string name_parts(const Function& function, const std::string& lines) {
  std::string named;
  for (const auto& [name, text] : function.parts) {
    if (find_word(lines, name) != std::string::npos) named += "auto& " + name + " = " + text + ";\n";
  }
  return named;
}

}  // namespace

std::string statement_text(const Function& function, const Compute& compute) {
  const std::vector<std::string> names = loop_names(compute);
  const PrintedValue value = print_for_reading(*compute.value, function, names);
  std::string text = guard_text(compute, names);
  for (const std::string& variable : value.variables) text += variable + "; ";
  return text + store_text(compute.store, function, names) + " = " + value.text;
}

std::string to_string(const Function& function) {
  ClassicStream out;
  out << "function " << function.name << '\n';
  for (const auto& array : function.arrays) {
    out << "array " << array->name;
    for (std::int64_t extent : array->shape) out << '[' << extent << ']';
    out << " : " << to_string(array->type);
    if (array->is_table()) out << ", a table";
    out << '\n';
  }
  for (int index : function.scalar_arguments()) {
    const Scalar& scalar = *function.scalars[index];
    out << "argument " << scalar.name << " : " << to_string(scalar.type);
    if (scalar.is_parameter()) out << " in [" << scalar.range->low << ", " << scalar.range->high << "]";
    out << '\n';
  }
  out << '\n';
  print_nodes(function, program_tree(function), 0, out);
  if (!function.schedule.empty()) out << '\n' << schedule_source(function);
  return out.str();
}

std::string schedule_source(const Function& function) {
  std::set<std::string> declared;
  for (const Compute& compute : function.computes) {
    for (const Loop& loop : compute.loops) declared.insert(loop.name);
  }
  LoopNames used;
  for (const Directive& directive : function.schedule) std::visit(used, directive.primitive);
  std::string declarations, lines;
  for (const std::string& name : used.names) {
    if (declared.count(name) != 0) continue;
    declarations += (declarations.empty() ? "var " : ", ") + name + "(\"" + name + "\")";
  }
  if (!declarations.empty()) declarations += ";\n";
  for (const Directive& directive : function.schedule) lines += to_string(directive) + ";\n";
  return declarations + name_parts(function, lines) + lines;
}

}  // namespace pom::dsl
