#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "dse/estimate/compose/nest_memo.hpp"
#include "random_programs.hpp"
#include "whole_function.hpp"

using namespace pom;

namespace {

void print(std::ostream& out, const dse::estimate::Resources& r) {
  out << r.dsp << " " << r.lut << " " << r.ff << " " << r.bram_18k << " " << r.uram << "\n";
}

/// All that an estimate says.
std::string describe(const dse::estimate::Qor& qor) {
  std::ostringstream out;
  out.precision(17);
  out << qor.latency_min << " " << qor.latency_max << " " << qor.interval << " " << qor.latency_average << "\n";
  print(out, qor.resources);
  for (const dse::estimate::ResourceShare& share : qor.shares) print(out << share.cause << " ", share.resources);
  for (const dse::estimate::LoopEstimate& loop : qor.loops) {
    out << loop.function << " " << loop.name << " " << loop.label << " " << loop.trip << " " << loop.iteration_latency
        << " " << loop.interval << " " << loop.latency_min << " " << loop.latency_max << " " << loop.latency_average
        << " " << loop.nested << " " << loop.pipelined << " " << loop.reason.array << " " << loop.reason.text << "\n";
  }
  for (const dse::estimate::FunctionEstimate& function : qor.functions) {
    out << function.name << " " << function.latency_min << " " << function.latency_max << " " << function.interval
        << " " << function.state_lut << "\n";
    print(out, function.resources);
    for (const dse::estimate::ResourceShare& share : function.shares) print(out << share.cause << " ", share.resources);
  }
  return out.str();
}

std::string estimate_and_describe(const dse::Kernel& kernel, dse::estimate::NestMemo* memo) {
  const auto answer = dse::estimate::estimate(kernel, test::small_target(), {.memo = memo});
  const dse::estimate::Qor* qor = std::get_if<dse::estimate::Qor>(&answer);
  return qor ? describe(*qor) : std::get<std::string>(answer);
}

/// Some combinations of the program's choices. Returns how many estimates needed no nest that was not known before.
template <typename Program>
int check_random(unsigned seed) {
  CAPTURE(seed);
  Program random(seed);
  test::Whole whole([&] { random.declare(); });
  std::mt19937 pick(seed);
  dse::estimate::NestMemo memo;
  int known = 0;
  for (int n = 0; n < 40; ++n) {
    std::vector<dse::Configuration> chosen;
    for (const auto& nest : whole.nests) {
      const std::vector<dse::Configuration> all = test::all_choices(nest->units[0]);
      chosen.push_back(all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(pick)]);
    }
    const std::optional<dse::Kernel> design = whole.make_design(chosen);
    if (!design) continue;
    const std::size_t before = memo.size();
    CHECK(estimate_and_describe(*design, &memo) == estimate_and_describe(*design, nullptr));
    known += memo.size() == before;
  }
  return known;
}

}  // namespace

TEST_CASE("memo: nests that were estimated in other combinations are what they are without it") {
  constexpr unsigned first = 1, programs = 40;
  int known = 0;
  for (unsigned seed = first; seed < first + programs; ++seed)
    known += check_random<test::RandomNests>(seed) + check_random<test::RandomProducts>(seed);
  CHECK(known > 0);
}
