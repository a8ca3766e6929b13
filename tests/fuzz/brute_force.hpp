#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/model/function.hpp"
#include "polyhedral/ir/scop.hpp"
#include "program_spec.hpp"

/// Order by explicit enumeration. Knows what the DSL recorded and where instances are put in time, and nothing of the
/// library's dependence analysis or legality test.
namespace pom::fuzz {

struct Instance {
  int statement = 0;
  Vector iterators;
};

/// One access of one instance; `instance` is an index into Instances::all.
struct Touch {
  int instance = 0;
  bool writes = false;
  bool sure = true;  ///< else the index is computed: the access goes to this element or to another one
};

using Element = std::pair<int, Vector>;  ///< array, indices

/// Every instance of a program, and every element with its accesses; straight from the record.
struct Instances {
  std::vector<Instance> all;
  std::map<Element, std::vector<Touch>> touches;
  std::vector<int> written;  ///< per instance: its rank in the order of the program as written

  explicit Instances(const dsl::Function&);
  std::optional<int> find(int statement, const Vector& iterators) const;

 private:
  std::map<std::pair<int, Vector>, int> by_name_;
};

/// Per instance its time under a schedule, and the time's rank.
struct Ranks {
  std::vector<int> of;
  std::vector<Vector> times;
  /// Some statement's place is the place of a loop around another one: of two such instances with the same values so
  /// far, none comes first.
  bool ambiguous = false;
  std::string error;  ///< what the schedule loses, adds or runs twice

  bool runs_before(int first, int second) const;
};
Ranks rank_instances(const Instances&, const poly::Scop&);

/// Two accesses of one element, at least one of them writing, that are not in the order of the program as written.
struct ViolatedPair {
  int first = 0, second = 0;  ///< as written, in Instances::all
  Element element;
};

/// Statements in `ignored` are not looked at.
std::optional<ViolatedPair> find_violated_pair(const Instances&, const Ranks&, const std::set<int>& ignored);

std::string to_string(const Instances&, const ViolatedPair&, const dsl::Function&);

/// The points of a map's graph: { (domain, range) }.
void for_each_pair(const isl::map&, const std::function<void(const Vector& from, const Vector& to)>& visit);

}  // namespace pom::fuzz
