#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "dsl/model/added_names.hpp"
#include "dsl/model/any_part.hpp"
#include "dsl/model/ports.hpp"
#include "polyhedral/analysis/local_arrays.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// The program in which a nest copies an array for those that read it, or a copy into an argument.
class Converter {
 public:
  Converter(const Convert& directive, const Scop& scop, const Location& at)
      : directive_(directive),
        scop_(scop),
        at_(at),
        program_(*scop.program),
        array_(program_.find_array(directive.array)),
        declared_(*program_.arrays[array_]) {}

  Result<Rewriting> make() {
    const bool written = std::any_of(scop_.statements.begin(), scop_.statements.end(),
                                     [&](const Statement& s) { return s.write.array == array_; });
    if (Status refused = written && !declared_.local ? bring_out() : bring_to_readers()) return *refused;
    return Rewriting{std::move(program_), ""};
  }

 private:
  Diagnostic refuse(const std::string& reason) const {
    return make_error("bad-convert", "\"" + directive_.array + "\" is not brought into another order: " + reason, at_);
  }

  /// The readers use the copy. It is made behind the last nest that writes the array.
  Status bring_to_readers() {
    if (Status refused = find_readers()) return *refused;
    copy_ = add_local_copy(program_, array_, directive_.copy, at_);
    for (const int reader : readers_) read_other(program_.computes[reader], program_, array_, copy_);
    // A stream brings all, in the order of addresses.
    const bool all = dsl::is_stream_port(program_, array_);
    return add_converter({array_, copy_, last_writer_, all ? all_elements() : elements_read(scop_, readers_, array_),
                          all ? natural_order() : order_of_dimensions()});
  }

  /// All use the copy, and what is written of it comes into the argument at the end, in the order of its addresses.
  Status bring_out() {
    std::optional<isl::set> written;
    int last_nest = 0;
    for (const Statement& statement : scop_.statements) {
      last_nest = std::max(last_nest, statement.position.front());
      if (statement.write.array != array_) continue;
      if (statement.write.may) return refuse("only the run knows which elements \"" + statement.name + "\" writes");
      const isl::set own = statement.write.relation.intersect_domain(statement.domain).range();
      written = written ? written->unite(own) : own;
    }
    if (const auto reader = reader_of_first_contents(scop_, array_))
      return refuse("\"" + *reader + "\" reads what the caller put into it");
    copy_ = add_local_copy(program_, array_, directive_.copy, at_);
    for (dsl::Compute& compute : program_.computes) {
      read_other(compute, program_, array_, copy_);
      if (compute.store.array == array_) compute.store.array = copy_;
    }
    return add_converter({copy_, array_, last_nest, *written, natural_order()});
  }

  /// In other nests than those that write the array, and behind them.
  Status find_readers() {
    std::set<int> writing;
    for (const Statement& statement : scop_.statements) {
      if (statement.write.array == array_) writing.insert(statement.position.front());
    }
    last_writer_ = writing.empty() ? -1 : *writing.rbegin();
    for (std::size_t s = 0; s < scop_.statements.size(); ++s) {
      const Statement& statement = scop_.statements[s];
      const int nest = statement.position.front();
      if (!reads_array(statement, array_) || writing.contains(nest)) continue;
      if (nest < last_writer_) return refuse("\"" + statement.name + "\" reads it before the last nest that writes it");
      readers_.push_back(static_cast<int>(s));
    }
    if (readers_.empty()) return refuse(writing.empty() ? "nothing reads it" : "no other nest reads it");
    return std::nullopt;
  }

  std::vector<std::size_t> natural_order() const {
    std::vector<std::size_t> order(declared_.shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
  }

  /// The array's dimensions, outermost first: in the order of the loops that index them where it is read first.
  std::vector<std::size_t> order_of_dimensions() const {
    const dsl::Compute& reader = scop_.program->computes[readers_.front()];
    const auto load = std::find_if(reader.loads.begin(), reader.loads.end(),
                                   [&](const dsl::Access& access) { return access.array == array_; });
    const auto level_of = [&](std::size_t dimension) {
      for (int level = 0; level < static_cast<int>(reader.loops.size()); ++level) {
        if (dsl::mentions_loop(*load->indices[dimension], level)) return level;
      }
      return std::numeric_limits<int>::max();
    };
    std::vector<std::size_t> order = natural_order();
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return level_of(a) < level_of(b); });
    return order;
  }

  struct Copying {
    int from, to;                    ///< arrays
    int behind;                      ///< the number of a nest
    isl::set elements;               ///< { A[…] }
    std::vector<std::size_t> order;  ///< of the dimensions, outermost first
  };

  Status add_converter(const Copying& copying) {
    for (dsl::Compute& compute : program_.computes) compute.position.front() *= 2;
    dsl::Compute converter;
    converter.name = dsl::converter_name(directive_);
    converter.at = at_;
    const isl::set copied = copying.elements.intersect(all_elements());
    const std::vector<std::size_t>& order = copying.order;
    std::vector<dsl::ExprPtr> indices(order.size());
    for (const std::size_t dimension : order) {
      if (Status refused = add_loop(converter, dimension, copied)) return refused;
    }
    for (std::size_t level = 0; level < order.size(); ++level)
      indices[order[level]] = loop_node(converter.loops, static_cast<int>(level));
    if (Status refused = leave_out(converter, copying, copied)) return refused;
    converter.store = {copying.to, indices, at_};
    converter.value = load_of(program_, copying.from, indices, at_);
    converter.position.assign(order.size() + 1, 0);
    converter.position.front() = 2 * copying.behind + 1;
    update_loads(converter);
    program_.computes.push_back(std::move(converter));
    return std::nullopt;
  }

  isl::set all_elements() const {
    return elements_of(*scop_.program, array_, scop_.parameters.ctx()).intersect_params(scop_.parameters);
  }

  /// Over what is copied; all of a dimension whose extent only the run knows.
  Status add_loop(dsl::Compute& converter, std::size_t dimension, const isl::set& copied) const {
    const std::string name = join_names({directive_.array, std::to_string(dimension)});
    if (!declared_.extents.empty()) {
      converter.loops.push_back({name, dsl::make_integer(0, p_int32, at_), declared_.extents[dimension], at_});
      return std::nullopt;
    }
    const auto low = minimum(copied, static_cast<unsigned>(dimension)),
               high = maximum(copied, static_cast<unsigned>(dimension));
    if (!low || !high) return refuse("what is copied of it has no bounds");
    converter.loops.push_back(
        {name, dsl::make_integer(*low, p_int32, at_), dsl::make_integer(*high + 1, p_int32, at_), at_});
    return std::nullopt;
  }

  /// What nothing may have written is not copied; what a caller gave has values everywhere.
  Status leave_out(dsl::Compute& converter, const Copying& copying, const isl::set& copied) const {
    if (copying.from == array_ && !declared_.local) return std::nullopt;
    const isl::set visited = declared_.extents.empty() ? box_around(copied) : all_elements();
    if (visited.intersect_params(scop_.parameters).is_subset(copied)) return std::nullopt;
    std::string elements, loops;
    for (std::size_t n = 0; n < copying.order.size(); ++n) {
      elements += (n ? ", x" : "x") + std::to_string(n);
      loops += (n ? ", x" : "x") + std::to_string(copying.order[n]);
    }
    const isl::map to_loops(copied.ctx(), "{ [" + elements + "] -> [" + loops + "] }");
    const isl::set iterations = keep_first(copied, static_cast<unsigned>(copying.order.size())).apply(to_loops);
    const auto guard = condition_of(iterations, program_, converter.loops);
    if (!guard) return refuse("which of its elements are copied has no form as a condition");
    converter.guards.push_back(*guard);
    return std::nullopt;
  }

  static isl::set box_around(const isl::set& set) {
    isl::set box = isl::set::universe(set.space());
    for (unsigned d = 0; d < dimension_count(set); ++d) {
      const auto low = minimum(set, d), high = maximum(set, d);
      if (low && high) box = bound_above(bound_below(box, d, *low), d, *high);
    }
    return box;
  }

  const Convert& directive_;
  const Scop& scop_;
  const Location at_;
  dsl::Function program_;
  const int array_;
  const dsl::Array& declared_;
  int copy_ = -1;
  std::vector<int> readers_;  ///< statements
  int last_writer_ = -1;      ///< the number of its nest
};

}  // namespace

Result<Rewriting> rewrite(const Convert& directive, const Scop& scop, const Location& at) {
  return Converter(directive, scop, at).make();
}

}  // namespace pom::poly
