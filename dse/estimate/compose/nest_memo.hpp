#pragma once
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "dse/estimate/compose/region.hpp"

namespace pom::dse {

/// Estimates of pipelined nests by `write_nest_key`: a search puts the same nests together in many ways. For estimates
/// of one target with the same options, by any number of threads.
class NestMemo {
 public:
  /// Nothing: not known. Lives as long as the memo.
  const NestEstimate* find(const std::string& key) const;
  /// Not what other numbers of loops and expressions would make wrong, and no more than fits in some tens of megabytes.
  void keep(const std::string& key, const NestEstimate&);
  std::size_t size() const;

 private:
  mutable std::mutex lock_;
  std::unordered_map<std::string, NestEstimate> known_;
};

}  // namespace pom::dse
