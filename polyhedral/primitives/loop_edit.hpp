#pragma once
#include <pom/var.hpp>

#include <string>
#include <vector>

#include "polyhedral/ir/scop.hpp"
#include "support/result.hpp"

/// What the loop primitives share: finding, replacing and reordering a statement's loops.
namespace pom::poly {

Statement& statement_of(Scop&, const std::string& compute);
const Statement& statement_of(const Scop&, const std::string& compute);

/// "l0", "l1" …: the outputs of a change that changes nothing, for transform_loops.
std::vector<std::string> same_loops(const Statement&);

/// The level of the loop. Errors: `unknown-loop`, saying what became of a loop that a directive replaced.
Result<int> find_loop(const Statement&, const LoopRef&, const Location& at);
/// The level of a loop that was checked before.
int level_of(const Statement&, const LoopRef&);

/// `marked-loop`: a loop with a hardware mark cannot be replaced by others.
Status check_unmarked(const Statement&, int level, const char* verb, const Location& at);
/// `duplicate-loop-name`: `added` against each other and the loops that stay. Programs for the first release may repeat
/// names.
Status check_new_names(const Statement&, const std::vector<int>& replaced, const std::vector<std::string>& added,
                       const dsl::Function& program, const Location& at);

/// The new loops' names: as given, or the defaults `i_0` and `i_1`.
std::string outer_name(const Statement&, int level, const std::string& given);
std::string inner_name(const Statement&, int level, const std::string& given);

/// `bad-factor`: the values of factors[0] · loop 0 + factors[1] · loop 1 + … + offset leave 40 bits, which loop
/// counters and what is computed of them need. `what` begins the text: "skew of \"s\"".
Status check_values(const Statement&, const std::vector<std::int64_t>& factors, std::int64_t offset,
                    const std::string& what, const Location& at);

/// Replaces loop `level` by an outer loop over strips and an inner loop of `length` iterations (see
/// primitives/split.hpp).
void strip_mine(const Scop&, Statement&, int level, std::int64_t length, std::string outer, std::string inner,
                const Location& at);
/// New loop n is old loop order[n].
void permute_loops(Statement&, const std::vector<int>& order);
/// Composes the schedule with a map { [l0, l1, …] -> [outputs] : where }; inputs are spelled l0, l1, …. Outputs that
/// are names of their own are what `where` says of them: one value for each iteration.
void transform_loops(Statement&, const std::vector<std::string>& outputs, const std::string& where = "true");
void rename_loop(Statement&, int level, const std::string& name, const Location& at);
/// Strips that loop `name` bounds are no longer known to be [0, length).
void forget_strips(Statement&, const std::string& name);

}  // namespace pom::poly
