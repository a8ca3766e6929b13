#include <map>
#include <set>

#include "fixture.hpp"
#include "nest_fixture.hpp"

using namespace pom;

namespace {

/// `layers` times: a map is cleared, a convolution of 3 x 3 is summed up in it, negative values become zero.
void chain(int layers, int channels, int size) {
  const auto map = [&](int n) {
    return placeholder("map" + std::to_string(n), {channels, size + 2, size + 2}, p_float32);
  };
  placeholder in = map(0);
  for (int n = 1; n <= layers; ++n) {
    const std::string number = std::to_string(n);
    placeholder out = map(n), weights("weights" + number, {channels, channels, 3, 3}, p_float32);
    var c("c", 0, channels), v("v", 0, size + 2), w("w", 0, size + 2);
    compute clear("clear" + number, {c, v, w}, 0, out(c, v, w));
    var o("o", 0, channels), y("y", 0, size), x("x", 0, size), i("i", 0, channels), p("p", 0, 3), q("q", 0, 3);
    compute sum("sum" + number, {o, y, x, i, p, q}, out(o, y + 1, x + 1) + in(i, y + p, x + q) * weights(o, i, p, q),
                out(o, y + 1, x + 1));
    var d("d", 0, channels), s("s", 0, size), t("t", 0, size);
    compute relu("relu" + number, {d, s, t}, p_max(out(d, s + 1, t + 1), 0), out(d, s + 1, t + 1));
    in = out;
  }
}

enum class Sums { in_order, any_order };

dse::explore::Exploration explore(int layers, int size = 8, Sums sums = Sums::in_order, int channels = 16) {
  const test::Compiled compiled([&] {
    if (sums == Sums::any_order) pom::allow_reassociation();
    chain(layers, channels, size);
  });
  const dse::explore::ExploreOptions options;
  const dse::explore::Exploration found = test::explore(compiled.program.record(), options);
  test::check_design(found, options);
  CHECK(found.predicted == found.qor.latency_average);
  return found;
}

}  // namespace

TEST_CASE("auto_DSE: many layers are planned together") {
  const dse::explore::Exploration found = explore(4);  // 12 units
  CHECK(found.qor.latency_average * 8 < found.automatic.latency_average);
  std::int64_t least = 1000;
  for (const dse::explore::DesignedUnit& unit : found.units) {
    if (unit.loops.size() == 6) least = std::min(least, unit.choice.copies());
  }
  CHECK(least >= 8);  // no layer is left behind
}

TEST_CASE("auto_DSE: equal layers are searched once") {
  const dse::explore::Exploration few = explore(4), many = explore(8);
  CHECK(many.candidates < few.candidates + few.candidates / 2);
}

TEST_CASE("auto_DSE: equal layers run in turn on one module where that leaves room for faster ones") {
  const dse::explore::Exploration found = explore(4);
  std::map<std::string, int> members;
  for (const Directive& directive : found.schedule) {
    if (const auto* function = std::get_if<InlineOff>(&directive.primitive)) ++members[function->function];
  }
  CHECK(members.size() == 3);  // clearing, summing up, cutting off negative values
  for (const auto& [name, nests] : members) CHECK_MESSAGE(nests == 4, name);
  // Members are cut alike.
  std::map<std::size_t, std::set<std::vector<std::int64_t>>> cuts;  // by number of loops
  for (const dse::explore::DesignedUnit& unit : found.units) {
    if (unit.loops.size() == 6) cuts[6].insert(unit.choice.factors);
  }
  CHECK(cuts.at(6).size() == 1);
}

TEST_CASE("auto_DSE: a layer that may take its sums in any order takes some of several channels at once") {
  const dse::explore::Exploration in_order = explore(10, 16), found = explore(10, 16, Sums::any_order);
  CHECK(found.qor.latency_average * 4 < in_order.qor.latency_average * 3);
  std::int64_t channels = 1;
  for (const dse::explore::DesignedUnit& unit : found.units) {
    for (std::size_t n = 0; n < unit.loops.size(); ++n) {
      if (unit.loops[n] == "i") channels = std::max(channels, unit.choice.factors[n]);
    }
  }
  CHECK(channels > 1);  // fewer banks than as many copies of anything else
}

TEST_CASE("auto_DSE: sums in any order are no reason to keep a sum's loops inside where there is room for few copies") {
  const dse::explore::Exploration in_order = explore(10, 5, Sums::in_order, 6),
                                  found = explore(10, 5, Sums::any_order, 6);
  CHECK(found.qor.latency_average < 1.05 * in_order.qor.latency_average);
}

TEST_CASE("auto_DSE: without share_modules every nest has a module of its own") {
  const test::Compiled compiled([&] { chain(4, 16, 8); });
  dse::explore::ExploreOptions options;
  options.share_modules = false;
  const dse::explore::Exploration found = test::explore(compiled.program.record(), options);
  test::check_design(found, options);
  for (const Directive& directive : found.schedule) CHECK_FALSE(std::holds_alternative<InlineOff>(directive.primitive));
  CHECK(found.qor.latency_average > explore(4).qor.latency_average);
}

TEST_CASE("auto_DSE: a design that shares modules is verified by execution at a reduced size") {
  function program("chain");
  program.scope([&] { chain(3, 64, 32); });
  DseOptions options = test::silent();
  options.verify = true;
  const Report report = program.auto_DSE(options);
  CHECK(report.exploration.schedule.find("inline_off") != std::string::npos);
  CHECK(report.verification.reduced);
  CHECK_MESSAGE(report.verification.agreed, report.verification.detail);
}
