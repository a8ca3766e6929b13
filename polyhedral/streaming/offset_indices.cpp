#include "polyhedral/streaming/offset_indices.hpp"

#include <algorithm>
#include <string>

#include "dsl/model/any_part.hpp"
#include "dsl/model/index_operation.hpp"
#include "dsl/print/print_expression.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/streaming/border_pieces.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "support/floor_division.hpp"

namespace pom::poly {

namespace {

using dsl::ExprPtr;
using dsl::Op;
using Vector = std::vector<std::int64_t>;

/// How a function of loops changes with one of them; zeros where that has one value.
std::optional<Vector> change_with(const isl::map& of_loops, unsigned level) {
  const unsigned loops = dimension_count(of_loops, Side::domain), results = dimension_count(of_loops, Side::range);
  std::vector<std::string> from = numbered("l", loops), to = from;
  to[level] += " + 1";
  const isl::map next(of_loops.ctx(), "{ [" + listed(from) + "] -> [" + listed(to) + "] }");
  const isl::set differences = of_loops.reverse().apply_range(next).apply_range(of_loops).deltas();
  Vector change(results, 0);
  if (differences.is_empty()) return change;
  for (unsigned d = 0; d < results; ++d) {
    const auto low = minimum(differences, d), high = maximum(differences, d);
    if (!low || low != high) return std::nullopt;
    change[d] = *low;
  }
  return change;
}

}  // namespace

/// The results as functions of the loops from `first` on only.
std::optional<std::vector<OffsetIndices::LinearForm>> OffsetIndices::linear_forms(const isl::map& of_loops,
                                                                                  unsigned first) {
  const unsigned loops = dimension_count(of_loops, Side::domain), results = dimension_count(of_loops, Side::range);
  const auto sample = first_point(of_loops.wrap());
  if (!sample) return std::nullopt;
  std::vector<LinearForm> forms(results);
  for (unsigned d = 0; d < results; ++d) forms[d] = {Vector(loops, 0), (*sample)[loops + d]};
  for (unsigned level = first; level < loops; ++level) {
    const auto change = change_with(of_loops, level);
    if (!change) return std::nullopt;
    for (unsigned d = 0; d < results; ++d) {
      forms[d].factors[level] = (*change)[d];
      forms[d].constant -= (*change)[d] * (*sample)[level];
    }
  }
  std::vector<std::string> sums;
  const std::vector<std::string> names = numbered("l", loops);
  for (const LinearForm& form : forms) {
    sums.push_back(std::to_string(form.constant));
    for (unsigned level = 0; level < loops; ++level)
      sums.back() += " + " + std::to_string(form.factors[level]) + " * " + names[level];
  }
  const isl::map all(of_loops.ctx(), "{ [" + listed(names) + "] -> [" + listed(sums) + "] }");
  if (!of_loops.is_subset(all)) return std::nullopt;
  return forms;
}

/// { S[…] -> [results] }, of texts over "i0", "i1", …
isl::map OffsetIndices::map_of(const std::vector<std::string>& results) const {
  const std::vector<std::string> loops = numbered("i", compute_.loops.size());
  const isl::map map(scheduled_.domain.ctx(), "{ S[" + listed(loops) + "] -> [" + listed(results) + "] }");
  return set_names(map, Side::domain, compute_.name, dsl::loop_names(compute_)).intersect_domain(scheduled_.domain);
}

std::optional<ExprPtr> OffsetIndices::load_from(int window, const dsl::ExprNode& load) const {
  const auto places = find_places(load);
  if (!places) return std::nullopt;
  ExprPtr value;
  for (auto place = places->rbegin(); place != places->rend(); ++place) {
    auto indices = indices_of(place->forms);
    if (!indices) return std::nullopt;
    const ExprPtr own = poly::load_of(program_, window, *std::move(indices), load.at);
    if (!value) {
      value = own;
      continue;
    }
    const auto condition =
        condition_of(join_pieces(place->instances.gist(scheduled_.domain)), program_, compute_.loops);
    // In values, / and % truncate.
    if (!condition || dsl::divides(**condition)) return std::nullopt;
    value = dsl::make_operation(Op::select, load.type, {*condition, own, value}, load.at);
  }
  return value;
}

/// Those of few iterations first.
std::optional<std::vector<OffsetIndices::Place>> OffsetIndices::find_places(const dsl::ExprNode& load) const {
  const AccessRelation access =
      find_access(compute_, {load.index, load.operands, load.at}, program_, scheduled_.domain.ctx());
  if (access.may) return std::nullopt;
  std::vector<Place> places;
  if (!take_at_borders(access.relation.intersect_domain(scheduled_.domain), scheduled_.loop_map, reuse_.loops,
                       [&](const isl::map& piece) { return add_place(piece, places); }))
    return std::nullopt;
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.size < b.size; });
  return places.empty() ? std::nullopt : std::optional(std::move(places));
}

/// False: the piece's elements move in the window while the loops around it run, or leave it in other iterations, in
/// which they are loaded as well.
bool OffsetIndices::add_place(const isl::map& piece, std::vector<Place>& places) const {
  const auto dimensions = static_cast<unsigned>(reuse_.least.size()), loops = static_cast<unsigned>(reuse_.loops);
  const isl::map outside = keep_first(scheduled_.loop_map, Side::range, loops);
  const isl::map offsets =
      keep_first(piece, Side::range, dimensions).range_product(outside).apply_range(reuse_.offset_of());
  auto forms = linear_forms(scheduled_.loop_map.reverse().apply_range(offsets), loops);
  if (!forms) return false;
  for (unsigned d = 0; d < dimensions; ++d) (*forms)[d].constant -= reuse_.least[d];
  if (!is_inside(*forms)) return false;
  const isl::set instances = piece.domain();
  double size = 1;
  for (unsigned d = 0; d < dimension_count(instances); ++d)
    size *= static_cast<double>(maximum(instances, d).value_or(0) - minimum(instances, d).value_or(0) + 1);
  const auto same =
      std::find_if(places.begin(), places.end(), [&](const Place& place) { return place.forms == *forms; });
  if (same == places.end()) {
    places.push_back({*std::move(forms), instances, size});
  } else {
    same->instances = same->instances.unite(instances);
    same->size += size;
  }
  return true;
}

/// In all iterations of the statement.
bool OffsetIndices::is_inside(const std::vector<LinearForm>& forms) const {
  const isl::set iterations = scheduled_.domain.apply(scheduled_.loop_map);
  for (std::size_t d = 0; d < forms.size(); ++d) {
    std::string sum = std::to_string(forms[d].constant);
    const std::vector<std::string> loops = numbered("l", forms[d].factors.size());
    for (std::size_t level = 0; level < loops.size(); ++level)
      sum += " + " + std::to_string(forms[d].factors[level]) + " * " + loops[level];
    const isl::map value(iterations.ctx(), "{ [" + listed(loops) + "] -> [" + sum + "] }");
    const isl::set values = iterations.apply(value);
    const auto low = minimum(values, 0), high = maximum(values, 0);
    if (!low || !high || *low < 0 || *high >= reuse_.extents[d]) return false;
  }
  return true;
}

std::optional<std::vector<ExprPtr>> OffsetIndices::indices_of(const std::vector<LinearForm>& forms) const {
  std::vector<ExprPtr> indices;
  for (const LinearForm& form : forms) {
    ExprPtr sum;
    for (std::size_t level = 0; level < form.factors.size(); ++level) {
      if (form.factors[level] == 0) continue;
      ExprPtr loop = loop_inside(static_cast<int>(level));
      if (!loop) return std::nullopt;
      if (form.factors[level] != 1) loop = dsl::index_operation(Op::mul, loop, form.factors[level], compute_.at);
      sum = sum ? dsl::make_operation(Op::add, p_int32, {sum, loop}, compute_.at) : loop;
    }
    indices.push_back(sum ? plus(sum, form.constant) : dsl::make_integer(form.constant, p_int32, compute_.at));
  }
  return indices;
}

/// A loop of the nest by those of the compute: one of them, or what is left of one behind whole strips.
ExprPtr OffsetIndices::loop_inside(int level) const {
  const unsigned before = static_cast<unsigned>(level);
  isl::map value = keep_first(scheduled_.loop_map, Side::range, before + 1).intersect_domain(scheduled_.domain);
  std::vector<std::string> all = numbered("l", before + 1);
  value = value.apply_range(isl::map(value.ctx(), "{ [" + listed(all) + "] -> [" + all.back() + "] }"));
  for (std::size_t n = 0; n < compute_.loops.size(); ++n) {
    const isl::map loop = map_of({"i" + std::to_string(n)});
    const isl::set differences = loop.range_product(value).range().unwrap().deltas();
    const auto low = minimum(differences, 0), high = maximum(differences, 0);
    if (!low || !high) continue;
    if (low == high) return plus(loop_node(compute_.loops, static_cast<int>(n)), *low);
    if (ExprPtr part = remainder_of(value, static_cast<int>(n), *low)) return part;
  }
  return nullptr;
}

/// (loop + a number) mod the strip's length.
ExprPtr OffsetIndices::remainder_of(const isl::map& value, int loop, std::int64_t difference) const {
  for (const ScheduledLoop& scheduled : scheduled_.loops) {
    if (!scheduled.strip) continue;
    const std::int64_t length = scheduled.strip->length;
    const std::int64_t offset = difference - length * floor_division(difference, length);
    const std::string text =
        "(i" + std::to_string(loop) + " + " + std::to_string(offset) + ") mod " + std::to_string(length);
    if (!value.is_equal(map_of({text}))) continue;
    return dsl::index_operation(Op::mod, plus(loop_node(compute_.loops, loop), offset), length, compute_.at);
  }
  return nullptr;
}

}  // namespace pom::poly
