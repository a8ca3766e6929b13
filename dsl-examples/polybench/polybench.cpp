// PolyBench/C 4.2.1: "polybench [KERNEL|all] [mini|small|medium|large|extralarge] [as_written|scheduled]".
// Compiles the kernels into out/<kernel>/; without arguments all of them, mini, scheduled.
#include "polybench.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

using namespace polybench;

namespace {

template <class T>
using Choices = std::vector<std::pair<std::string, T>>;

const Choices<Dataset> datasets = {{"mini", Dataset::mini},
                                   {"small", Dataset::small},
                                   {"medium", Dataset::medium},
                                   {"large", Dataset::large},
                                   {"extralarge", Dataset::extralarge}};
const Choices<Plan> plans = {{"as_written", Plan::as_written}, {"scheduled", Plan::scheduled}};

[[noreturn]] void reject(const std::string& complaint) {
  std::cerr << "polybench: " << complaint
            << "\nusage: polybench [KERNEL|all] [mini|small|medium|large|extralarge] [as_written|scheduled]\n";
  std::exit(1);
}

template <class T>
T choose(const Choices<T>& choices, const std::string& what, const std::string& name) {
  std::string known;
  for (const auto& [candidate, value] : choices) {
    if (candidate == name) return value;
    known += (known.empty() ? "" : ", ") + candidate;
  }
  reject("there is no " + what + " \"" + name + "\"; there are: " + known);
}

/// The suite's own spelling is understood too: 2mm, jacobi-1d.
std::string identifier(std::string name) {
  if (name == "2mm") return "two_mm";
  if (name == "3mm") return "three_mm";
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Kernel> choose_kernels(const std::string& name) {
  if (name == "all") return kernels();
  Choices<Kernel> choices;
  for (const Kernel& kernel : kernels()) choices.emplace_back(kernel.name, kernel);
  return {choose(choices, "kernel", identifier(name))};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 4) reject("too many arguments");
  const std::vector<Kernel> chosen = choose_kernels(argc > 1 ? argv[1] : "all");
  const Dataset dataset = choose(datasets, "dataset", argc > 2 ? argv[2] : "mini");
  const Plan plan = choose(plans, "plan", argc > 3 ? argv[3] : "scheduled");
  for (const Kernel& kernel : chosen) kernel.build(dataset, plan).codegen();
}
