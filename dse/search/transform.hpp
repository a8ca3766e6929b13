#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"

/// Stage one of auto_DSE: dependence-aware code transformation (POM, section VI-A). Finds an order and a structure of
/// loops whose innermost ones carry no tight dependence, so that stage two may pipeline and unroll them.
namespace pom::dse {

/// What stage one may use (POM, Fig. 14). Skewing needs interchange: the skewed loop goes outside.
enum class Strategy { interchange, distribute, skew, fuse };

/// Judges a fusion of two nests that were apart as written: the nests concerned before and after it, as a program of
/// their own.
using FusionJudge = std::function<bool(const poly::Scop& apart, const poly::Scop& fused)>;

struct TransformOptions {
  std::set<Strategy> strategies = {Strategy::interchange, Strategy::distribute, Strategy::skew, Strategy::fuse};
  /// A recurrence over fewer iterations of an innermost loop is tight: about the latency of a multiply-add and its
  /// memory accesses at 100 MHz (load 2, multiply 4, add 5, store 1, in cycles), rounded up.
  std::int64_t tight_below = 16;
  FusionJudge allow_fusion;               ///< empty: only what stage one has split is merged again
  std::size_t alternatives_per_nest = 8;  ///< at most, for transform_alternatives
  std::function<bool()> over;             ///< true: what was found has to do; empty: never
  bool is_over() const { return over && over(); }
};

/// One step, in words.
struct TrailStep {
  std::string step;  ///< "interchange", "distribute", "skew" or "fuse"
  std::vector<std::string> statements;
  std::string directives;  ///< as DSL source
  std::string reason;
};

/// One loop around a statement in the transformed program.
struct LoopInfo {
  std::string name;
  bool parallel = false;                 ///< carries no dependence between the statements that share it
  std::optional<std::int64_t> distance;  ///< the least one of the flow and output dependences that it carries
  bool recurrence = false;               ///< some of those lie on a cycle: they bound the initiation interval
  bool reduction = false;                ///< all that it carries is the order of sums (or products, minima, maxima)
  bool tight = false;                    ///< a recurrence nearer than TransformOptions::tight_below
};

/// One statement's loops in the transformed program.
struct NestInfo {
  int statement = -1;           ///< in Scop::statements
  std::vector<LoopInfo> loops;  ///< outermost first
  /// No statement has a loop inside this one's innermost loop.
  bool leaf = false;
  int perfect = 0;         ///< so many innermost loops hold the same statements: a perfect nest
  int parallel_inner = 0;  ///< so many innermost loops of the perfect nest carry nothing
  int tileable = 0;        ///< so many innermost loops of the perfect nest are permutable: they may be tiled
  bool tight = false;      ///< a leaf whose innermost loop is tight
};

struct TransformResult {
  std::vector<int> statements;  ///< that it is about, in Scop::statements; ascending
  Schedule directives;          ///< to be applied to the program as written; legal
  std::vector<TrailStep> trail;
  std::vector<NestInfo> nests;  ///< one per statement of `statements`
  int tight_as_written = 0;     ///< statements with a tight innermost loop, before …
  int tight = 0;                ///< … and after
};

/// For the whole program; `as_written` and the dependences belong to `program`, whose own schedule is not looked at.
TransformResult transform_for_parallelism(std::shared_ptr<const dsl::Function> program, const poly::Scop& as_written,
                                          const poly::Dependences&, const TransformOptions&);

/// Structures worth an estimate, for each top-level nest as written: neighbours in the list with equal `statements`
/// compete, best guess first, the program as written among them. Choices for different nests are independent: their
/// directives may be applied one after the other.
std::vector<TransformResult> transform_alternatives(std::shared_ptr<const dsl::Function> program,
                                                    const poly::Scop& as_written, const poly::Dependences&,
                                                    const TransformOptions&);

/// Structures with neighbouring top-level nests fused, as many as can be: those that take the place of the same nests
/// have equal `statements` and compete.
std::vector<TransformResult> transform_fused(const poly::Scop& as_written, const poly::Dependences&, TransformOptions);

/// What the loops of a scheduled program carry, one entry per statement.
std::vector<NestInfo> inspect_nests(const poly::Scop& as_written, const poly::Scop& scheduled, const poly::Dependences&,
                                    const TransformOptions&);

/// The trail as text, one step per paragraph.
std::string to_string(const std::vector<TrailStep>&);

}  // namespace pom::dse
