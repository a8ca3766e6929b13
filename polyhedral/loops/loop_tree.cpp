#include "polyhedral/loops/loop_tree.hpp"

#include "polyhedral/ir/print_marks.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/usage.hpp"
#include "support/classic_stream.hpp"
#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

AffineExpr unary(AffineExpr::Kind kind, std::int64_t value, AffineExpr operand) {
  AffineExpr result;
  result.kind = kind;
  result.value = value;
  result.operands.push_back(std::move(operand));
  return result;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw NumberTooLarge();
  return sum;
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw NumberTooLarge();
  return product;
}

/// A sum as coefficients of different expressions, its constant apart.
struct Sum {
  std::vector<std::pair<std::int64_t, AffineExpr>> terms;
  std::int64_t constant = 0;

  void add(AffineExpr e) {
    if (e.is_constant()) {
      constant = checked_sum(constant, e.value);
    } else if (e.kind == AffineExpr::Kind::add) {
      for (AffineExpr& operand : e.operands) add(std::move(operand));
    } else if (e.kind == AffineExpr::Kind::mul) {
      add_term(e.value, std::move(e.operands.front()));
    } else {
      add_term(1, std::move(e));
    }
  }

  void add_term(std::int64_t coefficient, AffineExpr e) {
    for (auto term = terms.begin(); term != terms.end(); ++term) {
      if (!(term->second == e)) continue;
      term->first = checked_sum(term->first, coefficient);
      if (term->first == 0) terms.erase(term);
      return;
    }
    terms.emplace_back(coefficient, std::move(e));
  }
};

}  // namespace

AffineExpr AffineExpr::constant(std::int64_t value) {
  AffineExpr e;
  e.value = value;
  return e;
}

AffineExpr AffineExpr::iterator(int loop) {
  AffineExpr e;
  e.kind = Kind::iterator;
  e.loop = loop;
  return e;
}

AffineExpr AffineExpr::parameter(int scalar) {
  AffineExpr e;
  e.kind = Kind::parameter;
  e.scalar = scalar;
  return e;
}

AffineExpr operator+(AffineExpr a, AffineExpr b) {
  Sum all;
  all.add(std::move(a));
  all.add(std::move(b));
  std::vector<AffineExpr> terms;
  for (auto& [coefficient, e] : all.terms) terms.push_back(coefficient * std::move(e));
  if (terms.empty()) return AffineExpr::constant(all.constant);
  if (all.constant != 0) terms.push_back(AffineExpr::constant(all.constant));
  if (terms.size() == 1) return terms.front();
  AffineExpr sum;
  sum.kind = AffineExpr::Kind::add;
  sum.operands = std::move(terms);
  return sum;
}

AffineExpr operator*(std::int64_t factor, AffineExpr e) {
  if (factor == 0) return AffineExpr::constant(0);
  if (factor == 1) return e;
  if (e.is_constant()) return AffineExpr::constant(checked_product(factor, e.value));
  if (e.kind == AffineExpr::Kind::mul) return checked_product(factor, e.value) * AffineExpr(e.operands.front());
  if (e.kind != AffineExpr::Kind::add) return unary(AffineExpr::Kind::mul, factor, std::move(e));
  AffineExpr sum = AffineExpr::constant(0);
  for (AffineExpr& operand : e.operands) sum = std::move(sum) + factor * std::move(operand);
  return sum;
}

AffineExpr floordiv(AffineExpr e, std::int64_t divisor) {
  if (divisor == 1) return e;
  if (e.is_constant()) return AffineExpr::constant(floor_division(e.value, divisor));
  return unary(AffineExpr::Kind::floordiv, divisor, std::move(e));
}

AffineExpr mod(AffineExpr e, std::int64_t divisor) {
  if (divisor == 1) return AffineExpr::constant(0);
  if (e.is_constant()) return AffineExpr::constant(e.value - divisor * floor_division(e.value, divisor));
  return unary(AffineExpr::Kind::mod, divisor, std::move(e));
}

namespace {

/// Prints a tree; loop ids become the names of the loops printed around.
class Printer {
 public:
  explicit Printer(const LoopTree& tree) : tree_(tree) {}

  std::string print() {
    for (const LoopNode& root : tree_.roots) print_node(root, 0);
    for (const Routine& routine : tree_.routines) print_routine(routine);
    out_ << print_marks(tree_.hardware, *tree_.program);
    return out_.str();
  }

 private:
  std::string arguments(const Routine& routine, const std::vector<int>& scalars, const std::vector<int>& arrays) const {
    std::string all;
    for (const PassedIterator& passed : routine.iterators) all += (all.empty() ? "" : ", ") + names_.at(passed.loop);
    for (int scalar : scalars) all += (all.empty() ? "" : ", ") + tree_.program->scalars[scalar]->name;
    for (int array : arrays) all += (all.empty() ? "" : ", ") + tree_.program->arrays[array]->name;
    return "(" + all + ")";
  }

  void print_routine(const Routine& routine) {
    for (const PassedIterator& passed : routine.iterators) set_name(passed.loop, passed.name);
    out_ << "routine " << routine.name << arguments(routine, routine.scalars, routine.arrays) << "\n";
    for (const LoopNode& node : routine.body) print_node(node, 1);
  }

  void set_name(int loop, const std::string& name) {
    names_.resize(std::max<std::size_t>(names_.size(), static_cast<std::size_t>(loop) + 1));
    names_[static_cast<std::size_t>(loop)] = name;
  }

  std::string text(const AffineExpr& e) const {
    using Kind = AffineExpr::Kind;
    switch (e.kind) {
      case Kind::constant:
        return std::to_string(e.value);
      case Kind::iterator:
        return names_.at(e.loop);
      case Kind::parameter:
        return tree_.program->scalars[e.scalar]->name;
      case Kind::add: {
        std::string sum;
        for (const AffineExpr& operand : e.operands) sum += (sum.empty() ? "" : " + ") + text(operand);
        return sum;
      }
      case Kind::mul:
        return std::to_string(e.value) + "*" + text(e.operands[0]);  // never a sum: products are distributed
      case Kind::floordiv:
        return "floor(" + text(e.operands[0]) + "/" + std::to_string(e.value) + ")";
      case Kind::mod:
        return "mod(" + text(e.operands[0]) + ", " + std::to_string(e.value) + ")";
    }
    return "";
  }

  std::string list(const std::vector<AffineExpr>& expressions, const char* combine) const {
    if (expressions.size() == 1) return text(expressions.front());
    std::string all;
    for (const AffineExpr& e : expressions) all += (all.empty() ? "" : ", ") + text(e);
    return *combine ? std::string(combine) + "(" + all + ")" : all;
  }

  std::string text(const CarriedFact& fact) const {
    const std::string array = tree_.program->arrays[fact.array]->name;
    if (fact.kind == CarriedFact::Kind::none) return "carries-nothing(" + array + ")";
    if (fact.kind == CarriedFact::Kind::no_flow) return "carries-no-flow(" + array + ")";
    return "carries-flow(" + array + ", distance " + std::to_string(fact.distance) + ")";
  }

  void print_node(const LoopNode& node, int indent) {
    out_ << std::string(2 * indent, ' ');
    if (node.kind == LoopNode::Kind::instance) {
      out_ << tree_.program->computes[node.compute].name << "[" << list(node.iterators, "") << "]\n";
      return;
    }
    if (node.kind == LoopNode::Kind::call) {
      const Routine& routine = tree_.routines[node.routine];
      out_ << routine.name << arguments(routine, node.scalars, node.arrays) << "\n";
      return;
    }
    if (node.kind == LoopNode::Kind::loop) {
      set_name(node.id, node.name);
      out_ << node.label << ": for " << node.name << " in [" << list(node.lower, "max") << ", "
           << list(node.upper, "min") << ")";
      if (node.step != 1) out_ << " step " << node.step;
      if (node.pipeline) out_ << " pipeline(" << node.pipeline->interval << ")";
      if (node.unroll) out_ << " unroll(" << node.unroll->factor << ")";
      if (node.flatten_off) out_ << " flatten_off";
      if (node.region >= 0) out_ << " dataflow";
      for (const int array : node.locals) out_ << " local(" << tree_.program->arrays[array]->name << ")";
      for (const CarriedFact& fact : node.facts) out_ << " " << text(fact);
      for (const int array : node.steady) out_ << " steady(" << tree_.program->arrays[array]->name << ")";
    } else {
      out_ << (node.unless ? "unless " : "if ");
      for (std::size_t n = 0; n < node.when.size(); ++n) {
        out_ << (n ? " and " : "") << text(node.when[n].expr) << (node.when[n].equality ? " = 0" : " >= 0");
      }
    }
    out_ << "\n";
    for (const LoopNode& child : node.body) print_node(child, indent + 1);
  }

  const LoopTree& tree_;
  std::vector<std::string> names_;
  ClassicStream out_;
};

}  // namespace

namespace {

/// The arrays that bodies of loops declare.
void collect_declared(const std::vector<LoopNode>& body, std::set<int>& declared) {
  for (const LoopNode& node : body) {
    declared.insert(node.locals.begin(), node.locals.end());
    collect_declared(node.body, declared);
  }
}

}  // namespace

std::vector<int> LoopTree::top_locals() const {
  std::vector<int> locals;
  std::set<int> declared;
  collect_declared(roots, declared);
  for (const Routine& routine : routines) collect_declared(routine.body, declared);
  // A loop of one iteration is none, and what it uses is declared around.
  Usage usage;
  for (const LoopNode& root : roots) collect_usage(root, *this, usage);
  for (const int array : usage.arrays) declared.erase(array);
  for (int array : program->used_arrays()) {
    if (declared.contains(array)) continue;
    const bool in_routine = std::any_of(routines.begin(), routines.end(), [&](const Routine& routine) {
      const auto has = [&](const std::vector<int>& locals) {
        return std::find(locals.begin(), locals.end(), array) != locals.end();
      };
      return has(routine.locals) || has(routine.merged_locals);
    });
    if (program->arrays[array]->local && !in_routine) locals.push_back(array);
  }
  return locals;
}

namespace {

void collect_tables(const std::vector<LoopNode>& body, const dsl::Function& program, std::set<int>& tables) {
  for (const LoopNode& node : body) {
    if (node.kind == LoopNode::Kind::instance) {
      for (const dsl::Access& load : program.computes[node.compute].loads) {
        if (program.arrays[load.array]->is_table()) tables.insert(load.array);
      }
    }
    collect_tables(node.body, program, tables);
  }
}

}  // namespace

std::vector<int> tables_in(const std::vector<LoopNode>& body, const dsl::Function& program) {
  std::set<int> tables;
  collect_tables(body, program, tables);
  return {tables.begin(), tables.end()};
}

std::string to_string(const LoopTree& tree) { return Printer(tree).print(); }

}  // namespace pom::poly
