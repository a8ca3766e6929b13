#include "dse/explore/tiles/buffer_plans.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "dse/explore/context/context.hpp"
#include "dse/explore/tiles/external.hpp"
#include "dse/explore/tiles/nest_tiles.hpp"
#include "dse/explore/tiles/words_in_place.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse::explore {

namespace {

/// Shares of the memory that tiles may take together: banks, and what the program keeps itself, need the rest. Smaller
/// tiles leave more of it for banks.
constexpr std::array memory_shares = {0.9, 0.6, 0.3, 0.1};
/// The same for tiles whose copies run beside the work: their sizes matter less.
constexpr std::array overlapped_shares = {0.6};
/// The share of it for arrays that stay as a whole beside tiles of others.
constexpr double small_share = 0.125;

/// All loops of the first are loops of the other one, too.
bool has_loops_of(const dsl::Compute& one, const dsl::Compute& other) {
  const std::size_t loops = one.loops.size();
  return other.loops.size() >= loops &&
         std::equal(one.position.begin(), one.position.begin() + static_cast<std::ptrdiff_t>(loops),
                    other.position.begin());
}

/// The statements stand next to each other in one innermost loop.
bool share_all_loops(const dsl::Compute& one, const dsl::Compute& other) {
  return has_loops_of(one, other) && has_loops_of(other, one);
}

/// Resident arrays, and tiles of the nests that stand in one order of statements.
class PlanMaker {
 public:
  /// `apart`: directives that take the statements of nests apart, so that they stand as in `program`.
  PlanMaker(const dsl::Function& program, Schedule apart, std::int64_t blocks, const PortWidths& widths,
            std::vector<BufferPlan>& plans)
      : program_(program),
        apart_(std::move(apart)),
        widths_(widths),
        blocks_(static_cast<double>(blocks)),
        externals_(external_arrays(program)),
        plans_(plans) {}

  /// False: not all arguments fit as a whole.
  bool list_resident() {
    const std::set<int> often = reused();
    std::set<int> all, small;
    for (const External& external : externals_) all.insert(external.array);
    const bool all_fit = fits(all);
    if (all_fit) add_resident(all, "all arguments behind the bus stay on the chip");
    if (often != all && fits(often)) add_resident(often, "what is used more than once stays on the chip");
    for (small = all; !small.empty() && !fits(small);) small.erase(largest_of(small));
    if (!all_fit) add_resident(small, "all but the largest arguments stay on the chip");
    return all_fit;
  }

  /// What is used more than once stays on the chip, or nothing does where that does not fit; all else comes in words
  /// that are used at once.
  void list_words_in_place() {
    std::set<int> resident = reused();
    if (!fits(resident)) resident.clear();
    const auto words = take_words_in_place(program_, externals_, resident, widths_);
    if (words) add({*words, copy_cycles(resident), "words are used as they come", 0, false, true});
  }

  void list_tiles() {
    for (const double share : memory_shares) add_tiles(share, Copies::in_turn);
    for (const double share : overlapped_shares) add_tiles(share, Copies::beside_work);
  }

  /// Whether each nest that uses what is not resident can have tiles with its statements as they stand.
  bool tiles_all() const {
    const std::set<int> resident = find_small(memory_shares.front());
    std::set<int> nests;
    for (const dsl::Compute& compute : program_.computes) {
      if (uses_outside(compute, resident)) nests.insert(compute.position.front());
    }
    return find_tiled(resident).size() == nests.size();
  }

 private:
  /// Of which some element is used more than once.
  std::set<int> reused() const {
    std::set<int> arrays;
    for (const External& external : externals_) {
      if (external.reused) arrays.insert(external.array);
    }
    return arrays;
  }

  double blocks_of(const External& external) const {
    return static_cast<double>(blocks_for(external.elements, program_.arrays[external.array]->type.bits));
  }
  double blocks_of(const std::set<int>& arrays) const {
    double blocks = 0;
    for (const External& external : externals_) blocks += arrays.contains(external.array) ? blocks_of(external) : 0;
    return blocks;
  }

  bool fits(const std::set<int>& arrays) const { return blocks_of(arrays) <= memory_shares.front() * blocks_; }
  int largest_of(const std::set<int>& arrays) const {
    const External* largest = nullptr;
    for (const External& external : externals_) {
      const bool here = arrays.contains(external.array);
      if (here && (!largest || blocks_of(external) > blocks_of(*largest))) largest = &external;
    }
    return largest->array;
  }

  /// Of arrays of one bundle one after the other, of different ones at once.
  double copy_cycles(const std::set<int>& resident) const {
    std::map<std::string, double> loads, stores;
    for (const External& external : externals_) {
      if (!resident.contains(external.array)) continue;
      const std::int64_t row = program_.arrays[external.array]->shape.back(),
                         lanes = widths_.widest(program_, external.array);
      const double cycles = static_cast<double>(external.elements / row * ((row + lanes - 1) / lanes)) + first_element;
      if (external.read) loads[external.bundle] += cycles;
      if (external.written) stores[external.bundle] += cycles;
    }
    const auto longest = [](const std::map<std::string, double>& bundles) {
      double most = 0;
      for (const auto& [bundle, cycles] : bundles) most = std::max(most, cycles);
      return most;
    };
    return longest(loads) + longest(stores);
  }

  Schedule buffers_of(const std::set<int>& resident) const {
    Schedule schedule;
    for (const External& external : externals_) {
      if (resident.contains(external.array))
        schedule.push_back({BufferAt{program_.arrays[external.array]->name, "", {}, ""}, program_.at});
    }
    return schedule;
  }

  void add(BufferPlan plan) {
    const auto text = [](const Schedule& schedule) {
      std::string all;
      for (const Directive& directive : schedule) all += to_string(directive) + ";";
      return all;
    };
    const auto same = [&](const BufferPlan& known) { return text(known.directives) == text(plan.directives); };
    if (plan.directives.empty() || std::any_of(plans_.begin(), plans_.end(), same)) return;
    plans_.push_back(std::move(plan));
  }

  void add_resident(const std::set<int>& resident, const std::string& reason) {
    BufferPlan plan{buffers_of(resident), copy_cycles(resident), reason};
    std::map<int, std::int64_t> lanes;
    for (const int array : resident) lanes[array] = widths_.widest(program_, array);
    add_words(plan, lanes);
    add(std::move(plan));
  }

  /// Behind the buffers, the words of the arguments that have nothing but buffers.
  void add_words(BufferPlan& plan, const std::map<int, std::int64_t>& lanes) const {
    if (plan.directives.empty()) return;
    const Schedule packs = pack_directives(program_, lanes, widths_);
    plan.directives.insert(plan.directives.end(), packs.begin(), packs.end());
    for (const Directive& directive : packs) {
      const Pack& pack = std::get<Pack>(directive.primitive);
      plan.several_ports = plan.several_ports || pack.ports > 1;
      plan.reason += ", words of " + std::to_string(pack.lanes) + " of " + pack.array +
                     (pack.ports > 1 ? " from " + std::to_string(pack.ports) + " ports" : "");
    }
  }

  /// Of the arrays that nothing but tiles and whole buffers holds: elements of a word, the fewest of all nests.
  std::map<int, std::int64_t> words_of(const std::set<int>& resident, const std::vector<NestTiles>& tiles) const {
    std::map<int, std::int64_t> lanes;
    for (const External& external : externals_) {
      std::int64_t most = widths_.widest(program_, external.array);
      for (std::size_t c = 0; c < program_.computes.size() && !resident.contains(external.array); ++c) {
        const dsl::Compute& compute = program_.computes[c];
        const auto is_this = [&](const dsl::Access& access) { return access.array == external.array; };
        if (!is_this(compute.store) && std::none_of(compute.loads.begin(), compute.loads.end(), is_this)) continue;
        const auto own = std::find_if(tiles.begin(), tiles.end(), [&](const NestTiles& one) {
          const bool has_compute =
              std::find(one.computes.begin(), one.computes.end(), static_cast<int>(c)) != one.computes.end();
          return has_compute && one.lanes.contains(external.array);
        });
        most = own == tiles.end() ? 1 : std::min(most, own->lanes.at(external.array));
      }
      lanes[external.array] = most;
    }
    return lanes;
  }

  /// Small arrays that more than one nest uses, as a whole.
  std::set<int> find_small(double share) const {
    std::set<int> small;
    double left = small_share * share * blocks_;
    for (const External& external : externals_) {
      if (external.nests < 2 || blocks_of(external) > left) continue;
      small.insert(external.array);
      left -= blocks_of(external);
    }
    return small;
  }

  /// Nests whose computes share all of their loops with the deepest, and that use arrays that are not resident.
  std::vector<std::vector<int>> find_tiled(const std::set<int>& resident) const {
    std::map<int, std::vector<int>> nests;
    for (std::size_t c = 0; c < program_.computes.size(); ++c)
      nests[program_.computes[c].position.front()].push_back(static_cast<int>(c));
    std::vector<std::vector<int>> tiled;
    for (auto& [place, computes] : nests) {
      std::sort(computes.begin(), computes.end(),
                [&](int a, int b) { return program_.computes[a].position < program_.computes[b].position; });
      const int deepest = deepest_of(program_, computes);
      const bool alike = std::all_of(computes.begin(), computes.end(), [&](int c) {
        return !program_.computes[c].loops.empty() && has_loops_of(program_.computes[c], program_.computes[deepest]);
      });
      const bool outside = std::any_of(computes.begin(), computes.end(),
                                       [&](int c) { return uses_outside(program_.computes[c], resident); });
      if (alike && outside) tiled.push_back(computes);
    }
    return tiled;
  }

  bool uses_outside(const dsl::Compute& compute, const std::set<int>& resident) const {
    return std::any_of(externals_.begin(), externals_.end(), [&](const External& external) {
      const auto is_this = [&](const dsl::Access& access) { return access.array == external.array; };
      return !resident.contains(external.array) &&
             (is_this(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), is_this));
    });
  }

  std::string names_of(const std::vector<int>& computes) const {
    std::string names;
    for (const int c : computes) names += (names.empty() ? "" : " and ") + program_.computes[c].name;
    return names;
  }

  void add_tiles(double share, Copies copies) {
    const std::set<int> resident = find_small(share);
    const std::vector<std::vector<int>> tiled = find_tiled(resident);
    if (tiled.empty()) return;
    BufferPlan plan{apart_, copy_cycles(resident), ""};
    const Schedule whole = buffers_of(resident);
    plan.directives.insert(plan.directives.end(), whole.begin(), whole.end());
    std::set<std::string> taken = names_in_use(program_);
    const double blocks = (share * blocks_ - blocks_of(resident)) / static_cast<double>(tiled.size());
    std::vector<NestTiles> found;
    for (const std::vector<int>& computes : tiled) {
      const auto tiles =
          find_tiles(program_, computes, externals_, resident, static_cast<std::int64_t>(blocks), widths_, copies);
      if (!tiles) continue;
      found.push_back(*tiles);
      const Schedule made = tiles->directives(program_, taken);
      plan.directives.insert(plan.directives.end(), made.begin(), made.end());
      plan.copy_cycles += tiles->cycles;
      plan.reason += (plan.reason.empty() ? "tiles of " : ", ") + names_of(computes) + " take " +
                     std::to_string(tiles->blocks) + " blocks of memory" +
                     (copies == Copies::beside_work ? ", loaded and stored beside the work" : "");
    }
    if (found.empty()) return;
    BufferPlan narrow = plan;
    add_words(plan, words_of(resident, found));
    add(std::move(plan));
    if (copies == Copies::in_turn) return;
    // What comes beside the work need not come in words, whose adapters are large.
    for (NestTiles& tiles : found) tiles.narrow_overlapped();
    add_words(narrow, words_of(resident, found));
    add(std::move(narrow));
  }

  const dsl::Function& program_;
  const Schedule apart_;
  const PortWidths& widths_;
  const double blocks_;
  const std::vector<External> externals_;
  std::vector<BufferPlan>& plans_;
};

/// How far the statements of nests are taken apart.
enum class Apart { all, but_those_of_one_loop };

/// Each statement of the nests in loops of its own, or with those that share all loops with it, where no dependence is
/// violated.
Schedule take_apart(const poly::Scop& as_written, const poly::Dependences& dependences, Apart apart) {
  Schedule all;
  const dsl::Function& program = *as_written.program;
  for (std::size_t c = 0; c < program.computes.size(); ++c) {
    const dsl::Compute& compute = program.computes[c];
    const dsl::Compute* before = nullptr;
    for (const dsl::Compute& other : program.computes) {
      const bool precedes = !other.loops.empty() && other.position.front() == compute.position.front() &&
                            other.position < compute.position;
      if (precedes && (!before || before->position < other.position)) before = &other;
    }
    if (compute.loops.empty() || !before) continue;
    if (apart == Apart::but_those_of_one_loop && share_all_loops(*before, compute)) continue;
    Schedule more = all;
    more.push_back({Distribute{compute.name, loop_named(compute.loops.front().name)}, program.at});
    if (poly::try_schedule(as_written, dependences, more)) all = std::move(more);
  }
  return all;
}

/// Those with the quickest copies first, but in front of all the quickest of those with one port for each array: plans
/// with several ports take long to search for their many banks, and need a design to be compared with.
std::vector<BufferPlan> sorted(std::vector<BufferPlan> plans) {
  std::stable_sort(plans.begin(), plans.end(),
                   [](const BufferPlan& a, const BufferPlan& b) { return a.copy_cycles < b.copy_cycles; });
  const auto first = std::find_if(plans.begin(), plans.end(), [](const BufferPlan& p) { return !p.several_ports; });
  if (first != plans.end()) std::rotate(plans.begin(), first, first + 1);
  return plans;
}

}  // namespace

bool has_overlaps(const BufferPlan& plan) {
  return std::any_of(plan.directives.begin(), plan.directives.end(), [](const Directive& directive) {
    return std::holds_alternative<DoubleBuffer>(directive.primitive);
  });
}

BufferPlan plan_asked(Schedule directives, std::string reason) {
  BufferPlan plan{std::move(directives), 0, std::move(reason)};
  plan.is_asked = true;
  return plan;
}

std::vector<BufferPlan> list_buffer_plans(const poly::Scop& as_written, const poly::Dependences& dependences,
                                          std::int64_t blocks, const std::vector<PortWidths>& widths) {
  std::vector<BufferPlan> plans;
  const dsl::Function& program = *as_written.program;
  bool suffice = true;
  for (const PortWidths& each : widths) {
    PlanMaker as_it_is(program, {}, blocks, each, plans);
    as_it_is.list_words_in_place();
    const bool all_fit = as_it_is.list_resident();
    if (!all_fit) as_it_is.list_tiles();
    suffice = all_fit || as_it_is.tiles_all();
  }
  if (suffice) return sorted(std::move(plans));
  for (const Apart how : {Apart::but_those_of_one_loop, Apart::all}) {
    const Schedule apart = take_apart(as_written, dependences, how);
    if (apart.empty()) continue;
    dsl::Function parted = program;
    const poly::Scop scheduled = *poly::apply_schedule(as_written, dependences, apart);
    for (std::size_t c = 0; c < parted.computes.size(); ++c)
      parted.computes[c].position = scheduled.statements[c].position;
    for (const PortWidths& each : widths) PlanMaker(parted, apart, blocks, each, plans).list_tiles();
  }
  return sorted(std::move(plans));
}

}  // namespace pom::dse::explore
