#pragma once
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace pom::dse {

/// One loop around a unit's statements.
struct UnitLoop {
  std::string name;       ///< in the loop tree
  std::string label;      ///< in the loop tree and in the kernel
  int level = -1;         ///< in the schedule of the statements
  std::int64_t trip = 0;  ///< iterations; the most, where they differ
  bool variable = false;  ///< iterations differ
  bool fixed = true;      ///< or only from call to call: the loops around have no part in the trip count
  bool moves = false;     ///< the loops around have a part in its bounds
  bool shapes = false;    ///< bounds inside depend on it: it is the outer one of some Unit::bounds
  bool cuttable = false;  ///< of step 1, entered, in a band whose loops may be tiled; bounds inside, if any, linear in
                          ///< it, which carries nothing then: copies that wait for each other would ask before each sum
  bool parallel = false;  ///< carries nothing that makes an iteration wait

  /// Its trip count is constant, and so are the bounds inside as far as it goes.
  bool is_of_box() const { return !variable && !shapes; }
};

/// Bounds of a loop inside depend on one outside.
struct BoundOn {
  std::size_t outer = 0, inner = 0;  ///< places in Unit::loops
  std::int64_t slope = 0;  ///< of the bound, ≥ 0: by so much it moves, up or down, with each iteration outside
};

/// What is proved about an array between iterations of the loop that is pipelined.
struct UnitFact {
  std::string array;
  bool flow_only = false;  ///< only: no iteration reads what an earlier one wrote
  bool asked = false;      ///< the tool's own analysis may not see it: a directive says it
  /// Above 0: an iteration reads only what was written so many iterations before; of loops of which at most the
  /// innermost one is cut.
  std::int64_t distance = 0;
};

/// Copies of some loops' iterations, those of all others alike, load elements of an array that none of them stores, at
/// indices in which these loops have no part.
struct SteadyArray {
  std::string array;
  unsigned loops = 0;  ///< bits, by place in Unit::loops
};

/// Which hardware directives a search may use. Copies are built inside pipelined iterations: without `pipeline` there
/// are none, and loops are left to the tool's own pipelining.
struct HardwareStrategies {
  bool pipeline = true;
  bool split = true;  ///< else loops are unrolled completely or not at all
  bool unroll = true;
  bool partition = true;
  std::int64_t times = 1;  ///< so many times as many copies as a search looks at otherwise
  /// Of an argument: each bank is a memory outside.
  std::int64_t argument_banks = std::numeric_limits<std::int64_t>::max();
};

/// Facts about the larger loop that the tool makes where a cut leaves a loop's bounds no part of the loops around.
struct WiderBand {
  std::size_t inner = 0;   ///< the loop whose bounds move with those around, by at most `drift` iterations
  std::int64_t drift = 0;  ///< strips of more iterations may begin and end at the same places everywhere
  std::size_t as_one = 0;  ///< the loops from here on run as one then
  std::vector<UnitFact> facts, facts_with_copies;  ///< as Unit has them for the loops as they stand
};

/// A loop inside of the pipelined one, built whole.
struct WholeLoop {
  std::string name;  ///< as the statement's schedule calls it
  std::int64_t trip = 0;
};

/// Statements that share an innermost loop, or a loop whose loops inside are built whole: what is pipelined and
/// unrolled as one. Stage two chooses for each unit how many copies of which loops' iterations run at once.
struct Unit {
  std::vector<int> statements;  ///< in the nest's program, in the order in which they run
  /// By statement: what its schedule calls each of `loops`.
  std::vector<std::vector<std::string>> names;
  /// By statement: directives on it are this unit's; those on a statement that is met in several loops are the first
  /// one's, and such units are not cut.
  std::vector<bool> own;
  std::vector<UnitLoop> loops;  ///< outermost first
  /// By statement: its loops inside of the last one of `loops`, outermost first.
  std::vector<std::vector<WholeLoop>> inside;
  /// By statement: so many of the loops in `inside` are those of the statement before, too.
  std::vector<std::size_t> joined;
  int first_cuttable = 0;  ///< loops from here on form the band; loops.size(): none
  std::vector<BoundOn> bounds;
  std::vector<UnitFact> facts;
  /// The same where copies of loops outside of those that may run as one, which are the loops from `as_one` on, stand
  /// in the pipeline.
  std::vector<UnitFact> facts_with_copies;
  std::vector<SteadyArray> steady;
  /// Arrays of which no iteration of the loops that may be cut loads what another one stores, those around them alike.
  std::set<std::string> apart;
  std::size_t as_one = 0;
  std::vector<WiderBand> wider;  ///< each holds the one before; for cuts of all their `inner` loops
  HardwareStrategies allowed;
  int first_perfect = 0;  ///< loops from here on hold nothing but the next one: they may be pipelined

  /// So many outer loops never run as one with the pipeline: the loops inside them are entered again for each
  /// iteration.
  std::size_t always_entered() const {
    auto outer = static_cast<std::size_t>(first_perfect);
    for (std::size_t n = outer; n < loops.size(); ++n) {
      if (loops[n].variable) outer = n;
    }
    return outer;
  }
};

}  // namespace pom::dse
