#include "polyhedral/buffers/whole_words.hpp"

#include <algorithm>
#include <string>

#include "dsl/model/affine_form.hpp"
#include "polyhedral/buffers/words.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// { [t0, …, t] -> [t0, …, t'] }: the iterations of the innermost loop, which runs over [0, lanes), around one of them.
isl::map strips(const isl::set& iterations, std::int64_t lanes) {
  const std::string all = listed("t", dimension_count(iterations)),
                    last = "t" + std::to_string(dimension_count(iterations) - 1),
                    outer = all.substr(0, all.size() - last.size());
  return isl::map(iterations.ctx(), "{ [" + all + "] -> [" + outer + "l] : 0 <= l < " + std::to_string(lanes) + " }");
}

/// { [t0, …, t] -> [t] }
isl::map lane_of(const isl::set& iterations) {
  const std::string all = listed("t", dimension_count(iterations)),
                    last = "t" + std::to_string(dimension_count(iterations) - 1);
  return isl::map(iterations.ctx(), "{ [" + all + "] -> [" + last + "] }").intersect_domain(iterations);
}

/// { A[…, x] -> [x mod lanes] }
isl::map place_in_word(const isl::map& like, std::int64_t lanes) {
  const unsigned count = dimension_count(like, Side::range);
  return isl::map(like.ctx(), "{ " + tuple_name(like, Side::range) + "[" + listed("x", count) + "] -> [x" +
                                  std::to_string(count - 1) + " mod " + std::to_string(lanes) + "] }");
}

/// Whether the places of the array are sums of multiples of the loops that run, as the elements of a word are found in
/// the generated code: no index divides, and no loop as written is a quotient of those of the schedule.
bool is_linear(const Scop& scheduled, const Statement& statement, int array) {
  const dsl::Compute& compute = compute_of(scheduled, statement);
  const auto is_sum = [&](const dsl::ExprPtr& index) {
    return index->op != dsl::Op::computed &&
           dsl::flatten_affine(*index, compute.loops.size(), dsl::Parameters::are_zero).is_linear();
  };
  const auto is_plain = [&](const dsl::Access& access) {
    return access.array != array || std::all_of(access.indices.begin(), access.indices.end(), is_sum);
  };
  if (!is_plain(compute.store) || !std::all_of(compute.loads.begin(), compute.loads.end(), is_plain)) return false;
  return !has_quotients(statement.loop_map.intersect_domain(statement.domain).reverse());
}

bool has_whole_strips(const isl::set& iterations, std::int64_t lanes) {
  return iterations.apply(strips(iterations, lanes)).is_equal(iterations);
}

bool are_words(const Statement& statement, const AccessRelation& access, std::int64_t lanes) {
  if (access.may || statement.loops.empty()) return false;
  const isl::map nest = statement.loop_map.intersect_domain(statement.domain);
  const isl::set iterations = nest.range();
  const isl::map strip = strips(iterations, lanes);
  if (!has_whole_strips(iterations, lanes)) return false;
  const isl::map elements = nest.reverse().apply_range(access.relation);
  const isl::map words = strip.intersect_domain(iterations).apply_range(Words(lanes).of(elements));
  return words.is_single_valued() && elements.apply_range(place_in_word(elements, lanes)).is_equal(lane_of(iterations));
}

/// The iterations of a statement in its first loops.
isl::set iterations_in(const Statement& statement, std::size_t loops) {
  return keep_first(statement.loop_map.intersect_domain(statement.domain).range(), loops);
}

/// Whether no other statement of the statement's innermost loop, as the generated code has it, puts the words under a
/// condition, and no directive cuts that loop within a word: the program's own statements, the first `own`, have all of
/// its iterations, and copies none but over words.
bool has_loop_of_its_own(const Scop& scheduled, std::size_t own, const Statement& statement, std::int64_t lanes) {
  const std::size_t loops = statement.loops.size();
  const isl::set iterations = iterations_in(statement, loops);
  for (std::size_t s = 0; s < scheduled.statements.size(); ++s) {
    const Statement& other = scheduled.statements[s];
    if (other.loops.size() < loops || count_shared(statement, other) < static_cast<int>(loops)) continue;
    if (!std::all_of(other.cuts.begin(), other.cuts.end(), [&](const Cut& cut) {
          return has_whole_strips(keep_first(other.loop_map.intersect_domain(cut.part).range(), loops), lanes);
        }))
      return false;
    if (&other == &statement) continue;
    const isl::set others = iterations_in(other, loops);
    if (s < own ? !others.is_equal(iterations) : !has_whole_strips(others, lanes)) return false;
  }
  return true;
}

}  // namespace

bool takes_whole_words(const Statement& statement, int array, std::int64_t lanes) {
  const auto fits = [&](const AccessRelation& access) {
    return access.array != array || are_words(statement, access, lanes);
  };
  return fits(statement.write) && std::all_of(statement.reads.begin(), statement.reads.end(), fits);
}

std::optional<int> find_partial_words(const Scop& scheduled, std::size_t statements, int statement,
                                      std::int64_t lanes) {
  const Statement& own = scheduled.statements[statement];
  const std::size_t loops = own.loops.size();
  for (std::size_t s = statements; s < scheduled.statements.size(); ++s) {
    const Statement& other = scheduled.statements[s];
    if (other.loops.size() >= loops && count_shared(own, other) >= static_cast<int>(loops) &&
        !has_whole_strips(iterations_in(other, loops), lanes))
      return static_cast<int>(s);
  }
  return std::nullopt;
}

std::optional<int> find_single_access(const Scop& scheduled, std::size_t statements, int array, std::int64_t lanes) {
  for (std::size_t s = 0; s < statements; ++s) {
    const Statement& statement = scheduled.statements[s];
    const auto wrote_before = [&](const Statement& other) {
      const std::size_t loops = statement.loops.size();
      return other.write.array == array && other.loops.size() == loops && other.position < statement.position &&
             count_shared(statement, other) == static_cast<int>(loops);
    };
    const auto first = scheduled.statements.begin();
    const bool late = reads_array(statement, array) &&
                      std::any_of(first, first + static_cast<std::ptrdiff_t>(statements), wrote_before);
    if (uses_array(statement, array) &&
        (late || !is_linear(scheduled, statement, array) || !takes_whole_words(statement, array, lanes) ||
         !has_loop_of_its_own(scheduled, statements, statement, lanes)))
      return static_cast<int>(s);
  }
  return std::nullopt;
}

}  // namespace pom::poly
