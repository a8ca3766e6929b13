#include "polyhedral/streaming/buffer_banks.hpp"

#include <algorithm>
#include <optional>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// Accesses { A[…] -> [time] } in iterations of pipelined loops.
struct Uses {
  isl::map all;
  bool both;  ///< some element is read and written in one iteration, which takes two ports
};

/// Nothing without such loops.
std::optional<Uses> uses_of(const Scop& scop, int array) {
  std::optional<isl::map> reads, writes;
  bool pipelined = false;
  std::vector<int> users;
  for (const Process& process : find_processes(scop)) {
    for (const int s : process.statements) {
      if (uses_array(scop.statements[s], array)) users.push_back(s);
    }
  }
  const std::vector<isl::map> times = times_of(scop, users);
  for (std::size_t n = 0; n < users.size(); ++n) {
    const Statement& statement = scop.statements[users[n]];
    const auto add = [&](const AccessRelation& access, std::optional<isl::map>& uses) {
      if (access.array != array) return;
      const isl::map own = access.relation.intersect_domain(statement.domain).reverse().apply_range(times[n]);
      uses = uses ? uses->unite(own) : own;
      pipelined = pipelined || std::any_of(statement.loops.begin(), statement.loops.end(),
                                           [](const ScheduledLoop& loop) { return loop.pipeline.has_value(); });
    };
    for (const AccessRelation& read : statement.reads) add(read, reads);
    add(statement.write, writes);
  }
  if (!pipelined) return std::nullopt;
  if (!reads || !writes) return Uses{reads ? *reads : *writes, false};
  return Uses{reads->unite(*writes), !reads->intersect(*writes).is_empty()};
}

/// isl's steps for a question about all uses of a buffer.
constexpr unsigned long use_steps = 200'000;

/// No iteration meets more than two elements, for which one memory of two ports is enough. False where that is hard to
/// tell.
bool meets_two(const isl::map& uses) {
  bool two = false;
  const auto ask = [&] {
    const isl::map elements = uses.reverse();
    two = elements.subtract(elements.lexmin()).subtract(elements.lexmax()).is_empty();
  };
  return try_optional(uses.ctx(), use_steps, ask) && two;
}

}  // namespace

std::vector<PartitionMark> cut_into_banks(const Scop& scop, int array, Storage& storage, const Location& at,
                                          PortsOfBank ports) {
  std::optional<Uses> uses;
  if (!try_optional(scop.statements.front().domain.ctx(), use_steps, [&] { uses = uses_of(scop, array); }) || !uses)
    return {};
  const bool two_ports = ports == PortsOfBank::two && !uses->both;
  const std::optional<Banks> banks = two_ports ? banks_of_two_ports(storage, uses->all) : banks_of(storage, uses->all);
  std::vector<PartitionMark> marks;
  if (!banks || banks->count == 1) return marks;
  // Where rows and columns are read at once, every pair would need banks of its own.
  if (two_ports && banks->count > 2 && meets_two(uses->all)) return marks;
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
