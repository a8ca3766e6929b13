#include "dse/explore/tiles/words_in_place.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "dse/explore/context/context.hpp"
#include "dse/explore/tiles/nest_tiles.hpp"

namespace pom::dse::explore {

namespace {

/// The computes of one top-level nest that use arguments behind the bus, and the words that they take.
class PlaceFinder {
 public:
  PlaceFinder(const dsl::Function& program, const std::vector<External>& externals, const std::set<int>& resident,
              const PortWidths& widths)
      : program_(program), externals_(externals), resident_(resident), widths_(widths) {}

  /// False: some compute cannot take its arguments so.
  bool find() {
    std::map<int, int> computes;  // by nest
    for (const dsl::Compute& compute : program_.computes) ++computes[compute.position.front()];
    for (const dsl::Compute& compute : program_.computes) {
      const auto uses = external_uses(compute, externals_);
      if (!uses) return false;
      if (std::all_of(uses->begin(), uses->end(),
                      [&](const ExternalUse& use) { return resident_.contains(use.array); }))
        continue;
      if (computes[compute.position.front()] != 1 || !find_in(compute, *uses)) return false;
    }
    return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& one) { return one.second > 1; });
  }

  Schedule directives() const {
    std::set<std::string> taken = names_in_use(program_);
    Schedule schedule;
    const auto add = [&](Primitive primitive) { schedule.push_back({std::move(primitive), program_.at}); };
    for (const int array : resident_) add(BufferAt{program_.arrays[array]->name, "", {}, ""});
    std::map<int, std::int64_t> words = lanes_;
    for (const int array : resident_) words[array] = widths_.widest(program_, array);
    for (const Directive& pack : pack_directives(program_, words, widths_)) schedule.push_back(pack);
    for (const auto& [compute, lanes] : cut_) {
      const std::string loop = compute->loops.back().name;
      const std::string outer = fresh_name(loop + "0", taken), inner = fresh_name(loop + "1", taken);
      add(Split{compute->name, loop_named(loop), lanes, outer, inner});
      add(Pipeline{compute->name, loop_named(outer), 1});
      add(Unroll{compute->name, loop_named(inner)});
    }
    for (const auto& [array, factors] : banks_)
      add(Partition{program_.arrays[array]->name, factors, std::vector<std::string>(factors.size(), "cyclic")});
    return schedule;
  }

 private:
  bool find_in(const dsl::Compute& compute, const std::vector<ExternalUse>& uses) {
    const auto trips = constant_trips(compute);
    if (!trips || trips->empty() || compute.loops.back().lower->op != dsl::Op::integer) return false;
    if (compute.loops.back().lower->integer != 0) return false;
    std::int64_t lanes = std::numeric_limits<std::int64_t>::max();
    for (const ExternalUse& use : uses) {
      if (!resident_.contains(use.array)) lanes = std::min(lanes, widths_.widest(program_, use.array));
    }
    while (trips->back() % lanes != 0) lanes /= 2;  // powers of two
    const std::size_t innermost = trips->size() - 1;
    for (const ExternalUse& use : uses) {
      if (resident_.contains(use.array)) {
        add_banks(use, innermost, lanes);
      } else if (!takes_words(use, innermost, lanes) || !agree(use.array, lanes)) {
        return false;
      }
    }
    if (lanes > 1) cut_.emplace_back(&compute, lanes);
    return true;
  }

  /// Consecutive iterations of the innermost loop take consecutive elements, from whole words on.
  static bool takes_words(const ExternalUse& use, std::size_t innermost, std::int64_t lanes) {
    for (std::size_t d = 0; d < use.indices.size(); ++d) {
      const dsl::AffineForm& index = use.indices[d];
      const bool last = d + 1 == use.indices.size();
      if (!index.is_linear() || index.coefficients[innermost] != (last ? 1 : 0)) return false;
      if (!last) continue;
      for (std::size_t loop = 0; loop < innermost; ++loop) {
        if (index.coefficients[loop] % lanes != 0) return false;
      }
      if (index.constant % lanes != 0) return false;
    }
    return true;
  }

  bool agree(int array, std::int64_t lanes) { return lanes_.emplace(array, lanes).first->second == lanes; }

  /// The elements that an iteration takes of a buffer lie side by side too.
  void add_banks(const ExternalUse& use, std::size_t innermost, std::int64_t lanes) {
    for (std::size_t d = 0; d < use.indices.size(); ++d) {
      if (use.indices[d].coefficients[innermost] != 1) continue;
      std::vector<std::int64_t>& factors = banks_[use.array];
      factors.resize(use.indices.size(), 1);
      factors[d] = std::max(factors[d], lanes);
    }
  }

  const dsl::Function& program_;
  const std::vector<External>& externals_;
  const std::set<int>& resident_;
  const PortWidths& widths_;
  std::map<int, std::int64_t> lanes_;  ///< by array
  std::vector<std::pair<const dsl::Compute*, std::int64_t>> cut_;
  std::map<int, std::vector<std::int64_t>> banks_;  ///< of buffers
};

}  // namespace

std::optional<Schedule> take_words_in_place(const dsl::Function& program, const std::vector<External>& externals,
                                            const std::set<int>& resident, const PortWidths& widths) {
  PlaceFinder finder(program, externals, resident, widths);
  if (!finder.find()) return std::nullopt;
  return finder.directives();
}

}  // namespace pom::dse::explore
