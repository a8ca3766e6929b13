#include "brute_force.hpp"

#include <algorithm>
#include <map>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::test {

namespace {

using Vector = std::vector<std::int64_t>;

struct Access {
  Vector before, after;  ///< when it happens: as written, and scheduled
  bool writes = false;
};

Vector coordinates(const isl::point& point, unsigned dimensions) {
  const isl::set single = point.to_set();
  Vector all;
  for (unsigned d = 0; d < dimensions; ++d) all.push_back(*poly::minimum(single, d));
  return all;
}

Vector time_of(const poly::Statement& statement, const isl::point& instance, int phase) {
  const isl::set image = instance.to_set().apply(statement.loop_map);
  Vector time;
  for (std::size_t d = 0; d < statement.position.size(); ++d) {
    time.push_back(statement.position[d]);
    if (d < statement.loops.size()) time.push_back(*poly::minimum(image, static_cast<unsigned>(d)));
  }
  time.push_back(phase);
  return time;
}

}  // namespace

bool keeps_all_conflicts(const poly::Scop& as_written, const poly::Scop& scheduled) {
  std::map<std::pair<int, Vector>, std::vector<Access>> touched;
  for (std::size_t s = 0; s < as_written.statements.size(); ++s) {
    const poly::Statement &before = as_written.statements[s], &after = scheduled.statements[s];
    before.domain.foreach_point([&](isl::point instance) {
      const auto touch = [&](const poly::AccessRelation& access, bool writes) {
        const isl::set elements = instance.to_set().apply(access.relation);
        const int phase = writes ? 1 : 0;
        elements.foreach_point([&](const isl::point& element) {
          const Vector at = coordinates(element, poly::dimension_count(elements));
          touched[{access.array, at}].push_back(
              {time_of(before, instance, phase), time_of(after, instance, phase), writes});
        });
      };
      for (const poly::AccessRelation& read : before.reads) touch(read, false);
      touch(before.write, true);
    });
  }
  for (const auto& [element, accesses] : touched) {
    for (const Access& a : accesses) {
      for (const Access& b : accesses) {
        if ((a.writes || b.writes) && a.before < b.before && !(a.after < b.after)) return false;
      }
    }
  }
  return true;
}

std::vector<Touch> touches_in_order(const poly::Scop& scop, int array) {
  std::vector<Touch> touches;
  for (std::size_t s = 0; s < scop.statements.size(); ++s) {
    const poly::Statement& statement = scop.statements[s];
    statement.domain.foreach_point([&](isl::point instance) {
      const auto touch = [&](const poly::AccessRelation& access, bool writes) {
        if (access.array != array) return;
        const isl::set element = instance.to_set().apply(access.relation);
        touches.push_back({static_cast<int>(s), time_of(statement, instance, writes ? 1 : 0),
                           coordinates(element.sample_point(), poly::dimension_count(element)), writes});
      };
      for (const poly::AccessRelation& read : statement.reads) touch(read, false);
      touch(statement.write, true);
    });
  }
  std::stable_sort(touches.begin(), touches.end(), [](const Touch& a, const Touch& b) { return a.time < b.time; });
  return touches;
}

std::size_t count_instances(const poly::Scop& scop) {
  std::size_t count = 0;
  for (const poly::Statement& statement : scop.statements) {
    statement.domain.foreach_point([&](isl::point) { ++count; });
  }
  return count;
}

}  // namespace pom::test
