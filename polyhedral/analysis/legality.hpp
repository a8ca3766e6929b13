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

/// isl's steps for all dependences of a program against one schedule: more than twice what any program of the tests
/// takes, and less than a second.
constexpr unsigned long legality_steps = 60'000;
/// The steps that each dependence adds to them: as many as one takes whose loops are cut into whole and partial strips.
/// All of them add so many at most, which take one to three seconds.
constexpr unsigned long further_steps = 1'000, most_further_steps = 1'000'000;

/// One dependence against the schedule of `scop`.
std::optional<Violation> find_violation(const Scop& scop, const Dependence&);
/// With at most so many of the pool's steps.
std::optional<Violation> find_violation(const Scop& scop, const Dependence&, StepPool&,
                                        unsigned long most = legality_steps);

/// The same for many dependences: a sum carries flow, anti and output dependences between the same instances, and one
/// look at those is enough.
class ViolationFinder {
 public:
  /// `scop` outlives it and does not change meanwhile.
  explicit ViolationFinder(const Scop& scop) : scop_(scop) {}

  std::optional<Violation> find(const Dependence&);

 private:
  const Scop& scop_;
  StepPool pool_{legality_steps};
  unsigned long added_ = 0;                                    ///< steps, for the dependences that were asked about
  std::map<std::pair<int, int>, std::vector<isl::map>> kept_;  ///< relations, by source and sink
};

/// The one legality test: does the schedule of `scop` run every source before its sink? Null: legal.
std::optional<Violation> first_violated_dependence(const Scop& scop, const Dependences&);

}  // namespace pom::poly
