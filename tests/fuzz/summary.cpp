#include "summary.hpp"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "random_directive.hpp"
#include "reasons.hpp"

namespace pom::fuzz {

namespace {

using nlohmann::json;

double percent(int part, int whole) { return whole == 0 ? 0 : 100.0 * part / whole; }

void count(Summary& summary, const CaseResult& result) {
  const bool accepted = result.outcome == Outcome::accepted;
  summary.accepted += accepted ? 1 : 0;
  summary.refused_by_legality += result.outcome == Outcome::refused_by_legality ? 1 : 0;
  summary.refused_by_precondition += result.outcome == Outcome::refused_by_precondition ? 1 : 0;
  const bool defect = std::any_of(result.findings.begin(), result.findings.end(), is_defect);
  summary.with_findings += defect ? 1 : 0;
  summary.over_cautious += !defect && !result.findings.empty() ? 1 : 0;
  for (const std::string& code : std::set<std::string>(result.codes.begin(), result.codes.end())) {
    if (!code.starts_with("illegal-")) ++summary.preconditions[code];
  }
  for (const std::string& primitive : result.primitives) {
    PrimitiveCounts& counts = summary.primitives[primitive];
    ++counts.cases;
    ++(accepted ? counts.accepted : counts.refused);
  }
  std::set<std::string> kinds;
  for (const Finding& finding : result.findings) kinds.insert(finding.kind);
  for (const std::string& kind : kinds) ++summary.findings[kind];
}

}  // namespace

Summary summarise(const std::vector<CaseResult>& results, double seconds) {
  Summary summary;
  summary.first_seed = results.empty() ? 0 : results.front().seed;
  summary.cases = static_cast<int>(results.size());
  summary.seconds = seconds;
  for (const DirectiveMaker& maker : directive_makers()) summary.primitives[maker.primitive];
  for (const char* rewriting : {"expand", "rfactor"}) summary.primitives[rewriting];
  for (const CaseResult& result : results) count(summary, result);
  return summary;
}

std::string to_table(const Summary& summary) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1);
  const auto line = [&](const std::string& name, int number) {
    out << std::left << std::setw(34) << name << std::right << std::setw(8) << number << std::setw(8)
        << percent(number, summary.cases) << " %\n";
  };
  out << "seeds from " << summary.first_seed << "\n";
  line("cases", summary.cases);
  line("accepted", summary.accepted);
  line("refused by legality", summary.refused_by_legality);
  line("refused by a precondition only", summary.refused_by_precondition);
  for (const auto& [code, cases] : summary.preconditions) {
    line("  " + code + (is_examined(code) ? "" : " (counted)"), cases);
  }
  out << "\n"
      << std::left << std::setw(24) << "primitive" << std::right << std::setw(8) << "cases" << std::setw(10) << ""
      << std::setw(10) << "accepted" << std::setw(10) << "refused"
      << "\n";
  for (const auto& [name, counts] : summary.primitives) {
    out << std::left << std::setw(24) << name << std::right << std::setw(8) << counts.cases << std::setw(8)
        << percent(counts.cases, summary.cases) << " %" << std::setw(10) << counts.accepted << std::setw(10)
        << counts.refused << "\n";
  }
  out << "\n";
  line("no defect: over-cautious, anomaly", summary.over_cautious);
  line("findings", summary.with_findings);
  for (const auto& [kind, cases] : summary.findings) line("  " + kind, cases);
  out << "seconds " << summary.seconds << ", cases per second "
      << (summary.seconds > 0 ? summary.cases / summary.seconds : 0) << "\n";
  return out.str();
}

std::string to_json(const Summary& summary, const std::vector<CaseResult>& results) {
  json root = {{"first_seed", summary.first_seed},
               {"cases", summary.cases},
               {"accepted", summary.accepted},
               {"refused_by_legality", summary.refused_by_legality},
               {"refused_by_precondition", summary.refused_by_precondition},
               {"with_findings", summary.with_findings},
               {"over_cautious", summary.over_cautious},
               {"preconditions", summary.preconditions},
               {"finding_kinds", summary.findings},
               {"seconds", summary.seconds}};
  for (const auto& [name, counts] : summary.primitives) {
    root["primitives"][name] = {{"cases", counts.cases},
                                {"percent", percent(counts.cases, summary.cases)},
                                {"accepted", counts.accepted},
                                {"refused", counts.refused}};
  }
  root["findings"] = json::array();
  for (const CaseResult& result : results) {
    for (const Finding& finding : result.findings) {
      root["findings"].push_back({{"seed", result.seed}, {"kind", finding.kind}, {"detail", finding.detail}});
    }
  }
  return root.dump(2, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace pom::fuzz
