#include "movement_check.hpp"

#include <algorithm>
#include <set>

namespace pom::fuzz {

namespace {

/// How many loops two statements share, and which of them comes first inside the last one.
struct Relation {
  int shared = 0, order = 0;
  bool operator==(const Relation&) const = default;
};

Relation relate(const poly::Statement& a, const poly::Statement& b) {
  const std::size_t depth = std::min(a.position.size(), b.position.size());
  std::size_t d = 0;
  while (d < depth && a.position[d] == b.position[d]) ++d;
  const int order = d == depth ? 0 : a.position[d] < b.position[d] ? -1 : 1;
  return {static_cast<int>(d), order};
}

bool in_same_loop(const poly::Statement& a, const poly::Statement& b, int level) {
  const auto end = static_cast<std::size_t>(level);
  return a.loops.size() > end && b.loops.size() > end && relate(a, b).shared > level;
}

int level_of(const poly::Statement& statement, const LoopRef& loop) {
  if (loop.name.empty()) return loop.level;
  for (std::size_t d = 0; d < statement.loops.size(); ++d) {
    if (statement.loops[d].name == loop.name) return static_cast<int>(d);
  }
  return -1;
}

class MoveCheck {
 public:
  MoveCheck(const poly::Scop& before, const poly::Scop& after) : before_(before), after_(after) {}

  std::optional<std::string> check(const Primitive& primitive) {
    if (const auto* fuse = std::get_if<Fuse>(&primitive)) return check_fuse(*fuse);
    if (const auto* distribute = std::get_if<Distribute>(&primitive)) return check_distribute(*distribute);
    const bool moves = std::visit(
        []<class P>(const P&) {
          return std::is_same_v<P, Interchange> || std::is_same_v<P, Reorder> || std::is_same_v<P, Split> ||
                 std::is_same_v<P, Tile> || std::is_same_v<P, Skew> || std::is_same_v<P, Reverse> ||
                 std::is_same_v<P, Shift> || std::is_same_v<P, After>;
        },
        primitive);
    int target = -1;
    std::visit(
        [&](const auto& p) {
          if constexpr (requires { p.compute; }) target = index(p.compute);
        },
        primitive);
    for (int s = 0; s < count(); ++s) {
      if (!(moves && s == target)) group_.insert(s);
    }
    return check_kept(group_);
  }

 private:
  int count() const { return static_cast<int>(before_.statements.size()); }
  int index(const std::string& name) const { return before_.program->find_compute(name); }
  const poly::Statement& was(int s) const { return before_.statements[s]; }
  const poly::Statement& is(int s) const { return after_.statements[s]; }

  /// The statements keep their loops and their order among themselves.
  std::optional<std::string> check_kept(const std::set<int>& statements) const {
    for (int a : statements) {
      if (!was(a).loop_map.is_equal(is(a).loop_map)) return is(a).name + " runs in other iterations than before";
      for (int b : statements) {
        if (a < b && !(relate(was(a), was(b)) == relate(is(a), is(b))))
          return is(a).name + " and " + is(b).name + " are not placed to each other as before";
      }
    }
    return std::nullopt;
  }

  std::set<int> others() const {
    std::set<int> rest;
    for (int s = 0; s < count(); ++s) {
      if (!group_.contains(s)) rest.insert(s);
    }
    return rest;
  }

  std::optional<std::string> check_both_kept() const {
    if (const auto wrong = check_kept(group_)) return "inside the group " + *wrong;
    if (const auto wrong = check_kept(others())) return "outside the group " + *wrong;
    return std::nullopt;
  }

  std::optional<std::string> check_fuse(const Fuse& fuse) {
    const int anchor = index(fuse.other), level = level_of(was(anchor), fuse.loop);
    for (int s = 0; s < count(); ++s) {
      if (in_same_loop(was(s), was(index(fuse.compute)), level)) group_.insert(s);
    }
    for (int member : group_) {
      for (int s : others()) {
        if (!in_same_loop(was(s), was(anchor), level)) continue;
        const Relation relation = relate(is(s), is(member));
        if (relation.shared != level + 1 || relation.order >= 0)
          return is(member).name + " does not stand behind " + is(s).name + " in the loop";
      }
    }
    return check_both_kept();
  }

  std::optional<std::string> check_distribute(const Distribute& distribute) {
    const poly::Statement& first = was(index(distribute.compute));
    const int level = level_of(first, distribute.loop);
    for (int s = 0; s < count(); ++s) {
      if (in_same_loop(was(s), first, level) && was(s).position >= first.position) group_.insert(s);
    }
    for (int member : group_) {
      for (int s : others()) {
        const bool left = in_same_loop(was(s), first, level);
        const Relation relation = relate(is(s), is(member));
        if (left ? relation.shared != level || relation.order >= 0 : !(relation == relate(was(s), was(member))))
          return is(member).name + " does not stand right behind the loop that it left: " + is(s).name;
      }
    }
    return check_both_kept();
  }

  const poly::Scop &before_, &after_;
  std::set<int> group_;  ///< what moves as one; for other directives: what must not move
};

}  // namespace

std::optional<std::string> find_wrong_move(const poly::Scop& before, const poly::Scop& after,
                                           const Primitive& primitive) {
  return MoveCheck(before, after).check(primitive);
}

}  // namespace pom::fuzz
