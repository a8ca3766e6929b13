#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "dse/transform/nests/nest_program.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse {

/// The values of one entry of a distance vector; nothing: no bound.
struct Range {
  std::optional<std::int64_t> low, high;

  bool may_be_positive() const { return !high || *high >= 1; }
  bool may_be_negative() const { return !low || *low <= -1; }
  bool may_be_zero() const { return (!low || *low <= 0) && (!high || *high >= 0); }
};

/// Distances (sink - source) of one convex part of a dependence, over the loops that source and sink share in a
/// schedule, entry by entry. It holds every distance of the part, and perhaps more: what is found here is a suggestion,
/// which the legality test then judges.
struct DistanceBox {
  int source = -1, sink = -1, array = -1;  ///< in the nest
  bool waits = false;      ///< flow or output: the sink waits for the source's result; an anti dependence only orders
  bool reduction = false;  ///< orders the instances of a reduction
  bool any_order = false;  ///< … which the program allows to change places: the distances of all pairs, both signs
  std::vector<Range> entries;
};

/// The boxes of a nest's schedules. Remembers them by schedule of source and sink: trials change few statements.
class DistanceTable {
 public:
  /// `over` (empty: never): there is no time to measure more; what is not known may then be any distance.
  explicit DistanceTable(const NestProgram& nest, std::function<bool()> over = {})
      : nest_(nest), over_(std::move(over)), known_(nest.carriable.size()) {}

  /// Of all dependences between the statements that share a loop in the schedule.
  std::vector<DistanceBox> between(const poly::Scop&, const std::vector<int>& statements);
  const NestProgram& nest() const { return nest_; }

 private:
  struct Entry {
    isl::map source, sink;  ///< loop maps; held, so that equal addresses mean equal maps
    int shared = 0;
    std::vector<DistanceBox> boxes;
  };
  const std::vector<DistanceBox>& boxes_of(std::size_t n, const poly::Scop&, int shared);

  const NestProgram& nest_;
  std::function<bool()> over_;
  poly::StepPool pool_{600'000};           ///< of isl, for all boxes of the nest
  std::vector<std::vector<Entry>> known_;  ///< one per NestProgram::carriable
};

/// What the boxes leave for the loops inside `level`: those that it does not carry for sure.
std::vector<DistanceBox> not_carried_by(int level, const std::vector<DistanceBox>&);

/// How many loops two statements share in a schedule.
int count_shared(const poly::Statement&, const poly::Statement&);

}  // namespace pom::dse
