#include "dsl/check_directive.hpp"

#include <string>

#include "dsl/names.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

using Finding = std::optional<Diagnostic>;

std::string count(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}

/// One overload per primitive.
class DirectiveCheck {
 public:
  DirectiveCheck(const Function& function, const Location& at) : function_(function), at_(at) {}

  Finding operator()(const Interchange& d) const { return check_compute(d.compute); }

  Finding operator()(const Split& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.factor < 1) return bad_factor("split", d.compute, d.factor, "a strip has at least one iteration");
    return check_new_loops({d.outer, d.inner});
  }

  Finding operator()(const Tile& d) const {
    if (auto error = check_compute(d.compute)) return error;
    std::size_t loops = d.loops.size();
    if (loops == 0 || d.factors.size() != loops) {
      return make_error("bad-factor",
                        "tile of \"" + d.compute + "\" names " + count(loops, "loop") + " and " +
                            count(d.factors.size(), "factor") + ": one factor for each of one or more loops",
                        at_);
    }
    for (std::int64_t factor : d.factors) {
      if (factor < 1) return bad_factor("tile", d.compute, factor, "a tile has at least one iteration");
    }
    return check_tile_names(d);
  }

  Finding operator()(const Skew& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.outer_factor == 0) return bad_factor("skew", d.compute, 0, "the outer loop's factor cannot be 0");
    if (d.inner_factor < 1) {
      return bad_factor("skew", d.compute, d.inner_factor, "the inner loop's factor is at least 1");
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
    if (d.interval >= 1) return {};
    return make_error("bad-interval",
                      "pipeline of \"" + d.compute + "\" with an initiation interval of " + std::to_string(d.interval) +
                          ": it is at least one cycle",
                      at_);
  }

  Finding operator()(const Unroll& d) const {
    if (auto error = check_compute(d.compute)) return error;
    if (d.factor == -1 || d.factor >= 1) return {};
    return bad_factor("unroll", d.compute, d.factor, "a factor is at least 1, or -1 for all iterations");
  }

  Finding operator()(const Partition& d) const {
    int array = function_.find_array(d.array);
    if (array < 0) return make_error("unknown-array", "there is no array \"" + d.array + "\"", at_);
    const std::vector<std::int64_t>& shape = function_.arrays[array]->shape;
    if (d.factors.size() != shape.size() || d.kinds.size() != shape.size()) {
      return bad_partition(d, "it has " + count(shape.size(), "dimension") + ", but " +
                                  count(d.factors.size(), "factor") + " and " + count(d.kinds.size(), "kind") +
                                  " are given");
    }
    for (std::size_t dimension = 0; dimension < shape.size(); ++dimension) {
      if (auto error = check_dimension(d, dimension, shape[dimension])) return error;
    }
    return {};
  }

 private:
  Finding check_compute(const std::string& name) const {
    if (function_.find_compute(name) >= 0) return {};
    return make_error("unknown-compute", "there is no compute \"" + name + "\"", at_);
  }

  Finding bad_factor(const std::string& primitive, const std::string& compute, std::int64_t factor,
                     const std::string& rule) const {
    std::string what = primitive + " of \"" + compute + "\" by " + std::to_string(factor);
    return make_error("bad-factor", what + ": " + rule, at_);
  }

  Finding bad_partition(const Partition& d, const std::string& reason) const {
    return make_error("bad-partition", "cannot partition \"" + d.array + "\": " + reason, at_);
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
                        "tile of \"" + d.compute + "\" names " + count(d.loops.size(), "loop") + ", but " +
                            count(d.outer.size(), "outer") + " (" + list_of(d.outer) + ") and " +
                            count(d.inner.size(), "inner") + " (" + list_of(d.inner) + ")",
                        at_);
    }
    if (auto error = check_new_loops(d.outer)) return error;
    return check_new_loops(d.inner);
  }

  Finding check_dimension(const Partition& d, std::size_t dimension, std::int64_t extent) const {
    const std::string& kind = d.kinds[dimension];
    std::int64_t factor = d.factors[dimension];
    if (kind != "cyclic" && kind != "block" && kind != "complete" && kind != "none") {
      return bad_partition(d, "\"" + kind + "\" is not a kind; the kinds are cyclic, block, complete and none");
    }
    std::string what = "factor " + std::to_string(factor) + " of dimension " + std::to_string(dimension);
    if (factor < 1) return bad_partition(d, what + " is less than 1");
    bool factor_counts = kind == "cyclic" || kind == "block";
    if (factor_counts && factor > extent)
      return bad_partition(d, what + " is above its extent, " + std::to_string(extent));
    return {};
  }

  const Function& function_;
  const Location& at_;
};

}  // namespace

std::optional<Diagnostic> check_directive(const Function& function, const Directive& directive) {
  return std::visit(DirectiveCheck(function, directive.at), directive.primitive);
}

}  // namespace pom::dsl
