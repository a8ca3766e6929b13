#include "random_case.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "dsl/model/added_names.hpp"
#include "dsl/model/function.hpp"
#include "flow_check.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/buffers/whole_words.hpp"
#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/dataflow/stream_ports.hpp"
#include "polyhedral/loops/generate_loops.hpp"
#include "polyhedral/primitives/apply_schedule.hpp"
#include "polyhedral/primitives/rewrite.hpp"
#include "polyhedral/streaming/place_windows.hpp"
#include "random_directive.hpp"
#include "random_program.hpp"
#include "rewriting.hpp"

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

/// Of a record that no declaration made.
struct Handle : function {
  explicit Handle(std::shared_ptr<dsl::Function> record) : function(std::move(record)) {}
};

/// Adds directives one by one, each chosen for the loops that those before it left.
class ScheduleGenerator {
 public:
  /// `isl`: in which the scop is made.
  ScheduleGenerator(Random& random, poly::Scop scop, const poly::IslContext& isl, bool has_windows)
      : random_(random), scop_(std::move(scop)), isl_(isl), has_windows_(has_windows) {
    for (const DirectiveMaker& maker : directive_makers()) weights_.push_back(maker.weight);
  }

  std::vector<Primitive> generate() {
    if (scop_.statements.empty()) return {};  // the program is refused, which the oracle reports
    const int wanted = random_.weighted({22, 24, 19, 13, 9, 6, 4, 3}) + 1;
    for (int tries = 0; tries < 6 * wanted && static_cast<int>(schedule_.size()) < wanted; ++tries) add_step();
    add_dataflow();
    add_storage();
    add_words();
    add_words_of_strips();
    add_regions();
    add_stream_ports();
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

  /// Streams are accepted only together with a dataflow: left to chance that would be rare. Where channels are
  /// automatic, few are streams by a directive.
  void add_dataflow() {
    const bool wanted = random_.chance(45);
    for (const auto& array : scop_.program->arrays) {
      if (!array->local || !wanted) continue;
      if (!scop_.hardware.dataflow) append(Dataflow{random_.chance(60) ? Channels::automatic : Channels::declared});
      if (random_.chance(scop_.hardware.automatic_channels ? 10 : 50)) append(Stream{array->name, random_.pick(1, 8)});
    }
  }

  /// Other directives do not depend on the choices here.
  void add_storage() {
    const Random before = random_;
    add_windows();
    add_accumulators();
    add_processes();
    random_ = before;
  }

  /// Windows are accepted only of what moves from iteration to iteration: left to chance that would be rare.
  void add_windows() {
    if (!random_.chance(60)) return;
    for (const poly::Statement& statement : std::vector<poly::Statement>(scop_.statements)) {
      if (has_windows_ && random_.chance(50))
        append(Pipeline{statement.name, LoopRef(random_.pick(0, static_cast<int>(statement.loops.size()) - 1)), 1});
      for (const poly::AccessRelation& read : statement.reads) {
        for (const poly::ScheduledLoop& loop : statement.loops) {
          ReuseAt reuse{statement.name, scop_.program->arrays[read.array]->name, {}};
          reuse.loop.name = loop.name;
          if (random_.chance(70) && !is_refused_by_dsl(reuse) && (random_.chance(3) || is_placed(reuse))) append(reuse);
        }
      }
    }
  }

  /// Windows and accumulators are judged behind the whole schedule; this asks as if it ended here.
  bool is_placed(const Primitive& primitive) const {
    poly::Scop tried = scop_;
    if (poly::apply_directive(tried, {primitive, {}})) return false;
    try {
      const Result<poly::Scop> windows = poly::place_windows(tried, isl_);
      if (!windows) return false;
      const Result<poly::Buffered> placed = poly::place_buffers(*windows, isl_);
      return placed && poly::generate_loops(placed->scop);
    } catch (const std::exception&) {
      return true;  // the oracle tells
    }
  }

  /// Around a sum, mostly.
  void add_accumulators() {
    for (const poly::Statement& statement : std::vector<poly::Statement>(scop_.statements)) {
      if (!random_.chance(8) || statement.loops.empty() || scop_.hardware.automatic_channels) continue;
      AccumulateAt made{statement.name, scop_.program->arrays[statement.write.array]->name, {}};
      made.loop.name = random_.one_of(statement.loops).name;
      if (!is_refused_by_dsl(made) && (random_.chance(10) || is_placed(made))) append(made);
    }
  }

  /// Of neighbours in a dataflow, mostly.
  void add_processes() {
    const int all = static_cast<int>(scop_.statements.size());
    if (!random_.chance(scop_.hardware.dataflow ? 30 : 1) || all < 2) return;
    const int first = random_.pick(0, all - 2), other = random_.chance(80) ? first + 1 : random_.pick(0, all - 1);
    const std::string name = random_.chance(90) ? "stage" : scop_.statements[first].name;
    const ProcessGroup made{name, {scop_.statements[first].name, scop_.statements[other].name}};
    if (!is_refused_by_dsl(made)) append(made);
  }

  /// Words are accepted only of arguments that have buffers and lie behind a bus. Cases without buffers do not depend
  /// on the choices here.
  void add_words() {
    const std::vector<poly::BufferMark> buffers = scop_.hardware.buffers;
    for (const poly::BufferMark& mark : buffers) {
      const std::string& array = scop_.program->arrays[mark.array]->name;
      if (!random_.chance(75)) continue;
      const bool wrong = random_.chance(10);
      if (!wrong) append(Interface{array, "m_axi", "gmem" + std::to_string(random_.pick(0, 1))});
      const std::int64_t lanes = wrong ? random_.pick(0, 200) : std::int64_t{1} << random_.pick(1, 3);
      Random own = random_;
      const std::int64_t ports = wrong ? own.pick(-1, 5) : own.chance(25) ? std::int64_t{1} << own.pick(1, 2) : 1;
      const Pack pack{array, lanes * (wrong ? 1 : ports), random_.chance(70) ? "padded" : "whole", ports};
      if (wrong) {
        schedule_.push_back(pack);
      } else if (!is_refused_by_dsl(pack)) {
        append(pack);
      }
    }
  }

  /// Words of arguments without buffers, where the strips of all that uses them are as long. Other directives do not
  /// depend on the choices here.
  void add_words_of_strips() {
    Random own = random_;
    for (const int array : scop_.program->array_arguments()) {
      for (const std::int64_t lanes : {2, 4, 8}) {
        const bool fits = has_strips(array, lanes);
        if (!own.chance(fits ? 70 : 1)) continue;
        const std::string& name = scop_.program->arrays[array]->name;
        const Pack pack{name, lanes, "whole"};
        if (fits) append(Interface{name, "m_axi", "gmem"});
        if (!is_refused_by_dsl(pack)) append(pack);
        break;
      }
    }
  }

  bool has_strips(int array, std::int64_t lanes) const {
    bool any = false;
    for (const poly::Statement& statement : scop_.statements) {
      if (!poly::uses_array(statement, array)) continue;
      const auto last = statement.loops.empty() ? std::optional<poly::Strip>() : statement.loops.back().strip;
      if (!last || last->length != lanes || !poly::takes_whole_words(statement, array, lanes)) return false;
      any = true;
    }
    return any;
  }

  /// Double buffers for some of the loops that hold buffers, and for others. Cases without buffers do not depend on the
  /// choices here.
  void add_regions() {
    const std::vector<poly::BufferMark> buffers = scop_.hardware.buffers;
    for (const poly::BufferMark& mark : buffers) {
      if (mark.accumulates || !random_.chance(40)) continue;
      const int statement = std::max(mark.statement, 0);
      const std::vector<poly::ScheduledLoop>& loops = scop_.statements[statement].loops;
      const bool other = mark.statement < 0 || random_.chance(5);
      LoopRef loop;
      loop.name =
          other ? loops[static_cast<std::size_t>(random_.pick(0, static_cast<int>(loops.size()) - 1))].name : mark.loop;
      append(DoubleBuffer{scop_.statements[statement].name, std::move(loop)});
    }
  }

  /// Ports that stream, mostly where the order of the accesses allows it.
  void add_stream_ports() {
    for (const int array : scop_.program->array_arguments()) {
      if (!random_.chance(20)) continue;
      const bool in_order = !poly::check_stream_port(scop_, array, {});
      if (in_order || random_.chance(15))
        append(Interface{scop_.program->arrays[array]->name, random_.chance(50) ? "axis" : "ap_fifo", ""});
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
    Handle(copy).set_schedule({{primitive, {}}});
    return !copy->findings.empty();
  }

  Random& random_;
  poly::Scop scop_;
  const poly::IslContext& isl_;
  const bool has_windows_;
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

/// Cases whose program is changed before it is scheduled.
constexpr int rewritten_percent = 15;

/// Other cases do not depend on the choices here.
void add_rewriting(Case& made, Random random, const poly::IslContext& isl) {
  if (!random.chance(rewritten_percent)) return;
  for (int n = random.chance(70) ? 1 : 2; n > 0; --n) {
    const RewrittenProgram now = rewrite(made);
    if (!now.program) return;
    const auto next = random_rewriting(random, poly::extract_scop(now.program, isl), "each" + std::to_string(n));
    if (!next) return;
    Case more = made;
    more.rewriting.push_back(*next);
    if (rewrite(more).program || random.chance(mistakes_kept_percent)) made = std::move(more);
  }
}

}  // namespace

Case make_case(std::uint64_t seed) {
  Random random(seed);
  Case made{seed, random_program(random), {}};
  settle_locals(made, random);
  const poly::IslContext isl;
  add_rewriting(made, random, isl);
  if (const auto program = rewrite(made).program)
    made.schedule =
        ScheduleGenerator(random, poly::extract_scop(program, isl), isl, made.program.has_windows).generate();
  return made;
}

RewrittenProgram rewrite(const Case& made) {
  function program = declare_function(made);
  if (made.rewriting.empty()) return {program.record(), std::make_shared<dsl::Function>(*program.record()), {}};
  Schedule schedule;
  for (const Primitive& primitive : made.rewriting) schedule.push_back({primitive, {"rewriting", 1}});
  program.set_schedule(schedule);
  const auto written = program.record();
  if (!written->findings.empty()) return {written, nullptr, written->findings.front()};
  const poly::IslContext isl;
  const poly::Scop scop = poly::extract_scop(written, isl);
  const auto rewritten = poly::rewrite_program(scop, poly::analyze_dependences(scop), isl);
  if (!rewritten) return {written, nullptr, rewritten.errors().front()};
  return {written, std::make_shared<dsl::Function>(*(*rewritten)->as_written.program), {}};
}

std::shared_ptr<const dsl::Function> record(const Case& made) {
  const RewrittenProgram rewritten = rewrite(made);
  if (!rewritten.program) return declare_function(made).record();
  Schedule schedule;
  for (const Primitive& primitive : made.schedule) {
    schedule.push_back({primitive, {"schedule", static_cast<unsigned>(schedule.size()) + 1}});
  }
  Handle(rewritten.program).set_schedule(schedule);
  return rewritten.program;
}

int directive_at(const Location& at) { return at.file == "schedule" ? static_cast<int>(at.line) - 1 : -1; }

std::string to_source(const Case& made) {
  std::set<std::string> declared;
  for (const ArraySpec& array : made.program.arrays) declared.insert(array.name);
  for (const StatementSpec& statement : made.program.statements) {
    declared.insert(statement.name);
    for (const LoopSpec& loop : statement.loops) declared.insert(loop.name);
  }
  for (const Primitive& primitive : made.rewriting) declared.insert(dsl::names_added_by(primitive)->array);
  std::string names, lines;
  std::vector<Primitive> all = made.rewriting;
  all.insert(all.end(), made.schedule.begin(), made.schedule.end());
  for (const Primitive& primitive : all) {
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
