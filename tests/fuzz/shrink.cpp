#include "shrink.hpp"

#include <algorithm>
#include <regex>

#include "random_directive.hpp"

namespace pom::fuzz {

namespace {

bool mentions(const Primitive& primitive, const std::string& name) {
  return std::regex_search(to_string(Directive{primitive, {}}), std::regex("\\b" + name + "\\b"));
}

Group group_of(const Primitive& primitive) {
  for (const DirectiveMaker& maker : directive_makers()) {
    if (primitive_name(primitive) == maker.primitive) return maker.group;
  }
  return Group::hardware;
}

/// `after` in front of the first transformation would be part of the program when the case is written as source.
bool is_expressible(const Case& made) {
  for (const Primitive& primitive : made.schedule) {
    if (group_of(primitive) == Group::loops) return true;
    if (group_of(primitive) == Group::order) return false;
  }
  return true;
}

/// Collects the candidates that are programs.
class Shrinker {
 public:
  explicit Shrinker(const Case& from) : from_(from), source_(to_source(from)) {}

  std::vector<Case> collect() {
    drop_directives();
    drop_rewriting();
    drop_statements();
    for (std::size_t s = 0; s < from_.program.statements.size(); ++s) {
      drop_loops(s);
      simplify_value(s);
      simplify_loops(s);
      simplify_accesses(s);
      unplace(s);
      simplify_guards(s);
    }
    simplify_types();
    make_arguments();
    drop_arrays();
    return std::move(candidates_);
  }

 private:
  template <class Change>
  void propose(Change change) {
    Case made = from_;
    change(made);
    for (const StatementSpec& statement : made.program.statements) {
      if (count_instances(statement, 5000) == 0) return;
    }
    fit_arrays(made.program);
    if (made.program.statements.empty() || !is_expressible(made) || to_source(made) == source_) return;
    candidates_.push_back(std::move(made));
  }

  void drop_directives() {
    const std::size_t count = from_.schedule.size();
    for (std::size_t size = count / 2; size >= 1; size /= 2) {
      for (std::size_t first = 0; first + size <= count; first += size) {
        propose([&](Case& made) {
          const auto begin = made.schedule.begin() + static_cast<std::ptrdiff_t>(first);
          made.schedule.erase(begin, begin + static_cast<std::ptrdiff_t>(size));
        });
      }
    }
  }

  void drop_rewriting() {
    for (std::size_t n = 0; n < from_.rewriting.size(); ++n)
      propose([&](Case& made) { made.rewriting.erase(made.rewriting.begin() + static_cast<std::ptrdiff_t>(n)); });
  }

  void drop_statements() {
    const int count = static_cast<int>(from_.program.statements.size());
    for (int s = 0; s < count && count > 1; ++s) {
      propose([&](Case& made) {
        const std::string name = made.program.statements[s].name;
        std::erase_if(made.schedule, [&](const Primitive& primitive) { return mentions(primitive, name); });
        std::erase_if(made.rewriting, [&](const Primitive& primitive) { return mentions(primitive, name); });
        made.program.statements.erase(made.program.statements.begin() + s);
        for (StatementSpec& statement : made.program.statements) {
          if (!statement.after) continue;
          if (statement.after->other == s)
            statement.after.reset();
          else if (statement.after->other > s)
            --statement.after->other;
        }
      });
    }
  }

  /// A loop's smallest value takes its place.
  static void remove_loop(StatementSpec& statement, std::size_t level, int value) {
    const auto remove = [&](Index& index) {
      for (int& loop : index.data_loops) loop -= loop >= static_cast<int>(level) && loop > 0 ? 1 : 0;
      if (index.coefficients.size() <= level) return;
      index.constant += index.coefficients[level] * value;
      index.coefficients.erase(index.coefficients.begin() + static_cast<std::ptrdiff_t>(level));
    };
    statement.loops.erase(statement.loops.begin() + static_cast<std::ptrdiff_t>(level));
    for_each_index(statement, remove);
    for_each_value(statement.value, [&](ValueSpec& value_of) {
      if (value_of.kind != ValueSpec::Kind::loop || value_of.loop < static_cast<int>(level)) return;
      if (value_of.loop == static_cast<int>(level))
        value_of = ValueSpec{};
      else
        --value_of.loop;
    });
  }

  static void for_each_value(ValueSpec& value, const std::function<void(ValueSpec&)>& visit) {
    visit(value);
    for (ValueSpec& operand : value.operands) for_each_value(operand, visit);
  }

  void drop_loops(std::size_t s) {
    const std::size_t depth = from_.program.statements[s].loops.size();
    for (std::size_t level = 0; level < depth && depth > 1; ++level) {
      propose([&](Case& made) {
        StatementSpec& statement = made.program.statements[s];
        remove_loop(statement, level, statement.loops[level].lower.constant);
        const int last = static_cast<int>(statement.loops.size()) - 1;
        for (StatementSpec& other : made.program.statements) {
          if (!other.after || (&other != &statement && other.after->other != static_cast<int>(s))) continue;
          other.after->level = std::min(other.after->level, last);
        }
      });
    }
  }

  /// Every node of the value in turn becomes one of its operands, or 1.
  void simplify_value(std::size_t s) {
    std::size_t nodes = 0;
    ValueSpec value = from_.program.statements[s].value;
    for_each_value(value, [&](ValueSpec&) { ++nodes; });
    for (std::size_t n = 0; n < nodes; ++n) {
      for (std::size_t choice = 0; choice <= 4; ++choice) {
        bool changed = false;
        ValueSpec smaller = from_.program.statements[s].value;
        std::size_t at = 0;
        replace(smaller, at, n, choice, changed);
        if (changed) propose([&](Case& made) { made.program.statements[s].value = smaller; });
      }
    }
  }

  static void replace(ValueSpec& value, std::size_t& at, std::size_t wanted, std::size_t choice, bool& changed) {
    if (at++ == wanted) {
      if (choice < value.operands.size()) {
        value = ValueSpec(value.operands[choice]);
        changed = true;
      } else if (choice == 4 && !(value.kind == ValueSpec::Kind::number && value.number == 1)) {
        value = ValueSpec{};
        changed = true;
      }
      return;
    }
    for (ValueSpec& operand : value.operands) {
      if (!changed && at <= wanted) replace(operand, at, wanted, choice, changed);
    }
  }

  void simplify_loops(std::size_t s) {
    for (std::size_t level = 0; level < from_.program.statements[s].loops.size(); ++level) {
      const LoopSpec& loop = from_.program.statements[s].loops[level];
      const auto change = [&](auto edit) {
        propose([&](Case& made) { edit(made.program.statements[s].loops[level]); });
      };
      const bool leans = !is_constant(loop.lower) || !is_constant(loop.upper);
      if (leans) {
        change([](LoopSpec& made) {
          made.lower = Index{std::max(0, made.lower.constant), {}, {}, 1};
          made.upper = Index{made.lower.constant + 3, {}, {}, 1};
        });
      }
      if (loop.lower.constant > 0) {
        change([](LoopSpec& made) {
          made.upper.constant -= made.lower.constant;
          made.lower.constant = 0;
        });
      }
      change([](LoopSpec& made) { made.upper.constant = (made.upper.constant + made.lower.constant + 1) / 2; });
      change([](LoopSpec& made) { made.upper.constant -= 1; });
    }
  }

  static bool is_constant(const Index& index) {
    return std::all_of(index.coefficients.begin(), index.coefficients.end(), [](int c) { return c == 0; });
  }

  void simplify_accesses(std::size_t s) {
    std::size_t accesses = 0;
    for_each_access(from_.program.statements[s], [&](const AccessSpec&) { ++accesses; });
    for (std::size_t n = 0; n < accesses; ++n) {
      std::vector<Index> indices;
      const auto visit_one = [&](Case& made, const std::function<void(AccessSpec&)>& edit) {
        std::size_t at = 0;
        for_each_access(made.program.statements[s], [&](AccessSpec& access) {
          if (at++ == n) edit(access);
        });
      };
      Case copy = from_;
      visit_one(copy, [&](AccessSpec& access) { indices = access.indices; });
      for (std::size_t d = 0; d < indices.size(); ++d) {
        for (const Index& simpler : simpler_than(indices[d])) {
          propose([&](Case& made) { visit_one(made, [&](AccessSpec& access) { access.indices[d] = simpler; }); });
        }
      }
    }
  }

  static std::vector<Index> simpler_than(const Index& index) {
    std::vector<Index> simpler;
    const auto add = [&](Index made) {
      if (!(made == index)) simpler.push_back(std::move(made));
    };
    Index made = index;
    made.division = Index::Division::none;
    made.divisor = 1;
    add(made);
    made = index;
    made.constant = 0;
    add(made);
    made = index;
    made.border = Index::Border::none;
    made.extent = 0;
    add(made);
    made = index;
    made.data = -1;
    made.data_loops.clear();
    add(made);
    for (std::size_t d = 0; d < index.coefficients.size(); ++d) {
      for (int factor : {0, 1}) {
        if (index.coefficients[d] == 0) continue;
        made = index;
        made.coefficients[d] = factor;
        add(made);
      }
    }
    return simpler;
  }

  void unplace(std::size_t s) {
    if (!from_.program.statements[s].after) return;
    propose([&](Case& made) { made.program.statements[s].after.reset(); });
  }

  void simplify_guards(std::size_t s) {
    const auto& guards = from_.program.statements[s].guards;
    const auto change = [&](std::size_t g, auto edit) {
      propose([&](Case& made) {
        auto& all = made.program.statements[s].guards;
        edit(all, all[g]);
      });
    };
    for (std::size_t g = 0; g < guards.size(); ++g) {
      const auto at = static_cast<std::ptrdiff_t>(g);
      change(g, [&](auto& all, GuardSpec&) { all.erase(all.begin() + at); });
      for (std::size_t n = 0; n < guards[g].any_of.size(); ++n) {
        const auto group = static_cast<std::ptrdiff_t>(n);
        if (guards[g].any_of.size() > 1) {
          change(g, [&](auto&, GuardSpec& guard) { guard.any_of.erase(guard.any_of.begin() + group); });
        }
        for (std::size_t c = 0; c < guards[g].any_of[n].size(); ++c) simplify_comparison(s, g, n, c);
      }
    }
  }

  void simplify_comparison(std::size_t s, std::size_t g, std::size_t n, std::size_t c) {
    const auto& group = from_.program.statements[s].guards[g].any_of[n];
    if (group.size() > 1) {
      propose([&](Case& made) {
        auto& all = made.program.statements[s].guards[g].any_of[n];
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(c));
      });
    }
    for (const Index& simpler : simpler_than(group[c].left)) {
      propose([&](Case& made) { made.program.statements[s].guards[g].any_of[n][c].left = simpler; });
    }
  }

  void make_arguments() {
    for (std::size_t a = 0; a < from_.program.arrays.size(); ++a) {
      if (!from_.program.arrays[a].local) continue;
      propose([&](Case& made) { made.program.arrays[a].local = false; });
    }
  }

  /// Those that nothing uses any more.
  void drop_arrays() {
    for (int a = 0; a < static_cast<int>(from_.program.arrays.size()); ++a) {
      bool used = false;
      for (const StatementSpec& statement : from_.program.statements) {
        for_each_access(statement, [&](const AccessSpec& access) {
          used = used || access.array == a;
          for (const Index& index : access.indices) used = used || index.data == a;
        });
      }
      if (used) continue;
      propose([&](Case& made) {
        const std::string name = made.program.arrays[a].name;
        std::erase_if(made.schedule, [&](const Primitive& primitive) { return mentions(primitive, name); });
        made.program.arrays.erase(made.program.arrays.begin() + a);
        for (StatementSpec& statement : made.program.statements) {
          for_each_access(statement, [&](AccessSpec& access) {
            access.array -= access.array > a ? 1 : 0;
            for (Index& index : access.indices) index.data -= index.data > a ? 1 : 0;
          });
        }
      });
    }
  }

  void simplify_types() {
    for (std::size_t a = 0; a < from_.program.arrays.size(); ++a) {
      if (from_.program.arrays[a].table) propose([&](Case& made) { made.program.arrays[a].table = false; });
      if (from_.program.arrays[a].type == p_float32 || from_.program.arrays[a].range > 0) continue;
      propose([&](Case& made) { made.program.arrays[a].type = p_float32; });
    }
  }

  const Case& from_;
  std::string source_;
  std::vector<Case> candidates_;
};

}  // namespace

std::vector<Case> shrink(const Case& from) { return Shrinker(from).collect(); }

}  // namespace pom::fuzz
