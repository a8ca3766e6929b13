#include "polyhedral/loops/ast_cache.hpp"

namespace pom::poly {

isl::ast_node AstCache::build(const isl::union_map& schedule, const std::vector<unsigned>& dimensions,
                              const AstOptions& options, const isl::set& parameters) {
  std::string key = to_text(schedule);
  for (const unsigned dimension : dimensions) key += " " + std::to_string(dimension);
  for (const unsigned dimension : options.separate) key += " separate " + std::to_string(dimension);
  for (const unsigned dimension : options.whole) key += " whole " + std::to_string(dimension);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(std::move(key), build_ast(schedule, dimensions, options, parameters)).first->second;
}

}  // namespace pom::poly
