#include "polyhedral/streaming/place_windows.hpp"

#include <algorithm>

#include "polyhedral/dataflow/optional_question.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/plain_bounds.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/streaming/reuse.hpp"
#include "polyhedral/streaming/streamed_program.hpp"
#include "polyhedral/streaming/window.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// isl's steps for one window: about half a second, which 15 x 15 elements take a third of.
constexpr unsigned long window_steps = 3'000'000;

/// One window of a scheduled program.
class WindowPlacer {
 public:
  WindowPlacer(const Scop& scop, const IslContext& context, const ReuseMark& mark)
      : scop_(with_shared_pipelines(scop)), context_(context), mark_(mark), inside_(scop_.statements[mark.statement]) {}

  Result<Scop> place() {
    const Result<int> level = find_loop(inside_, LoopRef(var(mark_.loop)), mark_.at);
    if (!level) return level.errors();
    level_ = *level;
    if (Status refused = find_readers()) return *refused;
    if (has_channel_window())
      return refuse("dataflow(Channels::automatic) gives it the window that its channel asks for");
    if (Status refused = find_moving_loop()) return *refused;
    std::string why_not = "it takes too much work to find";
    std::optional<Reuse> reuse;
    const auto find = [&] { reuse = find_reuse(patterns(), {moving_ + 1, level_}, why_not); };
    if (!try_optional(inside_.domain.ctx(), window_steps, find) || !reuse) return refuse(why_not);
    return write(*reuse);
  }

 private:
  Diagnostic refuse(const std::string& reason) const {
    return make_error("bad-reuse",
                      "what \"" + inside_.name + "\" reads of \"" + array().name + "\" is not handed on in loop \"" +
                          mark_.loop + "\": " + reason,
                      mark_.at);
  }

  const dsl::Array& array() const { return *scop_.program->arrays[mark_.array]; }

  bool is_inside(const Statement& statement) const {
    return &statement == &inside_ || share_loop(statement, inside_, level_);
  }

  Status find_readers() {
    for (std::size_t s = 0; s < scop_.statements.size(); ++s) {
      const Statement& statement = scop_.statements[s];
      if (!is_inside(statement)) continue;
      if (statement.write.array == mark_.array)
        return refuse("\"" + statement.name + "\" writes it there, and what is handed on would be old");
      for (const AccessRelation& read : statement.reads) {
        if (read.array != mark_.array) continue;
        if (read.may) return refuse("only the run knows where \"" + statement.name + "\" reads it");
        if (readers_.empty() || readers_.back() != static_cast<int>(s)) readers_.push_back(static_cast<int>(s));
      }
    }
    if (readers_.empty()) return refuse("no statement in the loop reads it");
    if (!array().extents.empty()) return refuse("its size depends on parameters");
    const isl::map reads = scop_.statements[readers_.front()].loop_map.intersect_params(scop_.parameters);
    if (!first_parameters(reads.wrap()).empty())
      return refuse("how often " + varying_loop() + " depends on parameters");
    return std::nullopt;
  }

  /// The outermost loop around the first reader that parameters bound.
  std::string varying_loop() const {
    const Statement& reader = scop_.statements[readers_.front()];
    const isl::set iterations = reader.loop_map.intersect_domain(reader.domain).range();
    for (std::size_t loop = 0; loop < reader.loops.size(); ++loop) {
      if (involves_parameters(keep_first(iterations, loop + 1))) return "loop \"" + reader.loops[loop].name + "\" runs";
    }
    return "it runs";
  }

  /// What automatic channels bring, they keep.
  bool has_channel_window() const {
    if (!scop_.hardware.automatic_channels) return false;
    const std::vector<Process> processes = find_processes(scop_);
    const int own = process_of(processes, mark_.statement);
    for (std::size_t s = 0; s < scop_.statements.size(); ++s) {
      if (scop_.statements[s].write.array == mark_.array && process_of(processes, static_cast<int>(s)) != own)
        return true;
    }
    return false;
  }

  /// The pipelined loop; without one the innermost that all readers share and that is not unrolled.
  Status find_moving_loop() {
    const Statement& first = scop_.statements[readers_.front()];
    int shared = static_cast<int>(first.loops.size());
    for (const int s : readers_) {
      if (s != readers_.front()) shared = std::min(shared, count_shared(first, scop_.statements[s]));
    }
    moving_ = 0;
    const auto at = [&](int loop) -> const ScheduledLoop& { return first.loops[static_cast<std::size_t>(loop)]; };
    const auto is_next_inside = [&] { return moving_ + 1 < shared && !at(moving_ + 1).unroll; };
    while (!at(moving_).pipeline && is_next_inside()) ++moving_;
    if (moving_ >= level_) return std::nullopt;
    return refuse("it lies inside of loop \"" + at(moving_).name + "\", " +
                  (at(moving_).pipeline ? "which is pipelined" : "of which copies run at once"));
  }

  std::vector<PatternRead> patterns() const {
    std::vector<PatternRead> reads;
    for (const int s : readers_) {
      const Statement& statement = scop_.statements[s];
      for (const AccessRelation& read : statement.reads) {
        if (read.array != mark_.array) continue;
        reads.push_back({statement, read.relation});
      }
    }
    return reads;
  }

  /// { [element] }: in the box around what is read, all that the array has; of a local array, what something writes.
  isl::set elements_to_load() const {
    const unsigned dimensions = static_cast<unsigned>(array().shape.size());
    const isl::set read = elements_read(scop_, readers_, mark_.array);
    isl::set box = elements_of(*scop_.program, mark_.array, inside_.domain.ctx());
    if (array().local && !array().is_table()) box = written();
    for (unsigned d = 0; d < dimensions; ++d) {
      const auto low = minimum(read, d), high = maximum(read, d);
      if (low && high) box = bound_above(bound_below(box, d, *low), d, *high);
    }
    return keep_first(box, dimensions);
  }

  isl::set written() const {
    std::optional<isl::set> all;
    for (const Statement& statement : scop_.statements) {
      if (statement.write.array != mark_.array) continue;
      const isl::set own = statement.write.relation.intersect_domain(statement.domain).range();
      all = all ? all->unite(own) : own;
    }
    return all.value();
  }

  Result<Scop> write(const Reuse& reuse) {
    StreamedProgram program(scop_, context_, mark_.at);
    const std::size_t own = program.function.computes.size();
    const Statement& reader = scop_.statements[readers_.front()];
    WindowBuilder window(program, process_of(program.processes, readers_.front()), reader, reuse, mark_.array,
                         reader.name);
    if (!window.replace_reads(readers_)) return refuse("an index is no place in a window that moves");
    window.keep_lines();
    window.load_fresh(mark_.array, elements_to_load());
    window.load_lines();
    window.move();
    for (std::size_t s = own; s < program.function.computes.size(); ++s)
      program.hardware.windows.push_back({static_cast<int>(s), moving_});
    return program.assemble();
  }

  const Scop scop_;
  const IslContext& context_;
  const ReuseMark mark_;
  const Statement& inside_;
  int level_ = 0, moving_ = 0;
  std::vector<int> readers_;  ///< statements
};

}  // namespace

Result<Scop> place_windows(const Scop& scheduled, const IslContext& context) {
  Scop made = scheduled;
  made.hardware.reuses.clear();
  std::vector<Diagnostic> errors;
  for (const ReuseMark& mark : scheduled.hardware.reuses) {
    Result<Scop> next = WindowPlacer(made, context, mark).place();
    if (next)
      made = std::move(*next);
    else
      errors.insert(errors.end(), next.errors().begin(), next.errors().end());
  }
  if (!errors.empty()) return errors;
  return made;
}

}  // namespace pom::poly
