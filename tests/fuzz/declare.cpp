#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "declared.hpp"
#include "printed.hpp"

/// Two renderings of a ProgramSpec that must say the same: calls of the DSL, and their source text.
namespace pom::fuzz {

namespace {

/// What the value type of an expression needs to become part of another: explicit where the DSL refuses to guess.
enum class Conversion { none, cast, clamp_and_cast };

Conversion conversion(Type from, Type to) {
  if (from == to) return Conversion::none;
  if (from.is_float() && !to.is_float()) return Conversion::clamp_and_cast;
  const bool widens_float = from == p_float32 && to == p_float64;
  const bool small = !from.is_float() && from.bits < 32;
  // Products of small integers need more digits than a float has.
  const bool keeps = widens_float || (small && to == p_int32) || (from == p_int32 && to == p_float64);
  return keeps ? Conversion::none : Conversion::cast;
}

/// Floats are cut to what every integer type holds: beyond it the conversion is undefined.
int lowest_of(Type to) { return to.is_signed() ? -100 : 0; }

Index data_alone(const Index& index) {
  Index alone;
  alone.data = index.data;
  alone.data_loops = index.data_loops;
  return alone;
}

/// The contents of a table, row-major. A mistaken shape may ask for more numbers than anybody writes down, or for none:
/// the table then has too few or too many, which is a mistake as well.
std::vector<double> contents_of(const ArraySpec& array) {
  constexpr std::int64_t most_numbers = 1 << 16;
  std::int64_t elements = 1;
  for (std::int64_t extent : array.shape)
    elements = std::min(elements, most_numbers) * std::clamp(extent, std::int64_t{1}, most_numbers);
  std::vector<double> contents;
  for (std::int64_t n = 0; n < std::min(elements, most_numbers); ++n) contents.push_back(element_of(array, n));
  return contents;
}

/// Written as "+ c"; others as "- (-c)", which the least number has not.
bool is_added(int number) { return number > 0 || number == std::numeric_limits<int>::min(); }

template <class Target>
typename Target::Value render(const Index& index, const Target& target) {
  std::optional<typename Target::Value> sum;
  const auto scaled = [&](int factor, std::size_t loop) {
    const auto value = target.loop(static_cast<int>(loop));
    return factor == 1 ? value : target.scale(factor, value);
  };
  for (std::size_t d = 0; d < index.coefficients.size(); ++d) {
    if (index.coefficients[d] <= 0) continue;
    sum = sum ? target.add(*sum, scaled(index.coefficients[d], d)) : scaled(index.coefficients[d], d);
  }
  if (!sum) {
    sum = target.integer(index.constant);
  } else if (index.constant != 0) {
    sum = is_added(index.constant) ? target.add(*sum, target.integer(index.constant))
                                   : target.sub(*sum, target.integer(-index.constant));
  }
  // As users write them: 7 - i.
  for (std::size_t d = 0; d < index.coefficients.size(); ++d) {
    const int coefficient = index.coefficients[d];
    if (coefficient >= 0) continue;
    sum = is_added(coefficient) ? target.add(*sum, scaled(coefficient, d)) : target.sub(*sum, scaled(-coefficient, d));
  }
  if (index.division == Index::Division::quotient) sum = target.quotient(*sum, index.divisor);
  if (index.division == Index::Division::remainder) sum = target.remainder(*sum, index.divisor);
  if (index.data < 0) return target.border(index.border, *sum, index.extent);
  std::vector<typename Target::Value> at;
  for (const int loop : index.data_loops) at.push_back(target.loop(loop));
  const auto data = target.element(index.data, at);
  return index == data_alone(index) ? data : target.add(*sum, data);
}

template <class Target>
typename Target::Value render(const AccessSpec& access, const Target& target) {
  std::vector<typename Target::Value> indices;
  for (const Index& index : access.indices) indices.push_back(render(index, target));
  return target.element(access.array, indices);
}

template <class Target>
typename Target::Value render(const GuardSpec& guard, const Target& target) {
  std::optional<typename Target::Value> any;
  for (const std::vector<ComparisonSpec>& group : guard.any_of) {
    std::optional<typename Target::Value> all;
    for (const ComparisonSpec& one : group) {
      const auto condition = target.compare(one.relation, render(one.left, target), one.right);
      all = all ? target.both(*all, condition) : condition;
    }
    any = any ? target.either(*any, *all) : *all;
  }
  return *any;
}

/// A load, as a value that flows into type `to`.
template <class Target>
typename Target::Value render_load(const AccessSpec& access, Type to, const Target& target) {
  const Type from = target.program.arrays[static_cast<std::size_t>(access.array)].type;
  auto element = render(access, target);
  for (const Index& index : access.indices) {
    if (index.border != Index::Border::zero && index.border != Index::Border::zero_in_front) continue;
    Index plain = index;
    plain.border = Index::Border::none;
    const auto at = render(plain, target);
    auto inside = target.compare(Relation::greater_equal, at, 0);
    if (index.border == Index::Border::zero)
      inside = target.both(inside, target.compare(Relation::less, at, index.extent));
    element = target.choose(inside, element, target.number(0, from));
  }
  switch (conversion(from, to)) {
    case Conversion::cast:
      return target.cast(element, to);
    case Conversion::clamp_and_cast:
      return target.cast(target.clamp(element, lowest_of(to)), to);
    case Conversion::none:
      break;
  }
  return element;
}

template <class Target>
typename Target::Value render_bits(ValueSpec::Kind kind, const std::vector<typename Target::Value>& operands,
                                   const Target& target) {
  using Kind = ValueSpec::Kind;
  switch (kind) {
    case Kind::bit_and:
      return target.bit_and(operands[0], operands[1]);
    case Kind::bit_or:
      return target.bit_or(operands[0], operands[1]);
    case Kind::bit_xor:
      return target.bit_xor(operands[0], operands[1]);
    case Kind::bit_not:
      return target.bit_not(operands[0]);
    case Kind::shift_left:
      return target.shift_left(operands[0], operands[1]);
    case Kind::divide:
      return target.divide(operands[0], operands[1]);
    case Kind::modulo:
      return target.modulo(operands[0], operands[1]);
    default:
      return target.shift_right(operands[0], operands[1]);
  }
}

template <class Target>
typename Target::Value render(const ValueSpec& value, Type to, const Target& target) {
  using Kind = ValueSpec::Kind;
  if (value.kind == Kind::number) return target.number(value.number, to);
  if (value.kind == Kind::load) return render_load(value.access, to, target);
  if (value.kind == Kind::loop) {
    const auto loop = target.loop(value.loop);
    return to.bits < 16 ? target.cast(loop, to) : loop;
  }
  std::vector<typename Target::Value> operands;
  for (const ValueSpec& operand : value.operands) operands.push_back(render(operand, to, target));
  switch (value.kind) {
    case Kind::add:
      return target.add(operands[0], operands[1]);
    case Kind::sub:
      return target.sub(operands[0], operands[1]);
    case Kind::mul:
      return target.mul(operands[0], operands[1]);
    case Kind::max:
      return target.max(operands[0], operands[1]);
    case Kind::min:
      return target.min(operands[0], operands[1]);
    case Kind::select:
      return target.select(operands);
    case Kind::popcount:
      return target.popcount(operands[0], to);
    case Kind::floor:
      return target.floor(operands[0]);
    case Kind::ceil:
      return target.ceil(operands[0]);
    case Kind::round:
      return target.round(operands[0]);
    case Kind::trunc:
      return target.trunc(operands[0]);
    case Kind::sine:
      return target.sine(operands[0]);
    default:
      return render_bits(value.kind, operands, target);
  }
}

/// What a statement stores. Sums and products of narrow integers lie in more than their type, which takes a word.
template <class Target>
typename Target::Value render_stored(const ValueSpec& value, Type to, const Target& target) {
  const bool narrow = !to.is_float() && to.bits < 32;
  const auto stored = render(value, to, target);
  return narrow ? target.cast(stored, to) : stored;
}

Type type_of(const ProgramSpec& program, const AccessSpec& access) {
  return program.arrays[static_cast<std::size_t>(access.array)].type;
}

/// `var i("i", 0, 8)` the first time, `i = var("i", 0, 6)` when a later statement has another loop of the name.
void print_loops(const StatementSpec& statement, Printed& target, std::vector<LoopSpec>& current, std::string& text) {
  target.loops.clear();
  for (const LoopSpec& loop : statement.loops) {
    const auto known =
        std::find_if(current.begin(), current.end(), [&](const LoopSpec& other) { return other.name == loop.name; });
    const std::string arguments =
        "(\"" + loop.name + "\", " + render(loop.lower, target) + ", " + render(loop.upper, target) + ")";
    if (known == current.end()) {
      text += "  var " + loop.name + arguments + ";\n";
      current.push_back(loop);
    } else {
      text += "  " + loop.name + " = var" + arguments + ";\n";
      *known = loop;
    }
    target.loops.push_back(loop.name);
  }
}

}  // namespace

void declare(const ProgramSpec& program) {
  Declared target{program, {}, {}};
  for (const ArraySpec& array : program.arrays) {
    target.arrays.emplace_back(array.name, array.shape, array.type);
    if (array.local) target.arrays.back().local();
    if (array.table) {
      target.arrays.back().values(contents_of(array));
    } else if (array.range > 0) {
      target.arrays.back().assume(0, array.range - 1);
    }
  }
  std::vector<compute> computes;
  for (const StatementSpec& statement : program.statements) {
    target.loops.clear();
    for (const LoopSpec& loop : statement.loops) {
      target.loops.emplace_back(loop.name, render(loop.lower, target), render(loop.upper, target));
    }
    const Type type = type_of(program, statement.destination);
    computes.emplace_back(statement.name, target.loops, render_stored(statement.value, type, target),
                          render(statement.destination, target));
    for (const GuardSpec& guard : statement.guards) computes.back().where(render(guard, target));
    if (statement.after) {
      computes.back().after(computes[static_cast<std::size_t>(statement.after->other)], statement.after->level);
    }
  }
}

std::string to_source(const ProgramSpec& program) {
  Printed target{program, {}};
  std::string text;
  for (const ArraySpec& array : program.arrays) {
    std::string shape;
    for (std::int64_t extent : array.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
    text +=
        "  placeholder " + array.name + "(\"" + array.name + "\", {" + shape + "}, " + to_string(array.type) + ");\n";
    if (array.local) text += "  " + array.name + ".local();\n";
    if (array.table) {
      std::ostringstream contents;
      for (double number : contents_of(array)) contents << (contents.tellp() > 0 ? ", " : "") << number;
      text += "  " + array.name + ".values({" + contents.str() + "});\n";
    } else if (array.range > 0) {
      text += "  " + array.name + ".assume(0, " + std::to_string(array.range - 1) + ");\n";
    }
  }
  std::vector<LoopSpec> current;
  for (const StatementSpec& statement : program.statements) {
    print_loops(statement, target, current, text);
    std::string loops;
    for (const std::string& loop : target.loops) loops += (loops.empty() ? "" : ", ") + loop;
    text += "  compute " + statement.name + "(\"" + statement.name + "\", {" + loops + "}, " +
            render_stored(statement.value, type_of(program, statement.destination), target) + ", " +
            render(statement.destination, target) + ");\n";
    for (const GuardSpec& guard : statement.guards) {
      text += "  " + statement.name + ".where(" + render(guard, target) + ");\n";
    }
    if (!statement.after) continue;
    text += "  " + statement.name + ".after(" +
            program.statements[static_cast<std::size_t>(statement.after->other)].name + ", " +
            std::to_string(statement.after->level) + ");\n";
  }
  return text;
}

}  // namespace pom::fuzz
