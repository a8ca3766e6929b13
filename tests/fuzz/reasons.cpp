#include "reasons.hpp"

#include <algorithm>
#include <regex>

#include "flow_check.hpp"
#include "reason_checks.hpp"

namespace pom::fuzz {

namespace {

Vector numbers(const std::string& list) {
  Vector all;
  const std::regex number("-?\\d+");
  for (std::sregex_iterator at(list.begin(), list.end(), number), end; at != end; ++at)
    all.push_back(std::stoll(at->str()));
  return all;
}

std::vector<const DisproofsByCode*> all_disproofs() {
  return {&directive_disproofs(), &mark_disproofs(), &loop_disproofs(), &hardware_disproofs(), &storage_disproofs()};
}

int statement_index(const poly::Scop& scop, const std::string& name) { return scop.program->find_compute(name); }

}  // namespace

std::optional<Words> match(const std::string& text, const char* pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern))) return std::nullopt;
  Words groups;
  for (std::size_t n = 1; n < found.size(); ++n) groups.push_back(found[n]);
  return groups;
}

Disproof unclear(const Refused& refused) { return "its message cannot be checked: " + refused.error.message; }

std::optional<std::string> disprove_precondition(const Refused& refused) {
  for (const DisproofsByCode* disproofs : all_disproofs()) {
    const auto found = disproofs->find(refused.error.code);
    if (found != disproofs->end()) return found->second(refused);
  }
  return std::nullopt;
}

bool is_examined(const std::string& code) {
  const auto tables = all_disproofs();
  const bool listed =
      std::any_of(tables.begin(), tables.end(), [&](const auto* table) { return table->contains(code); });
  return listed || code == "uninitialized-read";
}

std::optional<std::string> disprove_uninitialized_read(const Diagnostic& error, const Instances& instances,
                                                       const dsl::Function& program) {
  const auto claim = match(error.message, "\n(\\w+)\\[([^\\]]*)\\] (?:reads|may read) (\\w+)\\[([^\\]]*)\\]");
  if (!claim) return "it names no instance";
  const Words& words = *claim;
  const auto instance = instances.find(program.find_compute(words[0]), numbers(words[1]));
  if (!instance) return "it names an instance that does not exist";
  const Element element{program.find_array(words[2]), numbers(words[3])};
  if (reads_uninitialized(instances, program, *instance, element)) return std::nullopt;
  return "the instance does not read the element before it is written";
}

std::optional<std::string> disprove_evidence(const Diagnostic& error, const Instances& instances,
                                             const poly::Scop& behind) {
  const auto claim = match(
      error.message,
      "\n(\\w+)\\[([^\\]]*)\\] (writes|reads|may write|may read) (\\w+)\\[([^\\]]*)\\] which (\\w+)\\[([^\\]]*)\\] "
      "(reads|overwrites|may read|may overwrite); after the \\w+ (\\w+)\\[([^\\]]*)\\] would run first");
  if (!claim) return "no evidence in: " + error.message;
  const Words& words = *claim;
  if (words[5] != words[8] || words[6] != words[9]) return "it names two different sinks";
  const auto first = instances.find(statement_index(behind, words[0]), numbers(words[1]));
  const auto second = instances.find(statement_index(behind, words[5]), numbers(words[6]));
  if (!first || !second) return "it names an instance that does not exist";
  const auto touched = instances.touches.find({behind.program->find_array(words[3]), numbers(words[4])});
  if (touched == instances.touches.end()) return "nothing accesses the element";
  const auto touches = [&](int instance, bool writes) {
    return std::any_of(touched->second.begin(), touched->second.end(),
                       [&](const Touch& touch) { return touch.instance == instance && touch.writes == writes; });
  };
  if (!touches(*first, words[2].find("write") != std::string::npos)) return "the source does not access the element so";
  if (!touches(*second, words[7].find("overwrite") != std::string::npos))
    return "the sink does not access the element so";
  if (instances.written[*first] >= instances.written[*second]) return "they run in the other order as written";
  const Ranks ranks = rank_instances(instances, behind);
  if (ranks.runs_before(*first, *second)) return "they keep their order behind the blamed directive";
  return std::nullopt;
}

}  // namespace pom::fuzz
