#include "dse/estimate/frontend/cut_arrays.hpp"
#include "dse/kernel/visit_parts.hpp"

#include <algorithm>
#include <map>

namespace pom::dse::estimate {

namespace {

constexpr std::int64_t ports_of_a_bank = 2;

using Factors = std::vector<std::vector<std::int64_t>>;  // by array and dimension

/// Collects the accesses of the iterations of pipelined loops and derives partition factors.
class CutWalk {
 public:
  CutWalk(Kernel& kernel, std::size_t function, CutFor which, std::vector<Factors>& known)
      : kernel_(kernel),
        function_(kernel.functions[function]),
        which_(which),
        known_(known),
        factors_(known[function]) {
    factors_.resize(function_.arrays.size());
    for (std::size_t n = 0; n < factors_.size(); ++n) factors_[n].resize(function_.arrays[n].shape.size(), 1);
  }

  void run() {
    walk(function_.body);
    for (std::size_t n = 0; n < factors_.size(); ++n) cut(function_.arrays[n], factors_[n]);
  }

 private:
  struct Site {
    int array = -1;
    bool writes = false;
    std::vector<Index> indices;
    bool operator==(const Site&) const = default;
  };

  static bool is_free(const Array& array) { return array.role == Array::Role::local && !array.stream; }

  static bool is_placed(const Array& array) {
    return array.is_static || !array.storage.empty() || !array.storage_type.empty();
  }

  void cut(Array& array, const std::vector<std::int64_t>& factors) const {
    const auto is_cut = [&](std::size_t d) {
      return d < array.banking.size() && array.banking[d].kind != BankingKind::none;
    };
    // The tool does not choose between two dimensions that loops ask for: it keeps the array and copies it for parallel
    // reads. A directive chooses one of them, and the other one is left (2023.2: 8 loops of 3 designs, 7 exact; 2022.2
    // cuts nothing that a directive cuts: 2 of 2).
    std::size_t asking = 0;
    for (std::size_t d = 0; d < factors.size(); ++d)
      asking += factors[d] > 1 && (which_ == CutFor::directed_loops || !is_cut(d)) ? 1 : 0;
    if (!is_free(array) || asking != 1) return;
    for (std::size_t d = 0; d < factors.size(); ++d) {
      if (factors[d] <= 1 || is_cut(d)) continue;
      const bool whole = factors[d] >= array.shape[d];
      // An array that a directive places, or that keeps its contents between calls, is partitioned into banks (16 of
      // 9408 words, 32 of 256), but not into elements (64 x 12544, 64 x 128 and 64 x 1024 stay whole).
      if (whole && is_placed(array)) continue;
      array.banking.resize(array.shape.size());
      array.banking[d] = {whole ? BankingKind::complete : BankingKind::cyclic, std::min(factors[d], array.shape[d]),
                          false};
    }
  }

  void walk(const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::branch) {
        walk(node.branch.then);
        walk(node.branch.otherwise);
      }
      if (node.kind == Node::Kind::call && (!function_.dataflow || which_ == CutFor::all_loops)) adopt(node.call);
      if (node.kind != Node::Kind::loop || node.loop.dataflow) continue;
      if (!node.loop.pipeline) {
        walk(node.loop.body);
        continue;
      }
      if (which_ == CutFor::directed_loops && *node.loop.pipeline == 0) continue;
      sites_.clear();
      copies_.clear();
      if (node.loop.unroll.value_or(1) > 1) copies_[node.loop.id] = std::min(*node.loop.unroll, node.loop.trip.max);
      pipelined_ = node.loop.id;
      collect(node.loop.body);
      std::erase_if(sites_, [&](const Site& site) { return stays(site); });
      judge();
    }
  }

  /// Applies a callee's partition factors to the caller's arrays. Those of processes count since all loops do (2023.2:
  /// 3 loops of 2 designs).
  void adopt(const Call& call) {
    const Factors& inner = known_[call.function];
    const Function& callee = kernel_.functions[call.function];
    for (std::size_t p = 0; p < call.arrays.size() && p < callee.parameters.size(); ++p) {
      const auto parameter = static_cast<std::size_t>(callee.parameters[p]);
      const bool whole = call.passes_whole_array(p);
      if (call.arrays[p] < 0 || !whole || parameter >= inner.size()) continue;
      std::vector<std::int64_t>& here = factors_[call.arrays[p]];
      for (std::size_t d = 0; d < here.size() && d < inner[parameter].size(); ++d)
        here[d] = std::max(here[d], inner[parameter][d]);
    }
  }

  void read(int expression) {
    visit_parts(function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load && !e.indices.empty()) add({e.array, false, e.indices});
    });
  }

  void add(Site site) {
    if (std::find(sites_.begin(), sites_.end(), site) == sites_.end()) sites_.push_back(std::move(site));
  }

  void collect(const std::vector<Node>& body) {
    for (const Node& node : body) {
      if (node.kind == Node::Kind::assignment) {
        read(node.assignment.value);
        for (const Index& index : node.assignment.indices) read(index.value);
        if (!node.assignment.indices.empty()) add({node.assignment.array, true, node.assignment.indices});
      } else if (node.kind == Node::Kind::branch) {
        collect(node.branch.then);
        collect(node.branch.otherwise);
      } else if (node.kind == Node::Kind::loop) {
        copies_[node.loop.id] = std::max<std::int64_t>(node.loop.trip.max, 1);
        collect(node.loop.body);
      }
    }
  }

  /// Tells whether the site accesses the same elements in every iteration, so that they are read once, before the loop.
  bool stays(const Site& site) const {
    return std::none_of(site.indices.begin(), site.indices.end(), [&](const Index& index) {
      return index.opaque || !index.divisions.empty() ||
             std::any_of(index.terms.begin(), index.terms.end(), [&](const Index::Term& term) {
               return term.loop == pipelined_ || !copies_.contains(term.loop);
             });
    });
  }

  std::int64_t copies_of(const Index& index) const {
    std::int64_t copies = 1;
    for (const Index::Term& term : index.terms) {
      if (const auto at = copies_.find(term.loop); at != copies_.end()) copies *= at->second;
    }
    return copies;
  }

  std::int64_t accesses_to(std::size_t n) const {
    std::int64_t accesses = 0;
    for (const Site& site : sites_) {
      std::int64_t copies = static_cast<std::size_t>(site.array) == n ? 1 : 0;
      for (const auto& [loop, count] : copies_) {
        const bool moves = std::any_of(site.indices.begin(), site.indices.end(), [&, id = loop](const Index& index) {
          return std::any_of(index.terms.begin(), index.terms.end(),
                             [id](const auto& term) { return term.loop == id; });
        });
        if (moves) copies *= count;
      }
      accesses += copies;
    }
    return accesses;
  }

  /// Computes the least interval, in cycles, that arrays which cannot be partitioned impose on the loop.
  std::int64_t least_interval() const {
    std::int64_t interval = 1;
    for (std::size_t n = 0; n < factors_.size(); ++n) {
      const Array& array = function_.arrays[n];
      if (is_free(array) || array.stream || array.shape.empty() || !array.banking.empty()) continue;
      interval = std::max(interval, (accesses_to(n) + ports_of_a_bank - 1) / ports_of_a_bank);
    }
    return interval;
  }

  void judge() {
    const std::int64_t interval = least_interval();
    for (std::size_t n = 0; n < factors_.size(); ++n) {
      const Array& array = function_.arrays[n];
      for (std::size_t d = 0; d < array.shape.size(); ++d) {
        std::int64_t accesses = 0, most = 1;
        for (const Site& site : sites_) {
          if (static_cast<std::size_t>(site.array) != n || d >= site.indices.size()) continue;
          const std::int64_t copies = copies_of(site.indices[d]);
          most = std::max(most, copies);
          accesses += copies;
        }
        const std::int64_t ports = array.storage_type.ends_with("_1p") ? 1 : ports_of_a_bank;
        if (most <= 1 || accesses <= ports * interval) continue;
        const std::int64_t banks = most >= array.shape[d] ? array.shape[d] : (accesses + ports - 1) / ports;
        factors_[n][d] = std::max(factors_[n][d], banks);
      }
    }
  }

  const Kernel& kernel_;
  Function& function_;
  CutFor which_;
  const std::vector<Factors>& known_;
  Factors& factors_;
  int pipelined_ = -1;
  std::vector<Site> sites_;
  std::map<int, std::int64_t> copies_;
};

}  // namespace

void cut_arrays(Kernel& kernel, CutFor which) {
  std::vector<Factors> known(kernel.functions.size());
  // Callees have higher numbers than their callers, so they come first.
  for (std::size_t n = kernel.functions.size(); n-- > 0;) CutWalk(kernel, n, which, known).run();
}

}  // namespace pom::dse::estimate
