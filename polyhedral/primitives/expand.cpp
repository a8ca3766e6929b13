#include <algorithm>
#include <map>

#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/ir/points.hpp"
#include "polyhedral/primitives/loop_edit.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// Where the values of the array go, seen from the loop that it is expanded along.
class Privacy {
 public:
  Privacy(const Expand& directive, const Scop& scop, int level, const Location& at)
      : directive_(directive),
        scop_(scop),
        level_(level),
        at_(at),
        array_(scop.program->find_array(directive.array)),
        named_(statement_of(scop, directive.compute)) {
    for (std::size_t s = 0; s < scop.statements.size(); ++s) {
      const Statement& statement = scop.statements[s];
      const bool reads = std::any_of(statement.reads.begin(), statement.reads.end(),
                                     [&](const AccessRelation& read) { return read.array == array_; });
      if (share_loop(statement, named_, level) && (reads || statement.write.array == array_))
        inside.push_back(static_cast<int>(s));
    }
  }

  Status check(const Dependences& dependences) {
    if (!scop_.program->arrays[array_]->local)
      return refuse("not-private",
                    "it is visible outside of the function; only a scalar or a local() array has copies");
    if (inside.empty()) return refuse("not-private", "nothing inside of the loop uses it");
    for (const Dependence& dependence : dependences.direct) {
      if (dependence.array != array_ || dependence.kind != DependenceKind::flow) continue;
      if (Status refused = check_flow(dependence)) return refused;
    }
    for (const auto& [reader, value] : outside)
      if (other_sources_.contains(reader))
        return refuse("illegal-expand",
                      "\"" + scop_.statements[reader].name + "\" reads values from inside of the loop and others");
    return std::nullopt;
  }

  std::vector<int> inside;              ///< statements that get copies
  std::map<int, std::int64_t> outside;  ///< statements elsewhere that read the copy of one value of the loop

 private:
  bool is_inside(int statement) const { return std::find(inside.begin(), inside.end(), statement) != inside.end(); }

  Status refuse(const std::string& code, const std::string& reason) const {
    return make_error(code,
                      "cannot expand \"" + directive_.array + "\" along loop " + named_.loops[level_].name + " of \"" +
                          directive_.compute + "\"\n" + reason,
                      at_);
  }

  Status refuse_pair(const Dependence& flow, const isl::map& pairs, const std::string& reason) const {
    const Statement &from = scop_.statements[flow.source], &to = scop_.statements[flow.sink];
    const std::vector<std::int64_t> both = *first_point(set_names(pairs.wrap().flatten(), "", {}));
    const auto middle = both.begin() + from.domain.tuple_dim();
    return refuse("illegal-expand", subscript(from.name, {both.begin(), middle}) + " writes what " +
                                        subscript(to.name, {middle, both.end()}) + " reads: " + reason);
  }

  Status check_flow(const Dependence& flow) {
    const bool from_inside = is_inside(flow.source), to_inside = is_inside(flow.sink);
    if (!from_inside && to_inside) return refuse_pair(flow, flow.relation, "the value comes from outside of the loop");
    if (!from_inside) {
      other_sources_[flow.sink] = true;
      return std::nullopt;
    }
    if (!to_inside) return check_leaving(flow);
    const isl::map between = flow.relation.subtract(keep_equal(flow.relation, level_, level_));
    if (between.is_empty()) return std::nullopt;
    return refuse_pair(flow, between, "the value goes from one iteration to another");
  }

  Status check_leaving(const Dependence& flow) {
    const isl::set values = keep_only(flow.relation.domain(), level_);
    const auto least = minimum(values, 0), greatest = maximum(values, 0);
    const auto known = least ? outside.try_emplace(flow.sink, *least).first : outside.end();
    if (least && least == greatest && known->second == *least) return std::nullopt;
    return refuse_pair(flow, flow.relation, "which iteration of the loop has left the value is not always the same");
  }

  const Expand& directive_;
  const Scop& scop_;
  int level_;
  Location at_;
  int array_;
  const Statement& named_;
  std::map<int, bool> other_sources_;
};

/// The program with copies in place of the array.
class Expander {
 public:
  Expander(const Expand& directive, const Scop& scop, const Location& at)
      : program_(*scop.program), array_(scop.program->find_array(directive.array)) {
    copies_ = std::make_shared<dsl::Array>(*program_.arrays[array_]);
    copies_->name = directive.copies;
    copies_->at = at;
  }

  /// The loop runs from `least` to `greatest` at most.
  dsl::Function expand(const Privacy& privacy, int level, std::int64_t least, std::int64_t greatest) {
    const std::int64_t extent = greatest - least + 1;
    copies_->shape.insert(copies_->shape.begin(), extent);
    if (!copies_->extents.empty())
      copies_->extents.insert(copies_->extents.begin(), dsl::make_integer(extent, p_int32, copies_->at));
    program_.arrays.push_back(copies_);
    for (const int s : privacy.inside)
      use_copy(program_.computes[s], plus(loop_node(program_.computes[s].loops, level), -least));
    for (const auto& [s, value] : privacy.outside)
      use_copy(program_.computes[s], dsl::make_integer(value - least, p_int32, copies_->at));
    return std::move(program_);
  }

 private:
  void use_copy(dsl::Compute& compute, const dsl::ExprPtr& copy) {
    const auto load_copy = [&](dsl::ExprNode load) {
      load.index = static_cast<int>(program_.arrays.size()) - 1;
      load.array = copies_;
      load.operands.insert(load.operands.begin(), copy);
      return dsl::make_node(std::move(load));
    };
    Substitution substitute(unchanged_loops(compute), replace_loads(array_, load_copy));
    compute.value = substitute(compute.value);
    substitute.change(compute.store);
    if (compute.store.array == array_) {
      compute.store.array = static_cast<int>(program_.arrays.size()) - 1;
      compute.store.indices.insert(compute.store.indices.begin(), copy);
    }
    update_loads(compute);
  }

  dsl::Function program_;
  int array_;
  std::shared_ptr<dsl::Array> copies_;
};

}  // namespace

Result<Rewriting> rewrite(const Expand& directive, const Scop& scop, const Dependences& dependences,
                          const Location& at) {
  const Statement& statement = statement_of(scop, directive.compute);
  const Result<int> level = find_loop(statement, directive.loop, at);
  if (!level) return level.errors();
  Privacy privacy(directive, scop, *level, at);
  if (Status refused = privacy.check(dependences)) return *refused;
  std::optional<isl::set> values;
  for (const int s : privacy.inside) {
    const isl::set own = keep_only(scop.statements[s].domain, *level);
    values = values ? values->unite(own) : own;
  }
  const auto least = minimum(*values, 0), greatest = maximum(*values, 0);
  if (!least || !greatest) throw InternalError("a loop without bounds");
  return Rewriting{Expander(directive, scop, at).expand(privacy, *level, *least, *greatest), ""};
}

}  // namespace pom::poly
