#include "polyhedral/primitives/rewrite.hpp"

#include "dsl/model/added_names.hpp"
#include "dsl/model/program_order.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

bool adds_names(const Directive& directive) { return dsl::names_added_by(directive.primitive).has_value(); }

/// Directives on arrays and the function say nothing of loops, so that it does not matter where they stand.
bool is_about_loops(const Primitive& primitive) {
  return std::visit(
      [](const auto& p) {
        return requires { p.compute; };
      },
      primitive);
}

Result<Rewriting> rewrite(const Split& directive, const Scop& scop, const Location& at) {
  const int compute = scop.program->find_compute(directive.compute);
  const Result<int> level = find_loop(scop.statements[compute], directive.loop, at);
  if (!level) return level.errors();
  for (const Statement& other : scop.statements) {
    if (other.name == directive.compute || !share_loop(other, scop.statements[compute], *level)) continue;
    return make_error("late-rewriting",
                      "\"" + directive.compute + "\" shares loop " + scop.statements[compute].loops[*level].name +
                          " with \"" + other.name +
                          "\": before rfactor and expand, a split is one of the program, which would part them",
                      at);
  }
  if (Status refused = check(directive, scop, at)) return *refused;
  Rewriting made{*scop.program, ""};
  strip_mine(made.program, {compute}, {*level, directive.factor, directive.outer, directive.inner});
  return made;
}

}  // namespace

bool is_rewriting(const Primitive& primitive) {
  return dsl::names_added_by(primitive) || std::holds_alternative<Split>(primitive);
}

Result<std::size_t> count_rewriting(const Schedule& schedule) {
  std::size_t count = schedule.size();
  while (count > 0 && !adds_names(schedule[count - 1])) --count;
  for (std::size_t n = 0; n < count; ++n) {
    const Directive& early = schedule[n];
    if (is_rewriting(early.primitive) || !is_about_loops(early.primitive)) continue;
    std::size_t late = n;
    while (!adds_names(schedule[late])) ++late;
    Diagnostic error = make_error("late-rewriting",
                                  to_string(schedule[late]) +
                                      " changes the program\nit stands before the directives that transform its loops "
                                      "or mark them",
                                  schedule[late].at);
    error.notes.push_back({to_string(early) + " stands before it", early.at});
    return error;
  }
  return count;
}

Result<Rewriting> rewrite(const Directive& directive, const Scop& scop, const Dependences& dependences) {
  Result<Rewriting> made = std::visit(
      [&]<class P>(const P& primitive) -> Result<Rewriting> {
        if constexpr (std::is_same_v<P, Rfactor> || std::is_same_v<P, Expand>)
          return rewrite(primitive, scop, dependences, directive.at);
        if constexpr (std::is_same_v<P, Split>) return rewrite(primitive, scop, directive.at);
        throw InternalError(to_string(directive) + " does not rewrite a program");
      },
      directive.primitive);
  if (made) dsl::renumber(made->program.computes);
  return made;
}

}  // namespace pom::poly
