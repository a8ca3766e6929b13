#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dse/explore/no_design.hpp"
#include "dse/explore/programs/planned.hpp"
#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/buffers/place_buffers.hpp"

namespace pom::dse::explore {

/// Widths of the ports of arguments behind a bus, the widest first. `asked`: buffers that the program asks for; beside
/// them, words are those that it asks for.
std::vector<PortWidths> widths_for(const dsl::Function&, const ExploreOptions&, const Schedule& asked);

/// A design as its directives make it.
struct BuiltDesign {
  estimate::Qor qor;
  std::int64_t port_banks = 0;  ///< memories outside
};

/// Makes programs and designs of plans with buffers. The arguments outlive it.
class PlanBuilder {
 public:
  PlanBuilder(const SearchContext& search, const poly::IslContext& context) : search_(search), context_(context) {}

  /// The program of a plan's directives, to be scheduled as any other. Nothing, and a reason in `why_not`: it is
  /// refused, or too hard to analyze where the program without tiles is not.
  std::optional<Planned> make(const Schedule& plan, std::string& why_not) const;

  /// The plan with one more directive behind it is no error.
  bool accepts(Schedule plan, const Directive& behind) const;

  /// Nothing, and a reason in `why_not`: the schedule is refused, or the model cannot say.
  std::optional<BuiltDesign> estimate_schedule(const Schedule& whole, std::string& why_not) const;

  /// The program without a schedule, with the buffers that it asks for. Nothing: it is refused.
  std::optional<UnscheduledDesign> estimate_unscheduled(const Schedule& asked) const;

  /// Within all limits, those of memories outside too.
  bool fits(const BuiltDesign& built) const { return search_.holds(built.qor, built.port_banks); }

  /// Nothing, and a reason in `why_not`: the schedule is refused.
  std::optional<Kernel> lower(const Schedule& whole, std::string& why_not) const;

 private:
  std::optional<Planned> make_program(const Schedule& plan, std::string& why_not) const;
  Result<poly::Buffered> place(const Result<poly::Scop>& scheduled) const;

  const SearchContext& search_;
  const poly::IslContext& context_;
};

}  // namespace pom::dse::explore
