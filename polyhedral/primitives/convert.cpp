#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "dsl/model/added_names.hpp"
#include "dsl/model/any_part.hpp"
#include "polyhedral/ir/find_access.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "polyhedral/primitives/index_expression.hpp"
#include "polyhedral/primitives/program_edit.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// The program in which a nest copies an array for those that read it.
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
    if (Status refused = find_readers()) return *refused;
    copy_ = add_local_copy(program_, array_, directive_.copy, at_);
    for (const int reader : readers_) read_other(program_.computes[reader], program_, array_, copy_);
    if (Status refused = add_converter()) return *refused;
    return Rewriting{std::move(program_), ""};
  }

 private:
  Diagnostic refuse(const std::string& reason) const {
    return make_error("bad-convert", "\"" + directive_.array + "\" is not brought into another order: " + reason, at_);
  }

  static bool reads(const Statement& statement, int array) {
    return std::any_of(statement.reads.begin(), statement.reads.end(),
                       [&](const AccessRelation& read) { return read.array == array; });
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
      if (!reads(statement, array_) || writing.contains(nest)) continue;
      if (nest < last_writer_) return refuse("\"" + statement.name + "\" reads it before the last nest that writes it");
      readers_.push_back(static_cast<int>(s));
    }
    if (readers_.empty()) return refuse(writing.empty() ? "nothing reads it" : "no other nest reads it");
    return std::nullopt;
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
    std::vector<std::size_t> order(declared_.shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return level_of(a) < level_of(b); });
    return order;
  }

  /// Behind the last nest that writes the array, in front of those that read the copy.
  Status add_converter() {
    for (dsl::Compute& compute : program_.computes) compute.position.front() *= 2;
    dsl::Compute converter;
    converter.name = dsl::converter_name(directive_);
    converter.at = at_;
    const isl::set all = elements_read(scop_, readers_, array_);
    const isl::set read = all.intersect(elements_of(*scop_.program, array_, all.ctx()));
    const std::vector<std::size_t> order = order_of_dimensions();
    std::vector<dsl::ExprPtr> indices(order.size());
    for (const std::size_t dimension : order) {
      if (Status refused = add_loop(converter, dimension, read)) return refused;
    }
    for (std::size_t level = 0; level < order.size(); ++level)
      indices[order[level]] = loop_node(converter.loops, static_cast<int>(level));
    if (Status refused = leave_out(converter, read, order)) return refused;
    converter.store = {copy_, indices, at_};
    converter.value = load_of(program_, array_, indices, at_);
    converter.position.assign(order.size() + 1, 0);
    converter.position.front() = 2 * last_writer_ + 1;
    update_loads(converter);
    program_.computes.push_back(std::move(converter));
    return std::nullopt;
  }

  /// Over what is read; all of a dimension whose extent only the run knows.
  Status add_loop(dsl::Compute& converter, std::size_t dimension, const isl::set& read) const {
    const std::string name = directive_.array + "_" + std::to_string(dimension);
    if (!declared_.extents.empty()) {
      converter.loops.push_back({name, dsl::make_integer(0, p_int32, at_), declared_.extents[dimension], at_});
      return std::nullopt;
    }
    const auto low = minimum(read, static_cast<unsigned>(dimension)),
               high = maximum(read, static_cast<unsigned>(dimension));
    if (!low || !high) return refuse("what is read of it has no bounds");
    converter.loops.push_back(
        {name, dsl::make_integer(*low, p_int32, at_), dsl::make_integer(*high + 1, p_int32, at_), at_});
    return std::nullopt;
  }

  /// What nothing may have written is not copied.
  Status leave_out(dsl::Compute& converter, const isl::set& read, const std::vector<std::size_t>& order) const {
    if (!declared_.local) return std::nullopt;
    std::string elements, loops;
    for (std::size_t n = 0; n < order.size(); ++n) {
      elements += (n ? ", x" : "x") + std::to_string(n);
      loops += (n ? ", x" : "x") + std::to_string(order[n]);
    }
    const isl::map to_loops(read.ctx(), "{ [" + elements + "] -> [" + loops + "] }");
    const isl::set iterations = keep_first(read, static_cast<unsigned>(order.size())).apply(to_loops);
    if (iterations.is_equal(box_around(iterations))) return std::nullopt;
    const auto guard = condition_of(iterations, program_, converter.loops);
    if (!guard) return refuse("which of its elements are read has no form as a condition");
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
