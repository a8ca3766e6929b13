#pragma once
// The bodies of namespace polyfp: they need both classes, and a program of the first release links nothing but libpom.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <type_traits>
#include <utility>
#include <variant>

#include "polyfp_compute.hpp"
#include "polyfp_function.hpp"

namespace polyfp {

inline void init(const std::string& name, std::source_location at) {
  std::string identifier = name;
  for (char& c : identifier)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  if (!identifier.empty() && std::isdigit(static_cast<unsigned char>(identifier[0])) != 0) identifier.insert(0, "f_");
  pom::start_implicit_function(identifier, at, pom::LanguageRules::first_release);
}

namespace global {
inline function* get_implicit_function(std::source_location at) {
  const pom::function* implicit = pom::global::get_implicit_function(at);
  static std::unique_ptr<function> current;  // what polyfp knows beyond libpom's own implicit function
  if (!current || !current->is_same_program(*implicit)) current = std::make_unique<function>(*implicit);
  return current.get();
}
}  // namespace global

// ---- function

inline void function::auto_DSE_loop_transformation(where at) {
  for (const std::string& step : transform_loops(at)) std::cerr << name() << ": " << step << "\n";
}

inline pom::Report function::dump_schedule(const std::string& path, where at) { return codegen(path, at); }

inline void function::enter(const compute& declared) {
  members_.push_back({std::make_unique<compute>(declared), declared.name()});
  leader_computations.push_back(members_.back().handle.get());
}

inline std::string function::leader_of(const std::string& name) const {
  for (const Member& member : members_)
    if (member.handle->name() == name) return member.leader;
  return name;
}

inline void function::join(const std::string& follower, const std::string& other) {
  const std::string old_leader = leader_of(follower), new_leader = leader_of(other);
  for (Member& member : members_)
    if (member.leader == old_leader) member.leader = new_leader;
  leader_computations.clear();
  for (const Member& member : members_)
    if (member.leader == member.handle->name()) leader_computations.push_back(member.handle.get());
}

inline std::vector<compute*> function::nest_of(const std::string& member) const {
  std::vector<compute*> nest;
  for (const Member& other : members_)
    if (other.leader == leader_of(member)) nest.push_back(other.handle.get());
  return nest;
}

// ---- compute

inline compute::compute(std::string name, std::vector<pom::var> loops, const pom::expr& value,
                        const pom::expr& destination, where at)
    : pom::compute(std::move(name), std::move(loops), value, destination, at),
      owner_(*global::get_implicit_function(at)) {
  global::get_implicit_function(at)->enter(*this);
}

inline compute& compute::after(const pom::compute& other, pom::LoopRef loop, where at) {
  return after(&other, loop, at);
}

inline compute& compute::after(const pom::compute* other, pom::LoopRef loop, where at) {
  pom::compute::after(other, loop, at);
  const bool shares_loops = !loop.name.empty() || loop.level >= 0;
  if (other && shares_loops) global::get_implicit_function(at)->join(name(), other->name());
  return *this;
}

/// Tiles, pipelines and unrolls that an earlier strategy added would be tiled again: the last strategy counts.
inline void compute::drop_strategy() {
  pom::Schedule schedule = owner_.schedule();
  std::erase_if(schedule, [this](const pom::Directive& directive) {
    const auto* tile = std::get_if<pom::Tile>(&directive.primitive);
    const auto* pipeline = std::get_if<pom::Pipeline>(&directive.primitive);
    const auto* unroll = std::get_if<pom::Unroll>(&directive.primitive);
    const auto* apart = std::get_if<pom::FlattenOff>(&directive.primitive);
    return (tile && tile->compute == name()) || (pipeline && pipeline->compute == name()) ||
           (unroll && unroll->compute == name()) || (apart && apart->compute == name());
  });
  owner_.set_schedule(std::move(schedule));
}

inline void compute::add_strategy(const std::vector<int>& factors, where at) {
  int depth = static_cast<int>(get_iteration_variables().size());
  for (const pom::Directive& directive : owner_.schedule()) {
    const auto* split = std::get_if<pom::Split>(&directive.primitive);
    depth += split && split->compute == name() ? 1 : 0;
  }
  const int band = std::min({depth, static_cast<int>(factors.size()), 3});
  std::vector<pom::LoopRef> loops;
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < band; ++i) {
    loops.emplace_back(depth - band + i);
    sizes.push_back(factors[i]);
  }
  const bool tiles = std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size != 1; });
  if (tiles) tile(loops, sizes, at);
  pipeline(depth - 1, 1, at);
  for (int i = 0; tiles && i < band; ++i)
    if (sizes[i] != 1) unroll(depth + i, -1, at);
}

inline void compute::apply_opt_strategy(std::vector<int> factors, where at) {
  const std::vector<compute*> nest = global::get_implicit_function(at)->nest_of(name());
  for (compute* member : nest) member->drop_strategy();
  const pom::Schedule without = owner_.schedule();
  for (compute* member : nest) member->add_strategy(factors, at);
  pom::CompileOptions trial;
  trial.write = trial.verify = false;
  trial.quiet = true;
  try {
    owner_.codegen(trial, at);
  } catch (const pom::CompileError& error) {
    for (pom::Diagnostic finding : error.diagnostics()) {
      if (!finding.code.starts_with("illegal-")) continue;
      finding.severity = pom::Severity::warning;
      finding.notes.push_back({"the strategy is taken back; the nest keeps its order", {}});
      std::cerr << pom::render(finding);
      owner_.set_schedule(without);
    }
  }
}

}  // namespace polyfp
