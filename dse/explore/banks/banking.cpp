#include "dse/explore/banks/banking.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "dse/estimate/area/addresses.hpp"
#include "dse/estimate/graph/memory_view.hpp"
#include "dse/explore/banks/bank_accesses.hpp"

namespace pom::dse::explore {

namespace {

/// The reader or writer that an element belongs to: accesses of one form share it.
std::int64_t reader_of(const Element& element) { return 2 * element.shape + (element.writes ? 1 : 0); }

/// The number of elements that may be in one another's way: all, or where each reader has a memory of its own, those of
/// the one that has most.
std::int64_t count_rivals(const Accesses& accesses, const Array& array) {
  if (!estimate::has_read_copies(array)) return static_cast<std::int64_t>(accesses.elements.size());
  std::map<std::int64_t, std::int64_t> elements;
  for (const Element& element : accesses.elements) ++elements[reader_of(element)];
  std::int64_t most = 0;
  for (const auto& [reader, own] : elements) most = std::max(most, own);
  return most;
}

/// A number of cyclic banks along one dimension.
struct Factor {
  std::int64_t banks = 1;
  bool fixed = true;     ///< each copy finds its element in the same bank in every iteration
  bool divides = false;  ///< no copy does, and it takes a division to find the bank

  /// A changing bank weighs twice: the tool selects among all of them. Where it takes a division to find it (no power
  /// of two), much more: a divider and wide products (dse/estimate/bank_remainders).
  std::int64_t weight() const {
    if (fixed) return banks;
    return banks * (estimate::is_power_of_two(banks) ? 2 : 8);
  }
};

/// Which numbers of banks all elements may move among. Of powers of two it takes more.
enum class Moving { any, powers_of_two };

/// Divisors of what the running loops add keep copies in their banks. Where all indices move alike, other numbers keep
/// the copies apart too, but in changing banks: that takes multiplexers, as does an element that is not kept. Along
/// indices that cannot be told there is one bank.
std::vector<Factor> candidates(const Accesses& accesses, std::size_t d, std::int64_t extent, std::int64_t span,
                               Moving moving) {
  if (accesses.untold[d]) return {{}};
  const bool alike = accesses.move_alike(d);
  const bool powers = moving == Moving::powers_of_two;
  if (powers) span = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(span)));
  std::vector<Factor> all;
  const std::int64_t most = std::max<std::int64_t>(1, std::min({extent, span, most_banks}));
  for (std::int64_t f = 1; f <= most; ++f) {
    std::size_t fixed = 0;
    for (std::size_t shape = 0; shape < accesses.shapes.size(); ++shape) fixed += accesses.is_fixed(shape, d, f);
    const Factor factor{f, fixed == accesses.shapes.size(), fixed == 0 && !estimate::is_power_of_two(f)};
    if ((fixed > 0 || alike) && !(powers && factor.divides)) all.push_back(factor);
  }
  return all;
}

/// Elements in the fullest bank; stops counting above `enough`. Where each reader has a memory of its own, elements of
/// different readers do not count together.
class Crowd {
 public:
  explicit Crowd(const Accesses& accesses, bool apart = false) : accesses_(accesses), apart_(apart) {
    for (std::size_t d = 0; d < accesses.strides.front().size(); ++d)
      alike_.push_back(apart_ || accesses.move_alike(d));
  }

  std::int64_t count(const Banks& factors, std::int64_t enough) {
    std::int64_t banks = 1;
    for (std::size_t d = 0; d < alike_.size(); ++d) banks *= factors[d];
    filled_.assign(static_cast<std::size_t>(banks) * (apart_ ? 2 * accesses_.shapes.size() : 1), 0);
    most_ = 0;
    for (const Element& element : accesses_.elements) {
      fill(element, factors, 0, apart_ ? reader_of(element) : 0);
      if (most_ > enough) break;
    }
    return most_;
  }

 private:
  /// An element that changes its bank against the others may meet each of them.
  void fill(const Element& element, const Banks& factors, std::size_t d, std::int64_t bank) {
    if (d == alike_.size()) {
      most_ = std::max<std::int64_t>(most_, ++filled_[bank]);
      return;
    }
    const bool known = alike_[d] || accesses_.is_fixed(static_cast<std::size_t>(element.shape), d, factors[d]);
    const std::int64_t offset = element.offsets[d] % factors[d];
    const std::int64_t first = known ? (offset < 0 ? offset + factors[d] : offset) : 0;
    for (std::int64_t n = first; n <= (known ? first : factors[d] - 1); ++n)
      fill(element, factors, d + 1, bank * factors[d] + n);
  }

  const Accesses& accesses_;
  bool apart_;
  std::vector<bool> alike_;
  std::vector<int> filled_;
  std::int64_t most_ = 0;
};

struct BankChoice {
  Banks factors{};
  std::int64_t banks = 1, weight = 1, largest = 1;
  bool divides = false;
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
        more.back().divides = choice.divides || factor.divides;
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

/// The cheapest banks of one array.
class BankSearch {
 public:
  /// `allowed`: elements of an iteration in one bank; where each reader has a memory of its own, elements of one of
  /// them.
  BankSearch(const Accesses& accesses, const Array& array, std::int64_t allowed)
      : accesses_(accesses),
        array_(array),
        allowed_(allowed),
        elements_(count_rivals(accesses, array)),
        crowd_(accesses, estimate::has_read_copies(array)) {}

  std::vector<std::int64_t> run(Moving moving) {
    std::vector<std::vector<Factor>> choices;
    for (std::size_t d = 0; d < array_.shape.size(); ++d) {
      const auto [low, high] =
          std::minmax_element(accesses_.elements.begin(), accesses_.elements.end(),
                              [&](const Element& a, const Element& b) { return a.offsets[d] < b.offsets[d]; });
      const std::int64_t span = high->offsets[d] - low->offsets[d] + 1;
      choices.push_back(candidates(accesses_, d, std::max<std::int64_t>(array_.shape[d], 1), span, moving));
    }
    // Powers of two may be up to twice as many along every dimension.
    const std::int64_t most = elements_ << (moving == Moving::powers_of_two ? array_.shape.size() : 0);
    for (const BankChoice& choice : combine(choices, (elements_ + allowed_ - 1) / allowed_, most)) {
      if (crowd_.count(choice.factors, allowed_) > allowed_) continue;
      divides_ = choice.divides;
      return factors_of(choice);
    }
    serves_all_ = false;
    return factors_of(fewest_turns(choices));
  }

  /// Powers of two may do better than what was found.
  bool has_rival() const { return divides_ || !serves_all_; }

 private:
  BankChoice fewest_turns(const std::vector<std::vector<Factor>>& choices) {
    BankChoice best;
    best.factors = padded({});
    std::int64_t least = elements_;
    for (const BankChoice& choice : combine(choices, 1, elements_)) {
      if (choice.banks * least <= elements_) continue;
      const std::int64_t here = crowd_.count(choice.factors, least - 1);
      if (here >= least) continue;
      best = choice;
      least = here;
    }
    return best;
  }

  std::vector<std::int64_t> factors_of(const BankChoice& choice) const {
    return {choice.factors.begin(), choice.factors.begin() + static_cast<std::ptrdiff_t>(array_.shape.size())};
  }

  const Accesses& accesses_;
  const Array& array_;
  std::int64_t allowed_, elements_;
  Crowd crowd_;
  bool serves_all_ = true, divides_ = false;
};

void add(BankFactors& all, const std::string& array, std::vector<std::int64_t> factors) {
  if (std::any_of(factors.begin(), factors.end(), [](std::int64_t f) { return f > 1; }))
    all[array] = std::move(factors);
}

/// Behind an m_axi port it lies outside the design.
bool may_be_cut(const Array& array) {
  return !array.stream && !array.shape.empty() && !array.port.is_bus() && !array.port.is_stream();
}

/// A search for every array that one memory does not serve.
void visit_searches(const Function& function, const Unit& unit, std::int64_t accesses, std::int64_t turns,
                    const std::function<void(const std::string& array, BankSearch&)>& visit) {
  const std::vector<Accesses> all = find_accesses(function, unit);
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Array& array = function.arrays[n];
    if (all[n].elements.empty() || all[n].unknown || !may_be_cut(array)) continue;
    // A sum that goes to memory and back takes longer than its interval.
    const bool written = std::any_of(all[n].elements.begin(), all[n].elements.end(), std::mem_fn(&Element::writes));
    std::int64_t allowed = written ? accesses : accesses * turns;
    if (estimate::has_read_copies(array)) allowed = (allowed + 1) / 2;  // `accesses` counts two ports, or one
    if (count_rivals(all[n], array) <= allowed) continue;
    BankSearch search(all[n], array, allowed);
    visit(array.name, search);
  }
}

}  // namespace

Banks padded(const std::vector<std::int64_t>& factors) {
  Banks banks;
  banks.fill(1);
  std::copy_n(factors.begin(), std::min(factors.size(), banks.size()), banks.begin());
  return banks;
}

BankFactors find_banks(const Function& function, const Unit& unit, std::int64_t accesses, std::int64_t turns) {
  BankFactors fewest;
  visit_searches(function, unit, accesses, turns,
                 [&](const std::string& array, BankSearch& search) { add(fewest, array, search.run(Moving::any)); });
  return fewest;
}

BankOptions find_bank_options(const Function& function, const Unit& unit, std::int64_t accesses, std::int64_t turns) {
  BankOptions options;
  visit_searches(function, unit, accesses, turns, [&](const std::string& array, BankSearch& search) {
    std::vector<std::int64_t> fewest = search.run(Moving::any);
    add(options.powers_of_two, array, search.has_rival() ? search.run(Moving::powers_of_two) : fewest);
    add(options.fewest, array, std::move(fewest));
  });
  return options;
}

bool separate_elements(const Function& function, const Unit& unit, const BankFactors& banks, const std::string& array) {
  std::vector<Accesses> all = find_accesses(function, unit);
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (function.arrays[n].name != array) continue;
    if (all[n].unknown || all[n].shapes.size() != 1) return false;
    for (Element& element : all[n].elements) element.writes = false;
    all[n].settle();
    const auto at = banks.find(array);
    return Crowd(all[n]).count(padded(at == banks.end() ? std::vector<std::int64_t>{} : at->second), 1) <= 1;
  }
  return true;
}

bool is_longer_than_banks(const std::vector<std::int64_t>& shape) {
  return std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent > most_banks; });
}

double count_elements(const Array& array) {
  double elements = 1;
  for (const std::int64_t extent : array.shape) elements *= static_cast<double>(std::max<std::int64_t>(extent, 1));
  return elements;
}

bool may_be_registers(const Array& array, double ff) {
  const double elements = count_elements(array);
  const bool few = elements <= few_elements || !is_longer_than_banks(array.shape);
  return may_be_cut(array) && few && elements > 1 && elements * array.element.bits <= ff;
}

std::int64_t merge_factors(std::int64_t one, std::int64_t other) {
  if (one == 1 || other == 1) return std::max(one, other);  // mostly: the least common multiple takes divisions
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

void tie_banks(const Kernel& kernel, const std::vector<std::size_t>& tied, BankFactors& banks) {
  const Function& top = kernel.top_function();
  std::map<std::size_t, BankFactors> together;
  for (std::size_t n = 0; n < tied.size(); ++n) {
    const auto own = banks.find(top.arrays[n].name);
    if (own != banks.end()) merge_banks(together[tied[n]], {{"", own->second}});
  }
  for (std::size_t n = 0; n < tied.size(); ++n) {
    if (const auto all = together.find(tied[n]); all != together.end())
      banks[top.arrays[n].name] = all->second.begin()->second;
  }
}

void limit_argument_banks(const Function& function, std::int64_t most, BankFactors& banks) {
  for (const Array& array : function.arrays) {
    const auto known = banks.find(array.name);
    if (array.role != Array::Role::argument || !may_be_cut(array) || known == banks.end()) continue;
    std::vector<std::int64_t>& factors = known->second;
    const auto all = [&] {
      return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>());
    };
    for (std::int64_t count = all(); count > most; count = all()) {
      std::int64_t& largest = *std::max_element(factors.begin(), factors.end());
      largest /= std::min(largest, (count + most - 1) / most);
    }
  }
}

std::int64_t count_port_banks(const Function& top, const BankFactors& banks) {
  std::int64_t all = 0;
  for (const Array& array : top.arrays) {
    if (array.role != Array::Role::argument || !may_be_cut(array)) continue;
    std::int64_t own = 1;
    if (const auto known = banks.find(array.name); known != banks.end()) {
      for (const std::int64_t factor : known->second) own *= factor;
    }
    all += own;
  }
  return all;
}

std::int64_t count_port_banks(const Function& top) {
  BankFactors own;
  for (const Array& array : top.arrays) {
    std::vector<std::int64_t>& factors = own[array.name];
    for (std::size_t d = 0; d < array.banking.size(); ++d) {
      const Banking& banking = array.banking[d];
      const bool complete = banking.kind == BankingKind::complete;
      if (banking.kind != BankingKind::none && !banking.reshape)
        factors.push_back(complete ? array.shape[d] : banking.factor);
    }
  }
  return count_port_banks(top, own);
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

}  // namespace pom::dse::explore
