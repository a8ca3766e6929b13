#include "random_program.hpp"

#include <algorithm>
#include <cmath>

#include "random_borders.hpp"
#include "random_channels.hpp"
#include "random_data.hpp"
#include "random_guard.hpp"
#include "random_windows.hpp"

namespace pom::fuzz {

namespace {

constexpr std::size_t most_instances = 2000;

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  ProgramSpec generate() {
    add_arrays();
    const int statements = 1 + random_.weighted({32, 43, 19, 6});
    instances_each_ = most_instances / static_cast<std::size_t>(statements);
    unique_names_ = random_.chance(30);
    for (int s = 0; s < statements; ++s) add_statement(s);
    if (random_.chance(25)) make_local();
    fit_arrays(program_);
    return std::move(program_);
  }

 private:
  void add_arrays() {
    const int count = 1 + random_.weighted({20, 40, 30, 10});
    for (int a = 0; a < count; ++a) {
      const std::vector<Type> types = {p_float32, p_float64, p_int32, p_int8, p_uint16, p_uint32, p_int64};
      const Type type = types[random_.weighted({36, 18, 18, 9, 9, 6, 4})];
      const int rank = 1 + random_.weighted({35, 50, 15});
      program_.arrays.push_back({"A" + std::to_string(a), type, Vector(static_cast<std::size_t>(rank), 1)});
    }
  }

  void add_statement(int s) {
    StatementSpec& statement = program_.statements.emplace_back();
    statement.name = "s" + std::to_string(s);
    const int depth = 1 + random_.weighted({15, 45, 32, 8});
    if (s > 0 && random_.chance(60)) place(statement, depth, s);
    make_loops(statement, depth);
    statement.destination = access(statement, random_.pick(0, array_count() - 1), true);
    if (random_.chance(35)) {
      statement.value = reduction(statement);
    } else {
      statement.value = value(statement, random_.weighted({30, 56, 14}));
    }
    while (random_.chance(20)) add_guard(statement, random_);
  }

  /// An array that some statement writes. Whether all that is read was written before is left to chance.
  void make_local() {
    const StatementSpec& writer = random_.one_of(program_.statements);
    if (array_count() > 1) program_.arrays[writer.destination.array].local = true;
  }

  int array_count() const { return static_cast<int>(program_.arrays.size()); }

  /// Behind an earlier statement, sharing some of its loops.
  void place(StatementSpec& statement, int depth, int s) {
    const int other = random_.pick(0, s - 1);
    const int shared = std::min(depth, static_cast<int>(program_.statements[other].loops.size()));
    statement.after = PlacementSpec{other, random_.chance(5) ? -1 : random_.pick(0, shared - 1)};
  }

  void make_loops(StatementSpec& statement, int depth) {
    const double budget = random_.one_of(std::vector<int>{12, 40, 120, 300});
    const int widest = std::clamp(static_cast<int>(std::pow(budget, 1.0 / depth)), 2, 12);
    do {
      statement.loops.clear();
      for (int level = 0; level < depth; ++level) add_loop(statement, level, widest);
    } while (count_instances(statement, instances_each_ + 1) - 1 >= instances_each_);  // none, or too many
  }

  void add_loop(StatementSpec& statement, int level, int widest) {
    const std::string letter(1, "ijkl"[level]);
    LoopSpec loop{unique_names_ ? letter + statement.name.substr(1) : letter, {}, {}};
    loop.lower.constant = random_.weighted({60, 25, 15});
    const int extent = random_.pick(2, widest + 1);
    loop.upper.constant = loop.lower.constant + extent;
    if (shares(statement, level) && random_.chance(80)) {
      const LoopSpec& other = program_.statements[statement.after->other].loops[level];
      loop.lower = other.lower;
      loop.upper = other.upper;
    } else if (level > 0 && random_.chance(28)) {
      make_triangular(loop, level);
    }
    statement.loops.push_back(loop);
  }

  static bool shares(const StatementSpec& statement, int level) {
    return statement.after && statement.after->level >= level;
  }

  void make_triangular(LoopSpec& loop, int level) {
    const auto outer = static_cast<std::size_t>(random_.pick(0, level - 1));
    const auto lean = [&](Index& bound, int factor, int constant) {
      bound.coefficients.assign(outer + 1, 0);
      bound.coefficients[outer] = factor;
      bound.constant = constant;
    };
    switch (random_.weighted({35, 30, 15, 15, 5})) {
      case 0:
        return lean(loop.upper, 1, random_.pick(1, 2));
      case 1:
        return lean(loop.lower, 1, random_.pick(0, 1));
      case 2:
        return lean(loop.upper, -1, loop.upper.constant + random_.pick(0, 2));
      case 3:  // a band
        lean(loop.lower, 1, random_.pick(-1, 1));
        return lean(loop.upper, 1, loop.lower.constant + random_.pick(1, 4));
      default:
        return lean(loop.upper, 2, random_.pick(1, 2));
    }
  }

  /// Indices mostly follow the loops in their order, with small offsets, so that statements meet in the same elements.
  AccessSpec access(const StatementSpec& statement, int array, bool is_destination) {
    const int depth = static_cast<int>(statement.loops.size());
    AccessSpec made{array, {}};
    const int rank = static_cast<int>(program_.arrays[array].shape.size());
    const int first = random_.chance(65) ? 0 : random_.pick(0, depth - 1);
    const int step = random_.chance(80) ? 1 : depth - 1;
    for (int d = 0; d < rank; ++d) made.indices.push_back(index(statement, (first + d * step) % depth, is_destination));
    return made;
  }

  Index index(const StatementSpec& statement, int loop, bool is_destination) {
    const auto depth = statement.loops.size();
    Index made;
    made.coefficients.assign(depth, 0);
    made.coefficients[loop] = 1;
    if (random_.chance(is_destination ? 25 : 55)) made.constant = random_.pick(-2, 2);
    switch (random_.weighted({78, 5, 6, 5, 3, 3})) {
      case 1:
        made.coefficients[loop] = 2;
        break;
      case 2:
        made.coefficients[loop] = -1;
        made.constant += statement.loops[loop].upper.constant - 1;
        break;
      case 3:
        made.coefficients[static_cast<std::size_t>(random_.pick(0, static_cast<int>(depth) - 1))] +=
            random_.chance(50) ? 1 : -1;
        break;
      case 4:
        made.coefficients.assign(depth, 0);
        break;
      case 5:
        made.division = random_.chance(50) ? Index::Division::quotient : Index::Division::remainder;
        made.divisor = random_.pick(2, 3);
        break;
      default:
        break;
    }
    return made;
  }

  ValueSpec load(AccessSpec from) { return {ValueSpec::Kind::load, 1, 0, std::move(from), {}}; }

  ValueSpec leaf(const StatementSpec& statement) {
    int kind = random_.weighted({80, 13, 7});
    // A loop may begin below zero, which an unsigned array does not hold.
    const auto to = static_cast<std::size_t>(statement.destination.array);
    if (kind == 2 && program_.arrays[to].type.kind == TypeKind::unsigned_integer) kind = 0;
    if (kind == 0) return load(access(statement, random_.pick(0, array_count() - 1), false));
    if (kind == 1) {
      const std::vector<double> numbers = {0.5, 1, 2, 3, 0.25, -1};
      return {ValueSpec::Kind::number, random_.one_of(numbers), 0, {}, {}};
    }
    return {ValueSpec::Kind::loop, 1, random_.pick(0, static_cast<int>(statement.loops.size()) - 1), {}, {}};
  }

  ValueSpec value(const StatementSpec& statement, int height) {
    using Kind = ValueSpec::Kind;
    if (height == 0) return leaf(statement);
    const AccessSpec& to = statement.destination;
    const bool has_bits = !program_.arrays[to.array].type.is_float();
    if (has_bits && random_.chance(60)) return bits(statement, height);
    if (!has_bits && random_.chance(12)) return function(statement, height);
    const std::vector<Kind> kinds = {Kind::add, Kind::sub, Kind::mul, Kind::max, Kind::min, Kind::select};
    ValueSpec made{kinds[random_.weighted({36, 18, 20, 11, 11, 4})], 1, 0, {}, {}};
    const int operands = made.kind == Kind::select ? 4 : 2;
    for (int n = 0; n < operands; ++n) made.operands.push_back(value(statement, random_.pick(0, height - 1)));
    return made;
  }

  ValueSpec function(const StatementSpec& statement, int height) {
    using Kind = ValueSpec::Kind;
    const std::vector<Kind> kinds = {Kind::floor, Kind::ceil, Kind::round, Kind::trunc, Kind::sine};
    ValueSpec made{random_.one_of(kinds), 1, 0, {}, {}};
    made.operands = {value(statement, random_.pick(0, height - 1))};
    return made;
  }

  ValueSpec bits(const StatementSpec& statement, int height) {
    using Kind = ValueSpec::Kind;
    const std::vector<Kind> kinds = {Kind::bit_and,    Kind::bit_or,      Kind::bit_xor, Kind::bit_not,
                                     Kind::shift_left, Kind::shift_right, Kind::popcount};
    ValueSpec made{kinds[random_.weighted({20, 15, 20, 10, 15, 20, 8})], 1, 0, {}, {}};
    made.operands = {value(statement, random_.pick(0, height - 1))};
    // The destination may be too narrow for them, or have no sign.
    while (is_known(made.operands[0])) made.operands[0] = leaf(statement);
    if (made.kind == Kind::bit_not || made.kind == Kind::popcount) return made;
    const bool shifts = made.kind == Kind::shift_left || made.kind == Kind::shift_right;
    made.operands.push_back(shifts ? amount(statement) : value(statement, random_.pick(0, height - 1)));
    return made;
  }

  /// Of numbers and loops, whose range is known.
  static bool is_known(const ValueSpec& value) {
    if (value.operands.empty()) return value.kind != ValueSpec::Kind::load;
    return std::all_of(value.operands.begin(), value.operands.end(), is_known);
  }

  /// A number is refused outside the width; of anything else, the library makes something that has a meaning.
  ValueSpec amount(const StatementSpec& statement) {
    ValueSpec made = leaf(statement);
    if (made.kind == ValueSpec::Kind::number) made.number = random_.pick(0, 31);
    return made;
  }

  ValueSpec reduction(const StatementSpec& statement) {
    using Kind = ValueSpec::Kind;
    const AccessSpec& to = statement.destination;
    const bool has_bits = !program_.arrays[to.array].type.is_float();
    const std::vector<Kind> kinds = {Kind::add, Kind::sub, Kind::max, Kind::min, Kind::bit_xor, Kind::bit_or};
    const std::vector<int> weights = {70, 10, 10, 10, has_bits ? 15 : 0, has_bits ? 5 : 0};
    ValueSpec made{kinds[random_.weighted(weights)], 1, 0, {}, {}};
    made.operands = {load(statement.destination), value(statement, random_.pick(0, 1))};
    return made;
  }

  Random& random_;
  ProgramSpec program_;
  std::size_t instances_each_ = most_instances;
  bool unique_names_ = false;
};

}  // namespace

ProgramSpec random_program(Random& random) {
  constexpr int windows_percent = 8;
  Random aside = random;  // other programs do not depend on it
  if (aside.chance(windows_percent)) {
    random = aside;
    return random_windows(random);
  }
  ProgramSpec program = random.chance(25) ? random_channels(random) : Generator(random).generate();
  Random data = random;  // the schedule's choices do not depend on it
  add_data(program, data);
  add_borders(program, data);
  return program;
}

}  // namespace pom::fuzz
