#include <utility>

#include <pom/var.hpp>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/expr_node.hpp"

namespace pom {
namespace {

dsl::ExprPtr loop_node(const std::string& name, const Location& at) {
  dsl::ExprNode node;
  node.op = dsl::Op::loop;
  node.name = name;
  node.at = at;
  return dsl::make_node(std::move(node));
}

}  // namespace

var::var(std::source_location at) : var(dsl::next_loop_name(), at) {}

var::var(std::string name, std::source_location at)
    : expr(loop_node(name, at)), name_(std::move(name)), lower_(0), upper_(0), at_(at) {}

var::var(std::string name, const expr& lower, const expr& upper, std::source_location at)
    : expr(loop_node(name, at)), name_(std::move(name)), lower_(lower), upper_(upper), has_bounds_(true), at_(at) {}

}  // namespace pom
