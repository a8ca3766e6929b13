#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "dsl/model/added_names.hpp"
#include "dsl/model/names.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"
#include "polyhedral/primitives/rewrite.hpp"

namespace pom::poly {

namespace {

bool is_taken(const dsl::Function& program, const dsl::AddedNames& names) {
  return check_new_name(program, "array", names.array, {}) ||
         std::any_of(names.computes.begin(), names.computes.end(),
                     [&](const std::string& compute) { return check_new_name(program, "compute", compute, {}); });
}

/// With a name for the copy, if there is one, such that nothing in the program has the names that are added.
template <class Adding>
std::optional<Adding> with_free_names(const dsl::Function& program, const std::string& array,
                                      const std::string& suffix) {
  Adding made{array, array + suffix};
  const std::size_t all_taken = program.arrays.size() + program.computes.size() + 1;
  for (std::size_t n = 2; is_taken(program, *dsl::names_added_by(made)); ++n) {
    if (n > all_taken) return std::nullopt;
    made.copy = array + suffix + "_" + std::to_string(n);
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
  for (const int array : program.array_arguments()) {
    const dsl::Array& declared = *program.arrays[array];
    if (declared.shape.empty() || handed_on.contains(declared.name)) continue;
    const Users users = find_users(as_written, array);
    if (users.writing.empty()) {
      if (users.reading.size() > 1 || (!users.reading.empty() && has_other_order(array)))
        add(with_free_names<Broadcast>(program, declared.name, "_in"));
    } else if (has_other_order(array)) {
      add(with_free_names<Convert>(program, declared.name, "_out"));
    }
  }
  return made;
}

}  // namespace pom::poly
