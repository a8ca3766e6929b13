#pragma once
#include <vector>

#include "polyhedral/ir/scop.hpp"

namespace pom::poly {

/// The statements of the nests that run as one process, by their numbers in Scop::statements.
struct Process {
  std::vector<int> statements;
};

/// Every top-level nest of the scheduled program is a process, or a part of one that a directive names (ProcessMark);
/// the result is in program order.
std::vector<Process> find_processes(const Scop& scheduled);

bool reads_array(const Statement&, int array);
bool uses_array(const Statement&, int array);
bool uses_array(const Scop&, const Process&, int array);

/// The number of the process that a statement is part of.
int process_of(const std::vector<Process>&, int statement);

/// The place of a statement's nest among the nests of its process: 0, 1, … Where in the program the process stands does
/// not change it, so that processes that are alike have the same.
class NestOrder {
 public:
  NestOrder(const Scop& scheduled, const Process& process);
  int of(const Statement&) const;

 private:
  std::vector<int> nests_;  ///< their numbers in the program, in order
};

/// As the loops run one after the other, inside of pipelined ones too: times are then those of single statements.
Scop without_pipelines(Scop scheduled);

/// With the mark of a pipelined loop at every statement that shares the loop: a directive gives it to one of them.
Scop with_shared_pipelines(Scop scheduled);

/// When the instances of one process run, in that process's own order.
class ProcessTime {
 public:
  ProcessTime(const Scop& scheduled, const Process& process);

  /// { S[…] -> [t0, …] }: positions and loops in turn, outermost first, the nest counted in its process, without the
  /// columns in which all instances of the process agree. What is inside of a pipelined loop happens in one iteration
  /// of it and has one time.
  isl::map of(int statement) const;

 private:
  std::vector<std::string> columns_of(const Statement&) const;

  const Scop& scop_;
  NestOrder nests_;
  std::vector<bool> kept_;  ///< by column
};

/// When the instances of some statements run, by statement: in time vectors of one length, the nest's number first
/// where they are of several nests.
std::vector<isl::map> times_of(const Scop& scheduled, const std::vector<int>& statements);

}  // namespace pom::poly
