#include "polyhedral/dataflow/storage.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// Coordinates up to this number are ordered in every way; with more, only as they are. Six have 64 sets of coordinates
/// that may come first, which isl settles in milliseconds.
constexpr unsigned most_ordered = 6;

/// As `most_ordered`, for the circular window, of which every order (24 of four coordinates) is a question of its own.
constexpr unsigned most_permuted = 4;

/// isl's steps for one mapping and for the bound: about a second of work each. A mapping that takes more is not
/// found: then every element has a cell.
constexpr unsigned long mapping_steps = 1'000'000, counting_steps = 1'000'000;

/// The value of the sum over all coordinates: { [c0, …] -> [Σ weights·c] }.
isl::map weighted_sum(const isl::ctx& context, const std::vector<std::int64_t>& weights) {
  std::string names, sum = "0";
  for (std::size_t d = 0; d < weights.size(); ++d) {
    const std::string name = "x" + std::to_string(d);
    names += (d ? ", " : "") + name;
    sum += " + " + std::to_string(weights[d]) + " * " + name;
  }
  return isl::map(context, "{ [" + names + "] -> [" + sum + "] }");
}

/// Coordinates of elements, from 0 in steps of 1, without those in which all agree.
struct CountedCoordinates {
  isl::map map;  ///< { A[…] -> [c0, …] }
  std::vector<std::int64_t> extents;
  std::vector<Origin> origins;
};

/// Nothing where a coordinate is unbounded. `step_of`: of a coordinate.
std::optional<CountedCoordinates> count_in_steps(const isl::map& of_elements,
                                                 const std::function<std::int64_t(unsigned)>& step_of) {
  const isl::set values = of_elements.range();
  CountedCoordinates counted{of_elements, {}, {}};
  std::string names, kept;
  for (unsigned d = 0; d < dimension_count(values); ++d) {
    const auto low = minimum(values, d), high = maximum(values, d);
    if (!low || !high) return std::nullopt;
    const std::string name = "x" + std::to_string(d);
    names += (d ? ", " : "") + name;
    if (low == high) continue;
    const std::int64_t step = step_of(d);
    kept += (kept.empty() ? "floor((" : ", floor((") + name + " - " + std::to_string(*low) + ")/" +
            std::to_string(step) + ")";
    counted.extents.push_back((*high - *low) / step + 1);
    counted.origins.push_back({d, *low, step, counted.extents.back()});
  }
  counted.map = of_elements.apply_range(isl::map(values.ctx(), "{ [" + names + "] -> [" + kept + "] }"));
  return counted;
}

/// In the steps that each coordinate has while the others stand still, where these tell all elements apart: those of a
/// diagonal pattern they do not.
std::optional<CountedCoordinates> count_coordinates(const isl::map& of_elements) {
  const isl::set values = of_elements.range();
  auto counted = count_in_steps(of_elements, [&](unsigned d) { return stride(values, d); });
  const bool in_steps = counted && std::any_of(counted->origins.begin(), counted->origins.end(),
                                               [](const Origin& origin) { return origin.step > 1; });
  if (!in_steps) return counted;
  bool apart = false;
  try_optional(values.ctx(), mapping_steps, [&] { apart = counted->map.reverse().is_single_valued(); });
  return apart ? counted : count_in_steps(of_elements, [](unsigned) { return 1; });
}

/// The greatest absolute value of a coordinate. A set of differences contains 0.
std::int64_t greatest_distance(const isl::set& differences, unsigned dimension) {
  return std::max(*maximum(differences, dimension), -*minimum(differences, dimension));
}

/// The successive modulo of Lefebvre and Feautrier: the modulus of a coordinate exceeds the greatest difference in it
/// between two elements that meet and agree in all coordinates before it. So the first coordinate in which two such
/// elements differ tells their cells apart. The best of all orders is a shortest path over the sets of coordinates that
/// came before.
class SuccessiveModulo {
 public:
  SuccessiveModulo(const isl::set& differences, unsigned dimensions)
      : dimensions_(dimensions), plans_(std::size_t{1} << (dimensions <= most_ordered ? dimensions : 0)) {
    if (dimensions > most_ordered) {
      keep_order(differences);
      return;
    }
    plans_[0] = {1, std::vector<std::int64_t>(dimensions, 1), differences};
    for (std::size_t before = 0; before < plans_.size(); ++before) extend(before);
    best_ = plans_.back();
  }

  double size() const { return best_.size; }
  const std::vector<std::int64_t>& moduli() const { return best_.moduli; }

 private:
  struct Plan {
    double size = 0;  ///< cells; 0: not reached
    std::vector<std::int64_t> moduli;
    isl::set differences;  ///< of pairs that agree in the coordinates of the plan
  };

  static isl::set agree_in(const isl::set& differences, unsigned dimension) {
    return bound_above(bound_below(differences, dimension, 0), dimension, 0);
  }

  void extend(std::size_t before) {
    const Plan from = plans_[before];
    for (unsigned d = 0; d < dimensions_; ++d) {
      if (before >> d & 1) continue;
      Plan& to = plans_[before | std::size_t{1} << d];
      const std::int64_t modulus = greatest_distance(from.differences, d) + 1;
      const double size = from.size * static_cast<double>(modulus);
      if (to.size != 0 && to.size <= size) continue;
      if (to.size == 0) to.differences = agree_in(from.differences, d);
      to.size = size;
      to.moduli = from.moduli;
      to.moduli[d] = modulus;
    }
  }

  void keep_order(isl::set differences) {
    best_ = {1, {}, {}};
    for (unsigned d = 0; d < dimensions_; ++d) {
      best_.moduli.push_back(greatest_distance(differences, d) + 1);
      best_.size *= static_cast<double>(best_.moduli.back());
      differences = agree_in(differences, d);
    }
  }

  unsigned dimensions_;
  std::vector<Plan> plans_;  ///< by set of coordinates
  Plan best_;
};

/// The circular buffer: elements are numbered row by row over the coordinates in some order.
struct Window {
  std::int64_t size = 0;
  std::vector<std::int64_t> weights;
};

Window best_window(const isl::set& differences, const std::vector<std::int64_t>& extents) {
  std::vector<unsigned> order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  Window best;
  do {
    std::vector<std::int64_t> weights(extents.size());
    std::int64_t weight = 1;
    for (auto d = order.rbegin(); d != order.rend(); ++d) {
      weights[*d] = weight;
      weight *= extents[*d];
    }
    const isl::set sums = differences.apply(weighted_sum(differences.ctx(), weights));
    const std::int64_t size = greatest_distance(sums, 0) + 1;
    if (best.size == 0 || size < best.size) best = {size, weights};
  } while (extents.size() <= most_permuted && std::next_permutation(order.begin(), order.end()));
  return best;
}

/// One cell for each element of the box around all.
Storage keep_all(const CountedCoordinates& coordinates) {
  Storage storage;
  storage.coordinates = coordinates.map;
  storage.origins = coordinates.origins;
  storage.size = 1;
  for (std::size_t d = 0; d < coordinates.extents.size(); ++d) {
    storage.size *= coordinates.extents[d];
    storage.rows.push_back({std::vector<std::int64_t>(coordinates.extents.size(), 0), coordinates.extents[d]});
    storage.rows.back().weights[d] = 1;
  }
  return storage;
}

/// How much smaller a circular buffer must be for cells that a program addresses: a division tells each of them, and no
/// banks part what one iteration reads of rows that begin anywhere.
constexpr double window_share = 0.875;

/// The smaller form in these coordinates; where the two are alike, moduli of the coordinates.
Storage map_to_cells(const isl::map& meeting, const CountedCoordinates& coordinates, Coordinates allowed) {
  const auto dimensions = static_cast<unsigned>(coordinates.extents.size());
  const isl::set differences = meeting.apply_domain(coordinates.map).apply_range(coordinates.map).deltas();
  Storage storage;
  storage.coordinates = coordinates.map;
  storage.origins = coordinates.origins;
  if (dimensions == 0) {
    storage.size = 1;
    return storage;
  }
  const SuccessiveModulo modulo(differences, dimensions);
  const Window window = allowed == Coordinates::apart ? Window{} : best_window(differences, coordinates.extents);
  const double share = allowed == Coordinates::of_elements ? window_share : 1;
  if (allowed != Coordinates::apart && static_cast<double>(window.size) < share * modulo.size()) {
    storage.form = Storage::Form::window;
    storage.size = window.size;
    storage.rows = {{window.weights, window.size}};
    return storage;
  }
  storage.size = 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::int64_t modulus = modulo.moduli()[d];
    storage.size *= modulus;
    if (modulus == 1) continue;
    storage.rows.push_back({std::vector<std::int64_t>(dimensions, 0), modulus});
    storage.rows.back().weights[d] = 1;
  }
  return storage;
}

}  // namespace

isl::map Storage::cells() const {
  std::string names, cell;
  const unsigned dimensions = dimension_count(coordinates, Side::range);
  for (unsigned d = 0; d < dimensions; ++d) names += (d ? ", x" : "x") + std::to_string(d);
  for (const CellRow& row : rows) {
    cell += (cell.empty() ? "(0" : ", (0");
    for (unsigned d = 0; d < dimensions; ++d)
      cell += " + " + std::to_string(row.weights[d]) + " * x" + std::to_string(d);
    cell += ") mod " + std::to_string(row.modulus);
  }
  return coordinates.apply_range(isl::map(coordinates.ctx(), "{ [" + names + "] -> [" + cell + "] }"));
}

void count_within_steps(const LiveRange& range, std::int64_t enough, Alive& most) {
  // With sizes of the caller's choice, what is alive at once depends on them; one element always is.
  if (!first_parameters(range.first.wrap()).empty()) return;
  try_optional(range.first.ctx(), counting_steps, [&] { count_most_alive(range, enough, most); });
}

std::optional<Storage> storage_of(const LiveRange& range, Coordinates allowed, CountAlive count) {
  if (range.is_empty()) return Storage{Storage::Form::modulo, false, range.first, {}, {}, 0, {0, true}};
  const isl::map itself = isl::map(range.first.domain().identity());
  const auto elements = count_coordinates(keep_first(itself, Side::range, dimension_count(itself, Side::range)));
  if (!elements) return std::nullopt;
  Storage best = keep_all(*elements);
  std::optional<isl::map> meeting;
  try_optional(range.first.ctx(), mapping_steps, [&] {
    meeting = meeting_pairs(range);
    best = map_to_cells(*meeting, *elements, allowed);
  });
  if (count == CountAlive::yes) count_within_steps(range, best.size, best.bound);
  const bool by_time = allowed == Coordinates::any && meeting && range.first.is_injective();
  if (best.size == best.bound.count || !by_time) return best;
  try_optional(range.first.ctx(), mapping_steps, [&] {
    const auto times = count_coordinates(range.first);
    Storage by_time = map_to_cells(*meeting, *times, allowed);
    if (by_time.size >= best.size) return;
    by_time.bound = best.bound;
    by_time.by_time = true;
    best = std::move(by_time);
  });
  best.bound.exact = best.bound.exact || best.bound.count == best.size;
  return best;
}

}  // namespace pom::poly
