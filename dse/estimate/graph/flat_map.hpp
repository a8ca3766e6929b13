#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pom::dse {

/// Values by hashes, in the order in which they came: two allocations for all of them, where std::unordered_map makes
/// one for each. The low bits of keys differ; references live until the next new key.
template <class Value>
class FlatMap {
 public:
  using Entry = std::pair<std::uint64_t, Value>;

  /// The value, and whether the key is new: then it is `fresh_value`.
  std::pair<Value&, bool> try_emplace(std::uint64_t key, const Value& fresh_value = {}) {
    if (2 * (entries_.size() + 1) > places_.size()) grow();
    int& place = find_place(key);
    const bool fresh = place < 0;
    if (fresh) {
      place = static_cast<int>(entries_.size());
      entries_.emplace_back(key, fresh_value);
    }
    return {entries_[place].second, fresh};
  }

  /// Null: the key is not known.
  Value* find(std::uint64_t key) {
    if (entries_.empty()) return nullptr;
    const int place = find_place(key);
    return place < 0 ? nullptr : &entries_[place].second;
  }

  void clear() {
    entries_.clear();
    places_.assign(places_.size(), -1);
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  static constexpr std::size_t fewest_places = 32;

  /// Where the key's entry is written down, or would be.
  int& find_place(std::uint64_t key) {
    const std::size_t mask = places_.size() - 1;
    // The high bits of a product are mixed best.
    std::size_t at = static_cast<std::size_t>(key ^ key >> 32) & mask;
    while (places_[at] >= 0 && entries_[places_[at]].first != key) at = (at + 1) & mask;
    return places_[at];
  }

  void grow() {
    places_.assign(places_.empty() ? fewest_places : 2 * places_.size(), -1);
    entries_.reserve(places_.size() / 2);
    for (std::size_t n = 0; n < entries_.size(); ++n) find_place(entries_[n].first) = static_cast<int>(n);
  }

  std::vector<Entry> entries_;
  std::vector<int> places_;  ///< in `entries_`; a power of two, at most half of them taken
};

/// Hashes that were met.
class FlatSet {
 public:
  /// False: it was there.
  bool insert(std::uint64_t key) { return known_.try_emplace(key).second; }

 private:
  FlatMap<char> known_;
};

}  // namespace pom::dse
