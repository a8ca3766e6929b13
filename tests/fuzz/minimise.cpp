#include "minimise.hpp"

#include "run.hpp"
#include "shrink.hpp"

namespace pom::fuzz {

namespace {

constexpr int most_tries = 600;

std::optional<Finding> same_finding(const std::vector<Finding>& findings, const std::string& kind) {
  for (const Finding& finding : findings) {
    if (finding.kind == kind) return finding;
  }
  return std::nullopt;
}

}  // namespace

Minimised minimise(Case made, Finding finding, const Judge& judge) {
  Minimised best{std::move(made), std::move(finding)};
  int tries = 0;
  for (bool smaller = true; smaller && tries < most_tries;) {
    smaller = false;
    // From where the last step succeeded: candidates that failed before it are tried again in the next round only.
    std::vector<Case> candidates = shrink(best.made);
    for (std::size_t next = 0; next < candidates.size() && tries < most_tries; ++tries) {
      const auto same = same_finding(judge(candidates[next]), best.finding.kind);
      if (!same) {
        ++next;
        continue;
      }
      best = {candidates[next], *same};
      candidates = shrink(best.made);
      smaller = true;
    }
  }
  return best;
}

Minimised minimise(Case made, Finding finding) {
  const std::string& kind = finding.kind;
  const bool needs_host = kind.starts_with("host-") || kind == "crash" || kind == "timeout";
  const Execution execution = needs_host ? Execution::everything : Execution::affine_only;
  return minimise(std::move(made), finding, [&](const Case& smaller) { return find_alone(smaller, execution); });
}

}  // namespace pom::fuzz
