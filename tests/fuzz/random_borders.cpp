#include "random_borders.hpp"

namespace pom::fuzz {

namespace {

constexpr int programs_percent = 15, loads_percent = 60;
constexpr int reach = 2;

void add_border(const ProgramSpec& program, AccessSpec& load, Random& random) {
  const ArraySpec& array = program.arrays[static_cast<std::size_t>(load.array)];
  if (load.indices.empty()) return;
  const auto d = static_cast<std::size_t>(random.pick(0, static_cast<int>(load.indices.size()) - 1));
  Index& index = load.indices[d];
  if (index.data >= 0) return;
  if (index.division != Index::Division::none) return;  // a quotient of values rounds another way
  index.constant += random.pick(-reach, reach);
  using enum Index::Border;
  index.border =
      random.one_of(std::vector<Index::Border>{clamped, clamped, zero, zero, zero_in_front, mirrored, wrapped});
  index.extent = static_cast<int>(array.shape[d]);
  // A mirror shows one picture.
  if (index.border == Index::Border::mirrored && index.extent <= reach) index.border = Index::Border::wrapped;
}

}  // namespace

void add_borders(ProgramSpec& program, Random& random) {
  if (!random.chance(programs_percent)) return;
  for (StatementSpec& statement : program.statements) {
    for_each_access(statement, [&](AccessSpec& access) {
      if (&access != &statement.destination && random.chance(loads_percent)) add_border(program, access, random);
    });
  }
  fit_arrays(program);
}

}  // namespace pom::fuzz
