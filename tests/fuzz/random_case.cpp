#include "random_case.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "dsl/model/function.hpp"
#include "flow_check.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "random_directive.hpp"
#include "random_program.hpp"

namespace pom::fuzz {

namespace {

constexpr int mistakes_kept_percent = 15;
constexpr std::size_t most_directives = 8;

function declare_function(const Case& made) {
  function program("f" + std::to_string(made.seed));
  program.scope([&] { declare(made.program); });
  return program;
}

/// The identifiers in a line of source, without what stands in quotes.
std::vector<std::string> words_of(const std::string& line) {
  static const std::regex pattern(R"("[^"]*"|[A-Za-z_]\w*)");
  std::vector<std::string> words;
  for (std::sregex_iterator at(line.begin(), line.end(), pattern), end; at != end; ++at) {
    if (at->str().front() != '"') words.push_back(at->str());
  }
  return words;
}

/// Adds directives one by one, each chosen for the loops that those before it left.
class ScheduleGenerator {
 public:
  ScheduleGenerator(Random& random, poly::Scop scop) : random_(random), scop_(std::move(scop)) {
    for (const DirectiveMaker& maker : directive_makers()) weights_.push_back(maker.weight);
  }

  std::vector<Primitive> generate() {
    if (scop_.statements.empty()) return {};  // the program is refused, which the oracle reports
    const int wanted = random_.weighted({22, 24, 19, 13, 9, 6, 4, 3}) + 1;
    for (int tries = 0; tries < 6 * wanted && static_cast<int>(schedule_.size()) < wanted; ++tries) add_step();
    add_dataflow();
    return std::move(schedule_);
  }

 private:
  void add_step() {
    const DirectiveMaker& maker = directive_makers()[random_.weighted(weights_)];
    if (maker.group == Group::order && !transformed_) return;
    const int statement = random_.pick(0, static_cast<int>(scop_.statements.size()) - 1);
    const Random choices = random_;
    if (!add(maker, statement) || maker.group != Group::loops || !random_.chance(50)) return;
    // Statements that share loops are often transformed alike: the same choices again.
    for (int other : companions(statement)) {
      if (schedule_.size() >= most_directives) return;
      Random again = choices;
      std::swap(random_, again);
      add(maker, other);
      std::swap(random_, again);
    }
  }

  /// Streams are accepted only together with a dataflow: left to chance that would be rare.
  void add_dataflow() {
    const bool wanted = random_.chance(45);
    for (const auto& array : scop_.program->arrays) {
      if (!array->local || !wanted) continue;
      if (!scop_.hardware.dataflow) append(Dataflow{});
      if (random_.chance(50)) append(Stream{array->name, random_.pick(1, 8)});
    }
  }

  void append(const Primitive& primitive) {
    if (!poly::apply_directive(scop_, {primitive, {}})) schedule_.push_back(primitive);
  }

  std::vector<int> companions(int statement) const {
    std::vector<int> others;
    const int nest = scop_.statements[statement].position.front();
    for (int s = 0; s < static_cast<int>(scop_.statements.size()); ++s) {
      if (s != statement && scop_.statements[s].position.front() == nest) others.push_back(s);
    }
    return others;
  }

  bool add(const DirectiveMaker& maker, int statement) {
    const std::optional<Primitive> made = maker.make({random_, scop_, statement});
    if (!made) return false;
    const Directive directive{*made, {}};
    // What the DSL refuses at the call is no directive; the polyhedral layers never see it.
    const bool refused = is_refused_by_dsl(*made) || poly::apply_directive(scop_, directive);
    if (refused && !random_.chance(mistakes_kept_percent)) return false;
    schedule_.push_back(*made);
    transformed_ = transformed_ || maker.group == Group::loops;
    return !refused;
  }

  bool is_refused_by_dsl(const Primitive& primitive) const {
    auto copy = std::make_shared<dsl::Function>(*scop_.program);
    copy->findings.clear();
    struct Handle : function {
      explicit Handle(std::shared_ptr<dsl::Function> record) : function(std::move(record)) {}
    };
    Handle(copy).set_schedule({{primitive, {}}});
    return !copy->findings.empty();
  }

  Random& random_;
  poly::Scop scop_;
  std::vector<int> weights_;
  std::vector<Primitive> schedule_;
  bool transformed_ = false;
};

}  // namespace

namespace {

/// Programs that read local arrays before they write them are refused as a whole: few are kept.
void settle_locals(Case& made, Random& random) {
  for (;;) {
    const auto record = declare_function(made).record();
    const auto read = find_uninitialized_read(Instances(*record), *record);
    if (!read || random.chance(6)) return;
    made.program.arrays[read->element.first].local = false;
  }
}

}  // namespace

Case make_case(std::uint64_t seed) {
  Random random(seed);
  Case made{seed, random_program(random), {}};
  settle_locals(made, random);
  const poly::IslContext isl;
  made.schedule = ScheduleGenerator(random, poly::extract_scop(declare_function(made).record(), isl)).generate();
  return made;
}

std::shared_ptr<const dsl::Function> record(const Case& made) {
  function program = declare_function(made);
  Schedule schedule;
  for (const Primitive& primitive : made.schedule) {
    schedule.push_back({primitive, {"schedule", static_cast<unsigned>(schedule.size()) + 1}});
  }
  program.set_schedule(schedule);
  return program.record();
}

int directive_at(const Location& at) { return at.file == "schedule" ? static_cast<int>(at.line) - 1 : -1; }

std::string to_source(const Case& made) {
  std::set<std::string> declared;
  for (const ArraySpec& array : made.program.arrays) declared.insert(array.name);
  for (const StatementSpec& statement : made.program.statements) {
    declared.insert(statement.name);
    for (const LoopSpec& loop : statement.loops) declared.insert(loop.name);
  }
  std::string names, lines;
  for (const Primitive& primitive : made.schedule) {
    const std::string line = to_string(Directive{primitive, {}});
    const bool names_loops = std::visit(
        [](const auto& p) {
          return requires { p.compute; };
        },
        primitive);
    if (!names_loops) {
      lines += "  " + line + ";\n";
      continue;
    }
    for (const std::string& word : words_of(line.substr(line.find('(')))) {
      if (declared.insert(word).second) names += (names.empty() ? "  var " : ", ") + word + "(\"" + word + "\")";
    }
    lines += "  " + line + ";\n";
  }
  if (!names.empty()) names += ";\n";
  return "#include <pom/pom.hpp>\nusing namespace pom;\n\nint main() {\n  init(\"f" + std::to_string(made.seed) +
         "\");\n" + to_source(made.program) + names + lines + "  codegen();\n}\n";
}

}  // namespace pom::fuzz
