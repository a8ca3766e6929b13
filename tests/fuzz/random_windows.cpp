#include "random_windows.hpp"

#include <algorithm>

#include "random_guard.hpp"

namespace pom::fuzz {

namespace {

class WindowGenerator {
 public:
  explicit WindowGenerator(Random& random) : random_(random), rank_(1 + random.weighted({35, 50, 15})) {
    for (int d = 0; d < rank_; ++d) {
      extents_.push_back(random.pick(2, rank_ == 1 ? 14 : rank_ == 2 ? 7 : 4));
      steps_.push_back(1 + random.weighted({80, 15, 5}));
    }
  }

  ProgramSpec generate() {
    add_array("A0", random_.chance(20));
    const bool local = program_.arrays.front().local;
    if (local) add_filler();
    const int statements = 1 + random_.weighted({70, 30});
    for (int s = 0; s < statements; ++s) add_statement(s + (local ? 1 : 0), s > 0);
    fit_arrays(program_);
    program_.has_windows = true;
    return std::move(program_);
  }

 private:
  using Vector32 = std::vector<int>;

  int add_array(const std::string& name, bool local) {
    const Type type = random_.one_of(std::vector<Type>{p_float32, p_int32, p_int16});
    program_.arrays.push_back({name, type, Vector(static_cast<std::size_t>(rank_), 1), local});
    return static_cast<int>(program_.arrays.size()) - 1;
  }

  /// Writes all of a local array.
  void add_filler() {
    StatementSpec& filler = program_.statements.emplace_back();
    filler.name = "s0";
    AccessSpec to{0, {}};
    for (int d = 0; d < rank_; ++d) {
      const int extent = steps_[d] * (extents_[d] - 1) + 6;  // as far as any neighbour lies
      filler.loops.push_back({std::string(1, "ijk"[d]), {}, {extent, {}, {}, 1}});
      to.indices.push_back(moving(d, 0, 1));
    }
    filler.destination = to;
    const int from = add_array("B0", false);
    filler.value = {ValueSpec::Kind::load, 1, 0, {from, to.indices}, {}};
  }

  Index moving(int loop, int constant, int step) const {
    Index index{constant, Vector32(4, 0), Index::Division::none, 1};
    index.coefficients[static_cast<std::size_t>(loop)] = step;
    return index;
  }

  void add_statement(int s, bool beside) {
    const bool taps = random_.chance(35);
    StatementSpec& statement = program_.statements.emplace_back();
    statement.name = "s" + std::to_string(s);
    for (int d = 0; d < rank_; ++d)
      statement.loops.push_back({std::string(1, "ijk"[d]), {}, {extents_[static_cast<std::size_t>(d)], {}, {}, 1}});
    if (taps) statement.loops.push_back({"t", {}, {random_.pick(2, 3), {}, {}, 1}});
    statement.destination = {add_array("C" + std::to_string(s), false), {}};
    for (int d = 0; d < rank_; ++d) statement.destination.indices.push_back(moving(d, 0, 1));
    statement.value = value(statement, taps);
    if (beside && random_.chance(70)) {
      const int most =
          std::min<int>(rank_, static_cast<int>(program_.statements[program_.statements.size() - 2].loops.size()));
      statement.after = PlacementSpec{static_cast<int>(program_.statements.size()) - 2, random_.pick(0, most - 1)};
    }
    if (random_.chance(10)) add_guard(statement, random_);
  }

  ValueSpec value(const StatementSpec& statement, bool taps) {
    using Kind = ValueSpec::Kind;
    ValueSpec all = neighbour(taps);
    for (int n = random_.pick(1, 4); n > 0; --n)
      all = {random_.chance(70) ? Kind::add : Kind::max, 1, 0, {}, {std::move(all), neighbour(taps)}};
    if (!taps) return all;
    return {Kind::add, 1, 0, {}, {{Kind::load, 1, 0, statement.destination, {}}, std::move(all)}};
  }

  ValueSpec neighbour(bool taps) {
    ValueSpec load{ValueSpec::Kind::load, 1, 0, {0, {}}, {}};
    for (int d = 0; d < rank_; ++d) {
      Index index = moving(d, random_.pick(0, 2), steps_[static_cast<std::size_t>(d)]);
      if (taps && random_.chance(60)) index.coefficients[static_cast<std::size_t>(rank_)] = 1;
      load.access.indices.push_back(index);
    }
    return load;
  }

  Random& random_;
  int rank_;
  Vector32 extents_, steps_;
  ProgramSpec program_;
};

}  // namespace

ProgramSpec random_windows(Random& random) { return WindowGenerator(random).generate(); }

}  // namespace pom::fuzz
