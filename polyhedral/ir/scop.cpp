#include "polyhedral/ir/scop.hpp"

#include "polyhedral/ir/find_access.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <unordered_set>

#include "dsl/model/any_part.hpp"
#include "dsl/print/print_expression.hpp"
#include "polyhedral/ir/affine_text.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/print_marks.hpp"
#include "support/classic_stream.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// Names that mean nothing in isl's notation; the user's names are put in afterwards.
std::vector<std::string> safe_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < count; ++n) names.push_back("x" + std::to_string(n));
  return names;
}

/// isl's steps for one statement's iterations, for the elements of one access, and the convex parts of a domain.
constexpr unsigned long domain_steps = 200'000, element_steps = 200'000;
constexpr std::int64_t most_parts = 4096;

/// The convex parts that a guard may have, up to the limit: alternatives of what holds together multiply.
std::int64_t count_parts(const dsl::ExprNode& guard) {
  if (guard.op == dsl::Op::ne) return 2;
  if (guard.op != dsl::Op::logical_and && guard.op != dsl::Op::logical_or) return 1;
  std::int64_t parts = guard.op == dsl::Op::logical_and ? 1 : 0;
  for (const dsl::ExprPtr& operand : guard.operands) {
    const std::int64_t own = count_parts(*operand);
    parts = std::min(most_parts + 1, guard.op == dsl::Op::logical_and ? parts * own : parts + own);
  }
  return parts;
}

CompileError elements_too_hard(const dsl::Array& array, const Location& at) {
  return CompileError({make_error("analysis-too-hard",
                                  "which elements of \"" + array.name +
                                      "\" are accessed takes too much work to find\nsimpler indices help: fewer "
                                      "divisions and remainders inside of each other",
                                  at)});
}

CompileError domain_too_hard(const dsl::Compute& compute) {
  return CompileError({make_error("analysis-too-hard",
                                  "the iterations of \"" + compute.name +
                                      "\" take too much work to find\nsimpler bounds and guards help: fewer divisions "
                                      "and remainders, fewer alternatives joined by ||",
                                  compute.at)});
}

/// The parameters that bounds, guards, indices or extents speak of. One that is only a value decides no iteration and
/// no element.
std::vector<int> list_size_parameters(const dsl::Function& program) {
  std::vector<int> parameters = program.parameters();
  if (parameters.empty()) return parameters;
  std::set<int> used;
  std::unordered_set<const dsl::ExprNode*> asked;
  const auto note = [&](const dsl::ExprPtr& expression) {
    const auto keep = [&](const dsl::ExprNode& part) {
      if (part.op == dsl::Op::scalar) used.insert(part.index);
      return false;
    };
    dsl::any_part(
        *expression, keep, [](const dsl::ExprNode&) { return true; }, asked);
  };
  for (const dsl::Compute& compute : program.computes) {
    for (const dsl::Loop& loop : compute.loops) note(loop.lower), note(loop.upper);
    std::for_each(compute.guards.begin(), compute.guards.end(), note);
    std::for_each(compute.store.indices.begin(), compute.store.indices.end(), note);
    for (const dsl::Access& load : compute.loads) std::for_each(load.indices.begin(), load.indices.end(), note);
  }
  for (const auto& array : program.arrays) std::for_each(array->extents.begin(), array->extents.end(), note);
  std::erase_if(parameters, [&](int scalar) { return !used.contains(scalar); });
  return parameters;
}

/// In the texts that isl reads and in its sets afterwards.
class Parameters {
 public:
  explicit Parameters(const dsl::Function& program) : program_(program), scalars_(list_size_parameters(program)) {}

  /// "[p0, p2] -> "
  std::string head() const {
    std::string list;
    for (const int scalar : scalars_) list += (list.empty() ? "" : ", ") + parameter_text(scalar);
    return list.empty() ? "" : "[" + list + "] -> ";
  }

  /// "1 <= p0 <= 64 and 0 <= p2 <= 8"
  std::string promises() const {
    std::string all;
    for (const int scalar : scalars_) {
      const dsl::ParameterRange& range = *program_.scalars[scalar]->range;
      all += (all.empty() ? "" : " and ") + std::to_string(range.low) + " <= " + parameter_text(scalar) +
             " <= " + std::to_string(range.high);
    }
    return all;
  }

  /// With the program's names.
  template <class Relation>
  Relation named(Relation relation) const {
    for (const int scalar : scalars_)
      relation = rename_parameter(relation, parameter_text(scalar), program_.scalars[scalar]->name);
    return relation;
  }

 private:
  const dsl::Function& program_;
  std::vector<int> scalars_;
};

isl::set extract_domain(const dsl::Compute& compute, const Parameters& parameters, const isl::ctx& context) {
  const std::vector<std::string> names = safe_names(compute.loops.size());
  std::string constraints = parameters.promises().empty() ? "" : " : " + parameters.promises();
  for (std::size_t d = 0; d < names.size(); ++d) {
    constraints += (constraints.empty() ? " : " : " and ") + to_isl_text(*compute.loops[d].lower, names) +
                   " <= " + names[d] + " < " + to_isl_text(*compute.loops[d].upper, names);
  }
  std::int64_t parts = 1;
  for (const dsl::ExprPtr& guard : compute.guards) {
    constraints += (constraints.empty() ? " : " : " and ") + to_isl_text(*guard, names);
    parts = std::min(most_parts + 1, parts * count_parts(*guard));
  }
  std::optional<isl::set> domain;
  const auto find = [&] {
    domain = make_disjoint(isl::set(context, parameters.head() + "{ S[" + join(names) + "]" + constraints + " }"));
  };
  if (parts > most_parts || !try_within(context, domain_steps, find)) throw domain_too_hard(compute);
  return parameters.named(set_names(*domain, compute.name, dsl::loop_names(compute)));
}

/// "{ S[x0] -> A[a0] : exists (u0 : a0 = x0 + u0 and 0 <= u0 <= 7) }"
std::string possible_elements(const std::vector<std::string>& loops, const std::vector<std::string>& indices,
                              const std::vector<HiddenVariable>& variables) {
  std::vector<std::string> element, hidden;
  std::string constraints;
  const auto require = [&](const std::string& constraint) {
    constraints += (constraints.empty() ? "" : " and ") + constraint;
  };
  for (std::size_t d = 0; d < indices.size(); ++d) {
    element.push_back("a" + std::to_string(d));
    require(element.back() + " = " + indices[d]);
  }
  for (std::size_t n = 0; n < variables.size(); ++n) {
    hidden.push_back("u" + std::to_string(n));
    require(variables[n].constraint);
  }
  return "{ S[" + join(loops) + "] -> A[" + join(element) + "] : exists (" + join(hidden) + " : " + constraints + ") }";
}

AccessRelation extract_access(const dsl::Compute& compute, const dsl::Access& access, const dsl::Function& program,
                              const Parameters& parameters, const isl::ctx& context) {
  const std::vector<std::string> names = safe_names(compute.loops.size());
  std::vector<std::string> indices;
  std::vector<HiddenVariable> hidden;
  std::string conditions;
  for (const dsl::ExprPtr& index : access.indices) {
    const bool guarded = dsl::is_kept_inside(*index);
    indices.push_back(to_isl_text(*dsl::written_index(index), names, &hidden));
    if (guarded) conditions = to_isl_text(*index->operands[3], names);  // of all dimensions the same
  }
  const std::string text = hidden.empty() ? "{ S[" + join(names) + "] -> A[" + join(indices) + "] }"
                                          : possible_elements(names, indices, hidden);
  const bool may = std::any_of(hidden.begin(), hidden.end(), [](const HiddenVariable& one) { return one.is_unknown; });
  isl::map relation;
  const auto find = [&] {
    relation = isl::map(context, parameters.head() + text);
    if (!conditions.empty())
      relation = relation.intersect_domain(
          isl::set(context, parameters.head() + "{ S[" + join(names) + "] : " + conditions + " }"));
  };
  if (!try_within(context, element_steps, find)) throw elements_too_hard(*program.arrays[access.array], access.at);
  return {access.array,
          set_tuple(set_names(parameters.named(relation), Side::domain, compute.name, dsl::loop_names(compute)),
                    Side::range, program.arrays[access.array]->name),
          access.at, may};
}

Statement extract_statement(const dsl::Compute& compute, const dsl::Function& program, const Parameters& parameters,
                            const isl::ctx& context) {
  const std::vector<std::string> names = safe_names(compute.loops.size());
  const isl::map identity(context, "{ S[" + join(names) + "] -> [" + join(names) + "] }");
  Statement statement{compute.name,
                      extract_domain(compute, parameters, context),
                      {},
                      extract_access(compute, compute.store, program, parameters, context),
                      {},
                      set_names(identity, Side::domain, compute.name, dsl::loop_names(compute)),
                      compute.position,
                      {},
                      {},
                      {},
                      {},
                      {}};
  for (const dsl::Access& load : compute.loads) {
    statement.reads.push_back(extract_access(compute, load, program, parameters, context));
  }
  for (const dsl::Loop& loop : compute.loops) statement.loops.push_back({loop.name, loop.at, {}, {}, {}, {}});
  statement.loop_map = statement.loop_map.intersect_domain(statement.domain);
  return statement;
}

void print_loop(std::ostringstream& out, const ScheduledLoop& loop) {
  out << loop.name;
  if (loop.pipeline) out << " pipeline(" << loop.pipeline->interval << ")";
  if (loop.unroll) out << " unroll(" << loop.unroll->factor << ")";
  if (loop.flatten_off) out << " flatten_off";
}

}  // namespace

Scop extract_scop(std::shared_ptr<const dsl::Function> program, const IslContext& context) {
  const Parameters parameters(*program);
  Scop scop{program, {}, {}, isl::set(context.get(), parameters.head() + "{ : " + parameters.promises() + " }")};
  scop.parameters = parameters.named(scop.parameters);
  for (const dsl::Compute& compute : program->computes) {
    scop.statements.push_back(extract_statement(compute, *program, parameters, context.get()));
  }
  return scop;
}

const dsl::Compute& compute_of(const Scop& scop, const Statement& statement) {
  return scop.program->computes[scop.program->find_compute(statement.name)];
}

isl::set elements_read(const Scop& scop, const std::vector<int>& statements, int array) {
  std::optional<isl::set> all;
  for (const int s : statements) {
    const Statement& statement = scop.statements[s];
    for (const AccessRelation& read : statement.reads) {
      if (read.array != array) continue;
      const isl::set own = read.relation.intersect_domain(statement.domain).range();
      all = all ? all->unite(own) : own;
    }
  }
  return all.value();
}

bool has_computed_index(const dsl::Compute& compute, int array) {
  const auto computed = [&](const dsl::Access& access) {
    return access.array == array && std::any_of(access.indices.begin(), access.indices.end(),
                                                [](const auto& index) { return index->op == dsl::Op::computed; });
  };
  return computed(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), computed);
}

AccessRelation find_access(const dsl::Compute& compute, const dsl::Access& access, const dsl::Function& program,
                           const isl::ctx& context) {
  return extract_access(compute, access, program, Parameters(program), context);
}

bool share_loop(const Statement& a, const Statement& b, int level) {
  return static_cast<int>(a.loops.size()) > level && static_cast<int>(b.loops.size()) > level &&
         std::equal(a.position.begin(), a.position.begin() + level + 1, b.position.begin());
}

int count_shared(const Statement& a, const Statement& b) {
  int level = 0;
  while (share_loop(a, b, level)) ++level;
  return level;
}

isl::set elements_of(const dsl::Function& program, int array, const isl::ctx& context) {
  const dsl::Array& declared = *program.arrays[array];
  const Parameters parameters(program);
  const std::vector<std::string> names = safe_names(declared.shape.size());
  std::string constraints = parameters.promises();
  for (std::size_t d = 0; d < names.size(); ++d) {
    const std::string extent =
        declared.extents.empty() ? std::to_string(declared.shape[d]) : to_isl_text(*declared.extents[d], {});
    constraints += (constraints.empty() ? "0 <= " : " and 0 <= ") + names[d] + " < " + extent;
  }
  const isl::set elements(context, parameters.head() + "{ A[" + join(names) + "] : " + constraints + " }");
  return parameters.named(set_names(elements, declared.name, {}));
}

std::string to_string(const Scop& scop) {
  ClassicStream out;
  for (const Statement& statement : scop.statements) {
    out << statement.name << "\n  domain   " << statement.domain << "\n";
    for (const AccessRelation& read : statement.reads) out << "  read     " << read.relation << "\n";
    out << "  write    " << statement.write.relation << "\n  schedule " << statement.loop_map << "\n  loops    ";
    for (std::size_t d = 0; d < statement.loops.size(); ++d) {
      out << statement.position[d] << " ";
      print_loop(out, statement.loops[d]);
      out << ", ";
    }
    out << statement.position.back() << "\n";
    for (const Cut& cut : statement.cuts) out << "  cut at " << cut.loop << " " << cut.part << "\n";
    for (const BindingMark& mark : statement.bindings)
      out << "  bind " << mark.operation << " to " << mark.implementation << " latency " << mark.latency << "\n";
    if (statement.function) out << "  function " << statement.function->name << "\n";
  }
  out << print_marks(scop.hardware, *scop.program);
  return out.str();
}

}  // namespace pom::poly
