#include "polyhedral/buffers/footprint.hpp"

#include <algorithm>

#include "dsl/model/ports.hpp"
#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "polyhedral/streaming/streamed_program.hpp"

namespace pom::poly {

namespace {

/// How many of isl's steps may go into what need not be loaded.
constexpr unsigned long covered_steps = 300'000;

isl::map united(const std::optional<isl::map>& all, const isl::map& more) { return all ? all->unite(more) : more; }

/// The accesses of one loop's iterations, by when they happen.
class Accesses {
 public:
  Accesses(const Scop& scop, Footprint& footprint)
      : scop_(without_pipelines(scop)), array_(footprint.array), loops_(static_cast<unsigned>(footprint.loops)) {
    const std::vector<isl::map> times = times_of(scop_, footprint.users);
    for (std::size_t n = 0; n < times.size(); ++n) add(scop_.statements[footprint.users[n]], times[n]);
  }

  /// { [l0, …] -> A[…] }
  isl::map all() const {
    return written_ && read_ ? in_loops(read_->unite(*written_)) : in_loops(read_ ? *read_ : *written_);
  }
  std::optional<isl::map> written() const { return written_ ? std::optional(in_loops(*written_)) : std::nullopt; }

  /// What is read before it is surely written, and what is written in `written` only perhaps.
  std::optional<isl::map> loaded() const {
    std::optional<isl::map> loaded;
    if (read_) loaded = in_loops(read_without_source());
    if (!written_) return loaded;
    const isl::map perhaps = surely_ ? in_loops(*written_).subtract(in_loops(*surely_)) : in_loops(*written_);
    return united(loaded, perhaps);
  }

 private:
  /// { [l0, …, t0, …] -> A[…] } of each access.
  void add(const Statement& statement, const isl::map& time) {
    const isl::map loops = keep_first(statement.loop_map.intersect_domain(statement.domain), Side::range, loops_);
    const isl::map when = loops.range_product(time).flatten_range().reverse();
    const auto timed = [&](const AccessRelation& access) {
      return when.apply_range(access.relation.intersect_domain(statement.domain)).intersect_params(scop_.parameters);
    };
    for (const AccessRelation& read : statement.reads) {
      if (read.array == array_) read_ = united(read_, timed(read));
    }
    if (statement.write.array != array_) return;
    written_ = united(written_, timed(statement.write));
    if (!statement.write.may) surely_ = united(surely_, timed(statement.write));
  }

  /// An iteration reads before it writes: a source is earlier.
  isl::map read_without_source() const {
    if (!surely_) return *read_;
    isl::map without = *read_;
    try_optional(read_->ctx(), covered_steps, [&] {
      const isl::set times = read_->domain();
      std::vector<unsigned> outside(loops_);
      for (unsigned n = 0; n < loops_; ++n) outside[n] = n;
      const isl::map to_earlier = lexicographic_after(times).intersect(equal_in(times.space(), outside));
      without = join_pieces_of(read_->subtract(to_earlier.apply_range(*surely_)));
    });
    return without;
  }

  isl::map in_loops(const isl::map& timed) const { return join_pieces_of(keep_first(timed, Side::domain, loops_)); }

  const Scop scop_;
  const int array_;
  const unsigned loops_;
  std::optional<isl::map> read_, written_, surely_;
};

/// The array's dimensions of { … -> A[…] } but one are left out: { … -> [e] }.
isl::map in_dimension(const isl::map& elements, unsigned dimension) {
  const unsigned count = dimension_count(elements, Side::range);
  const isl::map only(elements.ctx(), "{ [" + listed("x", count) + "] -> [x" + std::to_string(dimension) + "] }");
  return keep_first(elements, Side::range, count).apply_range(only);
}

/// Where a dimension's box begins, and its extent.
struct BoxSide {
  isl::multi_aff least;
  std::int64_t extent = 0;
};

/// `least` in every iteration; nothing where an element is below it, or there is no end.
std::optional<BoxSide> side_from(const isl::multi_aff& least, const isl::map& elements) {
  const isl::set behind = least.as_map().intersect_domain(elements.domain()).reverse().apply_range(elements).deltas();
  const auto low = minimum(behind, 0), high = maximum(behind, 0);
  if (!low || !high || *low < 0) return std::nullopt;
  return BoxSide{least, *high + 1};
}

/// Of the pieces of the least element, each continued over all iterations, and the least of all, what leaves the
/// smallest extent.
std::optional<BoxSide> find_side(const isl::map& elements) {
  std::vector<isl::multi_aff> candidates;
  if (const auto low = minimum(elements.range(), 0)) {
    const std::string loops = listed("l", dimension_count(elements, Side::domain));
    candidates.emplace_back(elements.ctx(), "{ [" + loops + "] -> [(" + std::to_string(*low) + ")] }");
  }
  // For the whole function a number: where a parameter decides, the least of all.
  if (candidates.empty() || dimension_count(elements, Side::domain) > 0)
    elements.lexmin().as_pw_multi_aff().foreach_piece(
        [&](const isl::set&, const isl::multi_aff& piece) { candidates.push_back(piece); });
  std::optional<BoxSide> best;
  for (const isl::multi_aff& candidate : candidates) {
    const auto side = side_from(candidate, elements);
    if (side && (!best || side->extent < best->extent)) best = side;
  }
  return best;
}

}  // namespace

isl::map box_around(const isl::map& elements, const isl::set& array) {
  const unsigned count = dimension_count(elements, Side::range);
  const std::string name = tuple_name(elements, Side::range);
  isl::map box = isl::map::universe(elements.space()).intersect_range(array).intersect_domain(elements.domain());
  for (unsigned d = 0; d < count; ++d) {
    const isl::map values = in_dimension(elements, d);
    const isl::map low = values.lexmin(), high = values.lexmax();
    const isl::map at_least(elements.ctx(), "{ [e] -> [f] : f >= e }");
    const isl::map between = low.apply_range(at_least).intersect(high.apply_range(at_least.reverse()));
    const isl::map all(elements.ctx(), "{ [x" + std::to_string(d) + "] -> " + name + "[" + listed("x", count) + "] }");
    box = box.intersect(between.apply_range(all));
  }
  return join_pieces_of(name_divisions(box));
}

std::optional<Footprint> find_footprint(const Scop& scheduled, int array, const Statement& inside, int level,
                                        std::string& why_not) {
  Footprint footprint;
  footprint.array = array;
  footprint.loops = level + 1;
  for (std::size_t s = 0; s < scheduled.statements.size(); ++s) {
    const Statement& statement = scheduled.statements[s];
    if (level >= 0 && &statement != &inside && !share_loop(statement, inside, level)) continue;
    if (uses_array(statement, array)) footprint.users.push_back(static_cast<int>(s));
  }
  if (footprint.users.empty()) {
    why_not = level < 0 ? "no statement accesses it" : "no statement in the loop accesses it";
    return std::nullopt;
  }
  const Accesses accesses(scheduled, footprint);
  isl::map all = accesses.all();
  if (all.is_empty()) {
    why_not = "no iteration accesses it";
    return std::nullopt;
  }
  const isl::map none = all.subtract(all);
  footprint.stored = accesses.written().value_or(none);
  footprint.loaded = accesses.loaded().value_or(none);
  const PortMark* port = scheduled.hardware.find_port(scheduled.program->arrays[array]->name);
  if (level < 0 && port && dsl::is_stream_mode(port->mode) && !footprint.loaded.is_empty()) {
    // What nobody reads of a stream has to be taken out of it.
    const isl::set elements = elements_of(*scheduled.program, array, all.ctx());
    footprint.loaded =
        isl::map::universe(all.space()).intersect_domain(footprint.loaded.domain()).intersect_range(elements);
    all = all.unite(footprint.loaded);
  }
  for (unsigned d = 0; d < dimension_count(all, Side::range); ++d) {
    const auto side = find_side(in_dimension(all, d));
    if (!side) {
      why_not = "what one iteration uses has no bound in dimension " + std::to_string(d);
      return std::nullopt;
    }
    footprint.least.push_back(side->least);
    footprint.extents.push_back(side->extent);
  }
  return footprint;
}

}  // namespace pom::poly
