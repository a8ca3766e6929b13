#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>
#include "bench/qor/description/read_truth.hpp"

/// Recounts what docs/cost-model.md says of the reports themselves ("n of m"), without any estimate.
using namespace pom::dse;
using namespace pom::dse::qor;

namespace {

struct Count {
  int rows = 0, hold = 0;
  std::set<std::string> kernels;  ///< in which the law holds

  void add(bool holds, const std::string& kernel) {
    ++rows;
    hold += holds ? 1 : 0;
    if (holds) kernels.insert(kernel);
  }
};

struct Laws {
  Count pipelined, outlined, sequential;
};

void count_loops(const Truth& truth, const std::string& kernel, Laws& laws) {
  std::map<std::string, std::vector<TruthModule>> modules;
  for (const TruthModule& module : truth.modules) modules[module.name].push_back(module);
  for (const TruthLoop& loop : truth.loops) {
    if (!loop.trip || !loop.iteration_latency || !loop.latency || *loop.trip <= 0) continue;
    if (!loop.pipelined) {
      laws.sequential.add(*loop.latency == *loop.trip * *loop.iteration_latency, kernel);
      continue;
    }
    if (!loop.interval) continue;
    const std::int64_t drain = std::max(*loop.iteration_latency - 1, *loop.interval);
    laws.pipelined.add(*loop.latency == *loop.interval * (*loop.trip - 1) + drain, kernel);
    const auto& own = modules[loop.module];
    if (loop.module.find("_Pipeline_") != std::string::npos && own.size() == 1 && own.front().latency)
      laws.outlined.add(*own.front().latency == *loop.latency + 2, kernel);
  }
}

Laws count_laws() {
  Laws laws;
  std::ifstream in(POM_POINTS);
  for (std::string line; std::getline(in, line);) {
    const auto point = nlohmann::json::parse(line);
    count_loops(qor::read_truth(point), point["kernel"], laws);
  }
  return laws;
}

}  // namespace

TEST_CASE("laws: as many reports follow them, of as many kernels, as docs/cost-model.md says") {
  const Laws laws = count_laws();
  CHECK(laws.pipelined.rows == 864);
  CHECK(laws.pipelined.hold == 839);
  CHECK(laws.pipelined.kernels.size() == 44);
  CHECK(laws.outlined.rows == 833);
  CHECK(laws.outlined.hold == 833);
  CHECK(laws.outlined.kernels.size() == 40);
  CHECK(laws.sequential.rows >= 206);
  CHECK(laws.sequential.rows - laws.sequential.hold == 2);
  CHECK(laws.sequential.kernels.size() == 23);
}
