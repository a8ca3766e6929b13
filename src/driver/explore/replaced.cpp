#include "driver/explore/replaced.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::driver {

namespace {

/// What is said of directives in whose place others are, and what helps.
struct Replacement {
  const char *before, *help;
};

Schedule::const_iterator find_in(const Schedule& schedule, const Directive& directive) {
  return std::find_if(schedule.begin(), schedule.end(),
                      [&](const Directive& other) { return to_string(other) == to_string(directive); });
}

/// The directives that the user wrote and the search put others in the place of.
Status describe_replaced(const Schedule& written, const Schedule& found, const Replacement& said) {
  constexpr std::size_t most_shown = 4;
  const Schedule replaced = left_out(asked_for(written), found);
  if (replaced.empty()) return std::nullopt;
  std::string list;
  for (std::size_t n = 0; n < std::min(replaced.size(), most_shown); ++n)
    list += (n ? ", " : "") + to_string(replaced[n]);
  if (replaced.size() > most_shown) list += ", …";
  Diagnostic warning = make_error("replaced-directive", said.before + list + "\n" + said.help, replaced.front().at);
  warning.severity = Severity::warning;
  return warning;
}

}  // namespace

Schedule asked_for(Schedule schedule) {
  std::erase_if(schedule, [](const Directive& directive) { return directive.at.file.empty(); });
  return schedule;
}

Schedule left_out(const Schedule& written, const Schedule& found) {
  Schedule replaced;
  std::copy_if(written.begin(), written.end(), std::back_inserter(replaced),
               [&](const Directive& directive) { return find_in(found, directive) == found.end(); });
  return replaced;
}

std::vector<Diagnostic> check_asked(const Compilation& analyzed) {
  return poly::check_directives(*analyzed.as_written, analyzed.as_written->program->schedule);
}

Schedule with_lines_of(const Schedule& written, Schedule found) {
  for (Directive& directive : found) {
    const auto own = find_in(written, directive);
    directive.at = own == written.end() ? Location{} : own->at;
  }
  return found;
}

Status replaced_by_search(const Schedule& written, const Schedule& found) {
  return describe_replaced(written, found,
                           {"auto_DSE finds the whole schedule; not part of its design: ",
                            "interface and bind_storage stay; say the others after auto_DSE()"});
}

Status replaced_by_loops(const Schedule& written, const Schedule& found) {
  return describe_replaced(written, found,
                           {"transform_loops finds the loops' schedule; not part of it: ",
                            "what is said of arrays and ports stays; say the others after transform_loops()"});
}

}  // namespace pom::driver
