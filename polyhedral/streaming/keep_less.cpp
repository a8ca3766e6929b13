#include "polyhedral/streaming/keep_less.hpp"

#include <algorithm>

#include "dsl/model/index_operation.hpp"
#include "dsl/model/value_range.hpp"
#include "dsl/record/computed_index.hpp"
#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;

/// An element's coordinates as Storage has them, of its indices.
std::vector<ExprPtr> coordinates_of(const std::vector<ExprPtr>& indices, const Storage& storage, const Location& at) {
  std::vector<ExprPtr> coordinates;
  for (const Origin& origin : storage.origins) {
    ExprPtr value = plus(indices[origin.dimension], -origin.least);
    if (origin.step > 1) value = dsl::index_operation(Op::div, value, origin.step, at);
    coordinates.push_back(std::move(value));
  }
  return coordinates;
}

ExprPtr sum_of(const ExprPtr& left, const ExprPtr& right, const Location& at) {
  if (right->op == Op::integer) return plus(left, right->integer);
  if (left->op == Op::integer) return plus(right, left->integer);
  return dsl::make_operation(Op::add, p_int32, {left, right}, at);
}

/// The sum of a row's coordinates, and the greatest one that it has where elements are alive.
struct RowSum {
  ExprPtr sum;
  std::int64_t greatest = 0;
};

RowSum sum_of_row(const std::vector<ExprPtr>& coordinates, const CellRow& row, const Storage& storage,
                  const Location& at) {
  RowSum all;
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    if (row.weights[c] == 0) continue;
    all.greatest += row.weights[c] * (storage.origins[c].extent - 1);
    const ExprPtr part =
        row.weights[c] == 1 ? coordinates[c] : dsl::index_operation(Op::mul, coordinates[c], row.weights[c], at);
    all.sum = all.sum ? sum_of(all.sum, part, at) : part;
  }
  if (!all.sum) all.sum = dsl::make_integer(0, p_int32, at);
  return all;
}

/// The index less than 0 nowhere, by whole turns of a circular buffer.
ExprPtr not_negative(const ExprPtr& sum, std::int64_t modulus, const dsl::Compute& compute) {
  const std::int64_t least = dsl::RangeAnalysis(compute.loops).find_index(*sum).low;
  return least >= 0 ? sum : plus(sum, -floor_division(least, modulus) * modulus);
}

/// The indices of the cell that keeps an element of a compute's array. Where a condition keeps the element inside of
/// the array, the cell is kept inside of the buffer: a remainder is so by itself.
std::vector<ExprPtr> cell_of(const std::vector<ExprPtr>& indices, const Storage& storage, const dsl::Compute& compute,
                             dsl::Function& program, const Location& at) {
  ExprPtr condition;
  std::vector<ExprPtr> written;
  for (const ExprPtr& index : indices) {
    if (dsl::is_kept_inside(*index)) condition = index->operands[3];
    written.push_back(dsl::written_index(index));
  }
  const dsl::ComputeContext context{program, compute.name, compute.loops, at};
  const std::vector<ExprPtr> coordinates = coordinates_of(written, storage, at);
  std::vector<ExprPtr> cell;
  for (const CellRow& row : storage.rows) {
    const auto [sum, greatest] = sum_of_row(coordinates, row, storage, at);
    if (greatest >= row.modulus) {
      const ExprPtr& turned = condition ? not_negative(sum, row.modulus, compute) : sum;
      cell.push_back(dsl::index_operation(Op::mod, turned, row.modulus, at));
    } else {
      cell.push_back(condition ? dsl::keep_inside(sum, {condition, row.modulus}, context) : sum);
    }
  }
  if (cell.empty()) cell.push_back(dsl::make_integer(0, p_int32, at));
  return cell;
}

/// The process that uses the array, with times statement by statement.
struct Owner {
  Scop scop;
  Process process;
};

Owner owner_of(const Scop& scop, int array) {
  Owner owner{without_pipelines(scop), {}};
  for (Process& process : find_processes(owner.scop)) {
    if (uses_array(owner.scop, process, array)) owner.process = std::move(process);
  }
  return owner;
}

/// The times with a last column in which a statement reads, writes, and has written.
enum Step { reads, writes, has_written };

isl::map at_step(const isl::map& times, Step step) {
  std::string columns;
  const unsigned count = dimension_count(times, Side::range);
  for (unsigned c = 0; c < count; ++c) columns += (c ? ", t" : "t") + std::to_string(c);
  const std::string last = (count ? ", " : "") + std::to_string(step);
  return times.apply_range(isl::map(times.ctx(), "{ [" + columns + "] -> [" + columns + last + "] }"));
}

/// What nothing reads is alive while it is written: it must not fall on what others need.
LiveRange live_range_of(const Owner& owner, int array) {
  const ProcessTime time(owner.scop, owner.process);
  std::optional<isl::map> all;
  const auto add = [&](const isl::map& times) { all = all ? all->unite(times) : times; };
  for (const int s : owner.process.statements) {
    const Statement& statement = owner.scop.statements[s];
    if (statement.write.array == array) {
      const isl::map times = statement.write.relation.reverse().apply_range(time.of(s));
      add(at_step(times, writes));
      add(at_step(times, has_written));
    }
    for (const AccessRelation& read : statement.reads) {
      if (read.array == array) add(at_step(read.relation.reverse().apply_range(time.of(s)), reads));
    }
  }
  return make_live_range(all->lexmin(), all->lexmax());
}

}  // namespace

bool has_computed_index(const Scop& scop, int array) {
  const std::vector<dsl::Compute>& computes = scop.program->computes;
  return std::any_of(computes.begin(), computes.end(),
                     [&](const dsl::Compute& compute) { return has_computed_index(compute, array); });
}

bool has_cells(const Scop& scop, int array) {
  const auto fits = [&](const dsl::Access& access) {
    return access.array != array ||
           std::none_of(access.indices.begin(), access.indices.end(),
                        [](const ExprPtr& index) { return dsl::written_index(index)->op == Op::computed; });
  };
  return std::all_of(scop.program->computes.begin(), scop.program->computes.end(), [&](const dsl::Compute& compute) {
    return fits(compute.store) && std::all_of(compute.loads.begin(), compute.loads.end(), fits);
  });
}

std::optional<Cells> find_cells(const Scop& scop, int array, Coordinates coordinates) {
  constexpr unsigned long range_steps = 500'000;
  if (!has_cells(scop, array)) return std::nullopt;
  std::optional<Storage> storage;
  std::optional<LiveRange> range;
  try {
    const Owner owner = owner_of(scop, array);
    try_optional(scop.statements.front().domain.ctx(), range_steps, [&] { range = live_range_of(owner, array); });
    if (range) storage = storage_of(*range, coordinates, CountAlive::no);
  } catch (const NumberTooLarge&) {
    return std::nullopt;
  }
  if (!storage || storage->size >= scop.program->arrays[array]->elements()) return std::nullopt;
  return Cells{*std::move(storage), *std::move(range)};
}

Alive count_alive(const Cells& cells) {
  Alive alive = cells.storage.bound;
  count_within_steps(cells.range, cells.storage.size, alive);
  return alive;
}

Storage all_cells(const Scop& scop, int array) {
  const std::vector<std::int64_t>& shape = scop.program->arrays[array]->shape;
  const isl::set elements = elements_of(*scop.program, array, scop.statements.front().domain.ctx());
  const isl::map itself = isl::map(elements.identity());
  Storage storage;
  storage.coordinates = keep_first(itself, Side::range, dimension_count(itself, Side::range));
  storage.size = scop.program->arrays[array]->elements();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    storage.origins.push_back({static_cast<unsigned>(d), 0, 1, shape[d]});
    storage.rows.push_back({std::vector<std::int64_t>(shape.size(), 0), shape[d]});
    storage.rows.back().weights[d] = 1;
  }
  return storage;
}

void keep_in_cells(dsl::Function& program, int array, const Storage& storage) {
  auto buffer = std::make_shared<dsl::Array>(*program.arrays[array]);
  buffer->shape.clear();
  for (const CellRow& row : storage.rows) buffer->shape.push_back(row.modulus);
  if (buffer->shape.empty()) buffer->shape.push_back(1);
  program.arrays[array] = buffer;
  for (dsl::Compute& compute : program.computes) {
    const auto load_cell = [&](dsl::ExprNode load) {
      load.array = buffer;
      load.operands = cell_of(load.operands, storage, compute, program, load.at);
      return dsl::make_node(std::move(load));
    };
    const bool stores = compute.store.array == array;
    const bool loads = std::any_of(compute.loads.begin(), compute.loads.end(),
                                   [&](const dsl::Access& load) { return load.array == array; });
    if (!stores && !loads) continue;
    Substitution substitute(unchanged_loops(compute), replace_loads(array, load_cell));
    compute.value = substitute(compute.value);
    substitute.change(compute.store);
    if (stores) compute.store.indices = cell_of(compute.store.indices, storage, compute, program, compute.store.at);
    update_loads(compute);
  }
}

}  // namespace pom::poly
