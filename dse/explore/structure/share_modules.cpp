#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dse/explore/structure/assembly.hpp"
#include "dse/kernel/rewrite/signature.hpp"
#include "dsl/model/ports.hpp"
#include "support/words.hpp"

/// Equal nests that become one function: its module serves them in turn.
namespace pom::dse::explore {

namespace {

/// What the user decided about an array or argument.
std::string kept_for(const Schedule& kept, const std::string& name) {
  std::string text;
  for (const Directive& directive : kept) {
    if (const auto* port = std::get_if<Interface>(&directive.primitive); port && port->port == name)
      text += port->mode + " " + dsl::bundle_name(port->mode, port->bundle) + ";";
    if (const auto* storage = std::get_if<BindStorage>(&directive.primitive); storage && storage->array == name)
      text += storage->type + " " + storage->implementation + " " + std::to_string(storage->latency) + ";";
  }
  return text;
}

/// Equal for nests of which one function can be made.
std::string module_key(const NestDesign& design, const std::map<std::string, int>& users, const SearchContext& search) {
  const Kernel ordered = in_order_of_use(design.kernel);
  std::string key = make_signature(ordered).text;
  for (const Array& array : ordered.top_function().arrays) {
    const auto declared = std::find_if(search.program().arrays.begin(), search.program().arrays.end(),
                                       [&](const auto& known) { return known->name == array.name; });
    // An array that only this nest uses lives in the function.
    const bool own = declared != search.program().arrays.end() && (*declared)->local && users.at(array.name) < 2;
    // A table is written into the function: only nests that read the same one can share it.
    const bool table = declared != search.program().arrays.end() && (*declared)->is_table();
    key += (own ? "own " : "") + (table ? "table " + array.name + " " : "") + kept_for(search.kept, array.name) + "\n";
  }
  return key;
}

/// Of each top-level nest; loops that one was cut into have statements in common.
std::vector<int> first_statements(const NestDesign& design) {
  std::vector<std::set<int>> nests;
  for (const Node& node : design.kernel.top_function().body) {
    std::set<int> inside;
    for (const Unit& unit : design.units) {
      if (holds_loop(node, unit.loops.back().label)) inside.insert(unit.statements.begin(), unit.statements.end());
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

/// By array: so many nests use it.
std::map<std::string, int> count_users(const Designs& designs) {
  std::map<std::string, int> users;
  for (const auto& design : designs) {
    if (!design) continue;
    for (const std::string& name : arrays_of(design->kernel)) ++users[name];
    for (const Array& array : design->kernel.top_function().arrays) users.try_emplace(array.name, 0);
  }
  return users;
}

/// By nest: the module that it shares if nothing refuses it.
std::vector<Module> name_modules(const SearchContext& search, const Structures& structures) {
  const std::map<std::string, int> users = count_users(structures.best);
  std::map<std::string, std::vector<std::size_t>> equal;
  for (std::size_t n = 0; n < structures.best.size(); ++n) {
    if (structures.best[n]) equal[module_key(*structures.best[n], users, search)].push_back(n);
  }
  std::set<std::string> taken = names_in_use(search.program());
  std::vector<Module> modules(structures.best.size());
  for (const auto& [key, nests] : equal) {
    if (nests.size() < 2) continue;
    const int first = structures.nests[nests.front()].statements.front();
    const std::string name = fresh_name(join_names({search.program().computes[first].name, "shared"}), taken);
    for (const std::size_t n : nests) {
      modules[n].name = name;
      const Function& function = structures.best[n]->kernel.top_function();
      for (const int array : order_of_use(function)) modules[n].arrays.push_back(function.arrays[array].name);
    }
  }
  return modules;
}

/// Nests that are refused as functions, for what a kernel does not show, stay as they are.
std::vector<Module> drop_refused(SearchContext& search, const Assembly& all) {
  const auto keep_only = [&](const std::set<std::string>& kept) {
    Assembly some = all;
    for (Module& module : some.modules) {
      if (!kept.contains(module.name)) module = {};
    }
    return some;
  };
  const auto is_accepted = [&](const Assembly& some) {
    return bool{lower(search, structure_of(some, search.program()))};
  };
  if (is_accepted(all)) return all.modules;
  std::set<std::string> names, accepted;
  for (const Module& module : all.modules) names.insert(module.name);
  names.erase("");
  for (const std::string& name : names) {
    if (search.watch.over()) break;
    if (is_accepted(keep_only({name}))) accepted.insert(name);
  }
  return keep_only(accepted).modules;
}

}  // namespace

Schedule structure_of(const Assembly& assembly, const dsl::Function& program) {
  Schedule schedule;
  for (const auto& design : assembly.designs) {
    if (design)
      schedule.insert(schedule.end(), design->structure.directives.begin(), design->structure.directives.end());
  }
  for (std::size_t n = 0; n < assembly.modules.size(); ++n) {
    if (assembly.modules[n].name.empty()) continue;
    std::size_t functions = 0;
    for (const int first : first_statements(*assembly.designs[n])) {
      const auto statement = static_cast<std::size_t>(assembly.of->nests[n].statements[first]);
      const std::string part = functions++ == 0 ? "" : "_" + std::to_string(functions);
      schedule.push_back({InlineOff{program.computes[statement].name, assembly.modules[n].name + part}, program.at});
    }
  }
  return schedule;
}

void tie_modules(const Assembly& assembly, BankFactors& banks) {
  const std::vector<Module>& modules = assembly.modules;
  for (std::size_t n = 0; n < modules.size(); ++n) {
    for (std::size_t m = 0; m < modules.size() && !modules[n].name.empty(); ++m) {
      if (m == n || modules[m].name != modules[n].name) continue;
      for (std::size_t a = 0; a < modules[n].arrays.size(); ++a) {
        if (const auto known = banks.find(modules[n].arrays[a]); known != banks.end())
          banks.try_emplace(modules[m].arrays[a], known->second);
      }
    }
  }
}

std::optional<Assembly> share_modules(SearchContext& search, const Structures& structures) {
  Assembly shared{&structures, structures.best, name_modules(search, structures)};
  shared.modules = drop_refused(search, shared);
  const auto is_shared = [](const Module& module) { return !module.name.empty(); };
  if (std::none_of(shared.modules.begin(), shared.modules.end(), is_shared)) return std::nullopt;
  return shared;
}

}  // namespace pom::dse::explore
