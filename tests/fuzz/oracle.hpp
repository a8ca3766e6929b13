#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "codegen/affine/affine_module.hpp"
#include "dsl/execute/interpret.hpp"
#include "polyhedral/loops/loop_tree.hpp"
#include "random_case.hpp"
#include "replay.hpp"
#include "rewriting.hpp"

namespace pom::fuzz {

/// Something that must not be. The kind is what stays the same while a case is made smaller.
struct Finding {
  std::string kind, detail;
};

/// Not so: a refusal whose reason holds for the text of the generated loops only, such as a trip count that is always
/// the same without looking so; and an estimate of more cycles for a longer clock period, as list scheduling gives
/// some. Counted apart.
bool is_defect(const Finding&);

enum class Outcome { accepted, refused_by_legality, refused_by_precondition };

/// An accepted case's HLS C++, still to be run.
struct Kernel {
  Case made;
  std::string text;
  std::shared_ptr<const dsl::Function> program;  ///< whose arrays it takes
};

struct Judgement {
  Outcome outcome = Outcome::accepted;
  std::vector<std::string> codes;  ///< of the errors, in their order
  std::vector<Finding> findings;
  std::optional<Kernel> kernel;
};

/// What the library says about a case.
struct Claim {
  std::optional<poly::Scop> scheduled;  ///< null: a directive was refused
  std::optional<poly::LoopTree> loops;  ///< null: there is an error
  std::optional<poly::LoopTree> built;  ///< with the buffers and channels that directives ask for; null: none does
  std::vector<Diagnostic> errors;
};

/// One case between the library and the brute force. Lives as long as its isl objects.
class Examination {
 public:
  Examination(const Case&, backend::CodegenContext&);

  /// The library's verdict.
  Claim ask() const;
  /// Is the verdict true? Accepted: no pair of conflicting accesses changes its order, and the loops and the affine
  /// module do what the program says. Refused: the reason holds.
  Judgement examine(const Claim&) const;

  const Replay& replayed() const { return replay_; }

 private:
  void build(Claim&, const Result<poly::Scop>& with_copies) const;
  void examine_rewriting(Judgement&) const;
  void examine_program(const Claim&, Judgement&) const;
  void examine_moves(Judgement&) const;
  void examine_flow(const poly::Scop& scheduled, const Ranks&, Judgement&) const;
  void examine_accepted(const Claim&, Judgement&) const;
  void examine_refused(const Claim&, Judgement&) const;
  void examine_errors(const Claim&, Judgement&) const;
  bool is_unproved(const Diagnostic&) const;
  void execute(const Claim&, Judgement&) const;

  const Case& case_;
  backend::CodegenContext& mlir_;
  poly::IslContext isl_;
  RewrittenProgram rewritten_;
  std::shared_ptr<const dsl::Function> program_;
  poly::Scop as_written_;
  Replay replay_;
  Instances instances_;
};

/// ask and examine; exceptions become findings.
Judgement judge(const Case&, backend::CodegenContext&);

/// "A0[3]: 1.5 as written, 2 in the HLS C++"; empty: equal bit for bit (a NaN equals a NaN: its bits depend on the
/// order of operands, which the language leaves open).
std::string first_difference(const dsl::Function&, const dsl::Memory& expected, const dsl::Memory& got,
                             const std::string& where);

/// The contents that executions of a case start from.
dsl::Memory initial_memory(const Case&, const dsl::Function&);
dsl::Memory expected_memory(const Case&, const dsl::Function&);

}  // namespace pom::fuzz
