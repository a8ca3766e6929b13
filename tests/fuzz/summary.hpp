#pragma once
#include <map>
#include <string>
#include <vector>

#include "run.hpp"

namespace pom::fuzz {

struct PrimitiveCounts {
  int cases = 0, accepted = 0, refused = 0;
};

struct Summary {
  std::uint64_t first_seed = 0;
  int cases = 0, accepted = 0, refused_by_legality = 0, refused_by_precondition = 0;
  int with_findings = 0, over_cautious = 0;
  std::map<std::string, int> preconditions;  ///< cases by error code
  std::map<std::string, PrimitiveCounts> primitives;
  std::map<std::string, int> findings;  ///< cases by kind
  double seconds = 0;
};

Summary summarise(const std::vector<CaseResult>&, double seconds);

std::string to_table(const Summary&);
std::string to_json(const Summary&, const std::vector<CaseResult>&);

}  // namespace pom::fuzz
