#include "polyhedral/streaming/buffer_banks.hpp"

#include <algorithm>
#include <optional>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"

namespace pom::poly {

namespace {

/// { A[…] -> [time] } of a process -> { A[…] -> [process, time, 0 …] } of so many dimensions: processes have times of
/// their own, which are never the same.
isl::map of_process(const isl::map& uses, std::size_t process, unsigned dimensions) {
  const unsigned own = uses.range_tuple_dim();
  std::string time = listed("t", own), all = std::to_string(process);
  if (own > 0) all += ", " + time;
  for (unsigned n = own + 1; n < dimensions; ++n) all += ", 0";
  return uses.apply_range(isl::map(uses.ctx(), "{ [" + time + "] -> [" + all + "] }"));
}

/// The uses of all processes, in times of one space.
std::optional<isl::map> united(const std::vector<isl::map>& by_process) {
  unsigned dimensions = 0;
  for (const isl::map& uses : by_process) dimensions = std::max(dimensions, uses.range_tuple_dim() + 1);
  std::optional<isl::map> all;
  for (std::size_t n = 0; n < by_process.size(); ++n) {
    const isl::map own = of_process(by_process[n], n, dimensions);
    all = all ? all->unite(own) : own;
  }
  return all;
}

bool is_pipelined(const Statement& statement) {
  return std::any_of(statement.loops.begin(), statement.loops.end(),
                     [](const ScheduledLoop& loop) { return loop.pipeline.has_value(); });
}

/// { A[…] -> [process, time] }: all accesses, in iterations of pipelined loops. Nothing without such loops.
std::optional<isl::map> uses_of(const Scop& scop, int array) {
  std::vector<isl::map> by_process;
  bool pipelined = false;
  for (const Process& process : find_processes(scop)) {
    const ProcessTime time(scop, process);
    std::optional<isl::map> uses;
    for (const int s : process.statements) {
      const Statement& statement = scop.statements[s];
      const auto add = [&](const AccessRelation& access) {
        if (access.array != array) return;
        const isl::map own = access.relation.intersect_domain(statement.domain).reverse().apply_range(time.of(s));
        uses = uses ? uses->unite(own) : own;
        pipelined = pipelined || is_pipelined(statement);
      };
      for (const AccessRelation& read : statement.reads) add(read);
      add(statement.write);
    }
    if (uses) by_process.push_back(*uses);
  }
  return pipelined ? united(by_process) : std::nullopt;
}

}  // namespace

std::vector<PartitionMark> cut_into_banks(const Scop& scop, int array, Storage& storage, const Location& at) {
  constexpr unsigned long use_steps = 200'000;
  std::optional<isl::map> uses;
  if (!try_optional(scop.statements.front().domain.ctx(), use_steps, [&] { uses = uses_of(scop, array); }) || !uses)
    return {};
  const std::optional<Banks> banks = banks_of(storage, *uses);
  std::vector<PartitionMark> marks;
  if (!banks || banks->count == 1) return marks;
  storage.size = 1;
  for (std::size_t r = 0; r < storage.rows.size(); ++r) {
    const std::int64_t count = banks->moduli[r];
    std::int64_t& cells = storage.rows[r].modulus;
    cells = (cells + count - 1) / count * count;
    storage.size *= cells;
    if (count == 1) continue;
    const PartitionKind kind = count == cells ? PartitionKind::complete : PartitionKind::cyclic;
    marks.push_back({array, static_cast<int>(r), kind, count, at});
  }
  return marks;
}

}  // namespace pom::poly
