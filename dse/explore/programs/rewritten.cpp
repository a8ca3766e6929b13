#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/context/context.hpp"
#include "dse/explore/programs/ledger.hpp"
#include "dse/explore/programs/programs.hpp"
#include "dse/explore/tiles/asked_buffers.hpp"
#include "dse/transform/rewritings.hpp"
#include "polyhedral/primitives/rewrite.hpp"

/// The course of a search over several programs.
namespace pom::dse::explore {

namespace {

/// Partial results that are tried: copies of an iteration, times the states of a sum. Each is a search of its own, and
/// four times as many lie less than twice away from the best number.
constexpr std::array<std::int64_t, 3> partial_counts = {8, 32, 128};

/// A search of no more candidates is short: three others like it cost next to nothing.
constexpr std::size_t few_candidates = 1000;

/// A program and the best design of it.
struct Attempt {
  poly::Scop program;
  graph::DependenceGraph graph;
  Exploration found;
};

/// Arrays through which some loop of the design hands on what its next iteration waits for.
std::set<std::string> find_waits(const estimate::Qor& design) {
  std::set<std::string> arrays;
  for (const estimate::LoopEstimate& loop : design.loops) {
    const bool waits = loop.reason.kind == estimate::IntervalReason::Kind::recurrence;
    if (waits && loop.interval > 1) arrays.insert(loop.reason.array);
  }
  return arrays;
}

/// Choices for different arrays, one after the other.
transform::RewritingChoice join(const std::vector<transform::RewritingChoice>& choices) {
  transform::RewritingChoice all;
  for (const transform::RewritingChoice& one : choices) {
    all.directives.insert(all.directives.end(), one.directives.begin(), one.directives.end());
    all.reason += (all.reason.empty() ? "" : "; ") + one.reason;
  }
  return all;
}

/// One scalar alone that is in the way of another frees nothing: all get copies, along the outermost loop or along all
/// loops that they are in the way of.
std::vector<transform::RewritingChoice> join_expansions(const std::vector<transform::RewritingChoice>& choices) {
  std::vector<transform::RewritingChoice> outermost, all;
  for (const transform::RewritingChoice& choice : choices) {
    if (choice.directives.size() == 1) {
      outermost.push_back(choice);
      all.push_back(choice);
    } else {
      all.back() = choice;
    }
  }
  if (all.empty()) return {};
  std::vector<transform::RewritingChoice> joined{join(all)};
  if (joined.front().directives.size() > outermost.size()) joined.push_back(join(outermost));
  return joined;
}

/// As many partial results for each of the reductions of these arrays; empty: of all.
std::vector<transform::RewritingChoice> join_partial_results(const std::vector<transform::RewritingChoice>& choices,
                                                             const poly::Scop& program,
                                                             const std::set<std::string>& arrays) {
  std::map<std::int64_t, std::vector<transform::RewritingChoice>> by_count;
  for (const transform::RewritingChoice& choice : choices) {
    const auto& directive = std::get<Rfactor>(choice.directives.front().primitive);
    const poly::Statement& statement = program.statements[program.program->find_compute(directive.compute)];
    if (arrays.empty() || arrays.contains(program.program->arrays[statement.write.array]->name))
      by_count[directive.count].push_back(choice);
  }
  std::vector<transform::RewritingChoice> joined;
  for (const auto& [count, same] : by_count) joined.push_back(join(same));
  return joined;
}

class RewritingSearch {
 public:
  RewritingSearch(const poly::IslContext& context, const devices::Target& target, const ExploreOptions& options)
      : context_(context), target_(target), ledger_(options, target) {}

  Result<Exploration> run(const poly::Scop& as_written, const graph::DependenceGraph& graph) {
    Result<Exploration> first = explore_with_buffers(as_written, graph, context_, target_, ledger_.in_time_left());
    if (!first) return first;
    ledger_.add(*first);
    const estimate::Qor baseline = first->baseline, automatic = first->automatic;
    Attempt best{as_written, graph, *std::move(first)};
    if (best.found.units.size() <= few_units) {
      try_choices(best, list_expansions(best));
      try_choices(best, list_partial_results(best));
    }
    best.found.baseline = baseline;
    best.found.automatic = automatic;
    return ledger_.close(std::move(best.found));
  }

 private:
  std::vector<transform::RewritingChoice> list_expansions(const Attempt& best) const {
    return join_expansions(transform::propose_expansions(best.program, best.graph.dependences, context_,
                                                         [&] { return ledger_.is_over(); }));
  }

  /// Where the best design has a loop that waits for a sum, or where the search is short: copies that are not worth
  /// waiting for each other, and nests that run all at once, have no such loop.
  std::vector<transform::RewritingChoice> list_partial_results(const Attempt& best) const {
    const std::set<std::string> waits = find_waits(best.found.qor);
    if (waits.empty() && static_cast<std::size_t>(best.found.candidates) > few_candidates) return {};
    const std::vector<std::int64_t> counts(partial_counts.begin(), partial_counts.end());
    return join_partial_results(transform::propose_partial_results(best.program, best.graph.dependences, context_,
                                                                   counts, [&] { return ledger_.is_over(); }),
                                best.program, waits);
  }

  /// The best of the programs that the choices make takes the place of `best`, where it gains enough.
  void try_choices(Attempt& best, const std::vector<transform::RewritingChoice>& choices) {
    std::optional<Attempt> better;
    for (const transform::RewritingChoice& choice : choices) {
      if (ledger_.is_over()) break;
      std::optional<Attempt> other = attempt(best, choice);
      if (!other) continue;
      ledger_.add(other->found);
      if (ledger_.prefers(other->found, better ? better->found : best.found, negligible_part))
        better = std::move(other);
    }
    if (better) best = *std::move(better);
  }

  /// The search of the program that the directives make; nothing: they are refused, or nothing of it fits.
  std::optional<Attempt> attempt(const Attempt& before, const transform::RewritingChoice& choice) {
    auto program = std::make_shared<dsl::Function>(*before.program.program);
    program->schedule = choice.directives;
    const Schedule& own = before.program.program->schedule;
    for (const Schedule& kept : {kept_directives(own), buffer_directives(own)})
      program->schedule.insert(program->schedule.end(), kept.begin(), kept.end());
    poly::Scop asked = before.program;
    asked.program = std::move(program);
    Result<std::optional<poly::Rewritten>> made =
        poly::rewrite_program(asked, before.graph.dependences, context_, [&] { return ledger_.is_over(); });
    if (!made || !*made) return std::nullopt;
    poly::Scop& rewritten = (*made)->as_written;
    graph::DependenceGraph graph = graph::build_dependence_graph(rewritten, (*made)->dependences);
    Result<Exploration> found = explore_with_buffers(rewritten, graph, context_, target_, ledger_.in_time_left());
    if (!found || found->nothing_fits) {
      ledger_.drop(found);
      return std::nullopt;
    }
    found->rewriting = before.found.rewriting;
    std::string directives;
    for (const Directive& directive : choice.directives) {
      found->rewriting.push_back(directive);
      directives += (directives.empty() ? "" : "; ") + to_string(directive);
    }
    found->trail.insert(found->trail.begin(), {"rewrite", {}, directives, choice.reason});
    return Attempt{std::move(rewritten), std::move(graph), *std::move(found)};
  }

  const poly::IslContext& context_;
  const devices::Target& target_;
  SearchLedger ledger_;
};

}  // namespace

Result<Exploration> explore_rewritten(const poly::Scop& as_written, const graph::DependenceGraph& graph,
                                      const poly::IslContext& context, const devices::Target& target,
                                      const ExploreOptions& options) {
  return RewritingSearch(context, target, options).run(as_written, graph);
}

}  // namespace pom::dse::explore
