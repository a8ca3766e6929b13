#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dse/explore/explorer.hpp"
#include "dse/explore/touched.hpp"

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

const Function& top_of(const Kernel& kernel) { return kernel.functions[kernel.top]; }

void renumber(std::vector<Node>& body, const std::vector<int>& place) {
  for (Node& node : body) {
    if (node.kind == Node::Kind::assignment) node.assignment.array = place[node.assignment.array];
    for (DependencePromise& promise : node.loop.promises) {
      if (promise.array >= 0) promise.array = place[promise.array];
    }
    for (std::vector<Node>* inside : {&node.loop.body, &node.branch.then, &node.branch.otherwise})
      renumber(*inside, place);
  }
}

/// The arrays that the function uses, in the order of their first use.
std::vector<int> order_of_use(const Function& function) {
  std::vector<int> order;
  visit_accesses(function, function.body, [&](int array, const std::vector<Index>&) {
    if (std::find(order.begin(), order.end(), array) == order.end()) order.push_back(array);
  });
  return order;
}

/// The kernel of one function with its arrays in that order: how they were declared makes no difference any more.
Kernel in_order_of_use(Kernel kernel) {
  Function& function = kernel.functions[kernel.top];
  std::vector<int> order = order_of_use(function);
  for (int n = 0; n < static_cast<int>(function.arrays.size()); ++n) {
    if (std::find(order.begin(), order.end(), n) == order.end()) order.push_back(n);
  }
  std::vector<int> place(order.size());
  std::vector<Array> arrays;
  for (std::size_t n = 0; n < order.size(); ++n) {
    place[order[n]] = static_cast<int>(n);
    arrays.push_back(function.arrays[order[n]]);
  }
  function.arrays = std::move(arrays);
  function.parameters.clear();
  for (Expression& e : function.expressions) {
    if (e.array >= 0) e.array = place[e.array];
  }
  renumber(function.body, place);
  return kernel;
}

/// What the user decided about an array or argument.
std::string kept_for(const Schedule& kept, const std::string& name) {
  std::string text;
  for (const Directive& directive : kept) {
    if (const auto* port = std::get_if<Interface>(&directive.primitive); port && port->port == name)
      text += port->mode + " " + port->bundle + ";";
    if (const auto* storage = std::get_if<BindStorage>(&directive.primitive); storage && storage->array == name)
      text += storage->type + " " + storage->implementation + " " + std::to_string(storage->latency) + ";";
  }
  return text;
}

}  // namespace

/// Equal for nests of which one function can be made.
std::string Explorer::module_key(const NestDesign& design, const std::map<std::string, int>& users) const {
  const Kernel ordered = in_order_of_use(design.kernel);
  std::string key = make_signature(ordered).text;
  for (const Array& array : top_of(ordered).arrays) {
    const auto declared = std::find_if(program_->arrays.begin(), program_->arrays.end(),
                                       [&](const auto& known) { return known->name == array.name; });
    // An array that only this nest uses lives in the function.
    const bool own = declared != program_->arrays.end() && (*declared)->local && users.at(array.name) < 2;
    // A table is written into the function: only nests that read the same one can share it.
    const bool table = declared != program_->arrays.end() && (*declared)->is_table();
    key += (own ? "own " : "") + (table ? "table " + array.name + " " : "") + kept_for(kept_, array.name) + "\n";
  }
  return key;
}

/// The directives of all nests' structures, and which of them are functions.
Schedule Explorer::structure() const {
  Schedule schedule;
  for (const auto& design : designs_) {
    if (design)
      schedule.insert(schedule.end(), design->structure.directives.begin(), design->structure.directives.end());
  }
  for (std::size_t n = 0; n < modules_.size(); ++n) {
    if (modules_[n].name.empty()) continue;
    std::size_t functions = 0;
    for (const int first : first_statements(*designs_[n])) {
      const auto statement = static_cast<std::size_t>(nests_[n].statements[first]);
      const std::string part = functions++ == 0 ? "" : "_" + std::to_string(functions);
      schedule.push_back({InlineOff{program_->computes[statement].name, modules_[n].name + part}, program_->at});
    }
  }
  return schedule;
}

/// Of each top-level nest; loops that one was cut into have statements in common.
std::vector<int> Explorer::first_statements(const NestDesign& design) {
  std::vector<std::set<int>> nests;
  for (const Node& node : top_of(design.kernel).body) {
    const std::vector<Node> body{node};
    std::set<int> inside;
    for (const Unit& unit : design.units) {
      if (find_loop(body, unit.loops.back().label)) inside.insert(unit.statements.begin(), unit.statements.end());
    }
    const auto meets = [&](const std::set<int>& nest) {
      return std::any_of(inside.begin(), inside.end(), [&](int statement) { return nest.contains(statement); });
    };
    const auto same = std::find_if(nests.begin(), nests.end(), meets);
    if (same != nests.end()) {
      same->merge(inside);
    } else if (!inside.empty()) {
      nests.push_back(std::move(inside));
    }
  }
  std::vector<int> first;
  for (const std::set<int>& nest : nests) first.push_back(*nest.begin());
  return first;
}

/// Arrays that stand for each other in nests of one module have the same banks, also those that no call hands over.
void Explorer::tie_modules(BankFactors& banks) const {
  for (std::size_t n = 0; n < modules_.size(); ++n) {
    for (std::size_t m = 0; m < modules_.size() && !modules_[n].name.empty(); ++m) {
      if (m == n || modules_[m].name != modules_[n].name) continue;
      for (std::size_t a = 0; a < modules_[n].arrays.size(); ++a) {
        if (const auto known = banks.find(modules_[n].arrays[a]); known != banks.end())
          banks.try_emplace(modules_[m].arrays[a], known->second);
      }
    }
  }
}

/// Nests that are refused as functions, for what a kernel does not show, stay as they are.
void Explorer::drop_refused_modules() {
  if (lower(structure())) return;
  const std::vector<Module> all = std::move(modules_);
  std::set<std::string> names, accepted;
  for (const Module& module : all) names.insert(module.name);
  names.erase("");
  const auto keep_only = [&](const std::set<std::string>& kept) {
    modules_ = all;
    for (Module& module : modules_) {
      if (!kept.contains(module.name)) module = {};
    }
  };
  for (const std::string& name : names) {
    if (watch_.over()) break;
    keep_only({name});
    if (lower(structure())) accepted.insert(name);
  }
  keep_only(accepted);
}

bool Explorer::try_sharing() {
  if (!options_.share_modules || !combiners_.front().only_plans() || watch_.over()) return false;
  std::map<std::string, int> users;
  for (const auto& design : designs_) {
    if (!design) continue;
    for (const std::string& name : arrays_of(design->kernel)) ++users[name];
    for (const Array& array : top_of(design->kernel).arrays) users.try_emplace(array.name, 0);
  }
  std::map<std::string, std::vector<std::size_t>> equal;
  for (std::size_t n = 0; n < designs_.size(); ++n) {
    if (designs_[n]) equal[module_key(*designs_[n], users)].push_back(n);
  }
  std::set<std::string> taken = names_in_use(*program_);
  modules_.assign(designs_.size(), {});
  for (const auto& [key, nests] : equal) {
    if (nests.size() < 2) continue;
    const auto first = static_cast<std::size_t>(nests_[nests.front()].statements.front());
    const std::string name = fresh_name(program_->computes[first].name + "_shared", taken);
    for (const std::size_t n : nests) {
      modules_[n].name = name;
      const Function& function = top_of(designs_[n]->kernel);
      for (const int array : order_of_use(function)) modules_[n].arrays.push_back(function.arrays[array].name);
    }
  }
  drop_refused_modules();
  const bool any = std::any_of(modules_.begin(), modules_.end(), [](const Module& m) { return !m.name.empty(); });
  if (!any || !design_again({Adders::dsp, Adders::fabric})) {
    modules_.clear();
    return false;
  }
  result_.trail.push_back({"share", {}, "", "equal nests run in turn on one module"});
  return true;
}

}  // namespace pom::dse
