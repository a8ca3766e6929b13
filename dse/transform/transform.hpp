#pragma once
#include <memory>
#include <string>
#include <vector>

#include "dse/transform/nests/nest_info.hpp"
#include "dse/transform/steps/transform_options.hpp"

/// Stage one of auto_DSE: dependence-aware code transformation (POM, section VI-A). Finds an order and a structure of
/// loops whose innermost ones carry no tight dependence, so that stage two may pipeline and unroll them.
namespace pom::dse::transform {

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
                                          const graph::DependenceGraph&, const TransformOptions&);

/// Structures worth an estimate, for each top-level nest as written: neighbours in the list with equal `statements`
/// compete, best guess first, the program as written among them. Choices for different nests are independent: their
/// directives may be applied one after the other.
std::vector<TransformResult> transform_alternatives(std::shared_ptr<const dsl::Function> program,
                                                    const poly::Scop& as_written, const graph::DependenceGraph&,
                                                    const TransformOptions&);

/// Structures with neighbouring top-level nests fused, as many as can be: those that take the place of the same nests
/// have equal `statements` and compete.
std::vector<TransformResult> transform_fused(const poly::Scop& as_written, const graph::DependenceGraph&,
                                             TransformOptions);

/// Structures with neighbouring top-level nests of different depths in the outer loops that they have in common, as many
/// as can be: a clear, a sum and what finishes it. Only where loops inside have at most `most_inside` iterations
/// together, so that they can be built whole: else what stands beside them keeps them from being one pipeline.
std::vector<TransformResult> transform_shared(const poly::Scop& as_written, const graph::DependenceGraph&,
                                              const TransformOptions&, std::int64_t most_inside);

/// What the loops of a scheduled program carry, one entry per statement.
std::vector<NestInfo> inspect_nests(const poly::Scop& as_written, const poly::Scop& scheduled,
                                    const graph::DependenceGraph&, const TransformOptions&);

/// The trail as text, one step per paragraph.
std::string to_string(const std::vector<TrailStep>&);

}  // namespace pom::dse::transform
