#include "dse/estimate/blocks/event_index.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "dse/estimate/graph/hash.hpp"

namespace pom::dse::estimate {

namespace {

/// Indices beyond these are not compared.
constexpr int most_compared = 64;

/// Returns a bit for each index in which two elements differ by a constant.
std::uint64_t find_comparable(const Linear* a, const Linear* b, int rank) {
  std::uint64_t dimensions = 0;
  for (int d = 0; d < std::min(rank, most_compared); ++d) {
    if (a[d].same_terms(b[d])) dimensions |= std::uint64_t{1} << d;
  }
  return dimensions;
}

std::uint64_t hash_constants(const Linear* index, std::uint64_t dimensions) {
  std::uint64_t hash = 0;
  for (int d = 0; dimensions != 0; ++d, dimensions >>= 1) {
    if ((dimensions & 1) != 0) hash = mix(hash, static_cast<std::uint64_t>(index[d].constant));
  }
  return hash;
}

}  // namespace

void EventIndex::add(int event, const GraphAccess* access, const std::vector<Linear>& indices) {
  events_ = event + 1;
  if (!access || access->shape < 0) {
    others_.push_back(event);
    return;
  }
  const auto number = static_cast<std::size_t>(access->shape);
  if (shapes_.size() <= number) shapes_.resize(number + 1);
  Shape& shape = shapes_[number];
  const int position = static_cast<int>(shape.entries.size());
  shape.entries.push_back({event, access->first_index});
  for (Table& table : shape.tables) {
    const std::uint64_t hash = hash_constants(indices.data() + access->first_index, table.dimensions);
    table.previous.push_back(std::exchange(table.last.try_emplace(hash, -1).first, position));
  }
}

EventIndex::Table& EventIndex::table_of(Shape& shape, std::uint64_t dimensions, const std::vector<Linear>& indices) {
  for (Table& table : shape.tables) {
    if (table.dimensions == dimensions) return table;
  }
  Table& table = shape.tables.emplace_back();
  table.dimensions = dimensions;
  for (const Entry& entry : shape.entries) {
    const std::uint64_t hash = hash_constants(indices.data() + entry.first_index, dimensions);
    const int position = static_cast<int>(table.previous.size());
    table.previous.push_back(std::exchange(table.last.try_emplace(hash, -1).first, position));
  }
  return table;
}

const std::vector<int>& EventIndex::find(const GraphAccess& access, const std::vector<Linear>& indices) {
  found_.clear();
  if (access.shape < 0) {
    found_.resize(static_cast<std::size_t>(events_));
    std::iota(found_.begin(), found_.end(), 0);
    return found_;
  }
  const Linear* index = indices.data() + access.first_index;
  for (Shape& shape : shapes_) {
    if (shape.entries.empty()) continue;
    const std::uint64_t dimensions =
        find_comparable(index, indices.data() + shape.entries.front().first_index, access.rank);
    if (dimensions == 0) {
      for (const Entry& entry : shape.entries) found_.push_back(entry.event);
      continue;
    }
    Table& table = table_of(shape, dimensions, indices);
    const int* last = table.last.find(hash_constants(index, dimensions));
    for (int n = last ? *last : -1; n >= 0; n = table.previous[n]) found_.push_back(shape.entries[n].event);
  }
  found_.insert(found_.end(), others_.begin(), others_.end());
  std::sort(found_.begin(), found_.end());
  return found_;
}

}  // namespace pom::dse::estimate
