#include "dse/explore/programs/plan_builder.hpp"

#include <set>

#include "dse/explore/banks/banking.hpp"
#include "dse/explore/tiles/external.hpp"
#include "dse/kernel/from_loops.hpp"
#include "polyhedral/buffers/write_as_scheduled.hpp"
#include "polyhedral/ir/number_too_large.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"

namespace pom::dse::explore {

std::vector<PortWidths> widths_for(const dsl::Function& program, const ExploreOptions& options, const Schedule& asked) {
  std::set<int> arrays;
  for (const External& external : external_arrays(program)) arrays.insert(external.array);
  Masters masters = options.masters;
  if (!options.pack || !options.buffer || !asked.empty()) masters.bits = 0;
  return list_widths(program, arrays, masters);
}

Result<poly::Buffered> PlanBuilder::place(const Result<poly::Scop>& scheduled) const {
  if (!scheduled) return scheduled.errors();
  return poly::place_buffers(*scheduled, context_);
}

std::optional<Planned> PlanBuilder::make(const Schedule& plan, std::string& why_not) const {
  try {
    return make_program(plan, why_not);
  } catch (const CompileError& error) {
    why_not = error.diagnostics().front().message;
  } catch (const poly::NumberTooLarge&) {
    why_not = "it counts beyond 64 bits";
  }
  return std::nullopt;
}

std::optional<Planned> PlanBuilder::make_program(const Schedule& plan, std::string& why_not) const {
  const Result<poly::Scop> scheduled = schedule_program(search_, plan);
  const Result<poly::Buffered> buffered = place(scheduled);
  if (!buffered) {
    why_not = buffered.errors().front().message;
    return std::nullopt;
  }
  auto program = poly::write_as_scheduled(buffered->scop, context_);
  if (!program) {
    why_not = "its iterations cannot be written down as loops";
    return std::nullopt;
  }
  Planned planned;
  for (const poly::PlacedBuffer& placed : buffered->buffers) {
    for (const std::string& buffer : {placed.buffer, placed.loaded}) {
      if (buffer.empty()) continue;
      planned.arrays[buffer] = placed.array;
      planned.names[buffer] = placed.named ? placed.buffer : placed.array;
    }
  }
  planned.overlaps = list_overlaps(*scheduled);
  planned.frame = make_frame(*scheduled, *program);
  program->schedule = search_.kept;
  const Schedule bindings = say_of_buffers(plan, planned);
  program->schedule.insert(program->schedule.end(), bindings.begin(), bindings.end());
  planned.as_written = poly::extract_scop(program, context_);
  planned.graph = graph::build_dependence_graph(planned.as_written, poly::analyze_dependences(planned.as_written));
  return planned;
}

bool PlanBuilder::accepts(Schedule plan, const Directive& behind) const {
  plan.push_back(behind);
  std::string why_not;
  return lower(behind_kept(search_, plan), why_not).has_value();
}

std::optional<BuiltDesign> PlanBuilder::estimate_schedule(const Schedule& whole, std::string& why_not) const {
  const std::optional<Kernel> kernel = lower(whole, why_not);
  std::optional<estimate::Qor> qor;
  if (kernel) qor = estimate_kernel(*kernel, search_);
  if (!qor) return std::nullopt;
  return BuiltDesign{*std::move(qor), count_port_banks(kernel->top_function())};
}

std::optional<UnscheduledDesign> PlanBuilder::estimate_unscheduled(const Schedule& asked) const {
  std::string why_not;
  const std::optional<Kernel> kernel = lower(behind_kept(search_, asked), why_not);
  return kernel ? std::optional(explore::estimate_unscheduled(*kernel, search_)) : std::nullopt;
}

std::optional<Kernel> PlanBuilder::lower(const Schedule& whole, std::string& why_not) const {
  const Result<poly::Buffered> buffered =
      place(poly::try_schedule(search_.as_written, search_.graph.dependences, whole));
  if (!buffered) {
    why_not = buffered.errors().front().message;
    return std::nullopt;
  }
  const Result<poly::LoopTree> tree = poly::generate_loops(buffered->scop);
  why_not = tree ? "the design that was found does not fit" : tree.errors().front().message;
  return tree ? std::optional(make_kernel(*tree)) : std::nullopt;
}

}  // namespace pom::dse::explore
