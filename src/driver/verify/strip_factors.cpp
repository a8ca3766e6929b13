#include "driver/verify/strip_factors.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "dsl/model/added_names.hpp"
#include "support/words.hpp"

namespace pom::driver {

namespace {

/// Beyond what any loop can count to, a product says no more than that.
constexpr std::int64_t greatest = std::int64_t{1} << 31;

/// A loop of the current nest, and the loops as written that it was made from.
struct Descendant {
  std::string name;
  std::set<int> origins;
  std::int64_t length = 0;  ///< iterations of an inner loop; 0: not known
};

/// Follows one compute's loops through the schedule. Directives that cannot be applied are left out: they are refused
/// elsewhere.
class LoopTracker {
 public:
  explicit LoopTracker(const dsl::Compute& compute) : factors(compute.loops.size(), 1) {
    for (std::size_t n = 0; n < compute.loops.size(); ++n)
      nest_.push_back({compute.loops[n].name, {static_cast<int>(n)}, 0});
  }

  void operator()(const Interchange& p) {
    const int a = find(p.first), b = find(p.second);
    if (a >= 0 && b >= 0) std::swap(nest_[a], nest_[b]);
  }
  void operator()(const Split& p) { strip(p.loop, p.factor, p.outer, p.inner, 0); }
  /// A loop of as many iterations as partial results is not split: none must become one.
  void operator()(const Rfactor& p) {
    const int level = find(p.loop);
    if (level < 0 || nest_[level].length == p.count) return;
    strip(p.loop, p.count, "", "", 0);
    for (int origin : nest_[level].origins) multiply_by(origin, 2);
  }
  void operator()(const Tile& p) {
    // The strips gather behind the last tiled loop, in order.
    const int last = p.loops.empty() ? -1 : find(p.loops.back());
    const int behind = last < 0 ? 0 : static_cast<int>(nest_.size()) - 1 - last;
    std::vector<int> levels;
    for (const LoopRef& loop : p.loops) levels.push_back(find(loop));
    if (std::find(levels.begin(), levels.end(), -1) != levels.end()) return;
    for (std::size_t n = 0; n < levels.size(); ++n) {
      const auto name = [&](const std::vector<std::string>& names) {
        return n < names.size() ? names[n] : std::string();
      };
      strip(LoopRef(levels[n]), p.factors[n], name(p.outer), name(p.inner), behind + 1);
    }
  }
  void operator()(const Skew& p) {
    const int outer = find(p.outer), inner = find(p.inner);
    if (outer < 0 || inner < 0) return;
    nest_[inner].origins.insert(nest_[outer].origins.begin(), nest_[outer].origins.end());
    if (!p.new_outer.empty()) nest_[outer].name = p.new_outer;
    if (!p.new_inner.empty()) nest_[inner].name = p.new_inner;
  }
  void operator()(const Unroll& p) {
    const int level = find(p.loop);
    if (level >= 0 && p.factor > 1 && nest_[level].length == 0) multiply(nest_[level], p.factor);
  }
  void operator()(const auto&) {}

  std::vector<std::int64_t> factors;

 private:
  int find(const LoopRef& loop) const {
    if (loop.name.empty()) return loop.level >= 0 && loop.level < static_cast<int>(nest_.size()) ? loop.level : -1;
    const auto found =
        std::find_if(nest_.begin(), nest_.end(), [&](const Descendant& d) { return d.name == loop.name; });
    return found == nest_.end() ? -1 : static_cast<int>(found - nest_.begin());
  }

  void multiply(const Descendant& loop, std::int64_t factor) {
    // Unrolling a strip of the same length completely adds no new remainder.
    for (int origin : loop.origins)
      if (factors[origin] % factor != 0) multiply_by(origin, factor);
  }

  void multiply_by(int origin, std::int64_t factor) {
    factors[origin] = factor > greatest / factors[origin] ? greatest : factors[origin] * factor;
  }

  /// Replaces a loop by two; the inner one goes `from_end` places before the end, 0: right behind the outer one.
  void strip(const LoopRef& loop, std::int64_t factor, const std::string& outer, const std::string& inner,
             int from_end) {
    const int level = find(loop);
    if (level < 0) return;
    const Descendant old = nest_[level];
    // A strip has its length whatever the trip count is: what it is cut into adds no remainder.
    for (int origin : old.origins)
      if (old.length == 0) multiply_by(origin, factor);
    nest_[level].name = outer.empty() ? join_names({old.name, "0"}) : outer;
    if (old.length > 0) nest_[level].length = (old.length + factor - 1) / factor;
    const Descendant strip{inner.empty() ? join_names({old.name, "1"}) : inner, old.origins, factor};
    nest_.insert(from_end == 0 ? nest_.begin() + level + 1 : nest_.end() - (from_end - 1), strip);
  }

  std::vector<Descendant> nest_;
};

/// The compute of the program as written, some of whose loops another one has that a directive adds.
int find_origin(const dsl::Function& program, std::string compute) {
  while (program.find_compute(compute) < 0) {
    const Directive* adding = dsl::find_adding(program.schedule, compute);
    const auto* rfactor = adding ? std::get_if<Rfactor>(&adding->primitive) : nullptr;
    if (rfactor == nullptr || rfactor->compute == compute) return -1;
    compute = rfactor->compute;
  }
  return program.find_compute(compute);
}

/// The loops of a nest that a directive adds: one for each dimension of an array, "A_0", "A_1", …
dsl::Compute added_nest(const std::string& name, const dsl::Array& array) {
  dsl::Compute nest;
  nest.name = name;
  for (std::size_t d = 0; d < array.shape.size(); ++d)
    nest.loops.push_back({join_names({array.name, std::to_string(d)}), nullptr, nullptr, {}});
  return nest;
}

using Factors = std::vector<std::int64_t>;

/// By array: the factors by which its dimensions are cut: into words of its port, and by nests that are added for it.
std::map<int, Factors> factors_along(const dsl::Function& program) {
  std::map<int, Factors> all;
  const auto combine = [&](const std::string& name, const Factors& factors) {
    const int array = program.find_array(name);
    if (array < 0) return;
    Factors& known = all.try_emplace(array, factors.size(), 1).first->second;
    for (std::size_t d = 0; d < factors.size(); ++d) known[d] = std::lcm(known[d], factors[d]);
  };
  for (const Directive& directive : program.schedule) {
    std::string array, name;
    if (const auto* broadcast = std::get_if<Broadcast>(&directive.primitive))
      array = broadcast->array, name = dsl::reader_name(*broadcast);
    if (const auto* convert = std::get_if<Convert>(&directive.primitive))
      array = convert->array, name = dsl::converter_name(*convert);
    const auto* pack = std::get_if<Pack>(&directive.primitive);
    const int own = program.find_array(pack ? pack->array : array);
    if (own < 0) continue;
    const dsl::Array& declared = *program.arrays[own];
    if (pack) {
      Factors words(declared.shape.size(), 1);
      words.back() = pack->rows == "whole" ? pack->lanes : 1;
      combine(pack->array, words);
    } else {
      LoopTracker tracker(added_nest(name, declared));
      for (const Directive& other : program.schedule) {
        std::visit(
            [&](const auto& primitive) {
              if constexpr (requires { primitive.compute; })
                if (primitive.compute == name) tracker(primitive);
            },
            other.primitive);
      }
      combine(array, tracker.factors);
    }
  }
  return all;
}

/// Loops that run along the dimensions of an array are cut where those are.
void follow_arrays(const dsl::Function& program, std::vector<Factors>& factors) {
  for (const auto& [array, along] : factors_along(program)) {
    for (std::size_t c = 0; c < program.computes.size(); ++c) {
      const dsl::Compute& compute = program.computes[c];
      const auto follow = [&](const dsl::Access& access) {
        for (std::size_t d = 0; access.array == array && d < along.size(); ++d) {
          for (std::size_t n = 0; n < compute.loops.size(); ++n) {
            if (dsl::mentions_loop(*access.indices[d], static_cast<int>(n)))
              factors[c][n] = std::min(std::lcm(factors[c][n], along[d]), greatest);
          }
        }
      };
      for (const dsl::Access& load : compute.loads) follow(load);
      follow(compute.store);
    }
  }
}

}  // namespace

std::vector<std::vector<std::int64_t>> strip_factors(const dsl::Function& program) {
  std::vector<LoopTracker> trackers;
  for (const dsl::Compute& compute : program.computes) trackers.emplace_back(compute);
  for (const Directive& directive : program.schedule) {
    std::visit(
        [&](const auto& primitive) {
          if constexpr (requires { primitive.compute; }) {
            const int compute = find_origin(program, primitive.compute);
            if (compute >= 0) trackers[compute](primitive);
          }
        },
        directive.primitive);
  }
  std::vector<std::vector<std::int64_t>> factors;
  for (LoopTracker& tracker : trackers) factors.push_back(std::move(tracker.factors));
  follow_arrays(program, factors);
  return factors;
}

}  // namespace pom::driver
