#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "minimise.hpp"
#include "mistakes.hpp"
#include "summary.hpp"

using namespace pom::fuzz;

namespace {

struct Options {
  RunOptions run;
  std::string json;
  int shrunk = 5;      ///< findings to make small, at most
  bool print = false;  ///< only show the case
  bool help = false;
};

constexpr const char* usage =
    "usage: pom-fuzz --cases N --seed S [--mistakes | --sizes | --estimates] [--jobs J] [--json FILE] [--minimise N] "
    "[--print]\n"
    "  runs the cases of seeds S, S+1, …; exit status 1: there are findings\n"
    "  --mistakes    programs with mistakes: each must end in a result or in errors that have a line\n"
    "  --sizes       programs with a parameter: what is said of all sizes must hold for each\n"
    "  --estimates   estimates of programs: numbers, bounds, monotone in the clock and in banks, equal when renamed\n"
    "  --minimise N  makes findings of the first N kinds small (default 5), one of each\n"
    "  --print       shows the cases as programs and runs nothing\n";

const std::map<std::string, Question> questions = {
    {"--mistakes", Question::mistakes}, {"--sizes", Question::sizes}, {"--estimates", Question::estimates}};

Options parse(int count, char** words) {
  Options options;
  for (int n = 1; n < count; ++n) {
    const std::string word = words[n];
    if (word == "--print" || word == "--help" || word == "-h") {
      (word == "--print" ? options.print : options.help) = true;
      continue;
    }
    if (const auto question = questions.find(word); question != questions.end()) {
      options.run.question = question->second;
      continue;
    }
    if (word != "--cases" && word != "--seed" && word != "--jobs" && word != "--json" && word != "--minimise")
      throw std::invalid_argument("unknown argument " + word);
    if (n + 1 == count) throw std::invalid_argument(word + " needs a value");
    const char* value = words[++n];
    if (word == "--cases") {
      options.run.cases = std::stoi(value);
    } else if (word == "--seed") {
      options.run.first_seed = std::stoull(value);
    } else if (word == "--jobs") {
      options.run.jobs = std::stoi(value);
    } else if (word == "--json") {
      options.json = value;
    } else {
      options.shrunk = std::stoi(value);
    }
  }
  return options;
}

Case case_of(const RunOptions& run, std::uint64_t seed) {
  return run.question == Question::mistakes ? make_mistaken(seed) : make_case(seed);
}

void print_cases(const RunOptions& run) {
  for (int n = 0; n < run.cases; ++n) {
    std::printf("// seed %llu\n%s\n", static_cast<unsigned long long>(run.first_seed + n),
                to_source(case_of(run, run.first_seed + n)).c_str());
  }
}

/// One finding of each kind, as it is.
void print_unchanged(const RunOptions& run, const std::vector<CaseResult>& results, int most) {
  std::set<std::string> shown;
  for (const CaseResult& result : results) {
    for (const Finding& finding : result.findings) {
      if (static_cast<int>(shown.size()) >= most || !shown.insert(finding.kind).second) continue;
      std::printf("// finding %s, seed %llu\n// %s\n%s\n", finding.kind.c_str(),
                  static_cast<unsigned long long>(result.seed), finding.detail.c_str(),
                  to_source(case_of(run, result.seed)).c_str());
    }
  }
}

/// One finding of each kind, made small; defects only.
void print_findings(const std::vector<CaseResult>& results, int most) {
  std::set<std::string> shown;
  for (const CaseResult& result : results) {
    for (const Finding& finding : result.findings) {
      if (!is_defect(finding) || static_cast<int>(shown.size()) >= most || !shown.insert(finding.kind).second) continue;
      const Minimised small = minimise(make_case(result.seed), finding);
      std::printf("// finding %s, seed %llu\n// %s\n%s\n", small.finding.kind.c_str(),
                  static_cast<unsigned long long>(result.seed), small.finding.detail.c_str(),
                  to_source(small.made).c_str());
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int count, char** words) {
  Options options;
  try {
    options = parse(count, words);
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "pom-fuzz: %s\n%s", error.what(), usage);
    return 2;
  }
  if (options.help) {
    std::fputs(usage, stdout);
    return 0;
  }
  if (options.print) {
    print_cases(options.run);
    return 0;
  }
  if (isatty(STDERR_FILENO)) {
    options.run.progress = [&](int done, int findings) {
      std::fprintf(stderr, "\r%d of %d cases, %d with findings", done, options.run.cases, findings);
      if (done == options.run.cases) std::fputc('\n', stderr);
    };
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<CaseResult> results = run_cases(options.run);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const Summary summary = summarise(results, elapsed.count());
  std::fputs(to_table(summary).c_str(), stdout);
  std::fflush(stdout);
  if (!options.json.empty()) std::ofstream(options.json) << to_json(summary, results);
  options.run.question == Question::schedules ? print_findings(results, options.shrunk)
                                              : print_unchanged(options.run, results, options.shrunk);
  return summary.with_findings == 0 ? 0 : 1;
}
