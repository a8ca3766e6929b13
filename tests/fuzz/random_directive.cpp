#include "random_directive.hpp"

#include <algorithm>

namespace pom::fuzz {

namespace {

using Made = std::optional<Primitive>;

/// Some directives are wrong on purpose: preconditions must be refused, with a reason that holds.
constexpr int mistakes_percent = 1;

/// isl's cost grows steeply with the loops of a nest.
constexpr int most_loops = 6;

Made make_interchange(const DirectiveContext& at) {
  if (at.depth() < 2) return {};
  const std::vector<int> levels = at.levels(2);
  return Interchange{at.name(), at.loop(levels[0]), at.loop(levels[1])};
}

Made make_split(const DirectiveContext& at) {
  if (at.depth() > most_loops - 1) return {};
  Split made{at.name(), at.any_loop(), at.factor(), "", ""};
  if (at.random.chance(60)) {
    made.outer = at.new_name();
    made.inner = at.new_name();
  }
  return made;
}

Made make_tile(const DirectiveContext& at) {
  const int count = at.depth() > 2 && at.random.chance(20) ? 3 : 2;
  if (at.depth() < 2 || at.depth() + count > most_loops) return {};
  Tile made{at.name(), {}, {}, {}, {}};
  const bool named = at.random.chance(50);
  for (int level : at.levels(count)) {
    made.loops.push_back(at.loop(level));
    made.factors.push_back(at.factor());
    if (named) made.outer.push_back(at.new_name());
    if (named) made.inner.push_back(at.new_name());
  }
  return made;
}

Made make_skew(const DirectiveContext& at) {
  if (at.depth() < 2) return {};
  const std::vector<int> levels = at.levels(2);
  Skew made{at.name(), at.loop(levels[0]), at.loop(levels[1]), 1, 1, "", ""};
  made.outer_factor = at.random.one_of(std::vector<int>{1, 1, 1, 2, -1, -2, at.random.chance(5) ? 0 : 1});
  if (at.random.chance(20)) made.inner_factor = 2;
  if (at.random.chance(50)) {
    made.new_outer = at.new_name();
    made.new_inner = at.new_name();
  }
  return made;
}

Made make_after(const DirectiveContext& at) {
  const int count = static_cast<int>(at.scop.statements.size());
  if (count < 2) return {};
  int other = at.random.pick(0, count - 2);
  if (other >= at.statement && !at.random.chance(mistakes_percent)) ++other;
  const poly::Statement& anchor = at.scop.statements[other];
  const int shared = std::min(at.depth(), static_cast<int>(anchor.loops.size()));
  const int level = at.random.pick(-1, shared - (at.random.chance(97) ? 1 : 0));
  const bool by_name = level >= 0 && level < static_cast<int>(anchor.loops.size()) && at.random.chance(50);
  After made{at.name(), anchor.name, level};
  if (by_name) made.loop.name = anchor.loops[level].name;
  return made;
}

Made make_pipeline(const DirectiveContext& at) {
  const int innermost = at.depth() - 1;
  const int level = at.random.chance(60) ? innermost : at.random.pick(0, innermost);
  return Pipeline{at.name(), at.loop(level), at.random.chance(3) ? at.random.pick(-1, 0) : at.random.pick(1, 3)};
}

Made make_unroll(const DirectiveContext& at) {
  return Unroll{at.name(), at.any_loop(), at.random.chance(35) ? -1 : at.factor()};
}

Made make_flatten_off(const DirectiveContext& at) { return FlattenOff{at.name(), at.any_loop()}; }

Made make_reorder(const DirectiveContext& at) {
  if (at.depth() < 2) return {};
  std::vector<int> levels = at.levels(at.random.pick(2, at.depth()));
  for (std::size_t n = levels.size() - 1; n > 0; --n) {
    std::swap(levels[n], levels[static_cast<std::size_t>(at.random.pick(0, static_cast<int>(n)))]);
  }
  if (at.random.chance(mistakes_percent)) levels.back() = levels.front();
  Reorder made{at.name(), {}};
  for (int level : levels) made.loops.push_back(at.loop(level));
  if (at.random.chance(mistakes_percent)) made.loops.resize(1);
  return made;
}

Made make_reverse(const DirectiveContext& at) { return Reverse{at.name(), at.any_loop()}; }

Made make_shift(const DirectiveContext& at) {
  return Shift{at.name(), at.any_loop(), at.random.pick(1, 3) * (at.random.chance(60) ? 1 : -1)};
}

Made make_peel(const DirectiveContext& at) {
  const int count = at.random.chance(mistakes_percent) ? 0 : at.random.chance(8) ? 12 : at.random.pick(1, 3);
  return Peel{at.name(), at.any_loop(), count * (at.random.chance(60) ? 1 : -1)};
}

Made make_separate(const DirectiveContext& at) {
  std::vector<int> strips;
  for (int level = 0; level < at.depth(); ++level) {
    if (at.target().loops[level].strip) strips.push_back(level);
  }
  if (strips.empty() && !at.random.chance(5 * mistakes_percent)) return {};
  return Separate{at.name(), strips.empty() ? at.any_loop() : at.loop(at.random.one_of(strips))};
}

Made make_fuse(const DirectiveContext& at) {
  const int count = static_cast<int>(at.scop.statements.size());
  if (count < 2) return {};
  int other = at.random.pick(0, count - 2);
  if (other >= at.statement && !at.random.chance(mistakes_percent)) ++other;
  const poly::Statement& anchor = at.scop.statements[other];
  if (anchor.loops.empty() || at.depth() == 0) return {};
  const int deepest = static_cast<int>(anchor.loops.size()) - 1;
  const int level = std::min(deepest, at.random.pick(0, std::min(at.depth() - 1, deepest) + at.random.chance(5)));
  if (poly::share_loop(anchor, at.target(), level) && !at.random.chance(5 * mistakes_percent)) return {};
  Fuse made{at.name(), anchor.name, level};
  if (at.random.chance(50)) made.loop.name = anchor.loops[level].name;
  return made;
}

Made make_distribute(const DirectiveContext& at) {
  std::vector<int> levels;
  for (int level = 0; level < at.depth(); ++level) {
    const bool follows = std::any_of(at.scop.statements.begin(), at.scop.statements.end(), [&](const auto& other) {
      return poly::share_loop(other, at.target(), level) && other.position < at.target().position;
    });
    if (follows) levels.push_back(level);
  }
  if (levels.empty() && !at.random.chance(5 * mistakes_percent)) return {};
  return Distribute{at.name(), levels.empty() ? at.any_loop() : at.loop(at.random.one_of(levels))};
}

}  // namespace

LoopRef DirectiveContext::loop(int level) const {
  const bool wrong = random.chance(mistakes_percent), by_name = random.chance(50);
  if (!by_name) return LoopRef(wrong ? depth() : level);
  LoopRef made;
  made.name = target().loops[level].name;
  if (wrong) made.name = target().vanished.empty() ? "nowhere" : target().vanished.front().name;
  return made;
}

std::vector<int> DirectiveContext::levels(int count) const {
  std::vector<int> all;
  for (int level = 0; level < depth(); ++level) all.push_back(level);
  while (static_cast<int>(all.size()) > count)
    all.erase(all.begin() + random.pick(0, static_cast<int>(all.size()) - 1));
  return all;
}

int DirectiveContext::factor() const {
  if (random.chance(mistakes_percent)) return random.pick(-2, 0);
  return random.chance(8) ? random.pick(5, 9) : random.weighted({8, 36, 32, 24}) + 1;
}

std::string DirectiveContext::new_name() const {
  if (random.chance(mistakes_percent)) return target().loops.front().name;
  return "n" + std::to_string(random.pick(0, 9999));
}

const std::vector<DirectiveMaker>& directive_makers() {
  static const std::vector<DirectiveMaker> all = [] {
    std::vector<DirectiveMaker> makers = {
        {"interchange", Group::loops, 16, make_interchange},    //
        {"reorder", Group::loops, 8, make_reorder},             //
        {"split", Group::loops, 16, make_split},                //
        {"tile", Group::loops, 12, make_tile},                  //
        {"skew", Group::loops, 10, make_skew},                  //
        {"reverse", Group::loops, 8, make_reverse},             //
        {"shift", Group::loops, 8, make_shift},                 //
        {"fuse", Group::loops, 14, make_fuse},                  //
        {"distribute", Group::loops, 14, make_distribute},      //
        {"peel", Group::loops, 10, make_peel},                  //
        {"separate", Group::loops, 45, make_separate},          //
        {"after", Group::order, 12, make_after},                //
        {"pipeline", Group::hardware, 14, make_pipeline},       //
        {"unroll", Group::hardware, 9, make_unroll},            //
        {"flatten_off", Group::hardware, 4, make_flatten_off},  //
    };
    const auto& hardware = hardware_makers();
    makers.insert(makers.end(), hardware.begin(), hardware.end());
    return makers;
  }();
  return all;
}

std::string primitive_name(const Primitive& primitive) {
  if (std::holds_alternative<Interface>(primitive)) return "interface";  // the function's is no call of a name's method
  const std::string line = to_string(Directive{primitive, {}});
  const std::size_t dot = line.find('.') + 1;
  return line.substr(dot, line.find('(') - dot);
}

}  // namespace pom::fuzz
