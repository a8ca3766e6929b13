#include "polyhedral/loops/left_out.hpp"

#include <string>
#include <utility>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one statement, whose loops are right without an answer.
constexpr unsigned long steps = 100'000;

/// What isl calls the iterators of a compute, as written, in Piece::left_out.
const std::string original_prefix = "pom_o";

/// "l0,l1": the first loops of a nest.
std::string loops_text(int count) {
  std::string text;
  for (int level = 0; level < count; ++level) text += (level ? ",l" : "l") + std::to_string(level);
  return text;
}

/// Whether of `all`, { [l0, …] } down to a loop, `out` has at most one iteration of each run of that loop, and not the
/// same one of all.
bool is_one_of_a_run(const isl::set& out, const isl::set& all) {
  const int level = static_cast<int>(all.tuple_dim()) - 1;
  const isl::map runs(all.ctx(), "{ [" + loops_text(level + 1) + "] -> [" + loops_text(level) + "] }");
  if (!runs.intersect_domain(out).is_injective()) return false;
  // The same one of all runs: both loops have constant bounds.
  const auto dimension = static_cast<unsigned>(level);
  const bool same = minimum(out, dimension) == maximum(out, dimension);
  return !same || !out.apply(runs).is_equal(all.apply(runs));
}

/// Of the outermost loop that is interrupted.
bool is_worth_it(const isl::set& taken, const isl::set& all) {
  for (unsigned count = 1; count <= all.tuple_dim(); ++count) {
    const isl::set outer = keep_first(all, count), out = outer.subtract(keep_first(taken, count));
    if (!out.is_empty()) return is_one_of_a_run(out, outer);
  }
  return false;
}

isl::set as_parameters(const isl::set& set) {
  isl::id_list names(set.ctx(), static_cast<int>(set.tuple_dim()));
  for (unsigned n = 0; n < set.tuple_dim(); ++n)
    names = names.add(isl::id(set.ctx(), original_prefix + std::to_string(n)));
  return set.bind(set.space().multi_id(names));
}

bool is_convex(const isl::map& map) {
  int parts = 0;
  map.foreach_basic_map([&](const isl::basic_map&) { ++parts; });
  return parts < 2;
}

void try_to_keep(Piece& piece) {
  const isl::map hull = isl::map(piece.loop_map.unshifted_simple_hull());
  const isl::map out = hull.subtract(piece.loop_map);
  if (out.is_empty() || !hull.is_bijective() || !is_worth_it(piece.loop_map.range(), hull.range())) return;
  const isl::set left_out = join_pieces(make_disjoint(out.domain()));
  if (left_out.n_basic_set() != 1) return;
  const isl::ast_build inside = isl::ast_build::from_context(as_parameters(hull.domain()));
  piece.left_out = inside.expr_from(as_parameters(left_out));
  piece.exact = std::exchange(piece.loop_map, hull);
}

}  // namespace

void keep_in_one_loop(Piece& piece) {
  if (is_convex(piece.loop_map)) return;
  Piece kept = piece;
  if (try_within(piece.loop_map.ctx(), steps, [&] { try_to_keep(kept); })) piece = std::move(kept);
}

void add_unless_left_out(const Piece& piece, LoopNode instance, const IteratorValues& parameters,
                         std::vector<LoopNode>& body) {
  if (piece.left_out) {
    IteratorValues values = parameters;
    for (std::size_t n = 0; n < instance.iterators.size(); ++n)
      values[original_prefix + std::to_string(n)] = instance.iterators[n];
    for (const Conjunction& conjunction : convert_condition(*piece.left_out, values)) {
      if (conjunction.empty()) return;  // of these loops, all
      LoopNode guard;
      guard.kind = LoopNode::Kind::guard;
      guard.when = conjunction;
      guard.unless = true;
      guard.body.push_back(std::move(instance));
      instance = std::move(guard);
    }
  }
  body.push_back(std::move(instance));
}

void drop_empty(std::vector<LoopNode>& nodes) {
  for (LoopNode& node : nodes) drop_empty(node.body);
  std::erase_if(nodes, [](const LoopNode& node) {
    return (node.kind == LoopNode::Kind::loop || node.kind == LoopNode::Kind::guard) && node.body.empty();
  });
}

}  // namespace pom::poly
