#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/isl_context.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// A statement of the new program that no compute of the old one is: it moves elements between two arrays.
struct Transfer {
  int compute = -1;
  std::vector<ScheduledLoop> loops;
  isl::map loop_map;  ///< { [the compute's loops] -> [l0, …] }
  std::vector<int> position;
  std::vector<FactRequest> fact_requests = {};
};

/// An element of an array, by expressions of a compute's loops.
struct Element {
  int array = -1;
  std::vector<dsl::ExprPtr> indices;
};

/// The scheduled program while its processes, or loops, get arrays and statements of their own.
class StreamedProgram {
 public:
  /// `at`: the directive that asks for them.
  StreamedProgram(const Scop& scheduled, const IslContext& context, const Location& at)
      : scheduled_(scheduled),
        context_(context),
        at_(at),
        processes(find_processes(scheduled)),
        function(*scheduled.program),
        hardware(scheduled.hardware) {}

  const Location& at() const { return at_; }
  const Statement& scheduled(int statement) const { return scheduled_.statements[statement]; }

  int add_array(int like, const std::string& wanted);
  /// `to` = `from` for all values in the box around a set, whose dimensions are loops of these names.
  int add_copy(const std::string& name, const isl::set& values, const std::vector<std::string>& loops,
               const Element& to, const Element& from);
  /// Replaces one array by another of the same shape in all computes of a process.
  void use_other(int process, int from, int to);
  /// Writes a compute in the loops of its schedule, in the place of its own: tiles have indices then. False: its
  /// iterations are no expressions of them, and nothing is changed.
  bool use_scheduled_loops(int statement);
  /// What a statement's directives ask about an array, instead of what they did.
  void set_requests(int statement, std::vector<FactRequest> requests) { requests_[statement] = std::move(requests); }
  /// What was said of the memory that the array no longer is.
  void forget_memory(int array);

  void add(Transfer transfer) { transfers_.push_back(std::move(transfer)); }
  /// Behind a statement, in its loops.
  std::vector<int> position_behind(const Statement&) const;
  /// Behind all that stands in the same body: that of the first `loops` loops of a process's statement.
  std::vector<int> position_behind(int process, const Statement&, int loops) const;
  /// In front of all that stands in the same body: that of the first `loops` loops of a process's statement.
  std::vector<int> position_before(int process, const Statement&, int loops) const;

  /// As nests of their own, in front of all others or behind them.
  std::vector<int> position_before_all() const;
  std::vector<int> position_behind_all() const;

  /// The scheduled program with the transfers.
  Scop assemble() const;

 private:
  std::string free_name(const std::string& wanted) const;
  /// Of a process's statements in the same body, as scaled.
  std::vector<int> places_in_body(int process, const Statement&, int loops) const;
  void name_processes(Scop&) const;
  void set_scheduled_loops(Statement&, const isl::set& iterations) const;

  const Scop& scheduled_;
  const IslContext& context_;
  const Location at_;
  std::vector<Transfer> transfers_;
  std::map<int, std::vector<FactRequest>> requests_;
  std::map<int, isl::set> in_scheduled_loops_;  ///< { [l0, …] } of the statements that are written in them

 public:
  const std::vector<Process> processes;
  dsl::Function function;
  HardwareMarks hardware;
};

/// The loops with these numbers, as indices.
std::vector<dsl::ExprPtr> loop_indices(const std::vector<dsl::Loop>& loops, std::size_t first, std::size_t count);

/// Fewer pieces make simpler loops.
isl::map join_pieces_of(const isl::map&);

}  // namespace pom::poly
