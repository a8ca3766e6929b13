#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

/// A dependence that a schedule reverses, with one pair of instances as evidence.
struct Violation {
  const Dependence* dependence = nullptr;
  std::vector<std::int64_t> source, sink;  ///< iteration vectors over the loops as written
  std::vector<std::int64_t> element;       ///< the array element that both access
  std::string sizes;                       ///< the parameters that allow it, "N = 2"; empty: there are none
  bool unproved = false;                   ///< the test took too much work: no evidence, and nothing else is said
};

/// isl's steps for dependences against one schedule: for few of them, more than twice what any program of the tests
/// takes, and less than a second; and for each one more, what it takes where loops were cut into whole and partial
/// strips.
constexpr unsigned long legality_steps = 60'000, further_steps = 1'000;

/// One dependence against the schedule of `scop`.
std::optional<Violation> find_violation(const Scop& scop, const Dependence&);
/// With at most so many of the pool's steps.
std::optional<Violation> find_violation(const Scop& scop, const Dependence&, StepPool&,
                                        unsigned long most = legality_steps);

/// The same for many dependences: a sum carries flow, anti and output dependences between the same instances, and one
/// look at those is enough.
class ViolationFinder {
 public:
  /// Of so many dependences. `scop` outlives it and does not change meanwhile.
  ViolationFinder(const Scop& scop, std::size_t dependences)
      : scop_(scop), pool_{legality_steps + further_steps * dependences} {}

  std::optional<Violation> find(const Dependence&);

 private:
  const Scop& scop_;
  StepPool pool_;
  std::map<std::pair<int, int>, std::vector<isl::map>> kept_;  ///< relations, by source and sink
};

/// The one legality test: does the schedule of `scop` run every source before its sink? Null: legal.
std::optional<Violation> first_violated_dependence(const Scop& scop, const Dependences&);

}  // namespace pom::poly
