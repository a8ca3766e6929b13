#include "dse/transform/nests/nest_program.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "dsl/model/sub_program.hpp"

namespace pom::dse {

namespace {

using poly::Dependence;
using poly::DependenceKind;

void add_distinct(std::vector<Dependence>& distinct, const std::vector<Dependence>& more) {
  for (const Dependence& dependence : more) {
    const auto known = std::find_if(distinct.begin(), distinct.end(), [&](const Dependence& other) {
      return other.source == dependence.source && other.sink == dependence.sink &&
             other.relation.is_equal(dependence.relation);
    });
    if (known == distinct.end()) {
      distinct.push_back(dependence);
    } else if (known->kind == DependenceKind::anti) {
      *known = dependence;
    }
  }
}

NestProgram make_nest(const poly::Scop& whole, std::vector<int> statements, poly::Dependences dependences) {
  NestProgram nest{std::move(statements), {}, std::move(dependences), {}};
  nest.as_written.program = dsl::sub_program(*whole.program, nest.statements);
  nest.as_written.parameters = whole.parameters;
  for (int s : nest.statements) nest.as_written.statements.push_back(whole.statements[s]);
  add_distinct(nest.carriable, nest.dependences.direct);
  if (whole.program->allow_reassociation) add_distinct(nest.carriable, nest.dependences.enforced);
  return nest;
}

/// Where each statement of the whole went: its nest, and its number there.
struct Place {
  int nest = -1, number = -1;
};

/// All dependences within nests, by nest; in one walk, so that long chains of nests cost no more than their length.
void deal_out(const std::vector<Dependence>& all, const std::vector<Place>& places,
              const std::function<void(int nest, Dependence)>& take) {
  for (const Dependence& dependence : all) {
    const Place &source = places[dependence.source], &sink = places[dependence.sink];
    if (source.nest < 0 || source.nest != sink.nest) continue;
    Dependence own = dependence;
    own.source = source.number;
    own.sink = sink.number;
    take(source.nest, std::move(own));
  }
}

}  // namespace

std::vector<NestProgram> split_into_nests(const poly::Scop& as_written, const poly::Dependences& dependences) {
  std::map<int, std::vector<int>> members;  // by place in the program
  for (int s = 0; s < static_cast<int>(as_written.statements.size()); ++s)
    members[as_written.statements[s].position.front()].push_back(s);
  std::vector<Place> places(as_written.statements.size());
  int nest = 0;
  for (const auto& [position, statements] : members) {
    for (int n = 0; n < static_cast<int>(statements.size()); ++n) places[statements[n]] = {nest, n};
    ++nest;
  }
  std::vector<poly::Dependences> own(members.size());
  deal_out(dependences.direct, places, [&](int n, Dependence d) { own[n].direct.push_back(std::move(d)); });
  deal_out(dependences.enforced, places, [&](int n, Dependence d) { own[n].enforced.push_back(std::move(d)); });
  std::vector<NestProgram> nests;
  for (auto& [position, statements] : members)
    nests.push_back(make_nest(as_written, std::move(statements), std::move(own[nests.size()])));
  return nests;
}

NestProgram join(const NestProgram& first, const NestProgram& second, const poly::Scop& as_written,
                 const poly::Dependences& dependences) {
  std::vector<int> statements = first.statements;
  statements.insert(statements.end(), second.statements.begin(), second.statements.end());
  std::sort(statements.begin(), statements.end());
  std::vector<Place> places(as_written.statements.size());
  for (int n = 0; n < static_cast<int>(statements.size()); ++n) places[statements[n]] = {0, n};
  poly::Dependences own;
  deal_out(dependences.direct, places, [&](int, Dependence d) { own.direct.push_back(std::move(d)); });
  deal_out(dependences.enforced, places, [&](int, Dependence d) { own.enforced.push_back(std::move(d)); });
  return make_nest(as_written, std::move(statements), std::move(own));
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

}  // namespace pom::dse
