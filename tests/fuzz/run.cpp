#include "run.hpp"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "estimates.hpp"
#include "host_batch.hpp"
#include "mistakes.hpp"
#include "process.hpp"
#include "random_directive.hpp"
#include "sizes.hpp"

namespace pom::fuzz {

namespace {

using nlohmann::json;

/// What one compiler start is shared by.
constexpr int batch_size = 100;

struct Batch {
  std::uint64_t first = 0;
  int count = 0;
  std::map<std::uint64_t, Finding> fatal;  ///< cases that ended their process: not to be run again
};

json to_json(const std::vector<Finding>& findings) {
  json list = json::array();
  for (const Finding& finding : findings) list.push_back({finding.kind, finding.detail});
  return list;
}

std::vector<Finding> findings_of(const json& list) {
  std::vector<Finding> findings;
  for (const json& finding : list) findings.push_back({finding[0], finding[1]});
  return findings;
}

std::string to_line(const CaseResult& result) {
  const json line = {{"seed", result.seed},
                     {"outcome", static_cast<int>(result.outcome)},
                     {"codes", result.codes},
                     {"primitives", result.primitives},
                     {"findings", to_json(result.findings)}};
  return line.dump(-1, ' ', true, json::error_handler_t::replace);
}

CaseResult from_line(const std::string& text) {
  const json line = json::parse(text);
  return {line["seed"], static_cast<Outcome>(line["outcome"].get<int>()), line["codes"], line["primitives"],
          findings_of(line["findings"])};
}

std::vector<std::string> primitives_of(const Case& made) {
  std::set<std::string> names;
  for (const auto* directives : {&made.rewriting, &made.schedule})
    for (const Primitive& primitive : *directives) names.insert(primitive_name(primitive));
  return {names.begin(), names.end()};
}

/// In the child: all cases of the batch, then their kernels together.
void run_batch(const Batch& batch, const Reporter& reporter) {
  backend::CodegenContext mlir;
  std::vector<CaseResult> results;
  std::vector<Kernel> kernels;
  std::vector<std::size_t> owners;
  for (std::uint64_t seed = batch.first; seed < batch.first + static_cast<std::uint64_t>(batch.count); ++seed) {
    if (batch.fatal.contains(seed)) continue;
    reporter.announce(seed, "compiling");
    Case made;
    try {
      made = make_case(seed);
    } catch (const std::exception& error) {
      results.push_back({seed, Outcome::refused_by_precondition, {}, {}, {{"generator", error.what()}}});
      continue;
    }
    Judgement judgement = judge(made, mlir);
    if (judgement.kernel) {
      owners.push_back(results.size());
      kernels.push_back(std::move(*judgement.kernel));
    }
    results.push_back({seed, judgement.outcome, judgement.codes, primitives_of(made), judgement.findings});
  }
  const auto findings = run_on_host(kernels, [&](std::uint64_t seed) { reporter.announce(seed, "HLS C++"); });
  for (std::size_t n = 0; n < findings.size(); ++n) {
    auto& all = results[owners[n]].findings;
    all.insert(all.end(), findings[n].begin(), findings[n].end());
  }
  for (const CaseResult& result : results) reporter.send(to_line(result));
}

/// In the child: cases that need nothing from each other.
void run_alone(const Batch& batch, const Reporter& reporter, const char* what, CaseResult (*judge)(std::uint64_t)) {
  std::vector<CaseResult> results;
  for (std::uint64_t seed = batch.first; seed < batch.first + static_cast<std::uint64_t>(batch.count); ++seed) {
    if (batch.fatal.contains(seed)) continue;
    reporter.announce(seed, what);
    results.push_back(judge(seed));
  }
  for (const CaseResult& result : results) reporter.send(to_line(result));
}

void run_mistaken_batch(const Batch& batch, const Reporter& reporter) {
  run_alone(batch, reporter, "a program with mistakes", judge_mistaken);
}

void run_sized_batch(const Batch& batch, const Reporter& reporter) {
  run_alone(batch, reporter, "a program with a parameter", judge_sizes);
}

void run_estimated_batch(const Batch& batch, const Reporter& reporter) {
  run_alone(batch, reporter, "estimates of a program", judge_estimates);
}

Finding fatal_finding(const std::string& end) { return {end.substr(0, end.find(' ')), end}; }

class Pool {
 public:
  explicit Pool(const RunOptions& options) : options_(options) {
    for (int done = 0; done < options.cases; done += batch_size) {
      waiting_.push_back(
          {options.first_seed + static_cast<std::uint64_t>(done), std::min(batch_size, options.cases - done), {}});
    }
  }

  std::vector<CaseResult> run() {
    while (!waiting_.empty() || !running_.empty()) {
      while (!waiting_.empty() && static_cast<int>(running_.size()) < options_.jobs) start();
      wait();
    }
    std::sort(results_.begin(), results_.end(), [](const auto& a, const auto& b) { return a.seed < b.seed; });
    return std::move(results_);
  }

 private:
  struct Running {
    Batch batch;
    Child child;
  };

  void start() {
    Batch batch = std::move(waiting_.front());
    waiting_.pop_front();
    const auto run = options_.question == Question::mistakes    ? run_mistaken_batch
                     : options_.question == Question::sizes     ? run_sized_batch
                     : options_.question == Question::estimates ? run_estimated_batch
                                                                : run_batch;
    running_.push_back({batch, Child([&](const Reporter& reporter) { run(batch, reporter); })});
  }

  void wait() {
    std::vector<pollfd> descriptors;
    for (const Running& running : running_) descriptors.push_back({running.child.descriptor(), POLLIN, 0});
    poll(descriptors.data(), descriptors.size(), -1);
    auto running = running_.begin();
    for (const pollfd& descriptor : descriptors) {
      const auto here = running++;
      if (descriptor.revents == 0 || here->child.receive()) continue;
      end(*here);
      running_.erase(here);
    }
  }

  void end(Running& running) {
    const std::string how = running.child.finish();
    if (how.empty()) return take_results(running);
    if (!running.child.has_announced()) throw std::runtime_error("a child process ends before its first case: " + how);
    const std::uint64_t seed = running.child.last_seed();
    if (!running.batch.fatal.emplace(seed, fatal_finding(how)).second) throw std::runtime_error(how);
    waiting_.push_front(running.batch);
  }

  void take_results(const Running& running) {
    for (const std::string& line : running.child.lines()) results_.push_back(from_line(line));
    for (const auto& [seed, finding] : running.batch.fatal) {
      results_.push_back({seed, Outcome::refused_by_precondition, {}, {}, {finding}});
    }
    const auto has_defect = [](const CaseResult& result) {
      return std::any_of(result.findings.begin(), result.findings.end(), is_defect);
    };
    findings_ += static_cast<int>(std::count_if(results_.end() - running.batch.count, results_.end(), has_defect));
    if (options_.progress) options_.progress(static_cast<int>(results_.size()), findings_);
  }

  const RunOptions& options_;
  std::deque<Batch> waiting_;
  std::list<Running> running_;
  std::vector<CaseResult> results_;
  int findings_ = 0;
};

}  // namespace

std::vector<CaseResult> run_cases(const RunOptions& options) { return Pool(options).run(); }

std::vector<Finding> find_alone(const Case& made, Execution execution) {
  Child child([&](const Reporter& reporter) {
    reporter.announce(made.seed, "compiling");
    backend::CodegenContext mlir;
    Judgement judgement = judge(made, mlir);
    if (judgement.kernel && execution == Execution::everything) {
      for (const auto& more :
           run_on_host({*judgement.kernel}, [&](std::uint64_t seed) { reporter.announce(seed, "HLS C++"); })) {
        judgement.findings.insert(judgement.findings.end(), more.begin(), more.end());
      }
    }
    reporter.send(to_json(judgement.findings).dump(-1, ' ', true, json::error_handler_t::replace));
  });
  const std::string how = child.finish();
  if (!how.empty()) return {fatal_finding(how)};
  return findings_of(json::parse(child.lines().front()));
}

}  // namespace pom::fuzz
