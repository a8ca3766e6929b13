#include "polyhedral/dataflow/process_time.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// How many loops of the nest order the iterations: down to the pipelined one.
std::size_t count_ordering_loops(const Statement& statement) {
  for (std::size_t level = 0; level < statement.loops.size(); ++level) {
    if (statement.loops[level].pipeline) return level + 1;
  }
  return statement.loops.size();
}

}  // namespace

std::vector<Process> find_processes(const Scop& scheduled) {
  std::map<int, Process> by_nest;
  for (std::size_t s = 0; s < scheduled.statements.size(); ++s) {
    const int nest = first_nest_of_process(scheduled, scheduled.statements[s].position.front());
    by_nest[nest].statements.push_back(static_cast<int>(s));
  }
  std::vector<Process> processes;
  for (auto& [nest, process] : by_nest) processes.push_back(std::move(process));
  return processes;
}

int process_of(const std::vector<Process>& processes, int statement) {
  const auto has = [&](const Process& process) {
    return std::find(process.statements.begin(), process.statements.end(), statement) != process.statements.end();
  };
  return static_cast<int>(std::find_if(processes.begin(), processes.end(), has) - processes.begin());
}

bool reads_array(const Statement& statement, int array) {
  return std::any_of(statement.reads.begin(), statement.reads.end(),
                     [&](const AccessRelation& read) { return read.array == array; });
}

bool uses_array(const Statement& statement, int array) {
  return statement.write.array == array || reads_array(statement, array);
}

bool uses_array(const Scop& scop, const Process& process, int array) {
  return std::any_of(process.statements.begin(), process.statements.end(),
                     [&](int s) { return uses_array(scop.statements[s], array); });
}

Scop without_pipelines(Scop scheduled) {
  for (Statement& statement : scheduled.statements) {
    for (ScheduledLoop& loop : statement.loops) loop.pipeline.reset();
  }
  return scheduled;
}

Scop with_shared_pipelines(Scop scheduled) {
  for (const Statement& marked : std::vector<Statement>(scheduled.statements)) {
    for (std::size_t level = 0; level < marked.loops.size(); ++level) {
      if (!marked.loops[level].pipeline) continue;
      for (Statement& other : scheduled.statements) {
        if (share_loop(marked, other, static_cast<int>(level)))
          other.loops[level].pipeline = marked.loops[level].pipeline;
      }
    }
  }
  return scheduled;
}

NestOrder::NestOrder(const Scop& scheduled, const Process& process) {
  for (const int s : process.statements) nests_.push_back(scheduled.statements[s].position.front());
  std::sort(nests_.begin(), nests_.end());
  nests_.erase(std::unique(nests_.begin(), nests_.end()), nests_.end());
}

int NestOrder::of(const Statement& statement) const {
  return static_cast<int>(std::lower_bound(nests_.begin(), nests_.end(), statement.position.front()) - nests_.begin());
}

ProcessTime::ProcessTime(const Scop& scheduled, const Process& process) : scop_(scheduled), nests_(scheduled, process) {
  std::vector<std::set<std::string>> values;
  std::size_t width = 0;
  for (const int s : process.statements) width = std::max(width, columns_of(scop_.statements[s]).size());
  values.resize(width);
  for (const int s : process.statements) {
    std::vector<std::string> columns = columns_of(scop_.statements[s]);
    columns.resize(width, "0");
    for (std::size_t c = 0; c < width; ++c) values[c].insert(columns[c]);
  }
  // Loops are letters: only columns of one number are dropped.
  for (const std::set<std::string>& column : values)
    kept_.push_back(column.size() > 1 || column.begin()->front() == 'l');
}

/// A statement's column is the number of its position at that level, or the name "l<level>" of a loop.
std::vector<std::string> ProcessTime::columns_of(const Statement& statement) const {
  std::vector<std::string> columns;
  const std::size_t loops = count_ordering_loops(statement);
  const auto place = [&](std::size_t level) {
    return std::to_string(level == 0 ? nests_.of(statement) : statement.position[level]);
  };
  for (std::size_t level = 0; level < loops; ++level) {
    columns.push_back(place(level));
    columns.push_back("l" + std::to_string(level));
  }
  if (loops == statement.loops.size()) columns.push_back(place(loops));
  return columns;
}

isl::map ProcessTime::of(int statement) const {
  const Statement& placed = scop_.statements[statement];
  std::vector<std::string> columns = columns_of(placed), kept, loops;
  columns.resize(kept_.size(), "0");
  for (std::size_t c = 0; c < kept_.size(); ++c) {
    if (kept_[c]) kept.push_back(columns[c]);
  }
  for (std::size_t level = 0; level < placed.loops.size(); ++level) loops.push_back("l" + std::to_string(level));
  const isl::map vector(placed.domain.ctx(), "{ [" + join(loops) + "] -> [" + join(kept) + "] }");
  return placed.loop_map.intersect_domain(placed.domain).apply_range(vector);
}

std::vector<isl::map> times_of(const Scop& scheduled, const std::vector<int>& statements) {
  const std::vector<Process> nests = find_processes(scheduled);
  std::vector<isl::map> times;
  std::set<int> used;
  std::size_t width = 0;
  const auto width_of = [](const isl::map& time) { return dimension_count(time, Side::range); };
  for (const int s : statements) {
    const int nest = process_of(nests, s);
    used.insert(nest);
    times.push_back(ProcessTime(scheduled, nests[nest]).of(s));
    width = std::max<std::size_t>(width, width_of(times.back()));
  }
  if (used.size() < 2) return times;
  for (std::size_t n = 0; n < times.size(); ++n) {
    std::vector<std::string> own, all{std::to_string(process_of(nests, statements[n]))};
    for (std::size_t d = 0; d < width_of(times[n]); ++d) own.push_back("t" + std::to_string(d));
    all.insert(all.end(), own.begin(), own.end());
    all.resize(width + 1, "0");
    times[n] = times[n].apply_range(isl::map(times[n].ctx(), "{ [" + join(own) + "] -> [" + join(all) + "] }"));
  }
  return times;
}

}  // namespace pom::poly
