#include "codegen/hls/reference_printer.hpp"

#include <algorithm>

#include "dsl/model/program_tree.hpp"
#include "dsl/print/index_size.hpp"
#include "dsl/print/print_expression.hpp"
#include "support/classic_stream.hpp"
#include "support/words.hpp"

namespace pom::backend {

namespace {

/// Prints the program's loops as they were written; loops that several computes share run over the union of their
/// ranges.
class ReferencePrinter {
 public:
  explicit ReferencePrinter(const dsl::Function& program) : program_(program), guards_(program.computes.size()) {
    for (const dsl::Compute& compute : program.computes) {
      names_.push_back(std::vector<std::string>(compute.loops.size()));
      ranges_.emplace_back(compute.loops);
    }
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
    const bool wide = widen_loop(node);
    dsl::PrintedIndex lower, upper;
    for (int c : node.computes) {
      const dsl::Loop& loop = program_.computes[c].loops[node.depth];
      merge(lower, dsl::print_index(*loop.lower, names_[c], ranges_[c]), "pom_min");
      merge(upper, dsl::print_index(*loop.upper, names_[c], ranges_[c]), "pom_max");
    }
    line(indent) << "for (" << (wide ? "long long " : "int ") << name << " = " << lower.text << "; " << name << " < "
                 << upper.text << "; ++" << name << ") {\n";
    for (int c : node.computes) {
      names_[c][node.depth] = name;
      add_range_guard(c, node.depth, lower.text, upper.text);
    }
    for (const dsl::ProgramNode& child : node.children) print_node(child, indent + 1);
    line(indent) << "}\n";
  }

  /// The loop's variable has the values of all computes inside, and the one that ends it. True: int does not hold them.
  bool widen_loop(const dsl::ProgramNode& node) {
    const auto depth = static_cast<std::size_t>(node.depth);
    dsl::ValueRange all = ranges_[node.computes.front()].loop_range(depth);
    for (int c : node.computes) {
      const dsl::Loop& loop = program_.computes[c].loops[depth];
      for (const dsl::ExprPtr& bound : {loop.lower, loop.upper}) {
        const dsl::ValueRange range = ranges_[c].find_index(*bound);
        all = {std::min(all.low, range.low), std::max(all.high, range.high)};
      }
    }
    for (int c : node.computes) ranges_[c].widen_loop(depth, all);
    return dsl::is_wide_loop(ranges_[node.computes.front()], depth);
  }

  static void merge(dsl::PrintedIndex& all, const dsl::PrintedIndex& bound, const char* combine) {
    if (all.text.empty()) {
      all = bound;
    } else if (all.text != bound.text) {
      all.wide = all.wide || bound.wide;
      all.text = std::string(combine) + (all.wide ? "<long long>" : "") + "(" + all.text + ", " + bound.text + ")";
    }
  }

  /// A shared loop may run further than one of its computes; the compute's statement then asks.
  void add_range_guard(int c, int depth, const std::string& lower, const std::string& upper) {
    const dsl::Loop& loop = program_.computes[c].loops[depth];
    const auto add = [&](const std::string& condition) {
      guards_[c] += (guards_[c].empty() ? "" : " && ") + condition;
    };
    const std::string own_lower = dsl::print_index(*loop.lower, names_[c], ranges_[c]).text,
                      own_upper = dsl::print_index(*loop.upper, names_[c], ranges_[c]).text;
    if (own_lower != lower) add(names_[c][depth] + " >= " + own_lower);
    if (own_upper != upper) add(names_[c][depth] + " < " + own_upper);
  }

  void print_statement(int c, int indent) {
    const dsl::Compute& compute = program_.computes[c];
    for (const dsl::ExprPtr& guard : compute.guards) {
      guards_[c] += (guards_[c].empty() ? "(" : " && (") + dsl::print_index(*guard, names_[c], ranges_[c]).text + ")";
    }
    const dsl::PrintedValue value = dsl::print_value(*compute.value, program_, names_[c], &ranges_[c]);
    const std::string guard = guards_[c].empty() ? "" : "if (" + guards_[c] + ") ";
    const std::string store =
        dsl::print_access(compute.store, program_, names_[c], &ranges_[c]) + " = " + value.text + ";\n";
    if (value.variables.empty()) {
      line(indent) << guard << store;
      return;
    }
    line(indent) << guard << "{\n";
    for (const std::string& variable : value.variables) line(indent + 1) << variable << ";\n";
    line(indent + 1) << store;
    line(indent) << "}\n";
  }

  /// The first compute's name for the loop, told apart from the loops around it and from what it would hide.
  std::string loop_name(const dsl::ProgramNode& node) const {
    const int first = node.computes.front();
    const std::string& wanted = program_.computes[first].loops[node.depth].name;
    std::string name = wanted;
    const std::vector<std::string>& around = names_[first];
    const auto is_taken = [&] {
      const auto has_name = [&](const auto& declared) { return declared->name == name; };
      return std::find(around.begin(), around.begin() + node.depth, name) != around.begin() + node.depth ||
             std::any_of(program_.arrays.begin(), program_.arrays.end(), has_name) ||
             std::any_of(program_.scalars.begin(), program_.scalars.end(), has_name);
    };
    for (int n = 2; is_taken(); ++n) name = join_names({wanted, std::to_string(n)});
    return name;
  }

  const dsl::Function& program_;
  std::vector<std::vector<std::string>> names_;  ///< of each compute's loops, where they are printed
  std::vector<std::string> guards_;              ///< of each compute's statement
  std::vector<dsl::RangeAnalysis> ranges_;       ///< of each compute
  ClassicStream out_;
};

}  // namespace

std::string print_reference(const dsl::Function& program) { return ReferencePrinter(program).print(); }

}  // namespace pom::backend
