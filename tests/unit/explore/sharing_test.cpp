#include <functional>
#include <map>
#include <string>

#include "fixture.hpp"
#include "nest_fixture.hpp"

using namespace pom;

namespace sharing_tests {

namespace {

std::string numbered(const char* name, int n) { return name + std::to_string(n); }

/// T = A · W, then B = max(T, 0): a clear, a product and a map. `look`: sees the arrays before they are used.
using Look = std::function<void(int layer, placeholder& A, placeholder& W, placeholder& T, placeholder& B)>;
void layers(int count, int size, bool other_order, const Look& look) {
  for (int n = 0; n < count; ++n) {
    std::map<std::string, placeholder> arrays;
    static constexpr const char *usual[] = {"A", "W", "T", "B"}, *reversed[] = {"B", "T", "W", "A"};
    for (const char* name : other_order&& n % 2 == 1 ? reversed : usual)
      arrays.emplace(name, placeholder(numbered(name, n), {size, size}));
    placeholder &A = arrays.at("A"), &W = arrays.at("W"), &T = arrays.at("T"), &B = arrays.at("B");
    look(n, A, W, T, B);
    var i("i", 0, size), j("j", 0, size), k("k", 0, size);
    compute clear(numbered("clear", n), {i, j}, 0, T(i, j));
    compute sum(numbered("sum", n), {i, j, k}, T(i, j) + A(i, k) * W(k, j), T(i, j));
    compute map(numbered("map", n), {i, j}, p_max(T(i, j), 0), B(i, j));
  }
}

void as_they_are(int, placeholder&, placeholder&, placeholder&, placeholder&) {}

/// Nests by the function that they share.
std::map<std::string, std::set<std::string>> shared_in(const Schedule& schedule) {
  std::map<std::string, std::set<std::string>> shared;
  for (const Directive& directive : schedule) {
    if (const auto* function = std::get_if<InlineOff>(&directive.primitive))
      shared[function->function].insert(function->compute);
  }
  return shared;
}

dse::explore::Exploration explore(const std::function<void()>& build,
                                  const dse::explore::ExploreOptions& options = {}) {
  const test::Compiled compiled(build);
  const dse::explore::Exploration found = test::explore(compiled.program.record(), options);
  test::check_design(found, options);
  // Nothing is predicted of the program as it stands.
  if (!found.units.empty()) CHECK(found.predicted == found.qor.latency_average);
  return found;
}

/// So little of the device that nests have to share.
dse::explore::ExploreOptions little() {
  dse::explore::ExploreOptions options;
  options.lut = options.ff = 0.18;
  return options;
}

}  // namespace

TEST_CASE("auto_DSE: nests are equal however their arrays are declared") {
  const dse::explore::Exploration usual = explore([] { layers(4, 16, false, as_they_are); });
  const dse::explore::Exploration other = explore([] { layers(4, 16, true, as_they_are); });
  REQUIRE(shared_in(usual.schedule).size() == 3);
  for (const auto& [function, nests] : shared_in(other.schedule)) CHECK_MESSAGE(nests.size() == 4, function);
  CHECK(other.qor.latency_average == usual.qor.latency_average);
}

TEST_CASE("auto_DSE: a nest whose arrays have another port or storage has a module of its own") {
  const Look looks[] = {[](int n, placeholder& A, placeholder&, placeholder&, placeholder&) {
                          if (n == 2) A.interface("bram");
                        },
                        [](int n, placeholder&, placeholder& W, placeholder&, placeholder&) {
                          if (n == 2) W.bind_storage("ram_1p", "bram", 2);
                        }};
  for (const Look& look : looks) {
    const auto shared = shared_in(explore([&] { layers(4, 16, false, look); }, little()).schedule);
    REQUIRE(shared.size() == 3);
    for (const auto& [function, nests] : shared) {
      CHECK(!nests.contains("sum2"));
      CHECK(nests.size() == (nests.contains("sum1") ? 3 : 4));
    }
  }
}

TEST_CASE("auto_DSE: nests that cannot be functions do not keep others from it") {
  const auto with_gaps = [] {
    layers(4, 16, false, as_they_are);
    for (int n = 0; n < 2; ++n) {  // two loops of one statement
      placeholder A(numbered("P", n), {8, 8}), B(numbered("Q", n), {8, 8});
      var i("i", 0, 8), j("j", 0, 8);
      compute gap(numbered("gap", n), {i, j}, A(i, j) * 3 + 1, B(i, j));
      gap.where(i < 2 || i > 5);
    }
  };
  const auto shared = shared_in(explore(with_gaps, little()).schedule);
  CHECK(shared.contains("sum0_shared"));
}

TEST_CASE("auto_DSE: arrays that live in a shared function have the same banks in all of its nests") {
  const auto rows = [](bool local) {
    return [local] {
      for (int n = 0; n < 10; ++n) {
        constexpr int size = 48;
        placeholder A(numbered("A", n), {size, size}), W(numbered("W", n), {size, size}),
            B(numbered("B", n), {size, size}), T(numbered("T", n), {size});
        if (local) T.local();
        var i("i", 0, size), j("j", 0, size), k("k", 0, size), p("p", 0, size), q("q", 0, size);
        compute clear(numbered("clear", n), {i, p}, 0, T(p));
        compute sum(numbered("sum", n), {i, k, j}, T(j) + A(i, k) * W(k, j), T(j));
        compute map(numbered("map", n), {i, q}, p_max(T(q), 0), B(i, q));
        sum.after(clear, i);
        map.after(sum, i);
      }
    };
  };
  for (const bool local : {false, true}) {
    const auto shared = shared_in(explore(rows(local)).schedule);
    REQUIRE(shared.size() == 1);
    CHECK(shared.begin()->second.size() == 10);
  }
}

TEST_CASE("auto_DSE: an array behind a bus among memories is no trouble for equal nests") {
  const auto maps = [] {
    for (int n = 0; n < 10; ++n) {
      placeholder A(numbered("A", n), {64}), B(numbered("B", n), {64});
      if (n == 0) A.interface("m_axi", "bus");
      var i("i", 0, 64);
      compute map(numbered("map", n), {i}, A(i) * 2, B(i));
    }
  };
  for (const auto& [function, nests] : shared_in(explore(maps).schedule)) CHECK(!nests.contains("map0"));
}

}  // namespace sharing_tests
