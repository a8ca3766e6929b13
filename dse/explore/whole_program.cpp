#include "dse/explore/whole_program.hpp"

#include "dse/explore/budget/effort.hpp"
#include "dse/explore/directives.hpp"
#include "dse/explore/unit/whole_loops.hpp"
#include "dse/kernel/any_loop.hpp"

namespace pom::dse::explore {

namespace {

bool may_be_one_block(const SearchContext& search, const Kernel& written) {
  const HardwareStrategies& allowed = search.options.hardware;
  if (!allowed.unroll || !allowed.partition || !search.options.frame.loops.empty()) return false;
  const Function& function = written.top_function();
  const auto varies = [](const Loop& loop) { return loop.trip.varies(); };
  if (written.functions.size() != 1 || function.dataflow || any_loop(function.body, varies)) return false;
  return count_operations(function, function.body) <= most_operations * allowed.times;
}

}  // namespace

std::optional<Design> design_whole_program(SearchContext& search, const Kernel& written) {
  if (search.watch.over() || !may_be_one_block(search, written)) return std::nullopt;
  Schedule schedule;
  for (const poly::Statement& statement : search.as_written.statements) {
    for (const poly::ScheduledLoop& loop : statement.loops)
      schedule.push_back({Unroll{statement.name, LoopRef(var(loop.name)), -1}, {}});
  }
  BankFactors banks;
  const auto registers = static_cast<double>(search.target.device->ff);
  for (const Array& array : written.top_function().arrays) {
    if (may_be_registers(array, registers)) banks[array.name] = array.shape;
  }
  const Schedule partitions = make_partitions(banks);
  schedule.insert(schedule.end(), partitions.begin(), partitions.end());
  const Result<Kernel> kernel = lower(search, schedule);
  if (!kernel) return std::nullopt;
  search.watch.count();
  std::optional<estimate::Qor> qor = estimate_kernel(*kernel, search);
  const std::int64_t outside = count_port_banks(kernel->top_function());
  if (!qor || !search.holds(*qor, outside)) return std::nullopt;
  const double cycles = qor->latency_average;
  transform::TrailStep step{"unroll", {}, transform::to_text(schedule), "all loops are built whole: nests overlap"};
  return Design{std::move(schedule), *std::move(qor), {}, cycles, {std::move(step)}, outside};
}

}  // namespace pom::dse::explore
