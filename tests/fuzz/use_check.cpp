#include "use_check.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace pom::fuzz {

namespace {

using dsl::ExprNode;
using dsl::Op;

std::optional<std::int64_t> combine(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::lt:
      return a < b;
    case Op::le:
      return a <= b;
    case Op::gt:
      return a > b;
    case Op::ge:
      return a >= b;
    case Op::eq:
      return a == b;
    case Op::ne:
      return a != b;
    case Op::logical_and:
      return a != 0 && b != 0;
    case Op::logical_or:
      return a != 0 || b != 0;
    default:
      break;
  }
  if (b == 0) return std::nullopt;
  if (op == Op::div) return a / b;
  return op == Op::mod ? std::optional(a % b) : std::nullopt;
}

/// As C++ computes it in numbers of 32 bits that overflow nowhere; nothing: it depends on more than loops and numbers.
std::optional<std::int64_t> evaluate(const ExprNode& e, const Vector& iterators) {
  if (e.op == Op::integer) return e.integer;
  if (e.op == Op::loop) return iterators.at(e.index);
  if (e.operands.size() == 1 && e.op == Op::neg) {
    const auto value = evaluate(*e.operands[0], iterators);
    return value ? std::optional(-*value) : std::nullopt;
  }
  if (e.operands.size() != 2 || e.op == Op::load) return std::nullopt;
  const auto a = evaluate(*e.operands[0], iterators), b = evaluate(*e.operands[1], iterators);
  return a && b ? combine(e.op, *a, *b) : std::nullopt;
}

bool uses(const ExprNode& e, const Vector& iterators, int array, std::unordered_set<const ExprNode*>& seen) {
  if (!seen.insert(&e).second) return false;
  if (e.op == Op::load && e.index == array) return true;
  const auto chosen = e.op == Op::select ? evaluate(*e.operands[0], iterators) : std::nullopt;
  for (std::size_t n = 0; n < e.operands.size(); ++n) {
    if (chosen && n > 0 && (n == 1) != (*chosen != 0)) continue;
    if (uses(*e.operands[n], iterators, array, seen)) return true;
  }
  return false;
}

}  // namespace

bool uses_value(const dsl::Compute& compute, const Vector& iterators, int array) {
  std::unordered_set<const ExprNode*> seen;
  const auto in = [&](const dsl::ExprPtr& part) { return uses(*part, iterators, array, seen); };
  return in(compute.value) || std::any_of(compute.store.indices.begin(), compute.store.indices.end(), in);
}

}  // namespace pom::fuzz
