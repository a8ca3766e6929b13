#include "dse/explore/banking.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

namespace pom::dse {

namespace {

constexpr std::size_t most_dimensions = 8;

/// A number of banks, by dimension.
using Factors = std::array<std::int64_t, most_dimensions>;

/// What one copy touches: the part of each index that is known, beside multiples of the running loops.
struct Element {
  std::array<std::int64_t, most_dimensions> offsets{};
  int shape = 0;  ///< which running loops stand in the index: elements of different shapes may be any distance apart
  bool writes = false;
  auto operator<=>(const Element&) const = default;
};

struct Accesses {
  std::vector<Element> elements;  ///< each once, in order, after `settle`
  std::vector<std::vector<std::vector<Index::Term>>> shapes;
  /// By shape and dimension: greatest common divisor of what running loops add; 0: nothing.
  std::vector<std::vector<std::int64_t>> strides;
  bool unknown = false;  ///< an index that cannot be told

  void settle() {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  }
};

class AccessCollector {
 public:
  AccessCollector(const Function& function, const Unit& unit) : function_(function), found_(function.arrays.size()) {
    for (const UnitLoop& loop : unit.loops) running_.insert(loop.label);
  }

  void walk(const std::vector<Node>& body, bool inside) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::loop) walk_loop(node.loop, inside);
      if (node.kind == Node::Kind::branch) {
        if (inside) read(node.branch.condition);
        walk(node.branch.then, inside);
        walk(node.branch.otherwise, inside);
      }
      if (node.kind == Node::Kind::assignment && inside) {
        read(node.assignment.value);
        add(node.assignment.array, node.assignment.indices, Write::yes);
      }
    }
  }

  std::vector<Accesses> take() {
    for (Accesses& accesses : found_) accesses.settle();
    return std::move(found_);
  }

 private:
  enum class Write { no, yes };

  /// A copy's value, or the loop while it runs.
  struct LoopState {
    std::optional<std::int64_t> value;
    const Loop* running = nullptr;
  };

  LoopState& at(int loop) {
    if (static_cast<std::size_t>(loop) >= loops_.size()) loops_.resize(static_cast<std::size_t>(loop) + 1);
    return loops_[static_cast<std::size_t>(loop)];
  }

  void walk_loop(const Loop& loop, bool inside) {
    if (inside || loop.unroll) {
      for (std::int64_t n = 0; n < loop.trip.max; ++n) {
        at(loop.id).value = (loop.lower.empty() ? 0 : loop.lower.front().constant) + n * loop.step;
        walk(loop.body, true);
      }
      at(loop.id).value.reset();
      return;
    }
    if (!running_.contains(loop.label)) return;  // another unit's
    at(loop.id).running = &loop;
    walk(loop.body, loop.pipeline.has_value());
    at(loop.id).running = nullptr;
  }

  void read(int expression) {
    if (expression < 0) return;
    const Expression& e = function_.expressions[static_cast<std::size_t>(expression)];
    if (e.op == OpKind::load) add(e.array, e.indices, Write::no);
    for (int operand : e.operands) read(operand);
  }

  void add(int array, const std::vector<Index>& indices, Write write) {
    Accesses& accesses = found_[static_cast<std::size_t>(array)];
    if (indices.empty() || indices.size() > most_dimensions) {
      accesses.unknown = true;
      return;
    }
    strides_.assign(indices.size(), 0);
    Element element;
    element.writes = write == Write::yes;
    shape_.resize(indices.size());
    for (std::size_t d = 0; d < indices.size(); ++d) {
      shape_[d].clear();
      if (indices[d].opaque || !indices[d].divisions.empty()) accesses.unknown = true;
      element.offsets[d] = split(indices[d], shape_[d], strides_[d]);
    }
    const auto at = std::find(accesses.shapes.begin(), accesses.shapes.end(), shape_);
    element.shape = static_cast<int>(at - accesses.shapes.begin());
    if (at == accesses.shapes.end()) {
      accesses.shapes.push_back(shape_);
      accesses.strides.push_back(strides_);
    }
    accesses.elements.push_back(element);
  }

  /// The known part of an index; the terms of loops that run go to `moving`, what they add to `stride`.
  std::int64_t split(const Index& index, std::vector<Index::Term>& moving, std::int64_t& stride) {
    std::int64_t offset = index.constant;
    for (const Index::Term& term : index.terms) {
      const auto& [value, loop] = at(term.loop);
      if (value) {
        offset += term.coefficient * *value;
        continue;
      }
      moving.push_back(term);
      const bool known = loop && loop->lower.size() == 1 && loop->lower.front().is_constant();
      if (known) offset += term.coefficient * loop->lower.front().constant;
      if (!loop || loop->trip.max > 1) stride = std::gcd(stride, term.coefficient * (known ? loop->step : 1));
    }
    return offset;
  }

  const Function& function_;
  std::set<std::string> running_;
  std::vector<LoopState> loops_;  ///< by Loop::id
  std::vector<Accesses> found_;
  std::vector<std::vector<Index::Term>> shape_;
  std::vector<std::int64_t> strides_;
};

/// A number of cyclic banks along one dimension.
struct Factor {
  std::int64_t banks = 1;
  bool fixed = true;  ///< each copy finds its element in the same bank in every iteration

  /// A changing bank weighs twice: the tool selects among all of them. Where it takes a division to find it (no power
  /// of two), much more: a divider and wide products (dse/estimate/bank_remainders).
  std::int64_t weight() const {
    if (fixed) return banks;
    return banks * (std::has_single_bit(static_cast<std::uint64_t>(banks)) ? 2 : 8);
  }
};

/// What running loops add keeps an element of the shape in its bank.
bool is_fixed(const Accesses& accesses, std::size_t shape, std::size_t d, std::int64_t banks) {
  return accesses.strides[shape][d] % banks == 0;
}

bool move_alike(const Accesses& accesses, std::size_t d) {
  return std::all_of(accesses.shapes.begin(), accesses.shapes.end(),
                     [&](const auto& shape) { return shape[d] == accesses.shapes.front()[d]; });
}

/// Divisors of what the running loops add keep copies in their banks. Where all indices move alike, other numbers keep
/// the copies apart too, but in changing banks: that takes multiplexers, as does an element that is not kept.
std::vector<Factor> candidates(const Accesses& accesses, std::size_t d, std::int64_t extent, std::int64_t span) {
  const bool alike = move_alike(accesses, d);
  std::vector<Factor> all;
  const std::int64_t most = std::max<std::int64_t>(1, std::min({extent, span, most_banks}));
  for (std::int64_t f = 1; f <= most; ++f) {
    std::size_t fixed = 0;
    for (std::size_t shape = 0; shape < accesses.shapes.size(); ++shape) fixed += is_fixed(accesses, shape, d, f);
    if (fixed > 0 || alike) all.push_back({f, fixed == accesses.shapes.size()});
  }
  return all;
}

/// Elements in the fullest bank; stops counting above `enough`.
class Crowd {
 public:
  explicit Crowd(const Accesses& accesses) : accesses_(accesses) {
    for (std::size_t d = 0; d < accesses.strides.front().size(); ++d) alike_.push_back(move_alike(accesses, d));
  }

  std::int64_t count(const Factors& factors, std::int64_t enough) {
    std::int64_t banks = 1;
    for (std::size_t d = 0; d < alike_.size(); ++d) banks *= factors[d];
    filled_.assign(static_cast<std::size_t>(banks), 0);
    most_ = 0;
    for (const Element& element : accesses_.elements) {
      fill(element, factors, 0, 0);
      if (most_ > enough) break;
    }
    return most_;
  }

 private:
  /// An element that changes its bank against the others may meet each of them.
  void fill(const Element& element, const Factors& factors, std::size_t d, std::int64_t bank) {
    if (d == alike_.size()) {
      most_ = std::max<std::int64_t>(most_, ++filled_[static_cast<std::size_t>(bank)]);
      return;
    }
    const bool known = alike_[d] || is_fixed(accesses_, static_cast<std::size_t>(element.shape), d, factors[d]);
    const std::int64_t offset = element.offsets[d] % factors[d];
    const std::int64_t first = known ? (offset < 0 ? offset + factors[d] : offset) : 0;
    for (std::int64_t n = first; n <= (known ? first : factors[d] - 1); ++n)
      fill(element, factors, d + 1, bank * factors[d] + n);
  }

  const Accesses& accesses_;
  std::vector<bool> alike_;
  std::vector<int> filled_;
  std::int64_t most_ = 0;
};

struct BankChoice {
  Factors factors{};
  std::int64_t banks = 1, weight = 1, largest = 1;
};

/// Every combination of factors with so many banks, cheapest first. Of equal ones that with the smallest factors comes
/// first: it is most likely to suit what others ask for.
std::vector<BankChoice> combine(const std::vector<std::vector<Factor>>& choices, std::int64_t least,
                                std::int64_t most) {
  std::vector<BankChoice> all{{}}, more;
  for (std::size_t d = 0; d < choices.size(); ++d) {
    more.clear();
    for (const BankChoice& choice : all) {
      for (const Factor& factor : choices[d]) {
        if (choice.banks * factor.banks > most) break;
        more.push_back(choice);
        more.back().factors[d] = factor.banks;
        more.back().banks *= factor.banks;
        more.back().weight *= factor.weight();
        more.back().largest = std::max(choice.largest, factor.banks);
      }
    }
    std::swap(all, more);
  }
  std::erase_if(all, [&](const BankChoice& choice) { return choice.banks < least; });
  std::stable_sort(all.begin(), all.end(), [](const BankChoice& a, const BankChoice& b) {
    return a.weight != b.weight ? a.weight < b.weight : a.largest < b.largest;
  });
  return all;
}

std::vector<std::int64_t> fewest_banks(const Accesses& accesses, const Array& array, std::int64_t allowed) {
  std::vector<std::vector<Factor>> choices;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    std::int64_t low = accesses.elements.begin()->offsets[d], high = low;
    for (const Element& element : accesses.elements) {
      low = std::min(low, element.offsets[d]);
      high = std::max(high, element.offsets[d]);
    }
    choices.push_back(candidates(accesses, d, std::max<std::int64_t>(array.shape[d], 1), high - low + 1));
  }
  Crowd crowd(accesses);
  const auto elements = static_cast<std::int64_t>(accesses.elements.size());
  const auto factors_of = [&](const BankChoice& choice) -> std::vector<std::int64_t> {
    return {choice.factors.begin(), choice.factors.begin() + static_cast<std::ptrdiff_t>(array.shape.size())};
  };
  for (const BankChoice& choice : combine(choices, (elements + allowed - 1) / allowed, elements)) {
    if (crowd.count(choice.factors, allowed) <= allowed) return factors_of(choice);
  }
  // None serves all at once: the one that needs the fewest turns.
  BankChoice best;
  best.factors.fill(1);
  std::int64_t best_crowd = elements;
  for (const BankChoice& choice : combine(choices, 1, elements)) {
    if (choice.banks * best_crowd <= elements) continue;
    const std::int64_t here = crowd.count(choice.factors, best_crowd - 1);
    if (here >= best_crowd) continue;
    best = choice;
    best_crowd = here;
  }
  return factors_of(best);
}

/// Behind an m_axi port it lies outside the design.
bool may_be_cut(const Array& array) { return !array.stream && !array.shape.empty() && array.port.mode != "m_axi"; }

}  // namespace

BankFactors find_banks(const Function& function, const Unit& unit, std::int64_t accesses, std::int64_t turns) {
  AccessCollector collector(function, unit);
  collector.walk(function.body, false);
  const std::vector<Accesses> all = collector.take();
  BankFactors factors;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Array& array = function.arrays[n];
    if (all[n].elements.empty() || all[n].unknown || !may_be_cut(array)) continue;
    // A sum that goes to memory and back takes longer than its interval.
    const bool written = std::any_of(all[n].elements.begin(), all[n].elements.end(), std::mem_fn(&Element::writes));
    const std::int64_t allowed = written ? accesses : accesses * turns;
    if (static_cast<std::int64_t>(all[n].elements.size()) <= allowed) continue;
    std::vector<std::int64_t> banks = fewest_banks(all[n], array, allowed);
    if (std::any_of(banks.begin(), banks.end(), [](std::int64_t f) { return f > 1; }))
      factors[array.name] = std::move(banks);
  }
  return factors;
}

bool separate_elements(const Function& function, const Unit& unit, const BankFactors& banks, const std::string& array) {
  AccessCollector collector(function, unit);
  collector.walk(function.body, false);
  std::vector<Accesses> all = collector.take();
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (function.arrays[n].name != array) continue;
    if (all[n].unknown || all[n].shapes.size() != 1) return false;
    for (Element& element : all[n].elements) element.writes = false;
    all[n].settle();
    const auto at = banks.find(array);
    Factors factors;
    factors.fill(1);
    if (at != banks.end()) std::copy(at->second.begin(), at->second.end(), factors.begin());
    return Crowd(all[n]).count(factors, 1) <= 1;
  }
  return true;
}

bool is_longer_than_banks(const std::vector<std::int64_t>& shape) {
  return std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent > most_banks; });
}

bool may_be_registers(const Array& array, double ff) {
  if (!may_be_cut(array) || is_longer_than_banks(array.shape)) return false;
  double elements = 1;
  for (const std::int64_t extent : array.shape) elements *= static_cast<double>(std::max<std::int64_t>(extent, 1));
  return elements > 1 && elements * array.element.bits <= ff;
}

std::int64_t merge_factors(std::int64_t one, std::int64_t other) {
  const std::int64_t common = std::lcm(one, other);
  return common <= most_banks ? common : std::max(one, other);
}

bool merge_banks(BankFactors& into, const BankFactors& more) {
  bool serve_both = true;
  for (const auto& [array, factors] : more) {
    const auto [at, fresh] = into.try_emplace(array, factors);
    if (fresh) continue;
    for (std::size_t d = 0; d < factors.size(); ++d) {
      serve_both = serve_both && std::lcm(at->second[d], factors[d]) <= most_banks;
      at->second[d] = merge_factors(at->second[d], factors[d]);
    }
  }
  return serve_both;
}

void set_banks(Function& function, BankFactors& factors) {
  for (Array& array : function.arrays) {
    const auto at = factors.find(array.name);
    if (at == factors.end()) continue;
    array.banking.assign(array.shape.size(), Banking{});
    for (std::size_t d = 0; d < at->second.size(); ++d)
      at->second[d] = std::min(at->second[d], std::max<std::int64_t>(array.shape[d], 1));
    for (std::size_t d = 0; d < at->second.size(); ++d) {
      if (at->second[d] > 1) array.banking[d] = {BankingKind::cyclic, at->second[d], false};
    }
  }
}

}  // namespace pom::dse
