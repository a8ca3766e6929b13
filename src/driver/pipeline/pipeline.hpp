#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/affine/affine_module.hpp"
#include "dse/kernel/kernel.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/dataflow/summary.hpp"
#include "polyhedral/graph/dependence_graph.hpp"
#include "polyhedral/ir/scop.hpp"
#include "polyhedral/loops/ast_cache.hpp"
#include "polyhedral/loops/loop_tree.hpp"
#include "polyhedral/streaming/stream_channels.hpp"
#include "polyhedral/streaming/streaming_cache.hpp"
#include "support/brake.hpp"
#include "support/dump.hpp"

namespace pom::driver {

/// Everything that one compilation made, in the order in which it was made. Members die in reverse order: contexts
/// last.
struct Compilation {
  poly::IslContext isl;
  backend::CodegenContext mlir;
  /// Of a program that a search schedules: most processes are what they were in another candidate.
  std::unique_ptr<poly::StreamingCache> streams;
  std::unique_ptr<poly::AstCache> asts;
  poly::CountAlive count_alive = poly::CountAlive::yes;  ///< of channels: takes isl a second where borders are many
  std::shared_ptr<const dsl::Function> program;          ///< as the user wrote it
  std::vector<Diagnostic> warnings;
  Schedule rewriting;                    ///< the directives of its schedule that were applied to the program
  std::optional<poly::Scop> as_written;  ///< of the program that they made, whose schedule is the rest
  std::optional<poly::Dependences> dependences;
  std::optional<graph::DependenceGraph> graph;
  std::optional<poly::Scop> scheduled;
  std::vector<std::string>
      reassociated;  ///< computes whose reduction runs in another order, with the program's permission
  std::vector<std::string> left_to_tool;  ///< those whose order the vendor's tool chooses, as the program permits
  std::vector<poly::ChannelSummary> channels;   ///< of a dataflow function
  std::vector<poly::PlacedBuffer> buffers;      ///< of `buffer_at`
  std::vector<poly::StreamedChannel> streamed;  ///< of one with automatic channels: what they became in `scheduled`
  std::optional<poly::LoopTree> loops;
  std::optional<dse::Kernel> view;  ///< what the estimator reads of the loops
  std::optional<backend::AffineModule> module;
  std::string header, kernel;
  bool complete = false;  ///< false: POM_STOP_AFTER ended it early, later members are empty
};

/// The least depths at which the FIFOs of automatic channels hold nobody up, by array; those that it does not name keep
/// room for all tokens. Of a kernel whose FIFOs have that.
using ChooseDepths = std::function<std::map<std::string, std::int64_t>(const dse::Kernel&)>;

/// Some compute writes an array that the caller sees.
bool has_result(const dsl::Function&);

/// A warning says that an access leaves its array.
bool leaves_arrays(const std::vector<Diagnostic>& warnings);

/// Runs stages that ask isl. Throws CompileError where a number is too large for it (`design-too-large`, at the line of
/// the function: no better one is known), InternalError where it fails otherwise. What takes longer than the limits has
/// no answer (support/brake.hpp).
void within_isl(const dsl::Function& program, const Brake::Limits&, const std::function<void()>& stages);

/// The compiler: program and schedule in, HLS C++ out. Throws CompileError with all independent errors of the first
/// stage that has some.
std::unique_ptr<Compilation> run_pipeline(std::shared_ptr<const dsl::Function> program, StageDump& dump,
                                          const ChooseDepths& choose_depths = {});

/// The stages that look at the program as written: `as_written`, `dependences` and warnings of them, in at most one
/// second more than the budget `seconds`. Throws as run_pipeline does.
std::unique_ptr<Compilation> analyze_program(std::shared_ptr<const dsl::Function> program, double seconds);

/// The analyzed program behind further directives that change it.
std::unique_ptr<Compilation> analyze_rewritten(const Compilation&, const Schedule& rewriting);

/// The stages that are left of an analyzed program, under another schedule than the rest of its own. Throws as
/// run_pipeline does.
void finish_analyzed(Compilation&, Schedule, StageDump&, const ChooseDepths& choose_depths = {});

}  // namespace pom::driver
