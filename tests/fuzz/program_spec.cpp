#include "program_spec.hpp"

#include <algorithm>
#include <limits>

namespace pom::fuzz {

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

bool walk(const StatementSpec& statement, Vector& at, std::size_t& left,
          const std::function<void(const Vector&)>& visit) {
  const std::size_t depth = at.size();
  if (depth == statement.loops.size()) {
    const bool runs = std::all_of(statement.guards.begin(), statement.guards.end(),
                                  [&](const GuardSpec& guard) { return guard.holds(at); });
    if (!runs) return true;
    if (left-- == 0) return false;
    visit(at);
    return true;
  }
  const std::int64_t first = statement.loops[depth].lower.evaluate(at);
  const std::int64_t end = statement.loops[depth].upper.evaluate(at);
  for (std::int64_t i = first; i < end; ++i) {
    at.push_back(i);
    if (!walk(statement, at, left, visit)) return false;
    at.pop_back();
  }
  return true;
}

void visit_loads(ValueSpec& value, const std::function<void(AccessSpec&)>& visit) {
  if (value.kind == ValueSpec::Kind::load) visit(value.access);
  for (ValueSpec& operand : value.operands) visit_loads(operand, visit);
}

void move_inside(Index& index, std::int64_t lowest) {
  if (lowest >= 0) return;
  const int scale = index.division == Index::Division::quotient ? index.divisor : 1;
  index.constant += static_cast<int>(-lowest) * scale;
}

}  // namespace

std::int64_t Index::evaluate(const Vector& iterators) const {
  std::int64_t value = constant;
  for (std::size_t d = 0; d < coefficients.size(); ++d) {
    if (coefficients[d] != 0) value += coefficients[d] * iterators[d];
  }
  if (division != Division::none) {
    const std::int64_t quotient = floor_divide(value, divisor);
    value = division == Division::quotient ? quotient : value - quotient * divisor;
  }
  return within(value);
}

std::int64_t Index::within(std::int64_t value) const {
  const std::int64_t turn = std::max(1, 2 * (extent - 1));
  const std::int64_t way = value - turn * floor_divide(value, turn);
  switch (border) {
    case Border::none:
      break;
    case Border::clamped:
    case Border::zero:
    case Border::zero_in_front:
      return std::clamp<std::int64_t>(value, 0, extent - 1);
    case Border::mirrored:
      return extent == 1 ? 0 : std::min(way, turn - way);
    case Border::wrapped:
      return value - extent * floor_divide(value, extent);
  }
  return value;
}

double element_of(const ArraySpec& array, std::int64_t position) {
  if (array.range > 0) return static_cast<double>((5 * position + 3) % array.range);
  const std::int64_t number = (7 * position + 2) % 11 - (array.type.is_signed() ? 4 : 0);
  return array.type.is_float() ? 0.25 * static_cast<double>(number) : static_cast<double>(number);
}

bool ComparisonSpec::holds(const Vector& iterators) const {
  const std::int64_t value = left.evaluate(iterators);
  switch (relation) {
    case Relation::less:
      return value < right;
    case Relation::less_equal:
      return value <= right;
    case Relation::greater:
      return value > right;
    case Relation::greater_equal:
      return value >= right;
    case Relation::equal:
      return value == right;
    case Relation::different:
      break;
  }
  return value != right;
}

bool GuardSpec::holds(const Vector& iterators) const {
  return std::any_of(any_of.begin(), any_of.end(), [&](const std::vector<ComparisonSpec>& all) {
    return std::all_of(all.begin(), all.end(), [&](const ComparisonSpec& one) { return one.holds(iterators); });
  });
}

bool for_each_instance(const StatementSpec& statement, std::size_t limit,
                       const std::function<void(const Vector&)>& visit) {
  Vector at;
  return walk(statement, at, limit, visit);
}

std::size_t count_instances(const StatementSpec& statement, std::size_t limit) {
  std::size_t count = 0;
  for_each_instance(statement, limit, [&](const Vector&) { ++count; });
  return count;
}

void for_each_access(StatementSpec& statement, const std::function<void(AccessSpec&)>& visit) {
  visit_loads(statement.value, visit);
  visit(statement.destination);
}

void for_each_access(const StatementSpec& statement, const std::function<void(const AccessSpec&)>& visit) {
  for_each_access(const_cast<StatementSpec&>(statement), [&](AccessSpec& access) { visit(access); });
}

void for_each_index(StatementSpec& statement, const std::function<void(Index&)>& visit) {
  for (LoopSpec& loop : statement.loops) {
    visit(loop.lower);
    visit(loop.upper);
  }
  for (GuardSpec& guard : statement.guards) {
    for (std::vector<ComparisonSpec>& all : guard.any_of) {
      for (ComparisonSpec& one : all) visit(one.left);
    }
  }
  for_each_access(statement,
                  [&](AccessSpec& access) { std::for_each(access.indices.begin(), access.indices.end(), visit); });
}

void fit_arrays(ProgramSpec& program) {
  for (ArraySpec& array : program.arrays) std::fill(array.shape.begin(), array.shape.end(), 1);
  for (StatementSpec& statement : program.statements) {
    std::vector<Vector> instances;
    for_each_instance(statement, std::numeric_limits<std::size_t>::max(),
                      [&](const Vector& at) { instances.push_back(at); });
    for_each_access(statement, [&](AccessSpec& access) {
      for (std::size_t d = 0; d < access.indices.size(); ++d) {
        std::int64_t lowest = 0, highest = 0;
        for (const Vector& at : instances) lowest = std::min(lowest, access.indices[d].evaluate(at));
        move_inside(access.indices[d], lowest);
        for (const Vector& at : instances) highest = std::max(highest, access.indices[d].evaluate(at));
        Index& index = access.indices[d];
        const auto is_negative = [&](const Vector& at) {
          return std::any_of(index.data_loops.begin(), index.data_loops.end(), [&](int loop) { return at[loop] < 0; });
        };
        if (index.data >= 0 && std::any_of(instances.begin(), instances.end(), is_negative)) index.data = -1;
        if (index.data >= 0) {
          ArraySpec& data = program.arrays[index.data];
          for (std::size_t n = 0; n < index.data_loops.size(); ++n) {
            for (const Vector& at : instances) data.shape[n] = std::max(data.shape[n], at[index.data_loops[n]] + 1);
          }
          highest += data.range - 1;
        }
        std::int64_t& extent = program.arrays[access.array].shape[d];
        extent = std::max(extent, highest + 1);
      }
    });
  }
}

}  // namespace pom::fuzz
