#include "estimates.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <nlohmann/json.hpp>
#include <pom/pom.hpp>
#include <stdexcept>

#include "driver/pipeline/pipeline.hpp"
#include "dse/devices/tables/device.hpp"
#include "dse/estimate/estimate.hpp"
#include "paper/programs.hpp"

using nlohmann::ordered_json;

namespace {

std::atomic<long> allocations = 0;

}  // namespace

// Every request for memory of this program, its layers included, passes here.
void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

constexpr double seconds = 1;
constexpr int size = 4096, at_least = 2000;

struct Rate {
  double per_second = 0, allocations = 0;
};

Rate measure(const pom::dse::Kernel& kernel, const pom::dse::devices::Target& target) {
  using Clock = std::chrono::steady_clock;
  (void)pom::dse::estimate::estimate(kernel, target);
  const long before = allocations;
  const auto start = Clock::now();
  long estimates = 0;
  double passed = 0;
  for (; passed < seconds; ++estimates) {
    (void)pom::dse::estimate::estimate(kernel, target);
    passed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  const auto count = static_cast<double>(estimates);
  return {count / passed, static_cast<double>(allocations - before) / count};
}

}  // namespace

ordered_json bench_estimates() {
  std::printf("estimates of 3MM at %d on one core\n", size);
  pom::dse::devices::Target target;
  const auto device = pom::dse::devices::find_device("xc7z020");
  if (!device) throw std::runtime_error("no device xc7z020");
  target.device = &*device;
  ordered_json rows = ordered_json::array();
  for (const auto& [name, design] :
       {std::pair{"as written", paper::Design::as_written}, std::pair{"POM's tiles, 32 copies", paper::Design::pom}}) {
    pom::StageDump dump{pom::DumpSettings{}};
    const auto made = pom::driver::run_pipeline(paper::three_mm(design, size).record(), dump);
    const Rate rate = measure(*made->view, target);
    std::printf("  %-24s %8.0f a second (at least %d: %s), %.0f allocations each\n", name, rate.per_second, at_least,
                rate.per_second >= at_least ? "met" : "MISSED", rate.allocations);
    rows.push_back({{"design", name}, {"per_second", rate.per_second}, {"allocations", rate.allocations}});
  }
  return rows;
}
