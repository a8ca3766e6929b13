#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "dsl/model/added_names.hpp"
#include "dsl/model/names.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

bool is_taken(const dsl::Function& program, const dsl::AddedNames& names) {
  return check_new_name(program, "array", names.array, {}) ||
         std::any_of(names.computes.begin(), names.computes.end(),
                     [&](const std::string& compute) { return check_new_name(program, "compute", compute, {}); });
}

/// With a name for the copy, if there is one, such that nothing in the program has the names that are added.
template <class Adding>
std::optional<Adding> with_free_names(const dsl::Function& program, const std::string& array, const std::string& role) {
  const std::string wanted = join_names({dsl::stem_of(array), role});
  Adding made{array, wanted};
  const std::size_t all_taken = program.arrays.size() + program.computes.size() + 1;
  for (std::size_t n = 2; is_taken(program, *dsl::names_added_by(made)); ++n) {
    if (n > all_taken) return std::nullopt;
    made.copy = join_names({wanted, std::to_string(n)});
  }
  return made;
}

/// The top-level nests that read an array, and those that write it.
struct Users {
  std::set<int> reading, writing;
};

Users find_users(const Scop& scop, int array) {
  Users users;
  for (const Statement& statement : scop.statements) {
    const int nest = statement.position.front();
    if (statement.write.array == array) users.writing.insert(nest);
    if (reads_array(statement, array)) users.reading.insert(nest);
  }
  return users;
}

/// Whether a nest behind all others may write the argument: nothing asks for what the caller put into it, and all
/// places are known.
bool can_bring_out(const Scop& scop, int array) {
  const bool known = std::none_of(scop.statements.begin(), scop.statements.end(), [&](const Statement& statement) {
    return statement.write.array == array && statement.write.may;
  });
  return known && !reader_of_first_contents(scop, array);
}

}  // namespace

Schedule list_added_nests(const Scop& as_written) {
  const dsl::Function& program = *as_written.program;
  const Directive* dataflow = nullptr;
  std::set<std::string> handed_on;
  for (const Directive& directive : program.schedule) {
    const auto* found = std::get_if<Dataflow>(&directive.primitive);
    if (found && found->channels == Channels::automatic) dataflow = &directive;
    // Which nests are processes is not known yet.
    if (std::holds_alternative<Fuse>(directive.primitive)) return {};
    if (const auto* broadcast = std::get_if<Broadcast>(&directive.primitive)) handed_on.insert(broadcast->array);
    if (const auto* convert = std::get_if<Convert>(&directive.primitive)) handed_on.insert(convert->array);
  }
  Schedule made;
  if (!dataflow) return made;
  const auto add = [&](const auto& directive) {
    if (directive) made.push_back({*directive, dataflow->at});
  };
  const auto has_other_order = [&](int array) {
    return dsl::is_stream_port(program, array) && check_stream_port(as_written, array, dataflow->at);
  };
  // A bus takes any order, but only long bursts are quick.
  const auto breaks_bursts = [&](int array) {
    return dsl::port_mode(program, array) == "m_axi" && program.arrays[array]->extents.empty() &&
           !is_in_order(as_written, array);
  };
  for (const int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.shape.empty() || handed_on.contains(declared.name)) continue;
    const Users users = find_users(as_written, array);
    if (users.writing.empty()) {
      if (users.reading.size() > 1 || (!users.reading.empty() && (has_other_order(array) || breaks_bursts(array))))
        add(with_free_names<Broadcast>(program, declared.name, "in"));
      continue;
    }
    std::set<int> nests = users.writing;
    nests.insert(users.reading.begin(), users.reading.end());
    const bool needs_nest =
        dsl::is_stream_port(program, array) ? has_other_order(array) : nests.size() > 1 || breaks_bursts(array);
    if (needs_nest && can_bring_out(as_written, array)) add(with_free_names<Convert>(program, declared.name, "out"));
  }
  return made;
}

}  // namespace pom::poly
