#pragma once
#include <map>
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// Where the search for a write goes, in the order of the program as written.
enum class Search { backward, forward };

/// How isl looks for the nearest of many: among all at once, which is fastest for most, or loop by loop, which grows
/// with the number of loops and not with what they may be combined to. Both find the same.
enum class Method { together, by_level };

/// Finds, for single accesses of one array, the nearest write before or after, exactly.
///
/// One top-level nest after the other, starting with the access's own, until every instance has found its write:
/// between nests no loop is shared, so only the writes inside one nest need to be compared in time. Several times
/// faster than isl's union flow analysis on deep nests, which compares all writes at once.
class NearestWrite {
 public:
  /// `writers`: the statements that write the array.
  NearestWrite(const Scop& as_written, std::vector<int> writers);

  /// By writer: { access's instance -> writing instance }. `includes_itself`: the write of the very same instance
  /// counts (an instance reads before it writes).
  std::map<int, isl::map> find(int statement, const AccessRelation& access, Search search, bool includes_itself,
                               Method method = Method::together) const;

 private:
  struct Wanted {
    int statement = -1;
    Search search = Search::backward;
    bool includes_itself = false;
    Method method = Method::together;
  };

  std::map<int, isl::map> find_in_nest(int nest, const isl::map& access, const Wanted&) const;
  std::map<int, isl::map> find_among_all(int nest, const isl::map& access, const Wanted&) const;
  std::map<int, isl::map> find_by_level(int nest, const isl::map& access, const Wanted&) const;
  std::vector<std::vector<int>> list_beside(int nest, int level, const Wanted&) const;
  std::vector<int> list_inside(int nest, int level, const Wanted&) const;
  std::map<int, isl::map> nearest_among(std::map<int, isl::map> pairs, Search) const;
  isl::map conflicts_with(int writer, const isl::map& access) const;

  const Scop& scop_;
  std::map<int, std::vector<int>> writers_by_nest_;  ///< by position[0]
};

/// All pairs of an access and a later access to the same element, in the order of the program as written.
isl::map ordered_conflicts(const Statement& earlier, const isl::map& earlier_access, const Statement& later,
                           const isl::map& later_access);

/// How many loops two statements share as written.
int count_shared_loops(const Statement&, const Statement&);

}  // namespace pom::poly
