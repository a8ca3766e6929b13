#include "dse/explore/operation_shape.hpp"

#include <algorithm>

namespace pom::dse {

namespace {

bool move_alike(const Expression& a, const Expression& b) {
  return a.array == b.array && std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(),
                                          [](const Index& x, const Index& y) { return x.terms == y.terms; });
}

class ShapeWriter {
 public:
  explicit ShapeWriter(const Function& function) : function_(function) {}

  void write(int expression) {
    const Expression& e = function_.expressions[static_cast<std::size_t>(expression)];
    for (const double part : {static_cast<double>(e.op), static_cast<double>(e.type.kind),
                              static_cast<double>(e.type.bits), e.constant, static_cast<double>(e.operands.size())})
      shape.push_back(part);
    if (e.op == OpKind::load) write_element(e);
    for (const int operand : e.operands) write(operand);
  }

  std::vector<double> shape;

 private:
  /// The array, how the element moves, and how far it is from the first one that moves alike.
  void write_element(const Expression& e) {
    shape.push_back(e.array);
    for (const Index& index : e.indices) {
      shape.push_back(static_cast<double>(index.terms.size()));
      for (const Index::Term& term : index.terms) {
        shape.push_back(term.loop);
        shape.push_back(static_cast<double>(term.coefficient));
      }
    }
    const auto at = std::find_if(first_.begin(), first_.end(), [&](const Expression* f) { return move_alike(*f, e); });
    const Expression* first = at == first_.end() ? first_.emplace_back(&e) : *at;
    for (std::size_t d = 0; d < e.indices.size(); ++d)
      shape.push_back(static_cast<double>(e.indices[d].constant - first->indices[d].constant));
  }

  const Function& function_;
  std::vector<const Expression*> first_;
};

}  // namespace

std::vector<double> shape_of_operation(const Function& function, int expression) {
  ShapeWriter writer(function);
  writer.write(expression);
  return std::move(writer.shape);
}

}  // namespace pom::dse
