#pragma once
#include <functional>
#include <vector>

#include "dse/transform/nests/nest_program.hpp"
#include "polyhedral/graph/distance_box.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::dse::transform {

/// The distance boxes of a nest's schedules: of the nest as written those of the dependence graph, of others measured.
/// Remembers them by schedule of source and sink: trials change few statements.
class DistanceTable {
 public:
  /// Without time (`over`) or steps to measure more, what is not known may be any distance; `gave_up` is told where it
  /// is the steps. Empty: never, nobody.
  explicit DistanceTable(const NestProgram& nest, std::function<bool()> over = {}, std::function<void()> gave_up = {});

  /// Of all dependences between the statements that share a loop in the schedule.
  std::vector<graph::DistanceBox> between(const poly::Scop&, const std::vector<int>& statements);
  const NestProgram& nest() const { return nest_; }

 private:
  struct Entry {
    isl::map source, sink;  ///< loop maps; held, so that equal addresses mean equal maps
    int shared = 0;
    std::vector<graph::DistanceBox> boxes;
  };
  const std::vector<graph::DistanceBox>& boxes_of(std::size_t n, const poly::Scop&, int shared);

  const NestProgram& nest_;
  std::function<bool()> over_;
  std::function<void()> gave_up_;
  poly::StepPool pool_{600'000, 1};        ///< of isl, for all boxes of the nest
  std::vector<std::vector<Entry>> known_;  ///< one per NestProgram::carriable
};

}  // namespace pom::dse::transform
