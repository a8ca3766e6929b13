#include "dsl/record/check_directive.hpp"

#include <limits>
#include <string>

#include "dsl/model/added_names.hpp"
#include "dsl/model/check_binding.hpp"
#include "dsl/model/names.hpp"
#include "dsl/record/check_memory_directive.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::dsl {
namespace {

using Finding = std::optional<Diagnostic>;

/// Loop counters are products of factors and of values of 32 bits: 64 bits hold what two such numbers make.
constexpr std::int64_t greatest_factor = std::numeric_limits<std::int32_t>::max();
constexpr const char* factor_rule = "a factor has at most 32 bits";
/// Cycles from one iteration to the next. The estimator keeps a table of this length; no loop of a design waits as
/// long.
constexpr std::int64_t greatest_interval = 1'000'000;

bool is_too_large(std::int64_t factor) { return factor > greatest_factor || factor < -greatest_factor; }

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}

/// One expression combines them all: a line of so many operands still compiles in moments. They are those of 64 lanes
/// of an adder that takes four cycles; more are those of a loop that was split before.
constexpr std::int64_t most_partial_results = 256;

/// It speaks of a compute or an array that another directive adds to the program.
bool is_about_added(const Schedule& schedule, const Primitive& primitive) {
  return std::visit(
      [&](const auto& p) {
        bool found = false;
        if constexpr (requires { p.compute; }) found = found || find_adding(schedule, p.compute);
        if constexpr (requires { p.other; }) found = found || find_adding(schedule, p.other);
        if constexpr (requires { p.array; }) found = found || find_adding(schedule, p.array);
        if constexpr (requires { p.computes; }) {
          for (const std::string& compute : p.computes) found = found || find_adding(schedule, compute);
        }
        return found;
      },
      primitive);
}

/// One overload per primitive.
class DirectiveCheck {
 public:
  DirectiveCheck(const Function& function, const Location& at) : function_(function), at_(at) {}

  Finding operator()(const Interchange& d) const { return check_compute(d.compute); }

  Finding operator()(const Rfactor& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.count < 2) return bad_factor("rfactor", d.compute, d.count, "there are at least 2 partial results");
    if (d.count > most_partial_results)
      return bad_factor("rfactor", d.compute, d.count,
                        "at most " + std::to_string(most_partial_results) +
                            " partial results are combined at once; split the loop before, and rfactor both");
    return check_added(d);
  }

  Finding operator()(const Expand& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (auto error = check_array(d.array)) return error;
    return check_added(d);
  }

  Finding operator()(const Broadcast& d) const {
    if (auto error = check_memory_directive(function_, d, at_)) return error;
    return check_added(d);
  }

  Finding operator()(const Convert& d) const {
    if (auto error = check_memory_directive(function_, d, at_)) return error;
    return check_added(d);
  }

  Finding operator()(const Split& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.factor < 1) return bad_factor("split", d.compute, d.factor, "a strip has at least one iteration");
    if (is_too_large(d.factor)) return bad_factor("split", d.compute, d.factor, factor_rule);
    return check_new_loops({d.outer, d.inner});
  }

  Finding operator()(const Tile& d) const {
    if (auto error = check_compute(d.compute)) return error;
    std::size_t loops = d.loops.size();
    if (loops == 0 || d.factors.size() != loops) {
      return make_error("bad-factor",
                        "tile of \"" + d.compute + "\" names " + counted(loops, "loop") + " and " +
                            counted(d.factors.size(), "factor") + ": one factor for each of one or more loops",
                        at_);
    }
    for (std::int64_t factor : d.factors) {
      if (factor < 1) return bad_factor("tile", d.compute, factor, "a tile has at least one iteration");
      if (is_too_large(factor)) return bad_factor("tile", d.compute, factor, factor_rule);
    }
    return check_tile_names(d);
  }

  Finding operator()(const Skew& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.outer_factor == 0) return bad_factor("skew", d.compute, 0, "the outer loop's factor cannot be 0");
    if (d.inner_factor < 1) {
      return bad_factor("skew", d.compute, d.inner_factor, "the inner loop's factor is at least 1");
    }
    for (std::int64_t factor : {d.outer_factor, d.inner_factor}) {
      if (is_too_large(factor)) return bad_factor("skew", d.compute, factor, factor_rule);
    }
    return check_new_loops({d.new_outer, d.new_inner});
  }

  Finding operator()(const After& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (auto error = check_compute(d.other)) return error;
    if (d.compute != d.other) return {};
    return make_error("bad-after", "\"" + d.compute + "\" cannot run after itself", at_);
  }

  Finding operator()(const Pipeline& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.interval >= 1 && d.interval <= greatest_interval) return {};
    return make_error("bad-interval",
                      "pipeline of \"" + d.compute + "\" with an initiation interval of " + std::to_string(d.interval) +
                          (d.interval < 1 ? ": it is at least one cycle" : ": it is at most 1 000 000 cycles"),
                      at_);
  }

  Finding operator()(const Unroll& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (is_too_large(d.factor)) return bad_factor("unroll", d.compute, d.factor, factor_rule);
    if (d.factor == -1 || d.factor >= 1) return {};
    return bad_factor("unroll", d.compute, d.factor, "a factor is at least 1, or -1 for all iterations");
  }

  Finding operator()(const FlattenOff& d) const { return check_compute(d.compute); }

  Finding operator()(const Reorder& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.loops.size() >= 2) return {};
    return make_error("bad-factor",
                      "reorder of \"" + d.compute + "\" names " + counted(d.loops.size(), "loop") +
                          ": a new order is one of two or more",
                      at_);
  }

  Finding operator()(const Fuse& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (auto error = check_compute(d.other)) return error;
    if (d.compute != d.other) return {};
    return make_error("bad-after", "\"" + d.compute + "\" cannot be fused with itself", at_);
  }

  Finding operator()(const Shift& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (!is_too_large(d.distance)) return {};
    return bad_factor("shift", d.compute, d.distance, "a distance has at most 32 bits");
  }

  Finding operator()(const Peel& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (is_too_large(d.count))
      return bad_factor("peel", d.compute, d.count, "a loop has at most 32 bits of iterations");
    if (d.count != 0) return {};
    return bad_factor("peel", d.compute, 0, "at least one iteration is peeled, at the start or (< 0) at the end");
  }

  Finding operator()(const BindOp& d) const {
    if (auto error = check_compute(d.compute)) return error;
    return check_binding(function_.computes[function_.find_compute(d.compute)], d, at_);
  }

  Finding operator()(const DependenceFact& d) const {
    if (auto error = check_compute(d.compute)) return error;
    return check_array(d.array);
  }

  Finding operator()(const InlineOff& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.function.empty()) return {};
    // The same name again means the same function.
    return check_new_name(function_, "function", d.function, at_);
  }

  Finding operator()(const ProcessGroup& d) const {
    if (d.computes.empty())
      return make_error("bad-process", "process \"" + d.name + "\" has no compute: it runs one or more nests", at_);
    for (const std::string& compute : d.computes) {
      if (auto error = check_compute(compute)) return error;
    }
    return check_new_name(function_, "function", d.name, at_);
  }

  Finding operator()(const ReuseAt& d) const {
    return check_part(d, "bad-reuse", "it is one value, which is read from a register anyhow");
  }

  Finding operator()(const AccumulateAt& d) const {
    return check_part(d, "bad-accumulator", "it is one value, which a local scalar keeps");
  }

  Finding operator()(const BufferAt& d) const {
    auto error = d.compute.empty() ? Finding() : check_compute(d.compute);
    return error ? error : check_memory_directive(function_, d, at_);
  }

  /// Distribute, Reverse, Separate: nothing but a loop of a compute.
  template <class OnLoop>
  Finding operator()(const OnLoop& d) const requires requires {
    d.compute;
    d.loop;
  }
  { return check_compute(d.compute); }

  /// Directives on arrays, ports and the whole function.
  Finding operator()(const auto& d) const { return check_memory_directive(function_, d, at_); }

 private:
  Finding check_compute(const std::string& name) const {
    if (function_.find_compute(name) >= 0) return {};
    return make_error("unknown-compute", "there is no compute \"" + name + "\"", at_);
  }

  Finding check_array(const std::string& name) const {
    if (function_.find_array(name) >= 0) return {};
    return make_error("unknown-array", "there is no array \"" + name + "\"", at_);
  }

  /// Of a compute, and of an array of which a part is kept.
  Finding check_part(const auto& d, const char* code, const char* one_value) const {
    if (auto error = check_compute(d.compute)) return error;
    if (auto error = check_array(d.array)) return error;
    if (!function_.arrays[function_.find_array(d.array)]->shape.empty()) return {};
    return make_error(code, "nothing of \"" + d.array + "\" is kept: " + one_value, at_);
  }

  Finding check_added(const Primitive& primitive) const {
    const AddedNames added = names_added_by(primitive).value();
    if (auto error = check_new_name(function_, "array", added.array, at_)) return error;
    for (const std::string& compute : added.computes)
      if (auto error = check_new_name(function_, "compute", compute, at_)) return error;
    return {};
  }

  Finding bad_factor(const std::string& primitive, const std::string& compute, std::int64_t factor,
                     const std::string& rule) const {
    std::string what = primitive + " of \"" + compute + "\" by " + std::to_string(factor);
    return make_error("bad-factor", what + ": " + rule, at_);
  }

  /// Empty names stand for the default ones.
  Finding check_new_loops(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
      if (name.empty()) continue;
      if (auto error = check_identifier("loop", name, at_)) return error;
    }
    return {};
  }

  Finding check_tile_names(const Tile& d) const {
    bool none = d.outer.empty() && d.inner.empty();
    if (!none && (d.outer.size() != d.loops.size() || d.inner.size() != d.loops.size())) {
      return make_error("bad-factor",
                        "tile of \"" + d.compute + "\" names " + counted(d.loops.size(), "loop") + ", but " +
                            counted(d.outer.size(), "outer") + " (" + quoted_list(d.outer) + ") and " +
                            counted(d.inner.size(), "inner") + " (" + quoted_list(d.inner) + ")",
                        at_);
    }
    if (auto error = check_new_loops(d.outer)) return error;
    return check_new_loops(d.inner);
  }

  const Function& function_;
  const Location& at_;
};

}  // namespace

std::optional<Diagnostic> check_directive(const Function& function, const Directive& directive) {
  if (is_about_added(function.schedule, directive.primitive)) return {};
  return std::visit(DirectiveCheck(function, directive.at), directive.primitive);
}

}  // namespace pom::dsl
