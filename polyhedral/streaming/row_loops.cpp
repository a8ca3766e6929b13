#include "polyhedral/streaming/row_loops.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/streaming/coordinate_text.hpp"
#include "polyhedral/streaming/reuse.hpp"

namespace pom::poly {

namespace {

/// isl's steps for the rows of one nest.
constexpr unsigned long row_steps = 200'000;

/// A value l of a loop becomes step * l + first. The values before are those of iterations in which a window fills:
/// none is negative, as quotients of negative numbers take more than shifts.
struct Stretch {
  std::int64_t step = 1, first = 0;
};

/// The statements of one top-level nest, and what they read of channels.
class Nest {
 public:
  Nest(Scop& scop, std::vector<int> statements) : scop_(scop), statements_(std::move(statements)) {
    shared_ = static_cast<int>(first().loops.size());
    for (const int s : statements_) shared_ = std::min(shared_, count_shared(first(), scop_.statements[s]));
  }

  void stretch() {
    const int pipelined = find_pipelined_loop();
    std::vector<Stretch> loops(static_cast<std::size_t>(std::max(pipelined, 0)));
    if (loops.empty() || !try_optional(first().domain.ctx(), row_steps, [&] { find(loops); })) return;
    if (std::all_of(loops.begin(), loops.end(), [](const Stretch& loop) { return loop.step == 1; })) return;
    for (const int s : statements_) stretch(scop_.statements[s], loops);
  }

 private:
  const Statement& first() const { return scop_.statements[statements_.front()]; }

  /// -1: there is none that all statements share.
  int find_pipelined_loop() const {
    for (int level = 0; level < shared_; ++level) {
      const ScheduledLoop& loop = first().loops[level];
      if (loop.pipeline) return level;
      if (loop.unroll || loop.strip || loop.stripping || loop.mirror) return -1;
    }
    return -1;
  }

  /// By loop outside of the pipelined one.
  void find(std::vector<Stretch>& loops) const {
    std::vector<std::set<std::int64_t>> steps(loops.size());
    for (const auto& [array, reads] : reads_of_channels()) {
      const auto pattern = find_steps(reads, static_cast<int>(loops.size()) + 1);
      if (!pattern) return;
      for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        const Stretch own = stretch_for(reads, (*pattern)[loop], loops.size() + 1);
        if (own.step > 0) steps[loop].insert(own.step);
        loops[loop].first = std::max(loops[loop].first, own.first);
      }
    }
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
      if (steps[loop].size() == 1 && *steps[loop].begin() > 1)
        loops[loop].step = *steps[loop].begin();
      else
        loops[loop] = {};
    }
  }

  std::map<int, std::vector<PatternRead>> reads_of_channels() const {
    std::set<int> channels;
    for (int s = 0; s < static_cast<int>(scop_.statements.size()); ++s) {
      const bool own = std::find(statements_.begin(), statements_.end(), s) != statements_.end();
      if (!own) channels.insert(scop_.statements[s].write.array);
    }
    for (const int s : statements_) channels.erase(scop_.statements[s].write.array);
    std::map<int, std::vector<PatternRead>> reads;
    for (const int s : statements_) {
      const Statement& statement = scop_.statements[s];
      for (const AccessRelation& read : statement.reads) {
        if (channels.contains(read.array) && !read.may) reads[read.array].push_back({statement, read.relation});
      }
    }
    return reads;
  }

  /// Step 0: the loop does not move the pattern. 1: it moves it by a row, by no whole rows, or some rows in between are
  /// never read.
  static Stretch stretch_for(const std::vector<PatternRead>& reads, const std::vector<std::int64_t>& step,
                             std::size_t loops) {
    std::optional<unsigned> row;
    for (unsigned d = 0; d < step.size(); ++d) {
      if (step[d] == 0) continue;
      if (row || step[d] < 0) return {};
      row = d;
    }
    if (!row) return {0, 0};
    isl::set elements = elements_of(reads.front());
    for (const PatternRead& read : reads) elements = elements.unite(elements_of(read));
    const std::int64_t count = step[*row];
    bool several = false;
    for (unsigned d = *row + 1; d < step.size(); ++d) several |= minimum(elements, d) != maximum(elements, d);
    if (!several || stride(elements, *row) % count == 0) return {};
    const std::int64_t above = rows_of_iteration(reads, *row, loops) - 1;
    return {count, (above + count - 1) / count * count};
  }

  static std::int64_t rows_of_iteration(const std::vector<PatternRead>& reads, unsigned row, std::size_t loops) {
    std::optional<isl::map> used;
    for (const PatternRead& read : reads) {
      const isl::map own =
          read.relation.intersect_domain(read.statement.domain)
              .reverse()
              .apply_range(keep_first(read.statement.loop_map, Side::range, static_cast<unsigned>(loops)));
      used = used ? used->unite(own) : own;
    }
    return maximum(used->apply_range(used->reverse()).deltas(), row).value_or(0) + 1;
  }

  static isl::set elements_of(const PatternRead& read) {
    return read.relation.intersect_domain(read.statement.domain).range();
  }

  static void stretch(Statement& statement, const std::vector<Stretch>& loops) {
    std::vector<std::string> values = numbered("l", statement.loops.size());
    for (std::size_t n = 0; n < loops.size(); ++n)
      values[n] = std::to_string(loops[n].step) + " * " + values[n] + " + " + std::to_string(loops[n].first);
    const isl::map stretched(statement.domain.ctx(),
                             "{ [" + listed("l", values.size()) + "] -> [" + listed(values) + "] }");
    statement.loop_map = statement.loop_map.apply_range(stretched);
  }

  Scop& scop_;
  const std::vector<int> statements_;
  int shared_ = 0;  ///< the loops that all of them are in
};

}  // namespace

Scop with_row_loops(Scop scheduled) {
  std::map<int, std::vector<int>> nests;
  for (int s = 0; s < static_cast<int>(scheduled.statements.size()); ++s)
    nests[scheduled.statements[s].position.front()].push_back(s);
  for (auto& [position, statements] : nests) Nest(scheduled, std::move(statements)).stretch();
  return scheduled;
}

}  // namespace pom::poly
