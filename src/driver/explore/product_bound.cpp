#include "driver/explore/product_bound.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "dse/devices/tables/operators.hpp"
#include "dse/kernel/value_builder.hpp"
#include "dsl/model/any_part.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"

namespace pom::driver {

namespace {

/// isl's steps for the iterations of one product.
constexpr unsigned long count_steps = 50'000;

bool is_product(const dsl::ExprNode& e) {
  const auto is_number = [](const dsl::ExprPtr& operand) {
    return operand->op == dsl::Op::real || operand->op == dsl::Op::integer;
  };
  return e.op == dsl::Op::mul && e.type.is_float() && std::none_of(e.operands.begin(), e.operands.end(), is_number);
}

/// DSP blocks of the products of one statement, over all its iterations.
class ProductCounter {
 public:
  ProductCounter(const poly::Scop& scop, const poly::Statement& statement, const dse::devices::Target& target)
      : statement_(statement), compute_(poly::compute_of(scop, statement)), target_(target) {}

  double count() {
    visit(*compute_.value);
    return blocks_;
  }

 private:
  void visit(const dsl::ExprNode& e) {
    if (!visited_.insert(&e).second) return;
    if (is_product(e)) blocks_ += blocks_of(e) * iterations_of(e);
    for (const dsl::ExprPtr& operand : e.operands) visit(*operand);
  }

  double blocks_of(const dsl::ExprNode& product) const {
    const auto key = dse::devices::key_of(dse::OpKind::mul, dse::number_type(product.type));
    return dse::devices::find_operator(target_, key).dsp;
  }

  /// With different values of the loops that the product speaks of.
  double iterations_of(const dsl::ExprNode& product) const {
    std::vector<unsigned> loops;
    for (unsigned level = 0; level < compute_.loops.size(); ++level) {
      if (dsl::mentions_loop(product, static_cast<int>(level))) loops.push_back(level);
    }
    double iterations = 0;
    poly::try_within(statement_.domain.ctx(), count_steps, [&] {
      iterations = static_cast<double>(poly::count_points(poly::keep_dimensions(statement_.domain, loops)));
    });
    return iterations;
  }

  const poly::Statement& statement_;
  const dsl::Compute& compute_;
  const dse::devices::Target& target_;
  double blocks_ = 0;
  std::unordered_set<const dsl::ExprNode*> visited_;
};

}  // namespace

double cycles_of_products(const poly::Scop& written, const dse::devices::Target& target, double most_dsp) {
  if (most_dsp <= 0 || !written.program->parameters().empty()) return 0;
  double blocks = 0;
  for (const poly::Statement& statement : written.statements)
    blocks += ProductCounter(written, statement, target).count();
  return blocks / most_dsp;
}

}  // namespace pom::driver
