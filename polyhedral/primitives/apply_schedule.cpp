#include "polyhedral/primitives/apply_schedule.hpp"

#include <set>

#include "polyhedral/analysis/legality.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/primitives/group_producers.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/primitives/refusal.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// The statement that a directive changes; -1 for directives on arrays.
int target_of(const Directive& directive, const Scop& scop) {
  return std::visit(
      [&](const auto& primitive) {
        if constexpr (requires { primitive.compute; }) return scop.program->find_compute(primitive.compute);
        return -1;
      },
      directive.primitive);
}

template <class T, class... Options>
constexpr bool OneOf = (std::is_same_v<T, Options> || ...);

/// Adds the statements that a directive put elsewhere besides the one that it names.
void note_moved(const Scop& before, const Scop& after, std::set<int>& moved) {
  for (std::size_t s = 0; s < after.statements.size(); ++s) {
    if (before.statements[s].position != after.statements[s].position) moved.insert(static_cast<int>(s));
  }
}

/// Whether a directive put the statement or its loops elsewhere.
bool is_moved(const Statement& before, const Statement& after) {
  return before.position != after.position || !before.loop_map.is_equal(after.loop_map);
}

bool moves_instances(const Primitive& primitive) {
  return std::visit(
      []<class P>(const P&) {
        return OneOf<P, Interchange, Reorder, Split, Tile, Skew, Reverse, Shift, After, Fuse, Distribute>;
      },
      primitive);
}

bool moves_groups(const Primitive& primitive) {
  return std::visit([]<class P>(const P&) { return OneOf<P, After, Fuse, Distribute>; }, primitive);
}

/// Directives behind it may name loops that it makes.
bool makes_loops(const Primitive& primitive) {
  return moves_instances(primitive) ||
         std::visit([]<class P>(const P&) { return OneOf<P, Peel, Separate>; }, primitive);
}

/// isl's steps for one directive.
constexpr unsigned long directive_steps = 300'000;

/// The directive took more steps than that, or numbers beyond 64 bits, and the scop is half changed.
struct TooHard {
  Diagnostic error;
};

Status check_and_apply(const Directive& directive, Scop& scop) {
  if (scop.statements.empty()) return std::nullopt;
  Status refused;
  const auto transform = [&]<class P>(const P& primitive) {
    if constexpr (OneOf<P, Rfactor, Expand, Broadcast, Convert>) {
      throw InternalError(to_string(directive) + " is applied to the program, not to its schedule");
    } else {
      refused = check(primitive, scop, directive.at);
      if (!refused) apply(primitive, scop, directive.at);
    }
  };
  const isl::ctx context = scop.statements.front().domain.ctx();
  bool done = false;
  try {
    done = try_within(context, directive_steps, [&] { std::visit(transform, directive.primitive); });
  } catch (const NumberTooLarge&) {
    throw TooHard{make_error("design-too-large",
                             "this directive's new loops would count beyond 64 bits\nsmaller factors help",
                             directive.at)};
  }
  if (!done) {
    throw TooHard{make_error("analysis-too-hard",
                             "this directive's new loops take too much work to find\n"
                             "simpler bounds and guards help: fewer divisions and remainders",
                             directive.at)};
  }
  return refused;
}

/// One run through a schedule's directives, and what it met.
struct Run {
  Scop scop;
  std::vector<Diagnostic> errors;
  std::set<int> failed;      ///< statements whose loops are not those that later directives count on
  std::set<int> unbuffered;  ///< statements that lack a buffer, on which a later double_buffer counts
  std::set<int> moved;       ///< statements whose order may differ from the program as written
  std::vector<bool> done;    ///< per directive: it was applied
};

Run run_directives(Scop as_written, const Schedule& schedule) {
  Run run{std::move(as_written), {}, {}, {}, {}, std::vector<bool>(schedule.size(), false)};
  for (std::size_t n = 0; n < schedule.size(); ++n) {
    const int target = target_of(schedule[n], run.scop);
    const Primitive& primitive = schedule[n].primitive;
    if (run.failed.contains(target)) continue;
    if (std::holds_alternative<DoubleBuffer>(primitive) && run.unbuffered.contains(target)) continue;
    const bool groups = moves_groups(primitive);
    const std::optional<Scop> before = groups ? std::optional(run.scop) : std::nullopt;
    if (Status refused = check_and_apply(schedule[n], run.scop)) {
      run.errors.push_back(*refused);
      if (target >= 0 && makes_loops(primitive)) run.failed.insert(target);
      if (target >= 0 && std::holds_alternative<BufferAt>(primitive)) run.unbuffered.insert(target);
      continue;
    }
    run.done[n] = true;
    if (moves_instances(primitive)) run.moved.insert(target);
    if (before) note_moved(*before, run.scop, run.moved);
  }
  return run;
}

/// Calls `visit(n, before, after)` for each directive n of a run that moves instances, with the scop before and behind
/// it.
template <class Visit>
void replay(const Scop& as_written, const Schedule& schedule, const Run& run, const Visit& visit) {
  Scop scop = as_written;
  for (std::size_t n = 0; n < schedule.size(); ++n) {
    if (!run.done[n]) continue;
    const Scop before = scop;
    check_and_apply(schedule[n], scop);
    if (moves_instances(schedule[n].primitive)) visit(n, before, scop);
  }
}

/// A violated dependence, and the directive to blame as far as the schedule was replayed.
struct Blamed {
  explicit Blamed(Violation of) : violation(std::move(of)) {}

  Violation violation;
  std::size_t directive = 0;
  bool looked = false, kept = true, found = false;

  /// With no steps left in the pool, the last directive that moves instances of the dependence has the blame: behind it
  /// the order is the one that was found violated.
  void look_behind(std::size_t n, const Scop& after, StepPool& pool) {
    looked = true;
    const auto now = find_violation(after, *violation.dependence, pool);
    const bool unknown = now && now->unproved;
    // Where no step is seen to break the dependence, the last one that moves anything stands for all.
    const bool breaks = unknown || (now && kept);
    if (breaks || !found) directive = n;
    if (breaks && !unknown) seen = *now;
    if (breaks && unknown) seen.reset();
    found = found || breaks;
    kept = !now || unknown;
  }
  const Violation& evidence() const { return seen ? *seen : violation; }

 private:
  std::optional<Violation> seen;  ///< where the directive to blame breaks it
};

/// Finds for each violation the directive after which its dependence never was kept again: all in one replay.
std::vector<Blamed> find_culprits(const Scop& as_written, const Schedule& schedule, const Run& run,
                                  const std::vector<Violation>& violations) {
  std::vector<Blamed> blamed(violations.begin(), violations.end());
  StepPool pool{legality_steps};  // of all errors together
  replay(as_written, schedule, run, [&](std::size_t n, const Scop& before, const Scop& after) {
    std::vector<bool> moves;
    for (std::size_t s = 0; s < before.statements.size(); ++s)
      moves.push_back(is_moved(before.statements[s], after.statements[s]));
    for (Blamed& one : blamed) {
      const Dependence& dependence = *one.violation.dependence;
      if (moves[dependence.source] || moves[dependence.sink]) one.look_behind(n, after, pool);
      if (!one.looked) one.directive = n;  // no directive is seen to move them: the order as written is not proved
    }
  });
  return blamed;
}

/// One error for each directive that is to blame, in the order of the violations.
std::vector<Diagnostic> explain_all(const Scop& as_written, const Dependences& dependences, const Schedule& schedule,
                                    const Run& run, const std::vector<Violation>& violations) {
  std::vector<Blamed> blamed = find_culprits(as_written, schedule, run, violations);
  std::set<std::size_t> reported;
  std::erase_if(blamed, [&](const Blamed& one) { return !reported.insert(one.directive).second; });
  std::map<std::size_t, Diagnostic> errors;
  replay(as_written, schedule, run, [&](std::size_t n, const Scop& before, const Scop&) {
    for (const Blamed& one : blamed) {
      if (one.directive == n)
        errors.emplace(n, explain({n, as_written, before, one.evidence()}, schedule, dependences));
    }
  });
  std::vector<Diagnostic> in_order;
  for (const Blamed& one : blamed) in_order.push_back(errors.at(one.directive));
  return in_order;
}

/// What is said of an order that breaks a dependence.
enum class Blame {
  explained,  ///< of all dependences: by which directive, and with which instances
  nobody      ///< of the first one, that it is broken
};

/// At the program, with the code of the last directive that moves the statements, which may not be the one to blame.
Diagnostic say_broken(const Violation& violation, const Scop& scop, const Schedule& schedule, const Run& run) {
  const auto name = [&](int s) { return "\"" + scop.statements[s].name + "\""; };
  const std::string both = name(violation.dependence->source) + " and " + name(violation.dependence->sink);
  if (violation.unproved)
    return make_error("analysis-too-hard",
                      "whether instances of " + both + " keep their order takes too much work to prove",
                      scop.program->at);
  std::string code;
  for (std::size_t n = 0; n < schedule.size(); ++n) {
    const int target = target_of(schedule[n], scop);
    const bool moves = run.done[n] && moves_instances(schedule[n].primitive);
    if (moves && (code.empty() || target == violation.dependence->source || target == violation.dependence->sink))
      code = code_of_illegal(schedule[n].primitive);
  }
  return make_error(code, "the schedule reverses a dependence between " + both, scop.program->at);
}

std::vector<Diagnostic> find_illegal(const Scop& as_written, const Dependences& dependences, const Schedule& schedule,
                                     const Run& run, Blame blame) {
  std::vector<Violation> violations;
  ViolationFinder finder(run.scop);
  for (const Dependence& dependence : dependences.enforced) {
    if (!run.moved.contains(dependence.source) && !run.moved.contains(dependence.sink)) continue;
    if (run.failed.contains(dependence.source) || run.failed.contains(dependence.sink)) continue;
    const auto violation = finder.find(dependence);
    if (!violation) continue;
    if (blame == Blame::nobody) return {say_broken(*violation, run.scop, schedule, run)};
    violations.push_back(*violation);
  }
  if (violations.empty()) return {};
  return explain_all(as_written, dependences, schedule, run, violations);
}

Result<Scop> apply_all(Scop as_written, const Dependences& dependences, const Schedule& schedule, Blame blame) {
  try {
    Run run = run_directives(as_written, schedule);
    if (blame == Blame::nobody && !run.errors.empty()) return run.errors;
    const std::vector<Diagnostic> illegal = find_illegal(as_written, dependences, schedule, run, blame);
    run.errors.insert(run.errors.end(), illegal.begin(), illegal.end());
    if (!run.errors.empty()) return run.errors;
    if (run.scop.hardware.automatic_channels) group_producers(run.scop);
    return std::move(run.scop);
  } catch (const TooHard& hard) {
    return std::vector<Diagnostic>{hard.error};
  } catch (const NumberTooLarge&) {  // in what the directives together break
    return std::vector<Diagnostic>{make_error("design-too-large",
                                              "after this directive, loops count beyond 64 bits\nsmaller factors help",
                                              schedule.back().at)};
  }
}

}  // namespace

Result<Scop> apply_schedule(Scop as_written, const Dependences& dependences, const Schedule& schedule) {
  return apply_all(std::move(as_written), dependences, schedule, Blame::explained);
}

Result<Scop> try_schedule(Scop as_written, const Dependences& dependences, const Schedule& schedule) {
  return apply_all(std::move(as_written), dependences, schedule, Blame::nobody);
}

std::vector<Diagnostic> check_directives(const Scop& as_written, const Schedule& schedule) {
  try {
    return run_directives(as_written, schedule).errors;
  } catch (const TooHard&) {  // no mistake
    return {};
  } catch (const NumberTooLarge&) {
    return {};
  }
}

Status apply_directive(Scop& scop, const Directive& directive) {
  try {
    return check_and_apply(directive, scop);
  } catch (const TooHard& hard) {
    return hard.error;
  }
}

}  // namespace pom::poly
