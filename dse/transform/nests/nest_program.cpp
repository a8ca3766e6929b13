#include "dse/transform/nests/nest_program.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "dsl/model/sub_program.hpp"

namespace pom::dse::transform {

namespace {

using poly::Dependence;
using poly::DependenceKind;

void add_distinct(std::vector<Carriable>& distinct, const std::vector<Carriable>& more) {
  for (const Carriable& next : more) {
    const auto known = std::find_if(distinct.begin(), distinct.end(), [&](const Carriable& other) {
      return other.dependence.source == next.dependence.source && other.dependence.sink == next.dependence.sink &&
             other.dependence.relation.is_equal(next.dependence.relation);
    });
    if (known == distinct.end()) {
      distinct.push_back(next);
    } else if (known->dependence.kind == DependenceKind::anti) {
      *known = next;
    }
  }
}

/// What lies within one nest of the dependences of the whole program.
struct OwnDependences {
  std::vector<Carriable> direct, enforced;
};

std::vector<Dependence> without_boxes(const std::vector<Carriable>& all) {
  std::vector<Dependence> dependences;
  for (const Carriable& one : all) dependences.push_back(one.dependence);
  return dependences;
}

std::vector<int> all_statements(const poly::Scop& whole) {
  std::vector<int> all(whole.statements.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// By array: how many of the statements read it.
std::vector<int> count_readers(const poly::Scop& whole, const std::vector<int>& statements) {
  std::vector<int> readers(whole.program->arrays.size());
  for (const int s : statements) {
    std::set<int> read;
    for (const poly::AccessRelation& access : whole.statements[s].reads) read.insert(access.array);
    for (const int array : read) ++readers[array];
  }
  return readers;
}

/// `readers`: by array, of all statements of the whole.
NestProgram make_nest(const poly::Scop& whole, std::vector<int> statements, const OwnDependences& own,
                      const std::vector<int>& readers) {
  NestProgram nest{std::move(statements), {}, {without_boxes(own.direct), without_boxes(own.enforced), {}}, {}};
  nest.as_written.program = dsl::sub_program(*whole.program, nest.statements);
  nest.as_written.parameters = whole.parameters;
  for (int s : nest.statements) nest.as_written.statements.push_back(whole.statements[s]);
  add_distinct(nest.carriable, own.direct);
  if (whole.program->allow_reassociation) add_distinct(nest.carriable, own.enforced);
  const std::vector<int> own_readers = count_readers(whole, nest.statements);
  for (std::size_t a = 0; a < readers.size(); ++a) {
    const dsl::Array& array = *whole.program->arrays[a];
    if (array.local && readers[a] > own_readers[a]) nest.read_elsewhere.insert(array.name);
  }
  return nest;
}

/// Where each statement of the whole went: its nest, and its number there.
struct Place {
  int nest = -1, number = -1;
};

/// The dependences within nests, by nest; in one walk, so that long chains of nests cost no more than their length.
std::vector<OwnDependences> deal_out(const graph::DependenceGraph& graph, const std::vector<Place>& places,
                                     std::size_t nests) {
  std::vector<OwnDependences> own(nests);
  const auto take = [&](std::vector<Carriable> OwnDependences::* list, Carriable one) {
    const Place &source = places[one.dependence.source], &sink = places[one.dependence.sink];
    if (source.nest < 0 || source.nest != sink.nest) return;
    one.dependence.source = source.number;
    one.dependence.sink = sink.number;
    if (one.boxes) {
      for (graph::DistanceBox& box : *one.boxes) {
        box.source = source.number;
        box.sink = sink.number;
      }
    }
    (own[source.nest].*list).push_back(std::move(one));
  };
  for (std::size_t n = 0; n < graph.edges.size(); ++n)
    take(&OwnDependences::direct,
         {graph.dependences.direct[n], graph.edges[n].distance.shared_loops, graph.edges[n].boxes});
  for (const Dependence& dependence : graph.dependences.enforced) take(&OwnDependences::enforced, {dependence});
  return own;
}

}  // namespace

std::vector<NestProgram> split_into_nests(const poly::Scop& as_written, const graph::DependenceGraph& graph) {
  std::map<int, std::vector<int>> members;  // by place in the program
  for (int s = 0; s < static_cast<int>(as_written.statements.size()); ++s)
    members[as_written.statements[s].position.front()].push_back(s);
  std::vector<Place> places(as_written.statements.size());
  int nest = 0;
  for (const auto& [position, statements] : members) {
    for (int n = 0; n < static_cast<int>(statements.size()); ++n) places[statements[n]] = {nest, n};
    ++nest;
  }
  const std::vector<OwnDependences> own = deal_out(graph, places, members.size());
  const std::vector<int> readers = count_readers(as_written, all_statements(as_written));
  std::vector<NestProgram> nests;
  for (auto& [position, statements] : members)
    nests.push_back(make_nest(as_written, std::move(statements), own[nests.size()], readers));
  return nests;
}

NestProgram join(const NestProgram& first, const NestProgram& second, const poly::Scop& as_written,
                 const graph::DependenceGraph& graph) {
  std::vector<int> statements = first.statements;
  statements.insert(statements.end(), second.statements.begin(), second.statements.end());
  std::sort(statements.begin(), statements.end());
  std::vector<Place> places(as_written.statements.size());
  for (int n = 0; n < static_cast<int>(statements.size()); ++n) places[statements[n]] = {0, n};
  return make_nest(as_written, std::move(statements), deal_out(graph, places, 1).front(),
                   count_readers(as_written, all_statements(as_written)));
}

Plan as_written_plan(const NestProgram& nest) { return {nest.as_written, {}, {}}; }

std::string to_text(const Schedule& schedule) {
  std::string text;
  for (const Directive& directive : schedule) text += (text.empty() ? "" : "; ") + to_string(directive);
  return text;
}

LoopRef loop_ref(const poly::Statement& statement, int level) {
  LoopRef loop(level);
  const std::string& name = statement.loops[level].name;
  const auto same = [&](const poly::ScheduledLoop& other) { return other.name == name; };
  if (std::count_if(statement.loops.begin(), statement.loops.end(), same) == 1) loop.name = name;
  return loop;
}

}  // namespace pom::dse::transform
