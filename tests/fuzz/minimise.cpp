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
    // From the candidates of the case that got smaller: those that failed before are tried again only in a last round.
    for (std::size_t next = 0; tries < most_tries;) {
      const std::vector<Case> candidates = shrink(best.made);
      if (next >= candidates.size()) break;
      ++tries;
      const auto same = same_finding(judge(candidates[next]), best.finding.kind);
      if (!same) {
        ++next;
        continue;
      }
      best = {candidates[next], *same};
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
