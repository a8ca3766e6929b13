#include "polyhedral/ir/suffix_minimum.hpp"

namespace pom::poly {

namespace {

/// { [k0, …, k(d-1), k] -> [k0, …, k(d-1), greater] }
isl::map later_in_last(const isl::set& keys) {
  const unsigned last = dimension_count(keys) - 1;
  std::vector<unsigned> outer;
  for (unsigned d = 0; d < last; ++d) outer.push_back(d);
  return keep_increasing(equal_in(keys.get_space(), outer), last);
}

}  // namespace

isl::map suffix_minimum(const isl::map& values) {
  const isl::set keys = values.domain();
  const isl::map itself = isl::map(keys.identity());
  isl::map candidates = join_pieces(values.lexmin());
  // { the first dimensions of a key -> the least value of those that begin so }
  isl::map of_prefix = keep_first(candidates, Side::domain, dimension_count(keys));
  for (unsigned count = dimension_count(keys); count > 0; --count) {
    const isl::map later =
        later_in_last(of_prefix.domain()).apply_range(of_prefix).intersect_domain(of_prefix.domain());
    const isl::map prefix = keep_first(itself, Side::range, count);
    candidates = candidates.unite(prefix.apply_range(join_pieces(later.lexmin())));
    of_prefix = join_pieces(keep_first(of_prefix, Side::domain, count - 1).lexmin());
  }
  return join_pieces(candidates.lexmin());
}

}  // namespace pom::poly
