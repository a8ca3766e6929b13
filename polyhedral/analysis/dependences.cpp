#include "polyhedral/analysis/dependences.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "polyhedral/analysis/nearest_write.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// The statements that touch one array.
struct ArrayUsers {
  std::vector<int> readers, writers;
};

std::vector<std::string> loop_names(const Statement& as_written) {
  std::vector<std::string> names;
  for (const ScheduledLoop& loop : as_written.loops) names.push_back(loop.name);
  return names;
}

/// Collects relations by kind and pair of statements, so that the accesses of one pair become one dependence.
class Collector {
 public:
  explicit Collector(const Scop& scop) : scop_(scop) {}

  void add(DependenceKind kind, int source, int sink, isl::map relation) {
    // An instance reads before it writes in every schedule.
    if (source == sink) relation = remove_identity(relation);
    if (relation.is_empty()) return;
    const auto [entry, fresh] = relations_.emplace(std::make_tuple(kind, source, sink), relation);
    if (!fresh) entry->second = entry->second.unite(relation);
  }

  void append_to(std::vector<Dependence>& result, int array) const {
    for (const auto& [key, relation] : relations_) {
      const auto& [kind, source, sink] = key;
      isl::map named = set_names(make_disjoint(relation).coalesce(), Side::domain, scop_.statements[source].name,
                                 loop_names(scop_.statements[source]));
      named = set_names(named, Side::range, scop_.statements[sink].name, loop_names(scop_.statements[sink]));
      result.push_back({kind, source, sink, array, named});
    }
  }

 private:
  const Scop& scop_;
  std::map<std::tuple<DependenceKind, int, int>, isl::map> relations_;
};

/// The reads of an array by a statement; equal ones once.
std::vector<AccessRelation> distinct_reads(const Statement& statement, int array) {
  std::vector<AccessRelation> reads;
  for (const AccessRelation& read : statement.reads) {
    const bool known = std::any_of(reads.begin(), reads.end(),
                                   [&](const AccessRelation& other) { return other.relation.is_equal(read.relation); });
    if (read.array == array && !known) reads.push_back(read);
  }
  return reads;
}

void analyze_array(std::vector<Dependence>& result, const Scop& scop, int array, const ArrayUsers& users) {
  if (users.writers.empty()) return;
  const NearestWrite writes(scop, users.writers);
  Collector found(scop);
  for (int reader : users.readers) {
    for (const AccessRelation& read : distinct_reads(scop.statements[reader], array)) {
      for (const auto& [writer, relation] : writes.find(reader, read, Search::backward, false)) {
        found.add(DependenceKind::flow, writer, reader, relation.reverse());
      }
      for (const auto& [writer, relation] : writes.find(reader, read, Search::forward, true)) {
        found.add(DependenceKind::anti, reader, writer, relation);
      }
    }
  }
  for (int writer : users.writers) {
    for (const auto& [next, relation] : writes.find(writer, scop.statements[writer].write, Search::forward, false)) {
      found.add(DependenceKind::output, writer, next, relation);
    }
  }
  found.append_to(result, array);
}

}  // namespace

const char* to_string(DependenceKind kind) {
  switch (kind) {
    case DependenceKind::flow:
      return "flow";
    case DependenceKind::anti:
      return "anti";
    case DependenceKind::output:
      return "output";
  }
  return "";
}

Dependences analyze_dependences(const Scop& as_written) {
  std::vector<ArrayUsers> users(as_written.program->arrays.size());
  for (std::size_t s = 0; s < as_written.statements.size(); ++s) {
    const Statement& statement = as_written.statements[s];
    for (const AccessRelation& read : statement.reads) {
      std::vector<int>& readers = users[read.array].readers;
      if (readers.empty() || readers.back() != static_cast<int>(s)) readers.push_back(static_cast<int>(s));
    }
    users[statement.write.array].writers.push_back(static_cast<int>(s));
  }
  Dependences dependences;
  for (std::size_t array = 0; array < users.size(); ++array) {
    analyze_array(dependences.direct, as_written, static_cast<int>(array), users[array]);
  }
  dependences.enforced =
      as_written.program->allow_reassociation ? relax_reductions(as_written, dependences.direct) : dependences.direct;
  return dependences;
}

}  // namespace pom::poly
