#include <pom/parameter.hpp>

#include <limits>
#include <utility>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/names.hpp"
#include "dsl/record/record_directive.hpp"
#include "support/findings.hpp"
#include "support/result.hpp"

namespace pom {
namespace {

using dsl::ExprPtr;
using dsl::Function;
using dsl::ParameterRange;
using dsl::Scalar;

/// Sums of loops and sizes stay within 64 bits, and C++ counts them with int where they fit.
constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min(),
                       greatest = std::numeric_limits<std::int32_t>::max();

Status check_range(const Scalar& scalar) {
  const auto [low, high] = *scalar.range;
  const std::string range = "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
  const std::string what = "parameter \"" + scalar.name + "\" ";
  if (low > high) return make_error("bad-parameter", what + "has no value: its range is " + range, scalar.at);
  if (low >= least && high <= greatest) return std::nullopt;
  return make_error("bad-parameter", what + "is an argument of 32 bits, which cannot hold all of " + range, scalar.at);
}

/// A refused parameter is one of the value 1, so that what uses it is not judged by a range that it cannot have.
ExprPtr declare(const std::string& name, ParameterRange range, const Location& at) {
  const std::shared_ptr<Function> function = dsl::current_function("parameter \"" + name + "\"", at);
  Scalar scalar;
  scalar.name = name;
  scalar.type = p_int32;
  scalar.typed = true;
  scalar.at = at;
  scalar.owner = function.get();
  scalar.range = range;
  for (auto&& error : {dsl::check_new_name(*function, "parameter", name, at), check_range(scalar)}) {
    if (!error) continue;
    function->findings.push_back(*error);
    scalar.range = ParameterRange{1, 1};
  }
  dsl::ExprNode node;
  node.op = dsl::Op::scalar;
  node.at = at;
  node.type = p_int32;
  node.name = name;
  node.index = static_cast<int>(function->scalars.size());
  function->scalars.push_back(std::make_shared<Scalar>(std::move(scalar)));
  node.scalar = function->scalars.back();
  return dsl::make_node(std::move(node));
}

}  // namespace

parameter::parameter(std::string name, std::int64_t low, std::int64_t high, std::source_location at)
    : expr(declare(name, {low, high}, at)) {}

const std::string& parameter::name() const { return node_->name; }

const parameter& parameter::interface(const std::string& mode, const std::string& bundle,
                                      std::source_location at) const {
  const auto function = dsl::current_function("the interface of a parameter", at);
  dsl::record_directive(*function, {Interface{node_->name, mode, bundle}, at});
  return *this;
}

}  // namespace pom
