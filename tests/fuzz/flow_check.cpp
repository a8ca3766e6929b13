#include "flow_check.hpp"

#include <algorithm>
#include <set>

#include "dsl/model/affine_form.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "use_check.hpp"

namespace pom::fuzz {

namespace {

bool is_written_before(const Instances& instances, const std::vector<Touch>& touches, int reader) {
  const auto rank = [&](int instance) { return instances.written[instance]; };
  return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return touch.writes && touch.sure && rank(touch.instance) < rank(reader);
  });
}

struct Users {
  std::set<int> writers, readers;
};

/// As statements, or as processes: statements that share a nest.
Users users_of(const poly::Scop& scop, int array, bool as_processes) {
  Users users;
  for (std::size_t s = 0; s < scop.statements.size(); ++s) {
    const dsl::Compute& compute = scop.program->computes[s];
    const int name =
        as_processes ? poly::first_nest_of_process(scop, scop.statements[s].position.front()) : static_cast<int>(s);
    if (compute.store.array == array) users.writers.insert(name);
    for (const dsl::Access& load : compute.loads) {
      if (load.array == array) users.readers.insert(name);
    }
  }
  return users;
}

/// The elements of one array that instances of one statement touch, in the order of the schedule.
std::vector<Vector> sequence(const Instances& instances, const Ranks& ranks, int array, int statement, bool writes) {
  std::vector<std::pair<int, Vector>> touched;
  for (const auto& [element, touches] : instances.touches) {
    if (element.first != array) continue;
    std::set<int> once;  // the same access twice in one expression is one read
    for (const Touch& touch : touches) {
      const bool counts = touch.writes == writes && instances.all[touch.instance].statement == statement;
      if (counts && once.insert(touch.instance).second) touched.emplace_back(ranks.of[touch.instance], element.second);
    }
  }
  std::stable_sort(touched.begin(), touched.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Vector> elements;
  for (auto& [rank, element] : touched) elements.push_back(std::move(element));
  return elements;
}

bool has_twice(std::vector<Vector> elements) {
  std::sort(elements.begin(), elements.end());
  return std::adjacent_find(elements.begin(), elements.end()) != elements.end();
}

/// Two reads of one statement that are not the same element in every instance.
bool reads_in_two_places(const Instances& instances, int array, int statement) {
  std::map<int, int> elements;
  for (const auto& [element, touches] : instances.touches) {
    if (element.first != array) continue;
    std::set<int> readers;
    for (const Touch& touch : touches) {
      if (!touch.writes && instances.all[touch.instance].statement == statement) readers.insert(touch.instance);
    }
    for (int reader : readers) {
      if (++elements[reader] > 1) return true;
    }
  }
  return false;
}

/// Of data, a border or a condition.
bool has_computed_index(const dsl::Function& program, int array) {
  const auto is_computed = [&](const dsl::Access& access) {
    return access.array == array &&
           std::any_of(access.indices.begin(), access.indices.end(),
                       [](const dsl::ExprPtr& index) { return index->op == dsl::Op::computed; });
  };
  return std::any_of(program.computes.begin(), program.computes.end(), [&](const dsl::Compute& compute) {
    return is_computed(compute.store) || std::any_of(compute.loads.begin(), compute.loads.end(), is_computed);
  });
}

/// Of a local array's element.
bool is_uninitialized(const Instances& instances, const dsl::Function& program, const std::vector<Touch>& touches,
                      int reader, int array) {
  const Instance& instance = instances.all[reader];
  return !is_written_before(instances, touches, reader) &&
         uses_value(program.computes[instance.statement], instance.iterators, array);
}

}  // namespace

bool reads_uninitialized(const Instances& instances, const dsl::Function& program, int instance,
                         const Element& element) {
  const auto found = instances.touches.find(element);
  if (found == instances.touches.end()) return false;
  const bool reads = std::any_of(found->second.begin(), found->second.end(),
                                 [&](const Touch& touch) { return !touch.writes && touch.instance == instance; });
  return reads && is_uninitialized(instances, program, found->second, instance, element.first);
}

std::optional<UninitializedRead> find_uninitialized_read(const Instances& instances, const dsl::Function& program) {
  for (const auto& [element, touches] : instances.touches) {
    if (!program.arrays[element.first]->local) continue;
    for (const Touch& touch : touches) {
      if (!touch.writes && is_uninitialized(instances, program, touches, touch.instance, element.first))
        return UninitializedRead{touch.instance, element};
    }
  }
  return std::nullopt;
}

std::string why_no_channel(const poly::Scop& scheduled, int array) {
  if (scheduled.program->arrays[array]->is_table()) return "";
  const Users processes = users_of(scheduled, array, true);
  std::set<int> all = processes.readers, others = processes.readers;
  all.insert(processes.writers.begin(), processes.writers.end());
  for (int writer : processes.writers) others.erase(writer);
  if (processes.writers.size() > 1) return "several processes write it";
  const bool local = scheduled.program->arrays[array]->local;
  if (local && others.size() > 1 && !scheduled.hardware.automatic_channels) return "several processes read it";
  if (!local && all.size() > 1) return "several processes use an argument";
  const bool early =
      local && !others.empty() && !processes.writers.empty() && *others.begin() < *processes.writers.begin();
  return early ? "it is read by a process in front of the one that writes it" : "";
}

std::string why_no_bundle(const poly::Scop& scheduled, const std::string& bundle, bool writes) {
  const auto name_of = [](const std::string& said) { return said.empty() ? "gmem" : said; };
  std::set<int> processes, arrays;
  for (const poly::PortMark& port : scheduled.hardware.ports) {
    const int array = scheduled.program->find_array(port.port);
    if (port.mode != "m_axi" || array < 0 || name_of(port.bundle) != name_of(bundle)) continue;
    const Users users = users_of(scheduled, array, true);
    const std::set<int>& used_by = writes ? users.writers : users.readers;
    if (!used_by.empty()) arrays.insert(array);
    processes.insert(used_by.begin(), used_by.end());
  }
  return arrays.size() > 1 && processes.size() > 1 ? "several processes use it" : "";
}

std::string why_no_stream(const Instances& instances, const Ranks& ranks, const poly::Scop& scheduled, int array) {
  if (!scheduled.program->arrays[array]->local) return "it is an argument";
  if (!scheduled.hardware.dataflow) return "there is no dataflow";
  const Users statements = users_of(scheduled, array, false), processes = users_of(scheduled, array, true);
  if (statements.writers.size() != 1) return "not one statement writes it";
  if (statements.readers.size() != 1) return "not one statement reads it";
  if (processes.writers == processes.readers) return "one process does both";
  if (has_computed_index(*scheduled.program, array)) return "an index is computed";
  if (reads_in_two_places(instances, array, *statements.readers.begin())) return "it is read in two places";
  const auto written = sequence(instances, ranks, array, *statements.writers.begin(), true);
  const auto read = sequence(instances, ranks, array, *statements.readers.begin(), false);
  if (has_twice(written)) return "an element is written twice";
  if (has_twice(read)) return "an element is read twice";
  if (written.size() != read.size()) return "not what is written is read";
  return written == read ? "" : "it is read in another order than written";
}

}  // namespace pom::fuzz
