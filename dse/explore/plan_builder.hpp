#pragma once
#include <optional>
#include <string>

#include "dse/explore/context/context.hpp"
#include "dse/explore/planned.hpp"
#include "polyhedral/buffers/place_buffers.hpp"

namespace pom::dse::explore {

/// Makes programs and designs of plans with buffers. The arguments outlive it.
class PlanBuilder {
 public:
  PlanBuilder(const SearchContext& search, const poly::IslContext& context) : search_(search), context_(context) {}

  /// The program of a plan's directives, to be scheduled as any other. Nothing, and a reason in `why_not`: it is
  /// refused, or too hard to analyze where the program without tiles is not.
  std::optional<Planned> make(const Schedule& plan, std::string& why_not) const;

  /// What is kept of the program's own schedule, and these directives behind it.
  Schedule behind_kept(const Schedule&) const;

  /// Nothing, and a reason in `why_not`: the schedule is refused, or the model cannot say.
  std::optional<estimate::Qor> estimate_schedule(const Schedule& whole, std::string& why_not) const;

  /// Nothing, and a reason in `why_not`: the schedule is refused.
  std::optional<Kernel> lower(const Schedule& whole, std::string& why_not) const;

 private:
  std::optional<Planned> make_program(const Schedule& plan, std::string& why_not) const;
  Result<poly::Buffered> place(const Schedule& whole) const;

  const SearchContext& search_;
  const poly::IslContext& context_;
};

}  // namespace pom::dse::explore
