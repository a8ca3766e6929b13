#include "polyhedral/analysis/used_where.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/model/negation.hpp"
#include "dsl/model/value_range.hpp"
#include "polyhedral/ir/affine_text.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

class UseFinder {
 public:
  UseFinder(const Scop& scop, const Statement& statement, int array)
      : compute_(compute_of(scop, statement)), array_(array), domain_(statement.domain), ranges_(compute_.loops) {
    for (std::size_t l = 0; l < compute_.loops.size(); ++l) names_.push_back("l" + std::to_string(l));
  }

  isl::set find() {
    for (const dsl::ExprPtr& index : compute_.store.indices) visit(*index, domain_);
    visit(*compute_.value, domain_);
    return used_ ? *used_ : domain_;
  }

 private:
  /// A part that is used under two conditions counts as used everywhere: so no part is visited more than twice by each
  /// that uses it.
  void visit(const dsl::ExprNode& node, isl::set where) {
    if (node.op == dsl::Op::load && node.index == array_) used_ = used_ ? used_->unite(where) : where;
    const auto [known, is_new] = visited_.emplace(&node, where);
    if (!is_new) {
      if (known->second.is_equal(domain_)) return;
      known->second = where = domain_;
    }
    const std::optional<isl::set> chooses = node.op == dsl::Op::select ? holds_in(*node.operands[0]) : std::nullopt;
    for (std::size_t n = 0; n < node.operands.size(); ++n) {
      isl::set inside = where;
      if (chooses && n == 1) inside = where.intersect(*chooses);
      if (chooses && n == 2) inside = where.subtract(*chooses);
      visit(*node.operands[n], inside);
    }
  }

  /// Nothing: the condition depends on more than loops, or wraps around.
  std::optional<isl::set> holds_in(const dsl::ExprNode& condition) {
    if (!dsl::is_condition(condition) || !is_affine(condition)) return std::nullopt;
    const isl::set found(domain_.ctx(), "{ [" + join(names_) + "] : " + to_isl_text(condition, names_) + " }");
    return set_names(found, tuple_name(domain_.identity(), Side::domain), {}).intersect(domain_);
  }

  bool is_affine(const dsl::ExprNode& e) {
    using dsl::Op;
    if (e.op == Op::integer || e.op == Op::loop) return true;
    const bool joins = dsl::is_condition(e), adds = e.op == Op::neg || e.op == Op::add || e.op == Op::sub;
    const bool by_number = e.op == Op::mul || e.op == Op::mod || e.op == Op::div;
    if (!joins && !adds && !by_number) return false;
    if (by_number && e.operands[1]->op != Op::integer) return false;
    for (const dsl::ExprPtr& operand : e.operands) {
      if (!is_affine(*operand)) return false;
    }
    if (joins) return true;
    // C++ rounds quotients towards zero, isl down.
    if ((e.op == Op::mod || e.op == Op::div) &&
        (e.operands[1]->integer <= 0 || ranges_.find_index(*e.operands[0]).low < 0))
      return false;
    return dsl::range_of(e.type).contains(ranges_.find_index(e));
  }

  const dsl::Compute& compute_;
  const int array_;
  const isl::set domain_;
  dsl::RangeAnalysis ranges_;
  std::vector<std::string> names_;
  std::unordered_map<const dsl::ExprNode*, isl::set> visited_;
  std::optional<isl::set> used_;
};

}  // namespace

isl::set used_where(const Scop& scop, const Statement& statement, int array) {
  return UseFinder(scop, statement, array).find();
}

}  // namespace pom::poly
