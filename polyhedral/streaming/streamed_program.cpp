#include "polyhedral/streaming/streamed_program.hpp"

#include <algorithm>

#include "dsl/model/names.hpp"
#include "dsl/model/program_order.hpp"
#include "dsl/print/print_expression.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// Numbers between two neighbours in a body, so that others fit in.
constexpr int room = 4;

std::vector<int> scaled(std::vector<int> position) {
  for (int& number : position) number *= room;
  return position;
}

}  // namespace

std::vector<dsl::ExprPtr> loop_indices(const std::vector<dsl::Loop>& loops, std::size_t first, std::size_t count) {
  std::vector<dsl::ExprPtr> indices;
  for (std::size_t n = first; n < first + count; ++n) indices.push_back(loop_node(loops, static_cast<int>(n)));
  return indices;
}

isl::map join_pieces_of(const isl::map& map) { return join_pieces(make_disjoint(map)); }

int StreamedProgram::add_array(int like, const std::string& wanted) {
  auto array = std::make_shared<dsl::Array>(*function.arrays[like]);
  array->name = free_name(wanted);
  array->at = at();
  array->lanes = array->ports = 1;
  function.arrays.push_back(array);
  return static_cast<int>(function.arrays.size()) - 1;
}

std::string StreamedProgram::free_name(const std::string& wanted) const {
  const bool taken = check_new_name(function, "array", wanted, at()).has_value();
  return taken ? dsl::free_name(function, wanted) : wanted;
}

int StreamedProgram::add_copy(const std::string& name, const isl::set& values, const std::vector<std::string>& loops,
                              const Element& to, const Element& from) {
  dsl::Compute compute;
  compute.name = free_name(name);
  compute.at = at();
  for (std::size_t d = 0; d < loops.size(); ++d) {
    const std::int64_t low = minimum(values, static_cast<unsigned>(d)).value(),
                       high = maximum(values, static_cast<unsigned>(d)).value();
    compute.loops.push_back(
        {loops[d], dsl::make_integer(low, p_int32, at()), dsl::make_integer(high + 1, p_int32, at()), at()});
  }
  compute.store = {to.array, to.indices, at()};
  compute.value = load_of(function, from.array, from.indices, at());
  compute.position.assign(compute.loops.size() + 1, 0);
  compute.position.front() = static_cast<int>(function.computes.size());
  update_loads(compute);
  function.computes.push_back(std::move(compute));
  return static_cast<int>(function.computes.size()) - 1;
}

void StreamedProgram::use_other(int process, int from, int to) {
  for (const int s : processes[process].statements) {
    dsl::Compute& compute = function.computes[s];
    read_other(compute, function, from, to);
    if (compute.store.array == from) compute.store.array = to;
  }
}

bool StreamedProgram::use_scheduled_loops(int s) {
  if (in_scheduled_loops_.contains(s)) return true;
  const Statement& statement = scheduled_.statements[s];
  const isl::map nest = statement.loop_map.intersect_domain(statement.domain).intersect_params(scheduled_.parameters);
  const isl::set iterations = nest.range();
  std::vector<dsl::Loop> loops;
  for (std::size_t n = 0; n < statement.loops.size(); ++n) {
    const auto low = minimum(iterations, static_cast<unsigned>(n)),
               high = maximum(iterations, static_cast<unsigned>(n));
    if (!low || !high) return false;
    loops.push_back({"t" + std::to_string(n), dsl::make_integer(*low, p_int32, at()),
                     dsl::make_integer(*high + 1, p_int32, at()), statement.loops[n].at});
  }
  // Bounds that parameters make are said by a guard; it also keeps them arguments.
  std::vector<dsl::ExprPtr> guards;
  if (!function.parameters().empty()) {
    const auto guard = condition_of(iterations, function, loops);
    if (!guard) return false;
    guards.push_back(*guard);
  }
  dsl::Compute& compute = function.computes[s];
  const isl::pw_multi_aff own = nest.reverse().as_pw_multi_aff();
  std::vector<dsl::ExprPtr> values;
  for (std::size_t n = 0; n < compute.loops.size(); ++n) {
    const auto value = index_of(own.at(static_cast<int>(n)), iterations, function, loops);
    if (!value) return false;
    values.push_back(*value);
  }
  Substitution substitute(std::move(values));
  compute.value = substitute(compute.value);
  substitute.change(compute.store);
  compute.loops = std::move(loops);
  compute.guards = std::move(guards);
  compute.position.assign(compute.loops.size() + 1, 0);
  compute.position.front() = s;
  update_loads(compute);
  in_scheduled_loops_.emplace(s, iterations);
  return true;
}

void StreamedProgram::forget_memory(int array) {
  std::erase_if(hardware.partitions, [&](const PartitionMark& mark) { return mark.array == array; });
  std::erase_if(hardware.storages, [&](const StorageMark& mark) { return mark.array == array; });
}

std::vector<int> StreamedProgram::position_behind(const Statement& statement) const {
  std::vector<int> position = scaled(statement.position);
  position.back() += 1;
  return position;
}

std::vector<int> StreamedProgram::places_in_body(int process, const Statement& statement, int loops) const {
  std::vector<int> places;
  for (const int s : processes[process].statements) {
    const Statement& other = scheduled_.statements[s];
    if (&other != &statement && count_shared(statement, other) < loops) continue;
    places.push_back(other.position[static_cast<std::size_t>(loops)] * room);
  }
  return places;
}

std::vector<int> StreamedProgram::position_behind(int process, const Statement& statement, int loops) const {
  std::vector<int> position = scaled(statement.position);
  position.resize(static_cast<std::size_t>(loops) + 1);
  for (const int place : places_in_body(process, statement, loops)) position.back() = std::max(position.back(), place);
  position.back() += 1;
  return position;
}

std::vector<int> StreamedProgram::position_before(int process, const Statement& statement, int loops) const {
  const auto level = static_cast<std::size_t>(loops);
  std::vector<int> position = scaled(statement.position);
  position.resize(level + 1);
  int first = position.back();
  for (const int place : places_in_body(process, statement, loops)) first = std::min(first, place);
  for (const Transfer& transfer : transfers_) {
    const bool same_body = transfer.position.size() > level &&
                           std::equal(transfer.position.begin(), transfer.position.begin() + loops, position.begin());
    if (same_body) first = std::min(first, transfer.position[level]);
  }
  position.back() = first - 1;
  return position;
}

std::vector<int> StreamedProgram::position_before_all() const {
  int first = 0;
  for (const Statement& statement : scheduled_.statements) first = std::min(first, statement.position.front() * room);
  for (const Transfer& transfer : transfers_) first = std::min(first, transfer.position.front());
  return {first - 1};
}

std::vector<int> StreamedProgram::position_behind_all() const {
  int last = 0;
  for (const Statement& statement : scheduled_.statements) last = std::max(last, statement.position.front() * room);
  for (const Transfer& transfer : transfers_) last = std::max(last, transfer.position.front());
  return {last + 1};
}

Scop StreamedProgram::assemble() const {
  auto program = std::make_shared<dsl::Function>(function);
  Scop scop = extract_scop(program, context_);
  for (std::size_t s = 0; s < scheduled_.statements.size(); ++s) {
    Statement statement = scheduled_.statements[s];
    statement.reads = scop.statements[s].reads;
    statement.write = scop.statements[s].write;
    statement.position = scaled(statement.position);
    const auto requests = requests_.find(static_cast<int>(s));
    if (requests != requests_.end()) statement.fact_requests = requests->second;
    const auto iterations = in_scheduled_loops_.find(static_cast<int>(s));
    if (iterations != in_scheduled_loops_.end()) set_scheduled_loops(statement, iterations->second);
    scop.statements[s] = std::move(statement);
  }
  for (const Transfer& transfer : transfers_) {
    Statement& statement = scop.statements[transfer.compute];
    const std::vector<std::string> names = dsl::loop_names(function.computes[transfer.compute]);
    statement.loop_map = set_names(transfer.loop_map, Side::domain, statement.name, names);
    statement.domain = statement.loop_map.domain();
    for (AccessRelation* access : {&statement.reads.front(), &statement.write})
      access->relation = access->relation.intersect_domain(statement.domain);
    statement.loops = transfer.loops;
    statement.position = transfer.position;
    statement.fact_requests = transfer.fact_requests;
  }
  if (hardware.dataflow) name_processes(scop);
  scop.hardware = hardware;
  // A program may get room for others many times.
  std::vector<std::vector<int>*> positions;
  for (Statement& statement : scop.statements) positions.push_back(&statement.position);
  dsl::renumber(positions);
  return scop;
}

void StreamedProgram::set_scheduled_loops(Statement& statement, const isl::set& iterations) const {
  const std::vector<std::string> names = numbered("t", statement.loops.size());
  for (Cut& cut : statement.cuts) cut.part = set_names(cut.part.apply(statement.loop_map), statement.name, names);
  statement.loop_map = set_names(isl::map(iterations.identity()), Side::domain, statement.name, names);
  statement.domain = statement.loop_map.domain();
  for (AccessRelation& read : statement.reads) read.relation = read.relation.intersect_domain(statement.domain);
  statement.write.relation = statement.write.relation.intersect_domain(statement.domain);
}

/// By the user's first compute, not by what takes its tokens in front of it.
void StreamedProgram::name_processes(Scop& scop) const {
  for (const Process& process : processes) {
    const bool named = std::any_of(process.statements.begin(), process.statements.end(),
                                   [&](int s) { return scop.statements[s].function.has_value(); });
    Statement& first = scop.statements[process.statements.front()];
    if (!named) first.function = mark_process(scop, first.name, at());
  }
}

}  // namespace pom::poly
