#include <map>
#include <optional>

#include "dse/estimate/graph/memory_view.hpp"
#include "support/floor_division.hpp"

/// Finds the accesses of a block that are to one word of a reshaped array.
namespace pom::dse::estimate {

namespace {

/// What two accesses must have in common to be in one word: direction, and along each dimension the word's place.
using WordKey = std::vector<std::int64_t>;

/// Adds the place of the word along a dimension; false: it is not known. A cyclic reshape puts neighbours into one
/// word: element i is in word i / factor, for every iteration where the factor divides all coefficients.
bool add_place(const MemoryView::Dimension& dimension, const Linear& index, WordKey& key) {
  const std::int64_t factor = dimension.reshaped;
  if (factor >= dimension.extent) return true;  // one word holds all of it
  if (index.opaque || (factor > 1 && dimension.reshape_block)) return false;
  for (int n = 0; n < index.count; ++n) {
    const Index::Term& term = index.terms[n];
    if (term.coefficient % factor != 0) return false;
    key.push_back(term.loop);
    key.push_back(term.coefficient / factor);
  }
  key.push_back(index.count);
  key.push_back(floor_division(index.constant, factor));
  return true;
}

std::optional<WordKey> find_word(const GraphAccess& access, const Graph& graph, const MemoryView& memory) {
  WordKey key{access.array, access.writes ? 1 : 0};
  for (std::size_t d = 0; d < memory.dimensions.size(); ++d) {
    const Linear& index = graph.indices[static_cast<std::size_t>(access.first_index) + d];
    if (!add_place(memory.dimensions[d], index, key)) return {};
  }
  return key;
}

bool has_words(const MemoryView& memory) {
  if (memory.kind != MemoryView::Kind::memory && memory.kind != MemoryView::Kind::bus) return false;
  for (const MemoryView::Dimension& dimension : memory.dimensions) {
    if (dimension.reshaped > 1) return true;
  }
  return false;
}

}  // namespace

void settle_words(Graph& graph, const std::vector<MemoryView>& views) {
  std::map<WordKey, std::size_t> first;
  for (std::size_t n = 0; n < graph.accesses.size(); ++n) {
    GraphAccess& access = graph.accesses[n];
    if (!graph.is_live(access) || !has_words(views[access.array])) continue;
    const Role role = graph.nodes[access.node].role;
    if (role != Role::load && role != Role::store) continue;
    const std::optional<WordKey> key = find_word(access, graph, views[access.array]);
    access.in_word = key && !first.try_emplace(*key, n).second;
  }
}

}  // namespace pom::dse::estimate
