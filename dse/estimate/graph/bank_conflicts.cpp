#include <algorithm>
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
  BankSettler(Graph& graph, const std::vector<MemoryView>& views, const Unrolling& unrolling)
      : graph_(graph), views_(views), unrolling_(unrolling) {}

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

  void settle(const MemoryView& view, const std::vector<int>& accesses) {
    for (int a : accesses) {
      std::int64_t bank = 0;
      for (std::size_t d = 0; d < view.dimensions.size(); ++d) {
        const std::int64_t banks = view.dimensions[d].banks;
        if (banks > 1) bank = bank * banks + positive_modulo(known_part(index(a, d), unrolling_), banks);
      }
      graph_.accesses[a].port_bank = static_cast<int>(bank);
    }
  }

  Graph& graph_;
  const std::vector<MemoryView>& views_;
  const Unrolling& unrolling_;
};

}  // namespace

void settle_banks(Graph& graph, const std::vector<MemoryView>& views, const Unrolling& unrolling) {
  BankSettler(graph, views, unrolling).run();
}

}  // namespace pom::dse::estimate
