#pragma once
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "dse/estimate/compose/piece_estimate.hpp"

namespace pom::dse::estimate {

/// A cache of estimates of pipelined nests by `write_nest_key`, since a search combines the same nests in many ways.
/// Valid for one target and fixed options; any number of threads may use it.
class NestMemo {
 public:
  /// Returns null if the key is unknown. The result lives as long as the cache.
  const NestEstimate* find(const std::string& key) const;
  /// Stores an estimate, unless it contains numbers of expressions or quotients that differ in other functions, or the
  /// cache has reached its limit of some tens of megabytes.
  void keep(const std::string& key, const NestEstimate&);
  std::size_t size() const;

 private:
  mutable std::mutex lock_;
  std::unordered_map<std::string, NestEstimate> known_;
};

}  // namespace pom::dse::estimate
