#pragma once
#include <map>
#include <string>
#include <vector>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// isl's syntax trees by what they were made of. A search generates the loops of one program many times, and most
/// nests are what they were before, or equal to others. Of one isl context, which must live longer.
class AstCache {
 public:
  /// As `build_ast`.
  isl::ast_node build(const isl::union_map& schedule, const std::vector<unsigned>& dimensions,
                      const AstOptions& options, const isl::set& parameters);

 private:
  std::map<std::string, isl::ast_node> known_;
};

}  // namespace pom::poly
