#include "dse/estimate/compose/channels.hpp"
#include "dse/kernel/visit_parts.hpp"

#include <algorithm>

namespace pom::dse::estimate {

namespace {

/// One access to an array in a process.
struct Site {
  std::vector<Index> indices;
  std::vector<const Loop*> loops;  ///< enclosing loops, outermost first
  bool writes = false, conditional = false;
  bool forwarded = false;  ///< reads the value that the same iteration has just written
  bool known = true;       ///< false: accesses a part of the array, or an index is not affine
};

/// Collects all accesses to one array, including those in called functions.
class SiteWalk {
 public:
  SiteWalk(const Kernel& kernel, const Function& function, int array)
      : kernel_(kernel), function_(&function), array_(array) {}

  void walk(const Node& node) {
    switch (node.kind) {
      case Node::Kind::assignment:
        read(node.assignment.value);
        for (const Index& index : node.assignment.indices) read(index.value);
        if (node.assignment.array == array_) add(node.assignment.indices, true);
        return;
      case Node::Kind::branch:
        read(node.branch.condition);
        ++conditions_;
        walk(node.branch.then);
        walk(node.branch.otherwise);
        --conditions_;
        return;
      case Node::Kind::loop:
        loops_.push_back(&node.loop);
        walk(node.loop.body);
        loops_.pop_back();
        return;
      case Node::Kind::call:
        for (const int value : node.call.values) read(value);
        call(node.call);
        return;
    }
  }

  std::vector<Site> sites;

 private:
  void walk(const std::vector<Node>& body) {
    const std::size_t before = written_.size();
    for (const Node& node : body) walk(node);
    written_.resize(std::min(before, written_.size()));
  }

  void call(const Call& call) {
    const Function* const caller = function_;
    const int array = array_;
    for (std::size_t p = 0; p < call.arrays.size(); ++p) {
      if (call.arrays[p] != array) continue;
      const Function& callee = kernel_.functions[call.function];
      const std::size_t first = sites.size();
      function_ = &callee;
      array_ = callee.parameters[p];
      walk(callee.body);
      function_ = caller;
      array_ = array;
      const bool whole = call.passes_whole_array(p);
      for (std::size_t n = first; n < sites.size(); ++n) sites[n].known = sites[n].known && whole;
    }
  }

  void read(int expression) {
    visit_parts(*function_, expression, [&](const Expression& e) {
      if (e.op == OpKind::load && e.array == array_) add(e.indices, false);
    });
  }

  void add(const std::vector<Index>& indices, bool writes) {
    Site site{indices, loops_, writes, conditions_ > 0, false, true};
    site.forwarded = !writes && std::find(written_.begin(), written_.end(), indices) != written_.end();
    site.known = std::none_of(indices.begin(), indices.end(),
                              [](const Index& index) { return index.opaque || !index.divisions.empty(); });
    sites.push_back(std::move(site));
    if (writes && conditions_ == 0) written_.push_back(indices);
  }

  const Kernel& kernel_;
  const Function* function_;
  int array_;
  std::vector<const Loop*> loops_;
  std::vector<std::vector<Index>> written_;  ///< earlier writes of the current and enclosing bodies
  int conditions_ = 0;
};

std::vector<Site> find_sites(const Kernel& kernel, const Function& region, int array, const Node& node) {
  SiteWalk walk(kernel, region, array);
  walk.walk(node);
  return std::move(walk.sites);
}

bool is_channel(const Array& array) {
  return array.role == Array::Role::local && !array.stream && !array.is_static && !array.shape.empty();
}

/// Tells whether the outermost loops traverse the array in row-major order.
bool is_in_order(const Site& site, const Array& array) {
  if (!site.known || site.conditional || site.indices.size() != array.shape.size() ||
      site.loops.size() < array.shape.size())
    return false;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    const Loop& loop = *site.loops[d];
    const Index& index = site.indices[d];
    const bool counts = index.constant == 0 && index.terms == std::vector<Index::Term>{{loop.id, 1}};
    const bool from_zero = loop.step == 1 && loop.lower.size() == 1 && loop.lower.front() == Index{};
    if (!counts || !from_zero || loop.trip.min != loop.trip.max || loop.trip.max != array.shape[d]) return false;
  }
  return true;
}

/// Tells whether all accesses follow the row-major order; an element may be read and written again before the next one.
bool writes_in_order(const std::vector<Site>& sites, const Array& array) {
  return std::all_of(sites.begin(), sites.end(), [&](const Site& site) {
    return is_in_order(site, array) && site.indices == sites.front().indices &&
           std::equal(site.loops.begin(), site.loops.begin() + static_cast<std::ptrdiff_t>(array.shape.size()),
                      sites.front().loops.begin());
  });
}

bool reads_in_order(const std::vector<Site>& sites, const Array& array) {
  return sites.size() == 1 && !sites.front().writes && is_in_order(sites.front(), array) &&
         sites.front().loops.size() == array.shape.size();
}

/// Tells whether all elements are read before a pipelined loop: the loops that select them are unrolled in it.
bool is_read_whole(const std::vector<Site>& sites) {
  return std::all_of(sites.begin(), sites.end(), [](const Site& site) {
    if (site.writes || !site.known || site.conditional) return false;
    const auto pipelined =
        std::find_if(site.loops.begin(), site.loops.end(), [](const Loop* loop) { return loop->pipeline.has_value(); });
    if (pipelined == site.loops.end()) return false;
    return std::none_of(site.loops.begin(), pipelined + 1, [&](const Loop* loop) {
      return std::any_of(site.indices.begin(), site.indices.end(), [&](const Index& index) {
        return std::any_of(index.terms.begin(), index.terms.end(),
                           [&](const Index::Term& term) { return term.loop == loop->id; });
      });
    });
  });
}

bool has_writes(const std::vector<Site>& sites) {
  return std::any_of(sites.begin(), sites.end(), [](const Site& site) { return site.writes; });
}

/// Tells whether stored elements are never loaded, so that the array is not built as a memory.
bool is_never_loaded(const std::vector<std::vector<Site>>& by_node) {
  return std::all_of(by_node.begin(), by_node.end(), [](const std::vector<Site>& sites) {
    return std::all_of(sites.begin(), sites.end(), [](const Site& site) { return site.writes || site.forwarded; });
  });
}

}  // namespace

std::vector<std::vector<Node>> find_processes(const Kernel& kernel, const Function& region) {
  std::vector<std::size_t> last(region.body.size());  // last node of the process that contains the node
  for (std::size_t n = 0; n < last.size(); ++n) last[n] = n;
  for (std::size_t a = 0; a < region.arrays.size(); ++a) {
    if (!is_channel(region.arrays[a])) continue;
    std::vector<std::vector<Site>> sites;
    for (const Node& node : region.body) sites.push_back(find_sites(kernel, region, static_cast<int>(a), node));
    if (is_never_loaded(sites)) continue;
    std::size_t first = sites.size(), end = 0;
    for (std::size_t n = 0; n < sites.size(); ++n) {
      if (!has_writes(sites[n])) continue;
      first = std::min(first, n);
      end = n;
    }
    for (std::size_t n = first; n < end; ++n) last[n] = std::max(last[n], end);
  }
  std::vector<std::vector<Node>> processes;
  for (std::size_t n = 0; n < last.size();) {
    std::size_t end = last[n];
    for (std::size_t m = n; m <= end; ++m) end = std::max(end, last[m]);
    processes.emplace_back(region.body.begin() + static_cast<std::ptrdiff_t>(n),
                           region.body.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    n = end + 1;
  }
  return processes;
}

std::vector<Channel> find_channels(const Kernel& kernel, const Function& region,
                                   const std::vector<std::vector<Node>>& processes) {
  std::vector<Channel> channels(region.arrays.size(), Channel::memory);
  for (std::size_t a = 0; a < channels.size(); ++a) {
    const Array& array = region.arrays[a];
    const bool cut = std::any_of(array.banking.begin(), array.banking.end(),
                                 [](const Banking& banking) { return banking.kind != BankingKind::none; });
    if (!is_channel(array)) continue;
    std::vector<std::vector<Site>> users, last_uses;  // a process's last user of the array writes its final values
    for (const std::vector<Node>& process : processes) {
      bool used = false;
      for (auto node = process.rbegin(); node != process.rend(); ++node) {
        std::vector<Site> sites = find_sites(kernel, region, static_cast<int>(a), *node);
        if (sites.empty()) continue;
        users.push_back(sites);
        if (!used) last_uses.push_back(std::move(sites));
        used = true;
      }
    }
    if (is_never_loaded(users)) {
      channels[a] = Channel::none;
      continue;
    }
    if (last_uses.size() < 2 || cut || !array.storage_type.empty() || !has_writes(last_uses[0]) ||
        !writes_in_order(last_uses[0], array))
      continue;
    if (last_uses.size() == 2 && reads_in_order(last_uses[1], array))
      channels[a] = Channel::fifo;
    else if (std::all_of(last_uses.begin() + 1, last_uses.end(), is_read_whole))
      channels[a] = Channel::values;
  }
  return channels;
}

}  // namespace pom::dse::estimate
