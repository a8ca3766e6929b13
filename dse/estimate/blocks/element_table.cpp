#include "dse/estimate/blocks/element_table.hpp"

#include <algorithm>
#include <utility>

#include "dse/estimate/graph/hash.hpp"

namespace pom::dse::estimate {

void ElementTable::clear() {
  elements_.clear();
  last_.clear();
}

int ElementTable::find(int array, std::span<const Linear> indices, Graph& graph) {
  int& last = last_.try_emplace(hash_of(array, indices.data(), indices.size()), -1).first;
  for (int number = last; number >= 0; number = elements_[number].next) {
    const ArrayElement& element = elements_[number];
    if (element.array == array && static_cast<std::size_t>(element.rank) == indices.size() &&
        std::equal(indices.begin(), indices.end(), graph.indices.begin() + element.first_index))
      return number;
  }
  ArrayElement element;
  element.next = std::exchange(last, static_cast<int>(elements_.size()));
  element.array = array;
  element.first_index = static_cast<int>(graph.indices.size());
  element.rank = static_cast<int>(indices.size());
  graph.indices.insert(graph.indices.end(), indices.begin(), indices.end());
  elements_.push_back(element);
  return last;
}

void ElementTable::forget(int array) {
  for (ArrayElement& element : elements_) {
    if (element.array == array) element.value = element.store = element.pending = -1;
  }
}

}  // namespace pom::dse::estimate
