#include "rewriting.hpp"

#include <algorithm>

#include "oracle.hpp"
#include "polyhedral/analysis/reductions.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "reason_checks.hpp"

namespace pom::fuzz {

namespace {

LoopRef random_loop(Random& random, const poly::Statement& statement) {
  const int level = random.pick(0, static_cast<int>(statement.loops.size()) - 1);
  if (random.chance(50)) return LoopRef(level);
  LoopRef made;
  made.name = statement.loops[level].name;
  return made;
}

/// The loops of which the stored element does not speak.
std::vector<int> free_loops(const dsl::Compute& compute) {
  std::vector<int> levels;
  for (int level = 0; level < static_cast<int>(compute.loops.size()); ++level) {
    const std::function<bool(const dsl::ExprPtr&)> mentions = [&](const dsl::ExprPtr& e) {
      return (e->op == dsl::Op::loop && e->index == level) ||
             std::any_of(e->operands.begin(), e->operands.end(), mentions);
    };
    if (std::none_of(compute.store.indices.begin(), compute.store.indices.end(), mentions)) levels.push_back(level);
  }
  return levels;
}

/// Of a reduction over one of its loops; once in a while of what is none.
std::optional<Primitive> make_rfactor(Random& random, const poly::Scop& scop, const std::string& name) {
  std::vector<Primitive> choices;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    const poly::Statement& statement = scop.statements[s];
    if (statement.loops.empty()) continue;
    const int count = random.pick(2, 6);
    if (random.chance(2)) choices.push_back(Rfactor{statement.name, random_loop(random, statement), count, name});
    if (!poly::is_reduction(scop.program->computes[s])) continue;
    for (const int level : free_loops(scop.program->computes[s]))
      choices.push_back(Rfactor{statement.name, LoopRef(level), count, name});
  }
  if (choices.empty()) return std::nullopt;
  return random.one_of(choices);
}

std::optional<Primitive> make_expand(Random& random, const poly::Scop& scop, const std::string& name) {
  struct Use {
    int statement, array;
  };
  std::vector<Use> uses;
  for (int s = 0; s < static_cast<int>(scop.statements.size()); ++s) {
    const int array = scop.statements[s].write.array;
    if (scop.statements[s].loops.empty()) continue;
    if (scop.program->arrays[array]->local || random.chance(3)) uses.push_back({s, array});
  }
  if (uses.empty()) return std::nullopt;
  const Use use = random.one_of(uses);
  const poly::Statement& statement = scop.statements[use.statement];
  return Expand{statement.name, random_loop(random, statement), scop.program->arrays[use.array]->name, name};
}

/// Of an argument that is read; once in a while of what is none, or is written.
std::optional<Primitive> make_broadcast(Random& random, const poly::Scop& scop, const std::string& name) {
  std::vector<std::string> arrays;
  for (const int array : scop.program->used_arrays()) {
    const dsl::Array& declared = *scop.program->arrays[array];
    const bool written = std::any_of(scop.statements.begin(), scop.statements.end(),
                                     [&](const poly::Statement& s) { return s.write.array == array; });
    if ((declared.is_argument() && !written) || random.chance(2)) arrays.push_back(declared.name);
  }
  if (arrays.empty()) return std::nullopt;
  return Broadcast{random.one_of(arrays), name};
}

std::optional<Primitive> make_convert(Random& random, const poly::Scop& scop, const std::string& name) {
  std::vector<std::string> arrays;
  for (const int array : scop.program->used_arrays()) arrays.push_back(scop.program->arrays[array]->name);
  if (arrays.empty()) return std::nullopt;
  return Convert{random.one_of(arrays), name};
}

/// The numbers of "s0[1,-2]".
Vector numbers(const std::string& list) {
  Vector all;
  std::string digits;
  for (const char c : list + ",") {
    if (c != ',') digits += c;
    if (c == ',' && !digits.empty()) all.push_back(std::stoll(std::exchange(digits, "")));
  }
  return all;
}

/// Whether the reader's value of some element may be the writer's: no sure write of it comes in between. Of an element
/// that may be read, the library counts all writes.
bool passes_a_value(const Instances& instances, int array, int writer, int reader) {
  const auto time = [&](int instance) { return instances.written[static_cast<std::size_t>(instance)]; };
  return std::any_of(instances.touches.begin(), instances.touches.end(), [&](const auto& element) {
    if (element.first.first != array) return false;
    bool writes = false, reads = false, hidden = false, sure = true;
    for (const Touch& touch : element.second) {
      writes = writes || (touch.writes && touch.instance == writer);
      reads = reads || (!touch.writes && touch.instance == reader);
      sure = sure && (touch.writes || touch.instance != reader || touch.sure);
      hidden = hidden || (touch.writes && touch.sure && time(touch.instance) > time(writer) &&
                          time(touch.instance) < time(reader));
    }
    return writes && reads && !(hidden && sure);
  });
}

bool touch_one_element(const Instances& instances, int array, int first, int second) {
  return std::any_of(instances.touches.begin(), instances.touches.end(), [&](const auto& element) {
    const auto touches = [&](int instance) {
      return std::any_of(element.second.begin(), element.second.end(),
                         [&](const Touch& touch) { return touch.instance == instance; });
    };
    return element.first.first == array && touches(first) && touches(second);
  });
}

}  // namespace

std::optional<Primitive> random_rewriting(Random& random, const poly::Scop& scop, const std::string& name) {
  if (scop.statements.empty()) return std::nullopt;
  if (random.chance(20)) {
    auto made = random.chance(50) ? make_broadcast(random, scop, name) : make_convert(random, scop, name);
    if (made) return made;
  }
  if (random.chance(40)) {
    if (auto made = make_expand(random, scop, name)) return made;
  }
  return make_rfactor(random, scop, name);
}

std::string find_difference(const Case& made, const RewrittenProgram& rewritten) {
  dsl::Memory expected = initial_memory(made, *rewritten.written), got = initial_memory(made, *rewritten.program);
  for (const int array : rewritten.written->array_arguments()) got.arrays[array] = expected.arrays[array];
  dsl::interpret(*rewritten.written, expected);
  dsl::interpret(*rewritten.program, got);
  return first_difference(*rewritten.written, expected, got, "rewritten program");
}

std::optional<std::string> disprove_rewriting_refusal(const Diagnostic& error, const dsl::Function& written) {
  if (!error.code.starts_with("illegal-")) return std::nullopt;
  const auto claim = match(error.message,
                           "\n(\\w+)\\[([^\\]]*)\\] \\w+(?: \\w+)* (?:(\\w+)\\[[^\\]]*\\] which|what) "
                           "(\\w+)\\[([^\\]]*)\\] (?:reads|overwrites|may read|may overwrite)");
  if (!claim)
    return error.message.ends_with("and others") ? std::nullopt : std::optional("no evidence in: " + error.message);
  const Words& words = *claim;
  const Instances instances(written);
  const auto first = instances.find(written.find_compute(words[0]), numbers(words[1]));
  const auto second = instances.find(written.find_compute(words[3]), numbers(words[4]));
  if (!first || !second) return "it names an instance that does not exist: " + error.message;
  const auto expand = match(error.message, "cannot expand \"(\\w+)\"");
  const int array = written.find_array(expand ? expand->front() : words[2]);
  if (instances.written[static_cast<std::size_t>(*first)] >= instances.written[static_cast<std::size_t>(*second)])
    return "they run in the other order as written: " + error.message;
  const bool holds =
      expand ? passes_a_value(instances, array, *first, *second) : touch_one_element(instances, array, *first, *second);
  if (holds) return std::nullopt;
  return "they do not meet in an element: " + error.message;
}

}  // namespace pom::fuzz
