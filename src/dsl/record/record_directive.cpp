#include "dsl/record/record_directive.hpp"

#include <optional>
#include <type_traits>
#include <utility>

#include "dsl/model/program_order.hpp"
#include "dsl/record/check_directive.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// From the first of these on, `after` is a directive.
bool changes_loops(const Primitive& primitive) {
  return std::visit(
      [](const auto& p) {
        using P = std::decay_t<decltype(p)>;
        constexpr bool only_marks = std::is_same_v<P, Pipeline> || std::is_same_v<P, Unroll> ||
                                    std::is_same_v<P, FlattenOff> || std::is_same_v<P, DoubleBuffer> ||
                                    std::is_same_v<P, ReuseAt> || std::is_same_v<P, AccumulateAt> ||
                                    std::is_same_v<P, BindOp> || std::is_same_v<P, DependenceFact> ||
                                    std::is_same_v<P, InlineOff> || !requires { p.compute; };
        return !only_marks && !std::is_same_v<P, After>;
      },
      primitive);
}

/// Where the schedule of loops begins: what is said of ports and memories beside their declarations is none.
std::optional<Location> find_loop_directive(const Function& function) {
  for (const Directive& directive : function.schedule) {
    if (std::visit([](const auto& p) { return requires { p.compute; }; }, directive.primitive)) return directive.at;
  }
  return std::nullopt;
}

/// Users who have begun to schedule may think that this is a part of the schedule.
Diagnostic note_program_after(const Location& begin, const After& after, const Location& at) {
  Diagnostic warning =
      make_error("after-in-program",
                 "this \"after\" says what the program means: \"" + after.compute + "\" runs after \"" + after.other +
                     "\" in the program as written\nit becomes a directive, checked against that "
                     "program, behind the first transformation of a loop; \"fuse\" always is one",
                 at);
  warning.severity = Severity::warning;
  warning.notes.push_back({"the schedule begins", begin});
  return warning;
}

/// A compute has one place. Where the last `after` puts it in front of what an earlier one named, that is said.
std::optional<Diagnostic> note_replaced(const Function& function, const After& after,
                                        const std::optional<Placement>& before, const Location& at) {
  if (!before) return std::nullopt;
  const Compute &moved = function.computes[function.find_compute(after.compute)],
                &first = function.computes[before->other];
  if (first.position < moved.position) return std::nullopt;
  Diagnostic warning = make_error("replaced-after",
                                  "\"" + moved.name + "\" does not run after \"" + first.name +
                                      "\" any more: a compute has one place, and the last \"after\" says where",
                                  at);
  warning.severity = Severity::warning;
  warning.notes.push_back({"it was put after it", before->at});
  return warning;
}

/// What a directive adds, the reader of a broadcast for one, has no place in the program as written.
bool speaks_of_added(const Function& function, const After& after) {
  return function.find_compute(after.compute) < 0 || function.find_compute(after.other) < 0;
}

}  // namespace

bool refuse_foreign(const std::shared_ptr<Function>& of_compute, const std::string& compute,
                    const std::shared_ptr<Function>& of_array, const std::string& array, const Location& at) {
  if (!of_compute || !of_array || of_compute == of_array) return false;
  of_compute->refuse_directive(make_error("foreign-array",
                                          "a directive of compute \"" + compute + "\" of function \"" +
                                              of_compute->name + "\" names array \"" + array +
                                              "\", which belongs to function \"" + of_array->name + '"',
                                          at));
  return true;
}

void record_directive(Function& function, Directive directive) {
  function.note_change(directive.at);
  // Also when it is refused: what follows was written for the loops that it would have made.
  function.transformed = function.transformed || changes_loops(directive.primitive);
  const auto* after = std::get_if<After>(&directive.primitive);
  if (auto error = check_directive(function, directive)) {
    const bool in_program = after != nullptr && !function.transformed;
    in_program ? function.findings.push_back(std::move(*error)) : function.refuse_directive(std::move(*error));
    return;
  }
  if (after != nullptr && speaks_of_added(function, *after)) function.transformed = true;
  if (after == nullptr || function.transformed) {
    function.schedule.push_back(std::move(directive));
    return;
  }
  const std::optional<Location> begin = find_loop_directive(function);
  const std::optional<Placement> before = function.computes[function.find_compute(after->compute)].placement;
  if (auto error = place_in_program(function, *after, directive.at)) {
    function.findings.push_back(std::move(*error));
    return;
  }
  if (begin) function.findings.push_back(note_program_after(*begin, *after, directive.at));
  if (auto replaced = note_replaced(function, *after, before, directive.at))
    function.findings.push_back(std::move(*replaced));
}

void record_order(Function& function, const After& after, const Location& at) {
  function.note_change(at);
  if (speaks_of_added(function, after)) return record_directive(function, {after, at});
  std::optional<Diagnostic> error = check_directive(function, {after, at});
  if (!error) error = place_in_program(function, after, at);
  if (error) function.findings.push_back(std::move(*error));
}

void replace_schedule(Function& function, Schedule schedule) {
  function.schedule.clear();
  function.transformed = false;
  for (; !function.of_directives.empty(); function.of_directives.pop_back())
    function.findings.erase(function.findings.begin() + static_cast<std::ptrdiff_t>(function.of_directives.back()));
  if (!schedule.empty()) function.note_change(schedule.front().at);
  for (Directive& directive : schedule) {
    bool ordering = std::holds_alternative<After>(directive.primitive);
    function.transformed = function.transformed || ordering || changes_loops(directive.primitive);
    if (auto error = check_directive(function, directive)) {
      function.refuse_directive(std::move(*error));
    } else {
      function.schedule.push_back(std::move(directive));
    }
  }
}

}  // namespace pom::dsl
