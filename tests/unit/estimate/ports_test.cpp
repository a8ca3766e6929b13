#include "dse/estimate/schedule/ports.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

using namespace pom::dse::estimate;

namespace {

constexpr int banks = 4, ports = 2;

MemoryView memory() {
  MemoryView view;
  view.kind = MemoryView::Kind::memory;
  view.banks = banks;
  view.ports = ports;
  return view;
}

/// State by state, as ports are taken one after the other.
class Walk {
 public:
  explicit Walk(int interval) : interval_(interval) {}

  int take(const std::vector<int>& of, int state) {
    const int last = interval_ > 0 ? state + 4 * interval_ - 1 : 1 << 30;
    while (state < last && !std::all_of(of.begin(), of.end(), [&](int b) { return taken_[{row(state), b}] < ports; }))
      ++state;
    for (const int b : of) ++taken_[{row(state), b}];
    return state;
  }

 private:
  int row(int state) const { return interval_ > 0 ? state % interval_ : state; }

  const int interval_;
  std::map<std::pair<int, int>, int> taken_;
};

}  // namespace

TEST_CASE("ports: random accesses get the states that a walk over all states finds") {
  const unsigned seed = 20261128;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto from = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int n = 0; n < 200; ++n) {
    const int interval = from(0, 1) == 0 ? 0 : from(1, 24);
    CAPTURE(n);
    CAPTURE(interval);
    Graph graph;
    const std::vector<MemoryView> views{memory()};
    Ports taken(graph, views, interval);
    Walk walk(interval);
    for (int a = 0; a < 120; ++a) {
      // One bank, a few that the iteration decides among, or any of them.
      std::vector<int> all{0, 1, 2, 3};
      std::shuffle(all.begin(), all.end(), random);
      all.resize(static_cast<std::size_t>(from(1, banks)));
      GraphAccess access;
      access.array = 0;
      access.first_bank = static_cast<int>(graph.banks.size());
      access.banks = static_cast<int>(all.size());
      graph.banks.insert(graph.banks.end(), all.begin(), all.end());
      const int state = from(0, 30);
      CHECK(taken.take(access, state) == walk.take(all, state));
    }
  }
}
