#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "minimise.hpp"
#include "mistakes.hpp"
#include "process.hpp"
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

/// Shows a text that a process of its own makes: where the library crashes on the case, it says so and goes on.
void show(const std::function<std::string()>& make) {
  Child child([&](const Reporter& reporter) { reporter.send(make()); });
  const std::string end = child.finish();
  for (const std::string& line : child.lines()) std::printf("%s\n", line.c_str());
  if (!end.empty()) std::printf("// making it small or showing it: %s\n", end.c_str());
  std::fflush(stdout);
}

void print_cases(const RunOptions& run) {
  for (int n = 0; n < run.cases; ++n) {
    const std::uint64_t seed = run.first_seed + n;
    std::printf("// seed %llu\n", static_cast<unsigned long long>(seed));
    show([&] { return to_source(case_of(run, seed)); });
  }
}

std::string head_of(const Finding& finding, std::uint64_t seed) {
  return "// finding " + finding.kind + ", seed " + std::to_string(seed) + "\n// " + finding.detail + "\n";
}

/// One finding of each kind, of schedules defects only, and made small.
void print_findings(const RunOptions& run, const std::vector<CaseResult>& results, int most) {
  const bool small = run.question == Question::schedules;
  std::set<std::string> shown;
  for (const CaseResult& result : results) {
    for (const Finding& finding : result.findings) {
      if (small && !is_defect(finding)) continue;
      if (static_cast<int>(shown.size()) >= most || !shown.insert(finding.kind).second) continue;
      std::fputs(head_of(finding, result.seed).c_str(), stdout);
      show([&] {
        if (!small) return to_source(case_of(run, result.seed));
        const Minimised made = minimise(make_case(result.seed), finding);
        return (made.finding.detail == finding.detail ? "" : head_of(made.finding, result.seed)) + to_source(made.made);
      });
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
  print_findings(options.run, results, options.shrunk);
  return summary.with_findings == 0 ? 0 : 1;
}
