#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dse/explore/space/unit_space.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// What no choice for a unit goes below.
struct UnitBound {
  std::vector<int> statements;    ///< in the whole program
  double latency = 0;             ///< cycles of all its runs
  double dsp_area = 0;            ///< cycles × share of the DSP blocks that its operators take while it runs
  double lut_area = 0;            ///< the same for LUTs
  std::set<std::string> touched;  ///< arrays that it accesses while it runs, whatever is chosen
  std::shared_ptr<UnitSpace> space;
  /// By array outside of the function that it accesses while it runs: loops (bits, by place in the unit) that choose
  /// the element of one of the accesses.
  std::map<std::string, unsigned> elements;
};

/// By alternative: the bounds of its units.
using NestBounds = std::vector<std::vector<UnitBound>>;

/// Statements that never run at the same time, in whatever structure: one reads what the other has written before, or
/// there is a chain of such reads between them, or they meet, while they run, in an element that one of them writes or
/// that both read from a memory.
class SerialStatements {
 public:
  SerialStatements(const poly::Scop& as_written, const std::vector<NestBounds>&);
  bool operator()(int one, int other) const;

 private:
  void find_nests(const std::vector<NestBounds>&);
  void find_chains();
  bool reads_from(std::size_t reader, std::size_t writer) const;
  bool meet(std::size_t one, std::size_t other) const;

  struct Access {
    int array = -1;
    bool writes = false, is_memory = false;
    isl::set elements;
  };

  std::vector<std::vector<Access>> accesses_;        ///< by statement
  std::vector<bool> split_;                          ///< by statement: parts of it run in several units
  std::vector<int> nest_;                            ///< by statement; -1: none, or parts of it run in several units
  std::vector<bool> stays_;                          ///< by statement: it is in a loop in every structure
  std::vector<std::vector<bool>> follows_;           ///< by statement: chains lead to it from these
  std::vector<std::set<std::string>> always_touch_;  ///< by statement: arrays that its unit touches, in every structure
  std::vector<std::string> names_;                   ///< by array
};

/// By statement: cycles of the unit that holds it, in the structure in which that is fastest; -1: in no nest.
std::vector<double> weigh_statements(const std::vector<NestBounds>&, std::size_t statements);

/// Cycles that no design of the space goes below, however its units overlap: units that may run at once share the
/// device's operators, the others follow each other. `statements`: how many the program has.
double bound_function(const std::vector<NestBounds>&, const SerialStatements&, std::size_t statements);

/// Leaves out structures with which nothing is faster than `incumbent`, in cycles: a bound of the rest, where it is
/// lower than that, is one of all. Each nest keeps one.
void drop_slower_structures(std::vector<NestBounds>&, const poly::Scop&, double incumbent);

}  // namespace pom::dse::explore
