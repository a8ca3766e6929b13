#include "polyhedral/streaming/drop_idle_reads.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "dsl/model/conversion.hpp"
#include "polyhedral/primitives/program_edit.hpp"

namespace pom::poly {

namespace {

/// Only a condition around a load takes instances from it; without one, the statement's domain says where it reads.
bool is_guarded(const dsl::Access& load) {
  return std::any_of(load.indices.begin(), load.indices.end(),
                     [](const dsl::ExprPtr& index) { return dsl::is_kept_inside(*index); });
}

std::vector<dsl::Access> find_idle_loads(const Statement& statement, const dsl::Function& program, std::size_t s) {
  std::vector<dsl::Access> idle;
  const dsl::Compute& compute = program.computes[s];
  for (std::size_t n = 0; n < compute.loads.size(); ++n) {
    const dsl::Access& load = compute.loads[n];
    if (program.arrays[load.array]->local && is_guarded(load) &&
        statement.reads[n].relation.intersect_domain(statement.domain).is_empty())
      idle.push_back(load);
  }
  return idle;
}

void replace_by_zero(dsl::Compute& compute, const std::vector<dsl::Access>& idle) {
  const auto zero_of = [&](const dsl::ExprPtr& e, Substitution&) -> dsl::ExprPtr {
    const bool is_idle = e->op == dsl::Op::load && std::any_of(idle.begin(), idle.end(), [&](const dsl::Access& load) {
                           return load.array == e->index && load.indices == e->operands;
                         });
    return is_idle ? dsl::convert_literal(*dsl::make_integer(0, p_int32, e->at), e->type) : nullptr;
  };
  Substitution substitute(unchanged_loops(compute), zero_of);
  compute.value = substitute(compute.value);
  substitute.change(compute.store);
  update_loads(compute);
}

}  // namespace

Scop drop_idle_reads(const Scop& scheduled, const IslContext& context) {
  const auto program = std::make_shared<dsl::Function>(*scheduled.program);
  bool changed = false;
  for (std::size_t s = 0; s < scheduled.statements.size(); ++s) {
    const std::vector<dsl::Access> idle = find_idle_loads(scheduled.statements[s], *program, s);
    if (idle.empty()) continue;
    replace_by_zero(program->computes[s], idle);
    changed = true;
  }
  if (!changed) return scheduled;
  const Scop fewer = extract_scop(program, context);
  Scop result = scheduled;
  result.program = program;
  for (std::size_t s = 0; s < result.statements.size(); ++s) result.statements[s].reads = fewer.statements[s].reads;
  return result;
}

}  // namespace pom::poly
