#include <pom/compute.hpp>

#include <utility>

#include "dsl/handles/current_function.hpp"
#include "dsl/model/added_names.hpp"
#include "dsl/model/program_order.hpp"
#include "dsl/record/record_compute.hpp"
#include "dsl/record/record_directive.hpp"
#include "support/deep_stack.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

// `function_` is null for a compute that was refused: what is said about it later is not judged.
namespace pom {
namespace {

std::vector<std::string> names_of(const std::vector<var>& loops) {
  std::vector<std::string> names;
  for (const var& loop : loops) names.push_back(loop.name());
  return names;
}

}  // namespace

compute::compute(std::string name, std::vector<var> loops, const expr& value, const expr& destination, here at)
    : name_(std::move(name)), loops_(std::move(loops)) {
  const auto& function = dsl::current_function("compute \"" + name_ + "\"", at);
  with_deep_stack([&] {
    if (dsl::record_compute(*function, {name_, loops_, value.node(), destination.node(), at})) function_ = function;
  });
}

compute::compute(std::string name, std::vector<var> loops, const expr& value, here at)
    : compute(std::move(name), std::move(loops), value, expr(0), at) {}

std::vector<var> compute::get_iteration_variables() const { return loops_; }

compute& compute::add(Primitive primitive, const Location& at) {
  if (function_) dsl::record_directive(*function_, {std::move(primitive), at});
  return *this;
}

void compute::belong_behind(const compute& other, LoopRef loop, const Location& at) {
  if (function_ && other.function_) dsl::record_order(*function_, {name_, other.name_, std::move(loop)}, at);
}

compute& compute::where(Located condition) {
  if (!function_) return *this;
  if (function_->find_compute(name_) < 0) {
    function_->findings.push_back(make_error(
        "unknown-compute", "\"" + name_ + "\" is added by the schedule: no condition restricts it", condition.at));
    return *this;
  }
  with_deep_stack([&] { dsl::record_guard(*function_, name_, condition.value.node(), condition.at); });
  return *this;
}

rfactored compute::rfactor(LoopRef loop, std::int64_t count, const std::string& name, here at) {
  const Rfactor directive{name_, std::move(loop), count, name.empty() ? join_names({name_, "partial"}) : name};
  add(directive, at);
  return {placeholder(function_, directive.partial), compute(function_, dsl::init_name(directive)),
          compute(function_, dsl::combine_name(directive))};
}

placeholder compute::expand(LoopRef loop, const placeholder& array, const std::string& name, here at) {
  const Expand directive{name_, std::move(loop), array.name(),
                         name.empty() ? join_names({array.name(), "each"}) : name};
  add(directive, at);
  return placeholder(function_ ? array.function_ : nullptr, directive.copies);
}

placeholder compute::expand(LoopRef loop, const scalar& variable, const std::string& name, here at) {
  return expand(std::move(loop), variable.storage(), name, at);
}

compute& compute::interchange(LoopRef first, LoopRef second, here at) {
  return add(Interchange{name_, std::move(first), std::move(second)}, at);
}

compute& compute::reorder(std::vector<LoopRef> loops, here at) { return add(Reorder{name_, std::move(loops)}, at); }

compute& compute::fuse(const compute& other, LoopRef loop, here at) {
  if (!function_ || !other.function_ || is_foreign(other, at)) return *this;
  return add(Fuse{name_, other.name_, std::move(loop)}, at);
}

compute& compute::distribute(LoopRef loop, here at) { return add(Distribute{name_, std::move(loop)}, at); }

compute& compute::reverse(LoopRef loop, here at) { return add(Reverse{name_, std::move(loop)}, at); }

compute& compute::shift(LoopRef loop, std::int64_t distance, here at) {
  return add(Shift{name_, std::move(loop), distance}, at);
}

compute& compute::peel(LoopRef loop, std::int64_t count, here at) {
  return add(Peel{name_, std::move(loop), count}, at);
}

compute& compute::separate(LoopRef loop, here at) { return add(Separate{name_, std::move(loop)}, at); }

compute& compute::bind_op(const std::string& operation, const std::string& implementation, int latency, here at) {
  return add(BindOp{name_, operation, implementation, latency}, at);
}

compute& compute::dependence(LoopRef loop, const placeholder& array, here at) {
  if (dsl::refuse_foreign(function_, name_, array.function_, array.name(), at)) return *this;
  return add(DependenceFact{name_, std::move(loop), array.name()}, at);
}

compute& compute::inline_off(const std::string& function, here at) { return add(InlineOff{name_, function}, at); }

compute& compute::split(LoopRef loop, std::int64_t factor, here at) {
  return add(Split{name_, std::move(loop), factor, "", ""}, at);
}

compute& compute::split(LoopRef loop, std::int64_t factor, const var& outer, const var& inner, here at) {
  return add(Split{name_, std::move(loop), factor, outer.name(), inner.name()}, at);
}

compute& compute::tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, here at) {
  return add(Tile{name_, std::move(loops), std::move(factors), {}, {}}, at);
}

compute& compute::tile(std::vector<LoopRef> loops, std::vector<std::int64_t> factors, std::vector<var> outer,
                       std::vector<var> inner, here at) {
  return add(Tile{name_, std::move(loops), std::move(factors), names_of(outer), names_of(inner)}, at);
}

compute& compute::tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, here at) {
  return add(Tile{name_, {std::move(i), std::move(j)}, {t1, t2}, {}, {}}, at);
}

compute& compute::tile(LoopRef i, LoopRef j, std::int64_t t1, std::int64_t t2, const var& i0, const var& j0,
                       const var& i1, const var& j1, here at) {
  return tile({std::move(i), std::move(j)}, {t1, t2}, {i0, j0}, {i1, j1}, at);
}

compute& compute::tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3, here at) {
  return add(Tile{name_, {std::move(i), std::move(j), std::move(k)}, {t1, t2, t3}, {}, {}}, at);
}

compute& compute::tile(LoopRef i, LoopRef j, LoopRef k, std::int64_t t1, std::int64_t t2, std::int64_t t3,
                       const var& i0, const var& j0, const var& k0, const var& i1, const var& j1, const var& k1,
                       here at) {
  return tile({std::move(i), std::move(j), std::move(k)}, {t1, t2, t3}, {i0, j0, k0}, {i1, j1, k1}, at);
}

compute& compute::skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, here at) {
  return add(Skew{name_, std::move(i), std::move(j), f1, f2, "", ""}, at);
}

compute& compute::skew(LoopRef i, LoopRef j, std::int64_t f1, std::int64_t f2, const var& i2, const var& j2, here at) {
  return add(Skew{name_, std::move(i), std::move(j), f1, f2, i2.name(), j2.name()}, at);
}

bool compute::is_foreign(const compute& other, const Location& at) const {
  if (other.function_ == function_) return false;
  function_->findings.push_back(make_error("bad-after",
                                           "\"" + name_ + "\" belongs to function \"" + function_->name + "\", \"" +
                                               other.name_ + "\" to \"" + other.function_->name + "\"",
                                           at));
  return true;
}

compute& compute::after(const compute& other, LoopRef loop, here at) {
  if (!function_ || !other.function_ || is_foreign(other, at)) return *this;
  return add(After{name_, other.name_, std::move(loop)}, at);
}

compute& compute::after(const compute* other, LoopRef loop, here at) {
  if (other != nullptr) return after(*other, std::move(loop), at);
  if (function_) {
    function_->findings.push_back(make_error("bad-after", "\"" + name_ + "\" is put after a null pointer", at));
  }
  return *this;
}

compute& compute::pipeline(LoopRef loop, int interval, here at) {
  return add(Pipeline{name_, std::move(loop), interval}, at);
}

compute& compute::unroll(LoopRef loop, std::int64_t factor, here at) {
  return add(Unroll{name_, std::move(loop), factor}, at);
}

compute& compute::flatten_off(LoopRef loop, here at) { return add(FlattenOff{name_, std::move(loop)}, at); }

compute& compute::double_buffer(LoopRef loop, here at) { return add(DoubleBuffer{name_, std::move(loop)}, at); }

compute& compute::reuse_at(const placeholder& array, LoopRef loop, here at) {
  if (dsl::refuse_foreign(function_, name_, array.function_, array.name(), at)) return *this;
  return add(ReuseAt{name_, array.name(), std::move(loop)}, at);
}

compute& compute::accumulate_at(const placeholder& array, LoopRef loop, here at) {
  if (dsl::refuse_foreign(function_, name_, array.function_, array.name(), at)) return *this;
  return add(AccumulateAt{name_, array.name(), std::move(loop)}, at);
}

}  // namespace pom
