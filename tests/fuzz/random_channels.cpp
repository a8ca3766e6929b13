#include "random_channels.hpp"

#include <algorithm>

#include "random_guard.hpp"

namespace pom::fuzz {

namespace {

class ChannelGenerator {
 public:
  explicit ChannelGenerator(Random& random) : random_(random), rank_(random.chance(40) ? 1 : 2) {
    for (int d = 0; d < rank_; ++d) extents_.push_back(random.pick(2, rank_ == 1 ? 12 : 6));
    types_ = {p_float32, p_float32, p_int32, p_float64};
  }

  ProgramSpec generate() {
    const int stages = 2 + random_.weighted({60, 30, 10});
    int channel = add_array(false);
    for (int s = 0; s < stages; ++s) {
      const int from = channel;
      channel = add_array(s + 1 < stages || random_.chance(3));
      add_stage(s, from, channel);
    }
    fit_arrays(program_);
    return std::move(program_);
  }

 private:
  int add_array(bool local) {
    const std::string name = "A" + std::to_string(program_.arrays.size());
    program_.arrays.push_back({name, random_.one_of(types_), Vector(static_cast<std::size_t>(rank_), 1), local});
    return static_cast<int>(program_.arrays.size()) - 1;
  }

  void add_stage(int s, int from, int to) {
    StatementSpec& statement = program_.statements.emplace_back();
    statement.name = "s" + std::to_string(s);
    swapped_ = rank_ == 2 && random_.chance(12);
    for (int d = 0; d < rank_; ++d) add_loop(statement, extents_[swapped_ ? 1 - d : d]);
    if (random_.chance(7)) add_loop(statement, random_.pick(1, 3));  // each element several times
    statement.destination = access(to, random_.chance(6));
    statement.value = value(statement, s, from);
    if (s > 0 && random_.chance(15)) {
      const int shared =
          std::min(statement.loops.size(), program_.statements[static_cast<std::size_t>(s) - 1].loops.size());
      statement.after = PlacementSpec{s - 1, random_.pick(-1, shared - 1)};
    }
    if (random_.chance(8)) add_guard(statement, random_);
  }

  static void add_loop(StatementSpec& statement, int extent) {
    statement.loops.push_back({std::string(1, "ijk"[statement.loops.size()]), {}, {extent, {}, {}, 1}});
  }

  ValueSpec load(AccessSpec from) { return {ValueSpec::Kind::load, 1, 0, std::move(from), {}}; }

  ValueSpec value(const StatementSpec& statement, int s, int from) {
    using Kind = ValueSpec::Kind;
    ValueSpec made{random_.chance(60) ? Kind::add : Kind::mul, 1, 0, {}, {load(access(from, random_.chance(15)))}};
    const int other = random_.weighted({65, 7, 8, 20});
    if (other == 0) made.operands.push_back(ValueSpec{});
    if (other == 1) made.operands.push_back(load(access(from, random_.chance(50))));
    if (other == 2) made.operands.push_back(load(access(random_.pick(0, std::max(0, s)), false)));
    if (other == 3)
      made.operands.push_back(statement.loops.size() > static_cast<std::size_t>(rank_) && s > 0
                                  ? load(statement.destination)
                                  : load(access(add_array(false), true)));
    return made;
  }

  /// The element of the iteration; elsewhere: another one.
  AccessSpec access(int array, bool elsewhere) {
    AccessSpec made{array, {}};
    for (int d = 0; d < rank_; ++d) {
      Index index{0, Vector32(3, 0), Index::Division::none, 1};
      index.coefficients[swapped_ ? 1 - d : d] = 1;
      made.indices.push_back(index);
    }
    if (!elsewhere) return made;
    const auto d = static_cast<std::size_t>(random_.pick(0, rank_ - 1));
    Index& index = made.indices[d];
    switch (random_.weighted({40, 25, 20, 15})) {
      case 0:  // from the last to the first
        for (int& coefficient : index.coefficients) coefficient = -coefficient;
        index.constant = extents_[d] - 1;
        break;
      case 1:
        index.constant = random_.pick(1, 2);
        break;
      case 2:
        index = Index{random_.pick(0, 1), {}, Index::Division::none, 1};
        break;
      default:
        index.division = Index::Division::quotient;
        index.divisor = 2;
        break;
    }
    return made;
  }

  using Vector32 = std::vector<int>;

  Random& random_;
  int rank_;
  std::vector<int> extents_;
  std::vector<Type> types_;
  bool swapped_ = false;  ///< the stage's loops run over the dimensions from the last to the first
  ProgramSpec program_;
};

}  // namespace

ProgramSpec random_channels(Random& random) { return ChannelGenerator(random).generate(); }

}  // namespace pom::fuzz
