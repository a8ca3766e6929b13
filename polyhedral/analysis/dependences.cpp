#include "polyhedral/analysis/dependences.hpp"

#include <algorithm>
#include <map>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The accesses of one array by one statement. isl's flow analysis leaves the accesses of one instance unordered, so reads
/// and writes get tuples of their own ("R3", "W3" for statement 3), scheduled one after the other.
struct ArrayAccesses {
  isl::union_map reads, writes, order;
};

std::string read_tuple(int statement) { return "R" + std::to_string(statement); }
std::string write_tuple(int statement) { return "W" + std::to_string(statement); }

/// { tuple[i, j] -> [position0, i, position1, j, …, phase] }, padded to `depth` loops.
isl::map reference_order(const Statement& statement, const std::string& tuple, std::size_t depth, int phase) {
  std::string in, out;
  for (std::size_t d = 0; d < depth; ++d) {
    const bool present = d < statement.loops.size();
    const std::string name = "x" + std::to_string(d);
    if (present) in += (d ? "," : "") + name;
    out += std::to_string(d < statement.position.size() ? statement.position[d] : 0) + "," + (present ? name : "0") + ",";
  }
  const int last = depth < statement.position.size() ? statement.position[depth] : 0;
  const std::string text =
      "{ " + tuple + "[" + in + "] -> [" + out + std::to_string(last) + "," + std::to_string(phase) + "] }";
  return isl::map(statement.domain.ctx(), text);
}

ArrayAccesses collect(const Scop& scop, int array, const std::vector<int>& statements) {
  std::size_t depth = 0;
  for (int s : statements) depth = std::max(depth, scop.statements[s].loops.size());
  isl::ctx context = scop.statements.front().domain.ctx();
  ArrayAccesses all{isl::union_map::empty(context), isl::union_map::empty(context), isl::union_map::empty(context)};
  for (int s : statements) {
    const Statement& statement = scop.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array != array) continue;
      all.reads = all.reads.unite(
          set_tuple(read.relation.intersect_domain(statement.domain), Side::domain, read_tuple(s)).to_union_map());
    }
    all.order = all.order.unite(reference_order(statement, read_tuple(s), depth, 0).to_union_map());
    if (statement.write.array != array) continue;
    all.writes = all.writes.unite(
        set_tuple(statement.write.relation.intersect_domain(statement.domain), Side::domain, write_tuple(s))
            .to_union_map());
    all.order = all.order.unite(reference_order(statement, write_tuple(s), depth, 1).to_union_map());
  }
  return all;
}

std::vector<std::string> loop_names(const Statement& as_written) {
  std::vector<std::string> names;
  for (const ScheduledLoop& loop : as_written.loops) names.push_back(loop.name);
  return names;
}

/// Splits isl's union by pair of statements and puts the statements' own names back.
void append(std::vector<Dependence>& result, const Scop& scop, DependenceKind kind, int array,
            const isl::union_map& pairs) {
  std::map<std::pair<int, int>, isl::map> by_pair;  // ordered: the result must not depend on isl's hashing
  pairs.foreach_map([&](isl::map relation) {
    const int source = std::stoi(tuple_name(relation, Side::domain).substr(1));
    const int sink = std::stoi(tuple_name(relation, Side::range).substr(1));
    const Statement &from = scop.statements[source], &to = scop.statements[sink];
    relation = set_names(relation, Side::domain, from.name, loop_names(from));
    relation = set_names(relation, Side::range, to.name, loop_names(to));
    // An instance reads before it writes in every schedule.
    if (source == sink) relation = remove_identity(relation);
    by_pair.emplace(std::make_pair(source, sink), relation);
  });
  for (auto& [pair, relation] : by_pair) {
    if (!relation.is_empty()) result.push_back({kind, pair.first, pair.second, array, relation.coalesce()});
  }
}

void analyze_array(std::vector<Dependence>& result, const Scop& scop, int array, const std::vector<int>& statements) {
  const ArrayAccesses all = collect(scop, array, statements);
  const auto flow_of = [&](const isl::union_map& sink) {
    return isl::union_access_info(sink).set_schedule_map(all.order);
  };
  if (all.writes.is_empty()) return;
  append(result, scop, DependenceKind::flow, array,
         flow_of(all.reads).set_must_source(all.writes).compute_flow().must_dependence());
  append(result, scop, DependenceKind::anti, array,
         flow_of(all.writes).set_may_source(all.reads).set_kill(all.writes).compute_flow().may_dependence());
  append(result, scop, DependenceKind::output, array,
         flow_of(all.writes).set_must_source(all.writes).compute_flow().must_dependence());
}

}  // namespace

const char* to_string(DependenceKind kind) {
  switch (kind) {
    case DependenceKind::flow:
      return "flow";
    case DependenceKind::anti:
      return "anti";
    case DependenceKind::output:
      return "output";
  }
  return "";
}

Dependences analyze_dependences(const Scop& as_written) {
  std::vector<std::vector<int>> users(as_written.program->arrays.size());
  for (std::size_t s = 0; s < as_written.statements.size(); ++s) {
    const auto use = [&](int array) {
      if (users[array].empty() || users[array].back() != static_cast<int>(s)) users[array].push_back(static_cast<int>(s));
    };
    for (const AccessRelation& read : as_written.statements[s].reads) use(read.array);
    use(as_written.statements[s].write.array);
  }
  Dependences dependences;
  for (std::size_t array = 0; array < users.size(); ++array) {
    if (!users[array].empty()) analyze_array(dependences.direct, as_written, static_cast<int>(array), users[array]);
  }
  return dependences;
}

}  // namespace pom::poly
