#include "polyhedral/streaming/streaming_cache.hpp"

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

std::string text_of(const Statement& statement, const std::string& name) {
  std::string text = name;
  for (std::size_t level = 1; level < statement.position.size(); ++level)
    text += " " + std::to_string(statement.position[level]);
  for (const ScheduledLoop& loop : statement.loops) {
    text += loop.pipeline ? " p" : " l";
    if (loop.strip) text += "of " + loop.strip->outer + " " + std::to_string(loop.strip->length);
  }
  const isl::map times = statement.loop_map.intersect_domain(statement.domain);
  return text + " " + to_text(isl::union_map(set_tuple(times, Side::domain, name))) + "\n";
}

std::string text_of(const Statement& statement) { return text_of(statement, statement.name); }

/// "": the statement does not use the array. `rename`: of each relation.
std::string uses_text(const Statement& statement, int array,
                      const std::function<isl::map(const isl::map&)>& rename = nullptr) {
  std::string text;
  const auto add = [&](const AccessRelation& access, const char* kind) {
    if (access.array != array) return;
    text += std::string(access.may ? "may " : "") + kind +
            to_text(isl::union_map(rename ? rename(access.relation) : access.relation)) + "\n";
  };
  for (const AccessRelation& read : statement.reads) add(read, "reads ");
  add(statement.write, "writes ");
  return text;
}

}  // namespace

isl::map recall_order(StreamingCache& cache, const isl::map& push, const TakeTime& time, bool unrolled) {
  const isl::map nameless = set_tuple(push, Side::domain, "A");
  const TakeTime when{time.loops, set_tuple(time.when, Side::domain, "A")};
  const std::string key = std::string(unrolled ? "unrolled\n" : "in loops\n") + to_text(isl::union_map(nameless)) +
                          "\n" + to_text(isl::union_map(when.when));
  const isl::map& order =
      recall<isl::map>(cache.orders, key, [&] { return order_in_iteration(nameless, when, unrolled); });
  return set_tuple(order, Side::domain, tuple_name(push, Side::domain));
}

std::string text_of(const Scop& scop, const Process& process, int array) {
  const NestOrder nests(scop, process);
  std::string text = "array " + std::to_string(array) + "\n";
  for (const int s : process.statements) {
    const Statement& statement = scop.statements[s];
    text += std::to_string(nests.of(statement)) + " " + text_of(statement) + uses_text(statement, array);
  }
  return text;
}

std::string nameless_text_of(const Scop& scop, const Process& process, int array) {
  const NestOrder nests(scop, process);
  std::string text;
  for (std::size_t n = 0; n < process.statements.size(); ++n) {
    const std::string name = "S" + std::to_string(n);
    const Statement& statement = scop.statements[process.statements[n]];
    text += std::to_string(nests.of(statement)) + " " + text_of(statement, name);
    text += uses_text(statement, array, [&](const isl::map& relation) {
      return set_tuple(set_tuple(relation, Side::domain, name), Side::range, "A");
    });
  }
  return text;
}

std::string text_of_users(const Scop& scop, int array) {
  std::string text = "array " + std::to_string(array) + "\n";
  for (const Statement& statement : scop.statements) {
    const std::string uses = uses_text(statement, array);
    if (!uses.empty()) text += text_of(statement) + uses;
  }
  return text;
}

}  // namespace pom::poly
