#include "driver/verify/fit_arrays.hpp"

#include <algorithm>
#include <map>

#include "dsl/model/any_part.hpp"
#include "dsl/model/ports.hpp"

namespace pom::driver {

namespace {

/// Made of sums and of borders (clamp, mirror): value and affine side alike, so that both are moved alike.
bool is_border(const dsl::ExprNode& e) {
  switch (e.op) {
    case dsl::Op::integer:
    case dsl::Op::loop:
    case dsl::Op::cast:
    case dsl::Op::neg:
    case dsl::Op::add:
    case dsl::Op::sub:
    case dsl::Op::mul:
    case dsl::Op::min:
    case dsl::Op::max:
      break;
    case dsl::Op::computed:
      if (e.operands.size() == 2) break;  // else a guard's condition decides
      return false;
    default:
      return false;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [](const dsl::ExprPtr& operand) { return is_border(*operand); });
}

/// The greatest partition factor asked for each dimension of each array: an array must not become smaller.
std::vector<std::vector<std::int64_t>> least_extents(const dsl::Function& program) {
  std::vector<std::vector<std::int64_t>> least;
  for (const auto& array : program.arrays) least.emplace_back(array->shape.size(), 1);
  for (const Directive& directive : program.schedule) {
    const Partition* partition = std::get_if<Partition>(&directive.primitive);
    const int array = partition ? program.find_array(partition->array) : -1;
    for (std::size_t d = 0; array >= 0 && d < partition->factors.size(); ++d) {
      least[array][d] = std::max(least[array][d], partition->factors[d]);
    }
  }
  return least;
}

/// Tables stay whole, and so do dimensions with an index that data decide: its masks and clamps speak of their extents.
void keep_extents(const dsl::Function& program, std::vector<std::vector<std::int64_t>>& extents) {
  const auto keep = [&](const dsl::Access& access) {
    const dsl::Array& array = *program.arrays[access.array];
    for (std::size_t d = 0; d < access.indices.size(); ++d) {
      if (array.is_table() || !follows_ends(*access.indices[d])) extents[access.array][d] = array.shape[d];
    }
  };
  for (const dsl::Compute& compute : program.computes) {
    for (const dsl::Access& load : compute.loads) keep(load);
    keep(compute.store);
  }
}

/// Rows of whole words stay such rows.
void end_with_words(const dsl::Function& program, std::vector<std::vector<std::int64_t>>& extents) {
  for (const Directive& directive : program.schedule) {
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    const int array = pack ? program.find_array(pack->array) : -1;
    if (array < 0 || pack->rows != "whole") continue;
    std::int64_t& row = extents[array].back();
    row = (row + pack->lanes - 1) / pack->lanes * pack->lanes;
  }
}

}  // namespace

std::vector<Interval> loop_intervals(const dsl::Compute& compute) {
  std::vector<Interval> loops;
  for (const dsl::Loop& loop : compute.loops) {
    const Interval lower = index_interval(*loop.lower, loops), upper = index_interval(*loop.upper, loops);
    loops.push_back({lower.low, std::max(lower.low, upper.high - 1)});
  }
  return loops;
}

bool varies(const dsl::ExprNode& e) {
  return dsl::any_part(
      e, [](const dsl::ExprNode& part) { return part.op == dsl::Op::loop || part.op == dsl::Op::scalar; });
}

bool follows_ends(const dsl::ExprNode& index) { return index.op != dsl::Op::computed || is_border(index); }

void fit_arrays(dsl::Function& program) {
  std::vector<std::vector<std::int64_t>> extents = least_extents(program);
  for (const dsl::Compute& compute : program.computes) {
    const std::vector<Interval> loops = loop_intervals(compute);
    const auto cover = [&](const dsl::Access& access) {
      for (std::size_t d = 0; d < access.indices.size(); ++d) {
        std::int64_t& extent = extents[access.array][d];
        extent = std::max(extent, index_interval(*access.indices[d], loops).high + 1);
      }
    };
    for (const dsl::Access& load : compute.loads) cover(load);
    cover(compute.store);
  }
  keep_extents(program, extents);
  end_with_words(program, extents);
  // Nests that share a function need arrays of one shape; a stream hands on what the loops access, and no more.
  std::map<std::vector<std::int64_t>, std::vector<std::int64_t>> by_shape;
  const auto streams = [&](std::size_t a) { return dsl::is_stream_port(program, static_cast<int>(a)); };
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    if (streams(a)) continue;
    std::vector<std::int64_t>& all = by_shape.try_emplace(program.arrays[a]->shape, extents[a]).first->second;
    for (std::size_t d = 0; d < all.size(); ++d) all[d] = std::max(all[d], extents[a][d]);
  }
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    if (!streams(a)) extents[a] = by_shape.at(program.arrays[a]->shape);
  }
  for (std::size_t a = 0; a < program.arrays.size(); ++a) {
    for (std::size_t d = 0; d < extents[a].size(); ++d) {
      std::int64_t& extent = program.arrays[a]->shape[d];
      // Where accesses leave the array (a warning was given), execution needs the room.
      extent = program.allow_out_of_bounds ? extents[a][d] : std::min(extent, extents[a][d]);
    }
  }
}

}  // namespace pom::driver
