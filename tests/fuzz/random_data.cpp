#include "random_data.hpp"

#include <algorithm>

namespace pom::fuzz {

namespace {

bool same(const AccessSpec& a, const AccessSpec& b) { return a.array == b.array && a.indices == b.indices; }

/// An array of small numbers, one for each value of some loops.
int add_index_array(ProgramSpec& program, std::size_t loops, Random& random) {
  ArraySpec array{"D" + std::to_string(program.arrays.size()),
                  random.one_of(std::vector<Type>{p_int32, p_uint16, p_int8}), Vector(loops, 1)};
  array.range = random.pick(2, 6);
  array.table = random.chance(35);
  program.arrays.push_back(array);
  return static_cast<int>(program.arrays.size()) - 1;
}

void compute_an_index(ProgramSpec& program, Random& random) {
  StatementSpec& statement =
      program.statements[static_cast<std::size_t>(random.pick(0, static_cast<int>(program.statements.size()) - 1))];
  std::vector<AccessSpec> accesses;
  for_each_access(static_cast<const StatementSpec&>(statement),
                  [&](const AccessSpec& access) { accesses.push_back(access); });
  const AccessSpec chosen = random.chance(50) ? statement.destination : random.one_of(accesses);
  if (chosen.indices.empty() || statement.loops.empty()) return;
  const auto dimension = static_cast<std::size_t>(random.pick(0, static_cast<int>(chosen.indices.size()) - 1));
  AccessSpec made = chosen;
  Index& index = made.indices[dimension];
  if (index.data >= 0) return;
  if (random.chance(60)) index = Index{};
  for (int left = random.chance(30) ? 2 : 1; left > 0; --left)
    index.data_loops.push_back(random.pick(0, static_cast<int>(statement.loops.size()) - 1));
  index.data = add_index_array(program, index.data_loops.size(), random);
  // A sum reads and writes one element.
  for_each_access(statement, [&](AccessSpec& access) {
    if (same(access, chosen)) access = made;
  });
}

bool is_written(const ProgramSpec& program, int array) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [&](const StatementSpec& statement) { return statement.destination.array == array; });
}

}  // namespace

void add_data(ProgramSpec& program, Random& random) {
  if (random.chance(22)) {
    for (int left = random.pick(1, 3); left > 0; --left) compute_an_index(program, random);
  }
  for (int a = 0; a < static_cast<int>(program.arrays.size()); ++a) {
    ArraySpec& array = program.arrays[a];
    if (!array.local && !is_written(program, a) && random.chance(20)) array.table = true;
  }
  fit_arrays(program);
}

}  // namespace pom::fuzz
