#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "program_spec.hpp"

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

using Relation = ComparisonSpec::Relation;

std::int64_t whole_number(double value, Type type) {
  const auto whole = static_cast<std::int64_t>(value);
  return type.is_signed() ? whole : std::abs(whole);
}

/// Renders as DSL objects.
struct Declared {
  using Value = expr;
  const ProgramSpec& program;
  std::vector<placeholder> arrays;
  std::vector<var> loops;  ///< of the statement that is being declared

  expr number(double value, Type type) const { return type.is_float() ? expr(value) : expr(whole_number(value, type)); }
  expr integer(int value) const { return expr(value); }
  expr loop(int n) const { return loops[static_cast<std::size_t>(n)]; }
  expr cast(const expr& value, Type to) const { return pom::cast(value, to); }
  expr clamp(const expr& value, int low) const { return p_max(p_min(value, expr(100)), expr(low)); }
  expr add(const expr& a, const expr& b) const { return a + b; }
  expr sub(const expr& a, const expr& b) const { return a - b; }
  expr mul(const expr& a, const expr& b) const { return a * b; }
  expr max(const expr& a, const expr& b) const { return p_max(a, b); }
  expr min(const expr& a, const expr& b) const { return p_min(a, b); }
  expr bit_and(const expr& a, const expr& b) const { return a & b; }
  expr bit_or(const expr& a, const expr& b) const { return a | b; }
  expr bit_xor(const expr& a, const expr& b) const { return a ^ b; }
  expr bit_not(const expr& a) const { return ~a; }
  expr shift_left(const expr& a, const expr& b) const { return a << b; }
  expr shift_right(const expr& a, const expr& b) const { return a >> b; }
  expr floor(const expr& a) const { return pom::floor(a); }
  expr ceil(const expr& a) const { return pom::ceil(a); }
  expr round(const expr& a) const { return pom::round(a); }
  expr trunc(const expr& a) const { return pom::trunc(a); }
  expr sine(const expr& a) const { return pom::sin(a); }
  expr popcount(const expr& a, Type to) const { return pom::cast(pom::popcount(a), to); }
  expr divide(const expr& a, const expr& b) const { return a / b; }
  expr modulo(const expr& a, const expr& b) const { return a % b; }
  expr select(const std::vector<expr>& v) const { return pom::select(v[0] < v[1], v[2], v[3]); }
  expr scale(int factor, const expr& value) const { return factor * value; }
  expr quotient(const expr& value, int divisor) const { return value / divisor; }
  expr remainder(const expr& value, int divisor) const { return value % divisor; }
  expr compare(Relation relation, const expr& a, int b) const {
    switch (relation) {
      case Relation::less:
        return a < b;
      case Relation::less_equal:
        return a <= b;
      case Relation::greater:
        return a > b;
      case Relation::greater_equal:
        return a >= b;
      case Relation::equal:
        return a == b;
      case Relation::different:
        break;
    }
    return a != b;
  }
  expr both(const expr& a, const expr& b) const { return a && b; }
  expr either(const expr& a, const expr& b) const { return a || b; }
  expr element(int array, const std::vector<expr>& indices) const {
    array_element at = arrays[static_cast<std::size_t>(array)][indices[0]];
    for (std::size_t d = 1; d < indices.size(); ++d) at = at[indices[d]];
    return at;
  }
};

/// Renders as text. Every operation is in parentheses: readers of a minimised case can live with some too many.
struct Printed {
  using Value = std::string;
  const ProgramSpec& program;
  std::vector<std::string> loops;

  std::string number(double value, Type type) const {
    if (!type.is_float()) return "expr(" + std::to_string(whole_number(value, type)) + ")";
    std::string text = std::to_string(value);
    text.erase(std::max(text.find_last_not_of('0') + 1, text.find('.') + 2));
    return "expr(" + text + ")";
  }
  std::string integer(int value) const { return std::to_string(value); }
  std::string loop(int n) const { return loops[static_cast<std::size_t>(n)]; }
  std::string cast(const std::string& value, Type to) const { return "cast(" + value + ", " + to_string(to) + ")"; }
  std::string clamp(const std::string& value, int low) const {
    return "p_max(p_min(" + value + ", 100), " + std::to_string(low) + ")";
  }
  std::string add(const std::string& a, const std::string& b) const { return "(" + a + " + " + b + ")"; }
  std::string sub(const std::string& a, const std::string& b) const { return "(" + a + " - " + b + ")"; }
  std::string mul(const std::string& a, const std::string& b) const { return "(" + a + " * " + b + ")"; }
  std::string max(const std::string& a, const std::string& b) const { return "p_max(" + a + ", " + b + ")"; }
  std::string min(const std::string& a, const std::string& b) const { return "p_min(" + a + ", " + b + ")"; }
  std::string bit_and(const std::string& a, const std::string& b) const { return "(" + a + " & " + b + ")"; }
  std::string bit_or(const std::string& a, const std::string& b) const { return "(" + a + " | " + b + ")"; }
  std::string bit_xor(const std::string& a, const std::string& b) const { return "(" + a + " ^ " + b + ")"; }
  std::string bit_not(const std::string& a) const { return "(~" + a + ")"; }
  std::string shift_left(const std::string& a, const std::string& b) const { return "(" + a + " << " + b + ")"; }
  std::string shift_right(const std::string& a, const std::string& b) const { return "(" + a + " >> " + b + ")"; }
  std::string floor(const std::string& a) const { return "floor(" + a + ")"; }
  std::string ceil(const std::string& a) const { return "ceil(" + a + ")"; }
  std::string round(const std::string& a) const { return "round(" + a + ")"; }
  std::string trunc(const std::string& a) const { return "trunc(" + a + ")"; }
  std::string sine(const std::string& a) const { return "sin(" + a + ")"; }
  std::string popcount(const std::string& a, Type to) const { return cast("popcount(" + a + ")", to); }
  std::string divide(const std::string& a, const std::string& b) const { return "(" + a + " / " + b + ")"; }
  std::string modulo(const std::string& a, const std::string& b) const { return "(" + a + " % " + b + ")"; }
  std::string select(const std::vector<std::string>& v) const {
    return "select(" + v[0] + " < " + v[1] + ", " + v[2] + ", " + v[3] + ")";
  }
  std::string scale(int factor, const std::string& value) const { return std::to_string(factor) + " * " + value; }
  std::string quotient(const std::string& value, int divisor) const {
    return "(" + value + ") / " + std::to_string(divisor);
  }
  std::string remainder(const std::string& value, int divisor) const {
    return "(" + value + ") % " + std::to_string(divisor);
  }
  std::string compare(Relation relation, const std::string& a, int b) const {
    const std::vector<std::string> signs = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    const bool is_number = a.find_first_not_of("-0123456789") == std::string::npos;
    return "(" + (is_number ? "expr(" + a + ")" : a) + signs[static_cast<std::size_t>(relation)] + std::to_string(b) +
           ")";
  }
  std::string both(const std::string& a, const std::string& b) const { return "(" + a + " && " + b + ")"; }
  std::string either(const std::string& a, const std::string& b) const { return "(" + a + " || " + b + ")"; }
  std::string element(int array, const std::vector<std::string>& indices) const {
    std::string text;
    for (const std::string& index : indices) text += (text.empty() ? "" : ", ") + index;
    return program.arrays[static_cast<std::size_t>(array)].name + "(" + text + ")";
  }
};

Index data_alone(const Index& index) {
  Index alone;
  alone.data = index.data;
  alone.data_loop = index.data_loop;
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
  if (index.data < 0) return *sum;
  const auto data = target.element(index.data, {target.loop(index.data_loop)});
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
  const auto element = render(access, target);
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
