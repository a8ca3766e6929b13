#pragma once
#include <functional>
#include <string>
#include <vector>

#include "oracle.hpp"

namespace pom::fuzz {

struct CaseResult {
  std::uint64_t seed = 0;
  Outcome outcome = Outcome::accepted;
  std::vector<std::string> codes, primitives;  ///< primitives: each once
  std::vector<Finding> findings;
};

/// What is asked: are schedules judged rightly, do mistakes end in an error at a line, does what is said of all sizes
/// hold for each, or do estimates hold what every estimate does?
enum class Question { schedules, mistakes, sizes, estimates };

struct RunOptions {
  Question question = Question::schedules;
  std::uint64_t first_seed = 1;
  int cases = 200, jobs = 1;
  std::function<void(int done, int findings)> progress;
};

/// Judges the cases of consecutive seeds, in child processes. The results are in the order of the seeds and depend on
/// nothing else.
std::vector<CaseResult> run_cases(const RunOptions&);

/// The findings of one case, from a child process; without executing its HLS C++ where `executed` is false.
enum class Execution { affine_only, everything };
std::vector<Finding> find_alone(const Case&, Execution);

}  // namespace pom::fuzz
