#include <algorithm>
#include <bit>
#include <numeric>

#include "dse/estimate/graph/memory_view.hpp"

namespace pom::dse::estimate {

namespace {

std::int64_t positive_modulo(std::int64_t a, std::int64_t b) { return ((a % b) + b) % b; }

/// Adds up the constant terms of an index, with every running loop at its first iteration.
std::int64_t known_part(const Linear& index, const Unrolling& unrolling) {
  std::int64_t sum = index.constant;
  for (int n = 0; n < index.count; ++n) {
    const auto& term = index.terms[n];
    const Unrolling::Symbol* symbol = unrolling.find(term.loop);
    if (symbol && symbol->constant_lower) sum += term.coefficient * symbol->lower;
  }
  return sum;
}

/// Tells whether the index selects the same one of `banks` cyclic banks in every iteration.
bool stays_in_bank(const Linear& index, std::int64_t banks, const Unrolling& unrolling) {
  for (int n = 0; n < index.count; ++n) {
    const auto& term = index.terms[n];
    const Unrolling::Symbol* symbol = unrolling.find(term.loop);
    const bool known = symbol && symbol->constant_lower;
    if (known && symbol->trip <= 1) continue;
    if (term.coefficient * (known ? symbol->step : unrolling.stride_of(term.loop)) % banks != 0) return false;
  }
  return true;
}

class BankSettler {
 public:
  BankSettler(Graph& graph, const std::vector<MemoryView>& views, const Unrolling& unrolling, bool late_copies)
      : graph_(graph), views_(views), unrolling_(unrolling), late_copies_(late_copies) {}

  void run() {
    std::vector<std::vector<int>> by_array(views_.size());
    std::vector<std::size_t> accesses(views_.size());
    for (const GraphAccess& access : graph_.accesses) ++accesses[access.array];
    for (std::size_t array = 0; array < views_.size(); ++array) by_array[array].reserve(accesses[array]);
    for (std::size_t n = 0; n < graph_.accesses.size(); ++n)
      by_array[graph_.accesses[n].array].push_back(static_cast<int>(n));
    for (std::size_t array = 0; array < views_.size(); ++array) {
      const MemoryView& view = views_[array];
      if (view.kind != MemoryView::Kind::memory || view.banks == 1 || by_array[array].empty()) continue;
      if (can_settle(view, by_array[array])) settle(view, by_array[array]);
    }
  }

 private:
  const Linear& index(int access, std::size_t d) const {
    return graph_.indices[static_cast<std::size_t>(graph_.accesses[access].first_index) + d];
  }

  bool can_settle(const MemoryView& view, const std::vector<int>& accesses) const {
    for (std::size_t d = 0; d < view.dimensions.size(); ++d) {
      const MemoryView::Dimension& dimension = view.dimensions[d];
      if (dimension.banks == 1) continue;
      if (dimension.kind == BankingKind::block) return false;
      if (may_be_any(dimension, accesses, d)) continue;
      const Linear& first = index(accesses.front(), d);
      const bool comparable = std::all_of(accesses.begin(), accesses.end(),
                                          [&](int a) { return !index(a, d).opaque && index(a, d).same_terms(first); });
      const auto stays = [&](int a) {
        return !index(a, d).opaque && stays_in_bank(index(a, d), dimension.banks, unrolling_);
      };
      if (!comparable && !std::all_of(accesses.begin(), accesses.end(), stays)) return false;
    }
    return true;
  }

  /// Copies that are made late find their bank by a remainder of which the tool knows nothing, unless it is bits.
  bool may_be_any(const MemoryView::Dimension& dimension, const std::vector<int>& accesses, std::size_t d) const {
    if (!late_copies_ || std::has_single_bit(static_cast<std::uint64_t>(dimension.banks)) || dimension.bank_extent <= 1)
      return false;
    return !std::all_of(accesses.begin(), accesses.end(), [&](int a) {
      return !index(a, d).opaque && stays_in_bank(index(a, d), dimension.banks, unrolling_);
    });
  }

  void settle(const MemoryView& view, const std::vector<int>& accesses) {
    for (int a : accesses) {
      std::int64_t bank = 0;
      for (std::size_t d = 0; d < view.dimensions.size(); ++d) {
        const MemoryView::Dimension& dimension = view.dimensions[d];
        if (dimension.banks == 1 || may_be_any(dimension, accesses, d)) continue;
        bank = bank * dimension.banks + positive_modulo(known_part(index(a, d), unrolling_), dimension.banks);
      }
      graph_.accesses[a].port_bank = static_cast<int>(bank);
    }
  }

  Graph& graph_;
  const std::vector<MemoryView>& views_;
  const Unrolling& unrolling_;
  bool late_copies_;
};

}  // namespace

void settle_banks(Graph& graph, const std::vector<MemoryView>& views, const Unrolling& unrolling, bool late_copies) {
  BankSettler(graph, views, unrolling, late_copies).run();
}

}  // namespace pom::dse::estimate
