#include "polyhedral/analysis/dependences.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "polyhedral/analysis/nearest_write.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/ir/isl_extras.hpp"
#include "support/findings.hpp"

namespace pom::poly {

namespace {

/// The statements that touch one array.
struct ArrayUsers {
  std::vector<int> readers, writers;
  std::vector<int> sure_writers = {}, possible_writers = {};  ///< `writers`, by whether only the run knows the element
};

/// isl's steps for making one relation simpler than it was found, and for all relations of a program.
constexpr unsigned long tidy_steps = 20'000, all_tidy_steps = 250'000;

std::vector<std::string> loop_names(const Statement& as_written) {
  std::vector<std::string> names;
  for (const ScheduledLoop& loop : as_written.loops) names.push_back(loop.name);
  return names;
}

/// Collects relations by kind and pair of statements, so that the accesses of one pair become one dependence.
class Collector {
 public:
  Collector(const Scop& scop, StepPool& pool) : scop_(scop), pool_(pool) {}

  void add(DependenceKind kind, int source, int sink, isl::map relation) {
    // An instance reads before it writes in every schedule.
    if (source == sink) relation = remove_identity(relation);
    bool empty = false;  // where that is hard to tell, a dependence that orders nothing does no harm
    try_within(relation.ctx(), pool_, tidy_steps, [&] { empty = relation.is_empty(); });
    if (empty) return;
    const auto [entry, fresh] = relations_.emplace(std::make_tuple(kind, source, sink), relation);
    if (!fresh) entry->second = entry->second.unite(relation);
  }

  void append_to(std::vector<Dependence>& result, int array) {
    for (const auto& [key, relation] : relations_) {
      const auto& [kind, source, sink] = key;
      isl::map tidy = relation;
      try_within(relation.ctx(), pool_, tidy_steps, [&] { tidy = join_pieces(make_disjoint(relation)); });
      isl::map named =
          set_names(tidy, Side::domain, scop_.statements[source].name, loop_names(scop_.statements[source]));
      named = set_names(named, Side::range, scop_.statements[sink].name, loop_names(scop_.statements[sink]));
      result.push_back({kind, source, sink, array, named});
    }
  }

 private:
  const Scop& scop_;
  StepPool& pool_;
  std::map<std::tuple<DependenceKind, int, int>, isl::map> relations_;
};

/// False: they differ, or that they are equal is hard to tell.
bool are_equal(const isl::map& left, const isl::map& right) {
  bool equal = false;
  try_within(left.ctx(), tidy_steps, [&] { equal = left.is_equal(right); });
  return equal;
}

/// The reads of an array by a statement; equal ones once.
std::vector<AccessRelation> distinct_reads(const Statement& statement, int array) {
  std::vector<AccessRelation> reads;
  for (const AccessRelation& read : statement.reads) {
    const bool known = std::any_of(reads.begin(), reads.end(), [&](const AccessRelation& other) {
      return are_equal(other.relation, read.relation);
    });
    if (read.array == array && !known) reads.push_back(read);
  }
  return reads;
}

/// isl's steps for the searches of a program, first with all loops together, then loop by loop, at last for all ordered
/// pairs; and what each search may take before it is put off until it is known how many others are as hard.
constexpr unsigned long all_steps = 400'000, pair_steps = 600'000, first_steps = 20'000;

/// What each access adds to the steps for nearest writes, and each pair of an access and a writer to those for ordered
/// pairs: programs that loops of C++ make have hundreds of statements, each of which is easy.
constexpr unsigned long steps_of_access = 2'000, steps_of_pair = 2'000;

/// isl's steps for all ordered pairs of a program.
unsigned long steps_for_pairs(const std::vector<ArrayUsers>& users) {
  unsigned long pairs = 0;
  for (const ArrayUsers& of_array : users)
    pairs += of_array.writers.size() * (2 * of_array.readers.size() + of_array.writers.size());
  return pair_steps + steps_of_pair * pairs;
}

/// Of a search's time budget, for nearest writes: without them there are the ordered pairs, without those no design.
constexpr double nearest_part_of_time = 0.4;

/// For an access: its nearest write in one direction.
struct Question {
  int array = -1, statement = -1;
  AccessRelation access;
  DependenceKind kind = DependenceKind::flow;
  std::optional<std::map<int, isl::map>> answer = {};  ///< by writer: { access's instance -> writing instance }

  Search search() const { return kind == DependenceKind::flow ? Search::backward : Search::forward; }
};

std::vector<Question> list_questions(const Scop& scop, const std::vector<ArrayUsers>& users) {
  std::vector<Question> questions;
  for (int array = 0; array < static_cast<int>(users.size()); ++array) {
    if (users[array].writers.empty()) continue;
    for (int reader : users[array].readers) {
      for (const AccessRelation& read : distinct_reads(scop.statements[reader], array)) {
        for (const DependenceKind kind : {DependenceKind::flow, DependenceKind::anti})
          questions.push_back({array, reader, read, kind});
      }
    }
    for (int writer : users[array].writers)
      questions.push_back({array, writer, scop.statements[writer].write, DependenceKind::output});
  }
  return questions;
}

/// Every write that is ordered with the access, instead of the nearest.
std::map<int, isl::map> find_all(const Scop& scop, const Question& question, const std::vector<int>& writers) {
  const Statement& self = scop.statements[question.statement];
  std::map<int, isl::map> all;
  for (int writer : writers) {
    const Statement& other = scop.statements[writer];
    const isl::map& own = question.access.relation;
    all.emplace(writer, question.search() == Search::forward
                            ? ordered_conflicts(self, own, other, other.write.relation)
                            : ordered_conflicts(other, other.write.relation, self, own).reverse());
  }
  return all;
}

/// Answers the questions of a program.
class Answers {
 public:
  Answers(const Scop& scop, const std::vector<ArrayUsers>& users)
      : scop_(scop), users_(users), pairs_{steps_for_pairs(users), 1} {}

  /// The hard questions share what is left of the steps; what they still do not suffice for gets every ordered write.
  /// One of which not even those are found is an error, and the questions after it stay unanswered.
  void answer(std::vector<Question>& questions, std::vector<CoarseDependences>& coarse) {
    std::vector<Question*> all;
    for (Question& question : questions) all.push_back(&question);
    std::vector<Question*> hard = try_all(all, Method::together, first_steps);
    if (!hard.empty()) hard = try_all(hard, Method::by_level, std::max(first_steps, all_steps / hard.size()));
    for (Question* question : hard) {
      const bool found = try_find_all(*question, users_[question->array].writers);
      const auto known = [&](const CoarseDependences& other) {
        return other.statement == question->statement && other.array == question->array && other.hopeless == !found;
      };
      if (std::none_of(coarse.begin(), coarse.end(), known))
        coarse.push_back({question->statement, question->array, question->access.at, !found});
      if (!found) return;
    }
  }

 private:
  /// A write to an element that only the run knows hides no other write: it takes part in all conflicts, and the
  /// nearest write of a sure access is found as if it were not there.
  std::vector<Question*> try_all(const std::vector<Question*>& some, Method method, unsigned long most) {
    std::vector<Question*> hard;
    StepPool pool{all_steps + steps_of_access * some.size(), nearest_part_of_time};
    for (Question* question : some) {
      const ArrayUsers& of_array = users_[question->array];
      bool answered = false;
      if (question->access.may) {
        answered = try_find_all(*question, of_array.writers);
      } else {
        const NearestWrite writes(scop_, of_array.sure_writers);
        const bool itself = question->kind == DependenceKind::anti;
        const auto search = [&] {
          question->answer = writes.find(question->statement, question->access, question->search(), itself, method);
        };
        answered = try_within(question->access.relation.ctx(), pool, most, search) &&
                   try_find_all(*question, of_array.possible_writers);
      }
      if (!answered) hard.push_back(question);
    }
    return hard;
  }

  /// Adds the pairs with these writers to the answer.
  bool try_find_all(Question& question, const std::vector<int>& writers) {
    if (!question.answer) question.answer.emplace();
    return try_within(question.access.relation.ctx(), pairs_, pair_steps / 3, [&] {
      for (auto& [writer, relation] : find_all(scop_, question, writers))
        question.answer->insert_or_assign(writer, relation);
    });
  }

  const Scop& scop_;
  const std::vector<ArrayUsers>& users_;
  StepPool pairs_;
};

void collect(Dependences& dependences, const Scop& scop, const std::vector<Question>& questions) {
  StepPool pool{all_tidy_steps, 1};
  for (std::size_t n = 0; n < questions.size();) {
    const int array = questions[n].array;
    Collector found(scop, pool);
    for (; n < questions.size() && questions[n].array == array; ++n) {
      const Question& question = questions[n];
      if (!question.answer) continue;
      for (const auto& [writer, relation] : *question.answer) {
        if (question.kind == DependenceKind::flow)
          found.add(question.kind, writer, question.statement, relation.reverse());
        else
          found.add(question.kind, question.statement, writer, relation);
      }
    }
    found.append_to(dependences.direct, array);
  }
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
    ArrayUsers& written = users[statement.write.array];
    written.writers.push_back(static_cast<int>(s));
    (statement.write.may ? written.possible_writers : written.sure_writers).push_back(static_cast<int>(s));
  }
  Dependences dependences;
  std::vector<Question> questions = list_questions(as_written, users);
  Answers(as_written, users).answer(questions, dependences.coarse);
  collect(dependences, as_written, questions);
  dependences.enforced =
      as_written.program->allow_reassociation ? relax_reductions(as_written, dependences.direct) : dependences.direct;
  return dependences;
}

std::vector<Diagnostic> describe_coarse(const Scop& as_written, const Dependences& dependences) {
  std::vector<Diagnostic> found;
  constexpr std::size_t most_told = 4;
  const std::size_t count = dependences.coarse.size();
  const bool fails = count > 0 && dependences.coarse.back().hopeless;
  for (const CoarseDependences& coarse : dependences.coarse) {
    if (fails && !coarse.hopeless) continue;  // a warning of how coarse says nothing beside the error
    const std::string& array = as_written.program->arrays[coarse.array]->name;
    const std::string help =
        "simpler indices and guards help: fewer divisions and remainders, fewer alternatives joined by ||";
    const std::string what = "writes of \"" + array + "\" are nearest to those of \"" +
                             as_written.statements[coarse.statement].name + "\" takes too much work to find\n";
    if (coarse.hopeless) {
      found.push_back(make_error("analysis-too-hard", "which " + what + help, coarse.at));
      continue;
    }
    if (!fails && found.size() + 1 == most_told && count > most_told) {
      found.push_back(make_error("coarse-dependences",
                                 "nor are those of " + std::to_string(count + 1 - most_told) + " others found",
                                 coarse.at));
      found.back().severity = Severity::warning;
      break;
    }
    found.push_back(make_error("coarse-dependences",
                               "which " + what +
                                   "all pairs of conflicting accesses are kept in order instead: legality "
                                   "stays exact, distances are coarser\n" +
                                   help,
                               coarse.at));
    found.back().severity = Severity::warning;
  }
  return found;
}

}  // namespace pom::poly
