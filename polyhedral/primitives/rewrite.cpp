#include "polyhedral/primitives/rewrite.hpp"

#include <algorithm>
#include <iterator>

#include "dsl/model/added_names.hpp"
#include "dsl/model/program_order.hpp"
#include "dsl/record/check_directive.hpp"
#include "dsl/record/check_memory_directive.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"
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

bool is_rewriting(const Directive& directive) {
  return adds_names(directive) || std::holds_alternative<Split>(directive.primitive);
}

std::string name_of(const Primitive& rewriting) {
  if (std::holds_alternative<Rfactor>(rewriting)) return "rfactor";
  if (std::holds_alternative<Expand>(rewriting)) return "expand";
  return std::holds_alternative<Broadcast>(rewriting) ? "broadcast" : "convert";
}

/// How many directives come before the rest, up to the last one that adds to the program.
Result<std::size_t> count_first(const Schedule& schedule) {
  std::size_t count = schedule.size();
  while (count > 0 && !adds_names(schedule[count - 1])) --count;
  for (std::size_t n = 0; n < count; ++n) {
    const Directive& early = schedule[n];
    if (is_rewriting(early) || !is_about_loops(early.primitive)) continue;
    std::size_t late = n;
    while (!adds_names(schedule[late])) ++late;
    Diagnostic error = make_error("late-rewriting",
                                  name_of(schedule[late].primitive) +
                                      " changes the program: it stands before the directives that transform loops or "
                                      "mark them",
                                  schedule[late].at);
    error.notes.push_back({to_string(early) + " stands before it", early.at});
    return error;
  }
  return count;
}

Result<Rewriting> rewrite(const Directive& directive, const Scop& scop, const Dependences& dependences) {
  if (const auto* rfactor = std::get_if<Rfactor>(&directive.primitive)) return rewrite(*rfactor, scop, directive.at);
  if (const auto* expand = std::get_if<Expand>(&directive.primitive))
    return rewrite(*expand, scop, dependences, directive.at);
  if (const auto* broadcast = std::get_if<Broadcast>(&directive.primitive))
    return rewrite(*broadcast, scop, directive.at);
  if (const auto* convert = std::get_if<Convert>(&directive.primitive)) return rewrite(*convert, scop, directive.at);
  return rewrite(std::get<Split>(directive.primitive), scop, directive.at);
}

/// isl's steps for one directive: as many as one that transforms loops has.
constexpr unsigned long rewriting_steps = 300'000;

Result<Rewriting> rewrite_within_steps(const Directive& directive, const Scop& scop, const Dependences& dependences) {
  std::optional<Result<Rewriting>> made;
  try {
    const auto action = [&] { made = rewrite(directive, scop, dependences); };
    if (try_within(scop.statements.front().domain.ctx(), rewriting_steps, action)) return *std::move(made);
  } catch (const NumberTooLarge&) {
    return make_error("design-too-large",
                      "this directive's new program would count beyond 64 bits\nsmaller factors help", directive.at);
  }
  return make_error("analysis-too-hard",
                    "this directive's new program takes too much work to find\nsimpler bounds and guards help: fewer "
                    "divisions and remainders",
                    directive.at);
}

/// As many as generated code can count the bytes of.
Status check_size(const dsl::Array& array, const Location& at) {
  constexpr double most_elements = 0x1p59;
  double elements = 1;
  for (const std::int64_t extent : array.shape) elements *= static_cast<double>(extent);
  if (elements < most_elements) return std::nullopt;
  return make_error("bad-shape", "array \"" + array.name + "\" would have 2^59 elements or more", at);
}

/// An array that an earlier step made could not be judged when the directive was recorded.
Status check_array(const dsl::Function& program, const Directive& directive) {
  if (const auto* broadcast = std::get_if<Broadcast>(&directive.primitive))
    return dsl::check_memory_directive(program, *broadcast, directive.at);
  if (const auto* convert = std::get_if<Convert>(&directive.primitive))
    return dsl::check_memory_directive(program, *convert, directive.at);
  return std::nullopt;
}

/// The directives behind the first `count`, and those on arrays among these. What they say can be judged now.
Result<Schedule> list_rest(const dsl::Function& program, const Schedule& schedule, std::size_t count) {
  std::vector<Diagnostic> wrong;
  Schedule rest;
  for (std::size_t n = 0; n < schedule.size(); ++n) {
    if (n < count && is_rewriting(schedule[n])) continue;
    if (auto error = dsl::check_directive(program, schedule[n])) wrong.push_back(std::move(*error));
    rest.push_back(schedule[n]);
  }
  if (!wrong.empty()) return wrong;
  return rest;
}

}  // namespace

Result<std::optional<Rewritten>> rewrite_program(const Scop& as_written, const Dependences& dependences,
                                                 const IslContext& context, const std::function<bool()>& is_over) {
  const dsl::Function& written = *as_written.program;
  const Result<std::size_t> count = count_first(written.schedule);
  if (!count) return count.errors();
  Schedule steps = list_added_nests(as_written);
  const std::size_t added = steps.size();
  std::copy_if(written.schedule.begin(), written.schedule.begin() + static_cast<std::ptrdiff_t>(*count),
               std::back_inserter(steps), is_rewriting);
  if (steps.empty()) return std::optional<Rewritten>();
  Rewritten made{as_written, dependences, {}, {}};
  std::shared_ptr<dsl::Function> program;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    if (is_over && is_over()) return std::optional<Rewritten>();
    const Directive& directive = steps[n];
    if (const Status refused = n >= added ? check_array(*made.as_written.program, directive) : Status())
      return *refused;
    Result<Rewriting> step = rewrite_within_steps(directive, made.as_written, made.dependences);
    if (!step) return step.errors();
    if (Status refused = check_size(*step->program.arrays.back(), directive.at)) return *refused;
    if (written.find_compute(step->reassociated) >= 0) made.reassociated.push_back(step->reassociated);
    program = std::make_shared<dsl::Function>(std::move(step->program));
    program->schedule.clear();
    dsl::renumber(program->computes);
    made.as_written = extract_scop(program, context);
    made.dependences = analyze_dependences(made.as_written);
    made.applied.push_back(directive);
  }
  Result<Schedule> rest = list_rest(*program, written.schedule, *count);
  if (!rest) return rest.errors();
  program->schedule = *std::move(rest);
  return std::optional(std::move(made));
}

}  // namespace pom::poly
