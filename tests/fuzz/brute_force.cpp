#include "brute_force.hpp"

#include <algorithm>
#include <numeric>

#include "dsl/model/affine_form.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::fuzz {

namespace {

/// (position[0], l0, position[1], l1, …, position[n])
Vector time_of(const std::vector<int>& position, const Vector& loops) {
  Vector time;
  for (std::size_t d = 0; d < position.size(); ++d) {
    time.push_back(position[d]);
    if (d < loops.size()) time.push_back(loops[d]);
  }
  return time;
}

template <class Numbers>
bool starts_with(const Numbers& all, const Numbers& head) {
  return all.size() >= head.size() && std::equal(head.begin(), head.end(), all.begin());
}

std::vector<int> rank(const std::vector<Vector>& times) {
  std::vector<int> order(times.size()), ranks(times.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return times[a] < times[b]; });
  for (std::size_t n = 0; n < order.size(); ++n) {
    const bool same = n > 0 && times[order[n]] == times[order[n - 1]];
    ranks[order[n]] = same ? ranks[order[n - 1]] : static_cast<int>(n);
  }
  return ranks;
}

/// Walks a compute's loops as they were recorded.
class RecordWalk {
 public:
  RecordWalk(const dsl::Compute& compute, const std::function<void(const Vector&)>& visit)
      : depth_(compute.loops.size()), iterators_(depth_, 0), visit_(visit) {
    for (const dsl::Loop& loop : compute.loops) {
      lower_.push_back(dsl::flatten_affine(*loop.lower, depth_));
      upper_.push_back(dsl::flatten_affine(*loop.upper, depth_));
    }
    for (const dsl::ExprPtr& guard : compute.guards) guards_.push_back(dsl::flatten_condition(*guard, depth_));
    walk(0);
  }

 private:
  void walk(std::size_t depth) {
    if (depth == depth_) {
      const bool runs = std::all_of(guards_.begin(), guards_.end(),
                                    [&](const dsl::AffineCondition& guard) { return guard.holds(iterators_.data()); });
      if (runs) visit_(iterators_);
      return;
    }
    const std::int64_t end = upper_[depth].evaluate(iterators_.data());
    for (std::int64_t i = lower_[depth].evaluate(iterators_.data()); i < end; ++i) {
      iterators_[depth] = i;
      walk(depth + 1);
    }
  }

  std::size_t depth_;
  Vector iterators_;
  std::vector<dsl::AffineForm> lower_, upper_;
  std::vector<dsl::AffineCondition> guards_;
  const std::function<void(const Vector&)>& visit_;
};

/// An access as functions of the iterators, and of what only the run knows of its indices.
struct FlatAccess {
  int array = 0;
  bool writes = false;
  std::vector<dsl::AffineForm> indices;
  std::vector<std::pair<std::int64_t, std::int64_t>> unknowns;  ///< least and greatest value
  std::optional<dsl::AffineCondition> condition;                ///< under which the element is of use

  FlatAccess(const dsl::Access& access, bool is_write, std::size_t loops) : array(access.array), writes(is_write) {
    std::vector<dsl::ExprPtr> affine;
    for (const dsl::ExprPtr& index : access.indices) {
      const dsl::ExprPtr& written = dsl::written_index(index);
      affine.push_back(as_loops(written->op == dsl::Op::computed ? written->operands[1] : written, loops));
      if (dsl::is_kept_inside(*index)) condition = dsl::flatten_condition(*index->operands[3], loops);
    }
    for (const dsl::ExprPtr& index : affine) indices.push_back(dsl::flatten_affine(*index, loops + unknowns.size()));
  }

  void for_each_element(Vector at, const std::function<void(const Element&)>& visit) const {
    if (condition && !condition->holds(at.data())) return;
    if (at.size() < indices.front().coefficients.size()) {
      const auto& [low, high] = unknowns[at.size() + unknowns.size() - indices.front().coefficients.size()];
      for (std::int64_t value = low; value <= high; ++value) {
        Vector more = at;
        more.push_back(value);
        for_each_element(std::move(more), visit);
      }
      return;
    }
    Element element{array, {}};
    for (const dsl::AffineForm& index : indices) element.second.push_back(index.evaluate(at.data()));
    visit(element);
  }

 private:
  /// With a loop more for each unknown.
  dsl::ExprPtr as_loops(const dsl::ExprPtr& e, std::size_t loops) {
    dsl::ExprNode node = *e;
    if (node.op == dsl::Op::unknown) {
      node.op = dsl::Op::loop;
      node.index = static_cast<int>(loops + unknowns.size());
      unknowns.emplace_back(e->low, e->high);
    }
    for (dsl::ExprPtr& operand : node.operands) operand = as_loops(operand, loops);
    return dsl::make_node(std::move(node));
  }
};

std::string name_of(const Instance& instance, const dsl::Function& program) {
  std::string text = program.computes[instance.statement].name + "[";
  for (std::size_t d = 0; d < instance.iterators.size(); ++d) {
    text += (d ? "," : "") + std::to_string(instance.iterators[d]);
  }
  return text + "]";
}

}  // namespace

Instances::Instances(const dsl::Function& program) {
  std::vector<Vector> times;
  for (std::size_t s = 0; s < program.computes.size(); ++s) {
    const dsl::Compute& compute = program.computes[s];
    std::vector<FlatAccess> accesses = {{compute.store, true, compute.loops.size()}};
    for (const dsl::Access& load : compute.loads) accesses.push_back({load, false, compute.loops.size()});
    RecordWalk(compute, [&](const Vector& iterators) {
      const int index = static_cast<int>(all.size());
      all.push_back({static_cast<int>(s), iterators});
      by_name_.emplace(std::pair{static_cast<int>(s), iterators}, index);
      times.push_back(time_of(compute.position, iterators));
      for (const FlatAccess& access : accesses) {
        access.for_each_element(iterators, [&](const Element& element) {
          touches[element].push_back({index, access.writes, access.unknowns.empty()});
        });
      }
    });
  }
  written = rank(times);
}

std::optional<int> Instances::find(int statement, const Vector& iterators) const {
  const auto found = by_name_.find({statement, iterators});
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

void for_each_pair(const isl::map& map, const std::function<void(const Vector&, const Vector&)>& visit) {
  const unsigned in = poly::dimension_count(map, poly::Side::domain);
  const unsigned out = poly::dimension_count(map, poly::Side::range);
  map.wrap().flatten().foreach_point([&](isl::point point) {
    const isl::multi_val values = point.multi_val();
    Vector from, to;
    for (unsigned d = 0; d < in; ++d) from.push_back(poly::to_integer(values.at(static_cast<int>(d))));
    for (unsigned d = 0; d < out; ++d) to.push_back(poly::to_integer(values.at(static_cast<int>(in + d))));
    visit(from, to);
  });
}

Ranks rank_instances(const Instances& instances, const poly::Scop& scop) {
  std::vector<Vector> times(instances.all.size());
  Ranks ranks;
  for (std::size_t s = 0; s < scop.statements.size(); ++s) {
    const poly::Statement& statement = scop.statements[s];
    for_each_pair(statement.loop_map, [&](const Vector& iterators, const Vector& loops) {
      const auto instance = instances.find(static_cast<int>(s), iterators);
      if (!instance) {
        ranks.error = "the schedule of " + statement.name + " has an instance that the program does not have";
      } else if (!times[*instance].empty()) {
        ranks.error = "the schedule runs " + name_of(instances.all[*instance], *scop.program) + " twice";
      } else {
        times[*instance] = time_of(statement.position, loops);
      }
    });
  }
  for (std::size_t n = 0; n < times.size(); ++n) {
    if (times[n].empty()) ranks.error = "the schedule never runs " + name_of(instances.all[n], *scop.program);
  }
  ranks.of = rank(times);
  ranks.times = std::move(times);
  for (const poly::Statement& a : scop.statements) {
    for (const poly::Statement& b : scop.statements) {
      const bool shorter = a.position.size() < b.position.size();
      ranks.ambiguous = ranks.ambiguous || (shorter && starts_with(b.position, a.position));
    }
  }
  return ranks;
}

bool Ranks::runs_before(int first, int second) const {
  return of[first] < of[second] && !(ambiguous && starts_with(times[second], times[first]));
}

std::optional<ViolatedPair> find_violated_pair(const Instances& instances, const Ranks& ranks,
                                               const std::set<int>& ignored) {
  for (const auto& [element, touches] : instances.touches) {
    for (const Touch& a : touches) {
      if (!a.writes || ignored.contains(instances.all[a.instance].statement)) continue;
      for (const Touch& b : touches) {
        if (a.instance == b.instance || ignored.contains(instances.all[b.instance].statement)) continue;
        const bool a_first = instances.written[a.instance] < instances.written[b.instance];
        const int first = a_first ? a.instance : b.instance, second = a_first ? b.instance : a.instance;
        if (!ranks.runs_before(first, second)) return ViolatedPair{first, second, element};
      }
    }
  }
  return std::nullopt;
}

std::string to_string(const Instances& instances, const ViolatedPair& pair, const dsl::Function& program) {
  std::string element = program.arrays[pair.element.first]->name;
  for (std::int64_t index : pair.element.second) element += "[" + std::to_string(index) + "]";
  return name_of(instances.all[pair.first], program) + " runs before " + name_of(instances.all[pair.second], program) +
         " as written, but not under the schedule; both access " + element;
}

}  // namespace pom::fuzz
