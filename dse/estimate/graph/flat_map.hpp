#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pom::dse::estimate {

/// Maps hashes to values and iterates in insertion order. It allocates twice for all entries, where std::unordered_map
/// allocates once for each. Keys must differ in their low bits; references are valid until the next insertion.
template <class Value>
class FlatMap {
 public:
  using Entry = std::pair<std::uint64_t, Value>;

  /// Returns the value and whether the key is new; a new key gets `fresh_value`.
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

  /// Returns null if the key is unknown.
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

  /// Returns the slot of the key: it holds the entry's position, or -1 if the key is unknown.
  int& find_place(std::uint64_t key) {
    const std::size_t mask = places_.size() - 1;
    // The high bits of a product are mixed best, so they are folded into the low ones.
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
  std::vector<int> places_;  ///< positions in `entries_`, or -1; a power of two, at most half of the slots are taken
};

/// A set of hashes.
class FlatSet {
 public:
  /// Returns false if the hash was already in the set.
  bool insert(std::uint64_t key) { return known_.try_emplace(key).second; }

 private:
  FlatMap<char> known_;
};

}  // namespace pom::dse::estimate
