#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dse/explore/explorer.hpp"

/// Equal nests that become one function: its module serves them in turn.
namespace pom::dse {

namespace {

std::set<std::string> names_in_use(const dsl::Function& program) {
  std::set<std::string> names{program.name};
  for (const auto& array : program.arrays) names.insert(array->name);
  for (const auto& scalar : program.scalars) names.insert(scalar->name);
  return names;
}

std::string fresh_name(std::string name, std::set<std::string>& taken) {
  while (!taken.insert(name).second) name += "_";
  return name;
}

}  // namespace

/// The directives of all nests' structures, and which of them are functions.
Schedule Explorer::structure() const {
  Schedule schedule;
  for (const auto& design : designs_) {
    if (design)
      schedule.insert(schedule.end(), design->structure.directives.begin(), design->structure.directives.end());
  }
  for (std::size_t n = 0; n < modules_.size(); ++n) {
    if (modules_[n].empty()) continue;
    const NestDesign& design = *designs_[n];
    std::size_t functions = 0;
    for (const Node& loop : design.kernel.functions[static_cast<std::size_t>(design.kernel.top)].body) {
      const std::vector<Node> body{loop};
      const auto unit = std::find_if(design.units.begin(), design.units.end(),
                                     [&](const Unit& u) { return find_loop(body, u.loops.back().label) != nullptr; });
      if (unit == design.units.end()) continue;
      const int statement = nests_[n].statements[static_cast<std::size_t>(unit->statements.front())];
      const std::string part = functions++ == 0 ? "" : "_" + std::to_string(functions);
      schedule.push_back({InlineOff{program_->computes[static_cast<std::size_t>(statement)].name, modules_[n] + part},
                          program_->at});
    }
  }
  return schedule;
}

bool Explorer::try_sharing() {
  if (!combiners_.front().only_plans() || watch_.over()) return false;
  std::map<std::string, std::vector<std::size_t>> equal;  // nests by what they are but for names
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    if (designs_[n]) equal[make_signature(designs_[n]->kernel).text].push_back(n);
  }
  std::set<std::string> taken = names_in_use(*program_);
  std::vector<std::string> modules(designs_.size());
  for (const auto& [text, nests] : equal) {
    if (nests.size() < 2) continue;
    const auto first = static_cast<std::size_t>(nests_[nests.front()].statements.front());
    const std::string name = fresh_name(program_->computes[first].name + "_shared", taken);
    for (const std::size_t n : nests) modules[n] = name;
  }
  if (std::all_of(modules.begin(), modules.end(), [](const std::string& name) { return name.empty(); }))
    return false;
  modules_ = std::move(modules);
  if (!design_again({Adders::dsp, Adders::fabric})) return false;
  result_.trail.push_back({"share", {}, "", "equal nests run in turn on one module"});
  return true;
}

}  // namespace pom::dse
