#include "dse/estimate/stalls/moments.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "dse/estimate/frontend/loop_shape.hpp"
#include "dse/kernel/visit_parts.hpp"

namespace pom::dse::estimate {

namespace {

/// Tokens of all streams together; a network of more would take a gigabyte.
constexpr std::int64_t most_tokens = 8'000'000;

/// The numbers in their order; equal ones follow each other.
dataflow::Sequence sequence_of(std::vector<std::int64_t> numbers) {
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
  dataflow::Sequence result;
  std::int64_t before = -1;
  for (const std::int64_t number : numbers) {
    before = std::max(before + 1, number);
    result.append({before, 1, 1});
  }
  return result;
}

dataflow::Sequence shifted(const dataflow::Sequence& sequence, std::int64_t by) {
  dataflow::Sequence result;
  for (dataflow::Run run : sequence.runs()) {
    run.first += by;
    result.append(run);
  }
  return result;
}

/// Tokens of several accesses that pass one FIFO.
Moments merged(const std::vector<Moments>& parts) {
  std::vector<std::int64_t> cycles, places;
  const auto add = [](const dataflow::Sequence& more, std::vector<std::int64_t>& all) {
    const std::vector<std::int64_t> numbers = more.numbers();
    all.insert(all.end(), numbers.begin(), numbers.end());
  };
  for (const Moments& part : parts) {
    add(part.cycles(), cycles);
    add(part.places(), places);
  }
  return {std::make_shared<Passing>(Passing{sequence_of(std::move(cycles)), sequence_of(std::move(places))})};
}

/// The loops whose values an index depends on.
void add_loops_of(const Index& index, std::set<int>& loops) {
  for (const Index::Term& term : index.terms) loops.insert(term.loop);
  for (const Index::Division& division : index.divisions) add_loops_of(division.inner, loops);
}

/// The loops on whose values it depends whether an access takes place.
std::set<int> loops_of_conditions(const Access& access) {
  std::set<int> loops;
  for (const Access::Guard& guard : access.guards) {
    visit_parts(*access.function, guard.condition, [&](const Expression& e) {
      if (e.op == OpKind::iterator) loops.insert(e.loop);
    });
  }
  for (const Loop* loop : access.loops) {
    for (const std::vector<Index>* bounds : {&loop->lower, &loop->upper}) {
      for (const Index& bound : *bounds) add_loops_of(bound, loops);
    }
  }
  return loops;
}

bool same(const std::vector<Access::Guard>& guards, const std::vector<Access::Guard>& others) {
  return std::equal(guards.begin(), guards.end(), others.begin(), others.end(),
                    [](const auto& a, const auto& b) { return a.condition == b.condition && a.holds == b.holds; });
}

}  // namespace

dataflow::Sequence Moments::cycles() const { return shifted(passing->cycles, later_cycles); }
dataflow::Sequence Moments::places() const { return shifted(passing->places, later_places); }

MomentsByLane joined(const PartsByLane& lanes) {
  MomentsByLane all;
  for (const auto& [lane, parts] : lanes) all.emplace(lane, parts.size() == 1 ? parts.front() : merged(parts));
  return all;
}

std::int64_t Stages::of(const Access& access, std::int64_t last) const {
  const std::int64_t second = std::min<std::int64_t>(1, last), last_but_one = std::max<std::int64_t>(0, last - 1);
  if (access.writes) return sums_up && !reads_streams ? last_but_one : last;
  return writes_streams || loads ? second : last;
}

std::size_t count_lane_ranks(const Array& array) {
  if (!array.banking.empty() && (array.fifo || !array.stream)) throw Unknown{"a FIFO in banks"};
  return array.stream && !array.fifo ? array.shape.size() : 0;
}

void MomentsList::add(const Access& access, PartsByLane& lanes) {
  const std::int64_t stage = stage_of(access);
  const std::optional<std::vector<Copy>> copies = copies_of(access);
  if (!copies) return add_by_iteration(access, stage, lanes);
  for (const Copy& copy : *copies) {
    const std::shared_ptr<const Passing> passing = passing_of(access, stage, copy);
    if (!passing) continue;
    tokens_ += passing->places.count();
    check_count(tokens_);
    const std::int64_t later = access.first_place + copy.later_places;
    lanes[{access.array, copy.lane}].push_back({passing, blocks_ ? 0 : later, later});
  }
}

/// By iterations of the unrolled loops around; nothing where these do not tell which lane is meant, or have no fixed
/// bounds.
std::optional<std::vector<MomentsList::Copy>> MomentsList::copies_of(const Access& access) const {
  const std::set<int> conditions = loops_of_conditions(access);
  std::vector<Copy> copies = {{0, 0, all_iterations(access), {}}};
  bool in_pipeline = false;
  for (std::size_t level = 0; level < access.loops.size(); ++level) {
    const Loop& loop = *access.loops[level];
    const bool unrolled = in_pipeline || is_completely_unrolled(loop);
    in_pipeline = in_pipeline || loop.pipeline.has_value();
    if (!unrolled) continue;
    if (!loop.lower.front().is_constant() || !loop.upper.front().is_constant()) return std::nullopt;
    std::vector<Copy> more;
    for (const Copy& copy : copies) {
      const Range all = copy.within.at(loop.id);
      for (std::int64_t value = all.low; value <= all.high; ++value) {
        more.push_back(copy);
        more.back().within[loop.id] = {value, value};
        more.back().later_places += access.places_per_iteration[level] * (value - all.low);
        if (conditions.contains(loop.id)) more.back().conditions.push_back(value);
      }
    }
    copies = std::move(more);
  }
  for (Copy& copy : copies) {
    const std::optional<std::int64_t> lane = lane_of(access, copy.within);
    if (!lane) return std::nullopt;
    copy.lane = *lane;
  }
  return copies;
}

std::shared_ptr<const Passing> MomentsList::passing_of(const Access& access, std::int64_t stage, const Copy& copy) {
  const auto known = std::find_if(walks_.begin(), walks_.end(), [&](const Walk& walk) {
    return walk.function == access.function && walk.stage == stage && walk.loops == access.loops &&
           walk.conditions == copy.conditions && same(walk.guards, access.guards);
  });
  if (known != walks_.end()) return known->passing;
  walks_.push_back({access.function, access.loops, access.guards, stage, copy.conditions, walk(access, stage, copy)});
  return walks_.back().passing;
}

/// Beside loops inside of an iteration, what stands behind the last one is in the iteration's last state.
std::int64_t MomentsList::stage_of(const Access& access) const {
  if (!blocks_) return 0;
  const Block& block = blocks_->of(access);
  const std::int64_t last = block.schedule.iteration_latency - 1;
  if (block.inside.empty()) return stages_.of(access, last);
  if (blocks_->varies(block)) return access.loops_before;  // of each iteration another one
  const bool behind_all = access.loops_before >= static_cast<int>(block.inside.size());
  const std::int64_t state = blocks_->state_behind(block, access.loops_before);
  return behind_all && !block.loops.empty() ? std::max(state, last) : state;
}

/// The lane that all these iterations mean; nothing where they mean several.
std::optional<std::int64_t> MomentsList::lane_of(const Access& access, const LoopRanges& at) const {
  const Array& array = region_.arrays[access.array];
  const std::size_t ranks = count_lane_ranks(array);
  std::int64_t lane = 0;
  for (std::size_t d = 0; d < ranks; ++d) {
    const std::optional<Range> index = range_of(access.indices[d], at);
    if (!index || !index->is_single()) return std::nullopt;
    lane = lane * array.shape[d] + index->low;
  }
  return lane;
}

/// Of an iteration in the process's own time.
std::int64_t MomentsList::cycle_of(const Access& access, std::int64_t stage, const LoopRanges& at) const {
  if (!blocks_) return place_in_program(access, at);
  const Block& block = blocks_->of(access);
  if (blocks_->varies(block)) return blocks_->state_behind(block, access.loops_before, at);
  return blocks_->issue(block, at) + stage;
}

std::shared_ptr<const Passing> MomentsList::walk(const Access& access, std::int64_t stage, const Copy& copy) const {
  std::vector<std::int64_t> cycles, places;
  const std::int64_t first = access.first_place + copy.later_places;
  for_each_iteration(access, copy.within, [&](const LoopRanges& at) {
    check_count(tokens_ + static_cast<std::int64_t>(places.size()) + 1);
    places.push_back(place_in_program(access, at) - first);
    if (blocks_) cycles.push_back(cycle_of(access, stage, at));
  });
  if (places.empty()) return nullptr;
  dataflow::Sequence in_order = sequence_of(std::move(places));
  dataflow::Sequence own = blocks_ ? sequence_of(std::move(cycles)) : in_order;
  return std::make_shared<Passing>(Passing{std::move(own), std::move(in_order)});
}

/// Where each iteration says which lane it means.
void MomentsList::add_by_iteration(const Access& access, std::int64_t stage, PartsByLane& lanes) {
  struct Numbers {
    std::vector<std::int64_t> cycles, places;
  };
  std::map<std::int64_t, Numbers> by_lane;
  for_each_iteration(access, all_iterations(access), [&](const LoopRanges& at) {
    check_count(++tokens_);
    const std::optional<std::int64_t> lane = lane_of(access, at);
    if (!lane) throw Unknown{"which stream is meant depends on data"};
    Numbers& numbers = by_lane[*lane];
    numbers.places.push_back(place_in_program(access, at));
    numbers.cycles.push_back(cycle_of(access, stage, at));
  });
  for (auto& [lane, numbers] : by_lane) {
    lanes[{access.array, lane}].push_back({std::make_shared<Passing>(
        Passing{sequence_of(std::move(numbers.cycles)), sequence_of(std::move(numbers.places))})});
  }
}

void MomentsList::check_count(std::int64_t tokens) {
  if (tokens > most_tokens) throw Unknown{"more than " + std::to_string(most_tokens) + " tokens"};
}

}  // namespace pom::dse::estimate
