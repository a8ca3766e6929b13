#include "dse/explore/tiles/nest_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "dse/explore/context/context.hpp"
#include "support/words.hpp"

namespace pom::dse::explore {

namespace {

/// Sizes of tiles that are looked at: divisors nearest below powers of two, from the smallest one on.
constexpr std::int64_t smallest_tile = 4;
/// Iterations of one loop beyond which what a tile uses fits no chip; also the most divisors that are tried of a trip.
constexpr std::int64_t largest_tile = std::int64_t{1} << 18;
/// Combinations of sizes that are judged, and loops whose orders all are.
constexpr std::size_t most_combinations = 20'000, most_ordered = 4;
/// Cycles that a burst of its own costs for each row that is not whole, and in which the work of a tile begins and
/// ends.
constexpr double new_row = 2, around_work = 40;

/// Cycles of copies beside the least: what the estimate of a design errs by.
constexpr double as_quick = 1.02;

/// The accesses of a compute to one array.
struct ArrayUse {
  const External* external = nullptr;
  std::vector<std::int64_t> shape;
  int bits = 0;
  std::vector<const ExternalUse*> uses;
  std::int64_t widest = 1;  ///< elements of the widest word
  bool asked = false;       ///< a directive asks for just that
  bool loads = false, stores = false;
  bool outside = false;  ///< by a compute that does not have all loops, too

  /// Elements of a word with which every tile begins.
  std::int64_t lanes(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& trips) const {
    std::int64_t most = widest;
    for (const ExternalUse* use : uses) {
      for (std::size_t n = 0; n < sizes.size(); ++n) {
        const std::int64_t step = use->indices.back().coefficients[n] * sizes[n];
        while (sizes[n] < trips[n] && step % most != 0) most /= 2;
      }
    }
    return most;
  }

  bool moves_with(std::size_t loop) const {
    return std::any_of(uses.begin(), uses.end(), [&](const ExternalUse* use) {
      return std::any_of(use->indices.begin(), use->indices.end(),
                         [&](const dsl::AffineForm& index) { return index.coefficients[loop] != 0; });
    });
  }

  /// Elements between the first and the last one in a dimension that so many iterations of each loop access.
  std::int64_t extent(std::size_t dimension, const std::vector<std::int64_t>& sizes) const {
    const dsl::AffineForm& first = uses.front()->indices[dimension];
    std::int64_t low = first.constant, high = first.constant;
    for (const ExternalUse* use : uses) {
      const dsl::AffineForm& index = use->indices[dimension];
      if (index.coefficients != first.coefficients) return shape[dimension];
      low = std::min(low, index.constant);
      high = std::max(high, index.constant);
    }
    std::int64_t extent = high - low + 1;
    for (std::size_t n = 0; n < sizes.size(); ++n) extent += std::abs(first.coefficients[n]) * (sizes[n] - 1);
    return std::min(extent, shape[dimension]);
  }
};

/// What one copy of a tile's elements takes.
struct Copied {
  std::int64_t elements = 1;
  double cycles = 0;
};

Copied count_copied(const ArrayUse& use, const std::vector<std::int64_t>& sizes, std::int64_t lanes) {
  Copied copied;
  bool whole = true;
  double rows = 1, words = 1;
  for (std::size_t d = use.shape.size(); d-- > 0;) {
    const std::int64_t extent = use.extent(d, sizes);
    const bool is_row = d + 1 == use.shape.size();
    const std::int64_t in_words = is_row ? (extent + lanes - 1) / lanes : extent;
    words *= static_cast<double>(in_words);
    copied.elements *= is_row ? in_words * lanes : extent;
    if (!whole) rows *= static_cast<double>(extent);
    whole = whole && extent == use.shape[d];
  }
  copied.cycles = words + first_element + new_row * rows;
  return copied;
}

std::vector<std::int64_t> list_sizes(std::int64_t trip) {
  std::vector<std::int64_t> sizes{trip};
  for (std::int64_t power = smallest_tile; power < std::min(trip, largest_tile); power *= 2) {
    std::int64_t divisor = power;
    while (divisor > power / 2 && trip % divisor != 0) --divisor;
    if (divisor > power / 2 && divisor < trip) sizes.push_back(divisor);
  }
  return sizes;
}

class TileFinder {
 public:
  /// `shared`: loops that all computes have.
  TileFinder(std::vector<int> computes, int deepest, std::size_t shared, std::vector<std::int64_t> trips,
             std::vector<ArrayUse> uses, Copies copies)
      : computes_(std::move(computes)),
        deepest_(deepest),
        shared_(shared),
        trips_(std::move(trips)),
        uses_(std::move(uses)),
        copies_(copies) {}

  std::optional<NestTiles> find(std::int64_t most_blocks) {
    most_blocks_ = most_blocks;
    std::vector<std::vector<std::int64_t>> sizes;
    for (const std::int64_t trip : trips_) sizes.push_back(list_sizes(trip));
    thin_out(sizes);
    std::vector<std::int64_t> chosen;
    choose(sizes, chosen);
    return best();
  }

 private:
  /// Every second size where there are too many combinations.
  static void thin_out(std::vector<std::vector<std::int64_t>>& sizes) {
    const auto combinations = [&] {
      return std::accumulate(sizes.begin(), sizes.end(), 1.0,
                             [](double all, const auto& own) { return all * static_cast<double>(own.size()); });
    };
    while (combinations() > static_cast<double>(most_combinations)) {
      auto longest = std::max_element(sizes.begin(), sizes.end(),
                                      [](const auto& a, const auto& b) { return a.size() < b.size(); });
      std::vector<std::int64_t> kept;
      for (std::size_t n = 0; n < longest->size(); n += 2) kept.push_back((*longest)[n]);
      *longest = std::move(kept);
    }
  }

  void choose(const std::vector<std::vector<std::int64_t>>& sizes, std::vector<std::int64_t>& chosen) {
    if (chosen.size() == sizes.size()) return judge_orders(chosen);
    for (const std::int64_t size : sizes[chosen.size()]) {
      chosen.push_back(size);
      choose(sizes, chosen);
      chosen.pop_back();
    }
  }

  void judge_orders(const std::vector<std::int64_t>& sizes) {
    NestTiles tiles;
    tiles.computes = computes_;
    tiles.deepest = deepest_;
    tiles.sizes = sizes;
    for (const ArrayUse& use : uses_) {
      const std::int64_t lanes = tiles.lanes[use.external->array] = use.lanes(sizes, trips_);
      if (use.asked && lanes < use.widest) return;
      tiles.blocks += blocks_for(count_copied(use, sizes, lanes).elements, use.bits);
    }
    if (tiles.blocks > most_blocks_) return;
    for (std::size_t n = 0; n < sizes.size(); ++n) {
      if (sizes[n] < trips_[n]) tiles.order.push_back(n);
    }
    if (tiles.order.size() > most_ordered) return judge(tiles);
    do judge(tiles);
    while (std::next_permutation(tiles.order.begin(), tiles.order.end()));
  }

  /// The loops of tiles that all computes share come first: the others are around the work of some of them only. -1: in
  /// this order they do not, or there are none.
  int count_shared(const NestTiles& tiles) const {
    const auto is_shared = [&](std::size_t loop) { return loop < shared_; };
    const auto first = std::find_if_not(tiles.order.begin(), tiles.order.end(), is_shared);
    if (shared_ == trips_.size()) return static_cast<int>(tiles.order.size());
    const bool split = std::any_of(first, tiles.order.end(), is_shared);
    return split || first == tiles.order.begin() ? -1 : static_cast<int>(first - tiles.order.begin());
  }

  void judge(NestTiles tiles) {
    const auto depth = static_cast<int>(tiles.order.size());
    const int shared = count_shared(tiles);
    if (shared < 0) return;
    tiles.buffers.clear();
    tiles.named.clear();
    // By place in the order, and by bundle: elements that are loaded and stored there.
    std::vector<std::map<std::string, double>> loads(tiles.order.size() + 1), stores = loads;
    for (const ArrayUse& use : uses_) {
      int place = depth - 1;
      while (place >= 0 && !use.moves_with(tiles.order[static_cast<std::size_t>(place)])) --place;
      // Where other nests use the array, too, it has a buffer for each of them.
      if (place < 0 && use.external->nests > 1) place = 0;
      if (place >= (use.outside ? shared : depth)) return;
      if (place >= 0 && use.external->nests > 1) tiles.named.insert(use.external->array);
      tiles.buffers.emplace_back(use.external->array, place);
      const double cycles = count_copied(use, tiles.sizes, tiles.lanes.at(use.external->array)).cycles;
      const auto at = static_cast<std::size_t>(place + 1);
      if (use.loads) loads[at][use.external->bundle] += cycles;
      if (use.stores) stores[at][use.external->bundle] += cycles;
    }
    if (copies_ == Copies::beside_work && !overlap(tiles)) return;
    double times = 1;
    const auto longest = [](const std::map<std::string, double>& bundles) {
      double most = 0;
      for (const auto& [bundle, cycles] : bundles) most = std::max(most, cycles);
      return most;
    };
    for (std::size_t at = 0; at <= tiles.order.size(); ++at) {
      const double around = times;
      if (at > 0) times *= static_cast<double>(trips_[tiles.order[at - 1]] / tiles.sizes[tiles.order[at - 1]]);
      // Beside the work, but for the first load and the last store.
      const bool beside = tiles.overlapped + 1 == static_cast<int>(at) && at > 0;
      const double copied = longest(loads[at]) + longest(stores[at]);
      tiles.cycles += (beside ? around : times) * copied;
      if (beside) tiles.hidden = (times - around) * copied;
    }
    tiles.cycles += times * around_work;
    least_ = std::min(least_, cost(tiles));
    if (is_quick(tiles)) quick_.push_back(std::move(tiles));
  }

  bool is_alone() const { return computes_.size() == 1; }
  double cost(const NestTiles& tiles) const { return is_alone() ? tiles.cycles : tiles.cycles + tiles.hidden; }
  bool is_quick(const NestTiles& tiles) const { return cost(tiles) <= (is_alone() ? 1 : as_quick) * least_; }

  /// The quickest copies. Where several computes take turns in a tile, of those about as quick the ones of the tile
  /// whose shortest side is longest: each compute finds iterations there for copies of its work.
  std::optional<NestTiles> best() const {
    const auto rank = [&](const NestTiles& one) {
      const std::int64_t shortest = is_alone() ? 0 : *std::min_element(one.sizes.begin(), one.sizes.end());
      return std::tuple(-shortest, cost(one), one.blocks);
    };
    const NestTiles* best = nullptr;
    for (const NestTiles& one : quick_) {
      if (is_quick(one) && (!best || rank(one) < rank(*best))) best = &one;
    }
    return best ? std::optional(*best) : std::nullopt;
  }

  /// Lets the copies of the innermost loop with buffers run beside its work, with two halves of each buffer. False:
  /// what such a loop changes it loads again, it runs once, or memory does not suffice.
  bool overlap(NestTiles& tiles) const {
    for (const auto& [array, place] : tiles.buffers) tiles.overlapped = std::max(tiles.overlapped, place);
    if (tiles.overlapped < 0) return false;
    for (std::size_t n = 0; n < uses_.size(); ++n) {
      const ArrayUse& use = uses_[n];
      if (tiles.buffers[n].second != tiles.overlapped) continue;
      if (use.loads && use.stores) return false;
      const std::int64_t elements = count_copied(use, tiles.sizes, tiles.lanes.at(use.external->array)).elements;
      tiles.blocks += blocks_for(elements, use.bits);
    }
    return tiles.blocks <= most_blocks_;
  }

  std::vector<int> computes_;
  const int deepest_;
  const std::size_t shared_;
  std::vector<std::int64_t> trips_;
  std::vector<ArrayUse> uses_;
  const Copies copies_;
  std::int64_t most_blocks_ = 0;
  double least_ = INFINITY;  ///< cost
  std::vector<NestTiles> quick_;
};

}  // namespace

int deepest_of(const dsl::Function& program, const std::vector<int>& computes) {
  return *std::max_element(computes.begin(), computes.end(), [&](int a, int b) {
    return program.computes[a].loops.size() < program.computes[b].loops.size();
  });
}

std::optional<NestTiles> find_tiles(const dsl::Function& program, const std::vector<int>& computes,
                                    const std::vector<External>& externals, const std::set<int>& resident,
                                    std::int64_t most_blocks, const PortWidths& widths, Copies copies) {
  const int deepest = deepest_of(program, computes);
  const auto trips = constant_trips(program.computes[deepest]);
  if (!trips) return std::nullopt;
  std::size_t shared = trips->size();
  std::vector<ExternalUse> uses;
  std::set<int> outside;
  for (const int c : computes) {
    auto own = external_uses(program.computes[c], externals);
    const auto own_trips = constant_trips(program.computes[c]);
    if (!own || !own_trips || !std::equal(own_trips->begin(), own_trips->end(), trips->begin())) return std::nullopt;
    shared = std::min(shared, own_trips->size());
    for (ExternalUse& use : *own) {
      if (own_trips->size() < trips->size()) outside.insert(use.array);
      for (dsl::AffineForm& index : use.indices) index.coefficients.resize(trips->size(), 0);
      uses.push_back(std::move(use));
    }
  }
  std::vector<ArrayUse> arrays;
  for (const External& external : externals) {
    ArrayUse use{&external, program.arrays[external.array]->shape, program.arrays[external.array]->type.bits, {}};
    use.widest = widths.widest(program, external.array);
    use.asked = widths.asked.contains(external.array);
    use.outside = outside.contains(external.array);
    for (const ExternalUse& one : uses) {
      if (one.array != external.array) continue;
      use.uses.push_back(&one);
      (one.writes ? use.stores : use.loads) = true;
    }
    if (!use.uses.empty() && !resident.contains(external.array)) arrays.push_back(std::move(use));
  }
  if (arrays.empty()) return std::nullopt;
  return TileFinder(computes, deepest, shared, *trips, std::move(arrays), copies).find(most_blocks);
}

LoopRef loop_named(const std::string& name) {
  LoopRef loop;
  loop.name = name;
  return loop;
}

Schedule NestTiles::directives(const dsl::Function& program, std::set<std::string>& taken) const {
  const dsl::Compute& record = program.computes[deepest];
  Schedule schedule;
  const auto add = [&](Primitive primitive) { schedule.push_back({std::move(primitive), {}}); };
  std::vector<std::string> outer(sizes.size()), inner(sizes.size());
  for (const std::size_t n : std::set<std::size_t>(order.begin(), order.end())) {
    outer[n] = fresh_name(record.loops[n].name + "0", taken);
    inner[n] = fresh_name(record.loops[n].name + "1", taken);
  }
  const dsl::Compute* before = nullptr;
  for (const int c : computes) {
    const dsl::Compute& compute = program.computes[c];
    const std::size_t depth = compute.loops.size();
    std::vector<LoopRef> loops;
    for (const std::size_t n : order) {
      if (n < depth) loops.push_back(loop_named(outer[n]));
    }
    for (std::size_t n = 0; n < depth; ++n) {
      const std::string& name = compute.loops[n].name;
      if (!outer[n].empty()) add(Split{compute.name, loop_named(name), sizes[n], outer[n], inner[n]});
      loops.push_back(loop_named(outer[n].empty() ? name : inner[n]));
    }
    if (!order.empty()) add(Reorder{compute.name, std::move(loops)});
    // In a tile, one works behind the other.
    std::optional<std::size_t> last;
    for (const std::size_t n : order) {
      if (before && n < std::min(depth, before->loops.size())) last = n;
    }
    if (last) add(After{compute.name, before->name, loop_named(outer[*last])});
    before = &compute;
  }
  for (const auto& [array, place] : buffers) {
    const std::string& name = program.arrays[array]->name;
    if (place < 0) {
      add(BufferAt{name, "", {}, ""});
    } else {
      const std::string own = named.contains(array) ? fresh_name(join_names({name, record.name}), taken) : "";
      add(BufferAt{name, record.name, loop_named(outer[order[static_cast<std::size_t>(place)]]), own});
    }
  }
  if (overlapped >= 0) add(DoubleBuffer{record.name, loop_named(outer[order[static_cast<std::size_t>(overlapped)]])});
  return schedule;
}

}  // namespace pom::dse::explore
