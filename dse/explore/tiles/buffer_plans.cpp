#include "dse/explore/tiles/buffer_plans.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "dse/explore/context/context.hpp"
#include "dse/explore/tiles/external.hpp"
#include "dse/explore/tiles/nest_tiles.hpp"

namespace pom::dse::explore {

namespace {

/// Shares of the memory that tiles may take together: banks, and what the program keeps itself, need the rest. Smaller
/// tiles leave more of it for banks.
constexpr std::array memory_shares = {0.9, 0.6, 0.3, 0.1};
/// The share of it for arrays that stay as a whole beside tiles of others.
constexpr double small_share = 0.125;

class PlanMaker {
 public:
  PlanMaker(const dsl::Function& program, std::int64_t blocks)
      : program_(program), blocks_(static_cast<double>(blocks)), externals_(external_arrays(program)) {}

  std::vector<BufferPlan> list() {
    if (externals_.empty()) return {};
    std::set<int> all, reused;
    for (const External& external : externals_) {
      all.insert(external.array);
      if (external.reused) reused.insert(external.array);
    }
    const bool fits = blocks_of(all) <= memory_shares.front() * blocks_;
    if (fits) add_resident(all, "all arguments behind the bus stay on the chip");
    if (reused != all && !reused.empty() && blocks_of(reused) <= memory_shares.front() * blocks_)
      add_resident(reused, "what is used more than once stays on the chip");
    if (!fits) {
      for (const double share : memory_shares) add_tiles(share);
    }
    std::stable_sort(plans_.begin(), plans_.end(),
                     [](const BufferPlan& a, const BufferPlan& b) { return a.copy_cycles < b.copy_cycles; });
    return std::move(plans_);
  }

 private:
  double blocks_of(const External& external) const {
    return static_cast<double>(blocks_for(external.elements, program_.arrays[external.array]->type.bits));
  }
  double blocks_of(const std::set<int>& arrays) const {
    double blocks = 0;
    for (const External& external : externals_) blocks += arrays.contains(external.array) ? blocks_of(external) : 0;
    return blocks;
  }

  /// Of arrays of one bundle one after the other, of different ones at once.
  double copy_cycles(const std::set<int>& resident) const {
    std::map<std::string, double> loads, stores;
    for (const External& external : externals_) {
      if (!resident.contains(external.array)) continue;
      const double cycles = static_cast<double>(external.elements) + first_element;
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
        schedule.push_back({BufferAt{program_.arrays[external.array]->name, "", {}}, program_.at});
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
    add({buffers_of(resident), copy_cycles(resident), reason});
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

  /// Computes that stand alone in their nests and use arrays that are not resident.
  std::vector<int> find_tiled(const std::set<int>& resident) const {
    std::map<int, std::vector<int>> nests;
    for (std::size_t c = 0; c < program_.computes.size(); ++c)
      nests[program_.computes[c].position.front()].push_back(static_cast<int>(c));
    std::vector<int> tiled;
    for (const auto& [place, computes] : nests) {
      if (computes.size() != 1) continue;
      const dsl::Compute& compute = program_.computes[computes.front()];
      const bool outside = std::any_of(externals_.begin(), externals_.end(), [&](const External& external) {
        const auto is_this = [&](const dsl::Access& access) { return access.array == external.array; };
        return !resident.contains(external.array) &&
               (is_this(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), is_this));
      });
      if (outside) tiled.push_back(computes.front());
    }
    return tiled;
  }

  void add_tiles(double share) {
    const std::set<int> resident = find_small(share);
    const std::vector<int> tiled = find_tiled(resident);
    if (tiled.empty()) return;
    BufferPlan plan{buffers_of(resident), copy_cycles(resident), ""};
    std::set<std::string> taken = names_in_use(program_);
    const double blocks = (share * blocks_ - blocks_of(resident)) / static_cast<double>(tiled.size());
    bool any = false;
    for (const int compute : tiled) {
      const auto tiles = find_tiles(program_, compute, externals_, resident, static_cast<std::int64_t>(blocks));
      if (!tiles) continue;
      any = true;
      const Schedule made = tiles->directives(program_, taken);
      plan.directives.insert(plan.directives.end(), made.begin(), made.end());
      plan.copy_cycles += tiles->cycles;
      plan.reason += (plan.reason.empty() ? "tiles of " : ", ") + program_.computes[compute].name + " take " +
                     std::to_string(tiles->blocks) + " blocks of memory";
    }
    if (any) add(std::move(plan));
  }

  const dsl::Function& program_;
  const double blocks_;
  const std::vector<External> externals_;
  std::vector<BufferPlan> plans_;
};

bool moves_loops(const Primitive& primitive) {
  return std::visit(
      []<class P>(const P&) {
        return (std::is_same_v<P, Interchange> || std::is_same_v<P, Reorder> || std::is_same_v<P, Split> ||
                std::is_same_v<P, Tile> || std::is_same_v<P, Skew> || std::is_same_v<P, Reverse> ||
                std::is_same_v<P, Shift> || std::is_same_v<P, After> || std::is_same_v<P, Fuse> ||
                std::is_same_v<P, Distribute>);
      },
      primitive);
}

}  // namespace

std::vector<BufferPlan> list_buffer_plans(const dsl::Function& program, std::int64_t blocks) {
  return PlanMaker(program, blocks).list();
}

Schedule buffer_directives(const Schedule& own) {
  std::size_t count = own.size();
  while (count > 0 && !std::holds_alternative<BufferAt>(own[count - 1].primitive)) --count;
  Schedule needed;
  for (std::size_t n = 0; n < count; ++n) {
    if (std::holds_alternative<BufferAt>(own[n].primitive) || moves_loops(own[n].primitive)) needed.push_back(own[n]);
  }
  return needed;
}

}  // namespace pom::dse::explore
